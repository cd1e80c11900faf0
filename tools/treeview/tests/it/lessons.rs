//! The steps of lessons show nodes that exist, and state facts.

use movegen::Position;
use treeview::lesson::{LESSONS, Lesson, SMOTHERED_MATE};
use treeview::record::VisitKind;
use treeview::tree::{SearchTree, TreeRoot};
use types::Score;

/// The tree, line and moment that a step shows.
fn steps(lesson: &Lesson) -> Vec<(usize, Vec<String>, String)> {
    let sections = lesson.steps().split("<section ").skip(1);
    let attribute = |section: &str, name: &str| {
        let (_, rest) =
            section.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("no {name}: {section}"));
        rest.split_once('"').expect("a closing quote").0.to_owned()
    };
    let step = |section: &str| {
        let line = attribute(section, "data-line").split_whitespace().map(str::to_owned).collect();
        (attribute(section, "data-tree").parse().unwrap(), line, attribute(section, "data-at"))
    };
    sections.map(step).collect()
}

/// The record at the end of a line.
fn follow(tree: &SearchTree, line: &[String]) -> Option<u32> {
    let children = tree.children();
    let mut at = tree.roots().last()?;
    for text in line {
        let is_it = |&&child: &&u32| {
            let record = &tree.records[child as usize];
            record.role == VisitKind::Move as u8 && spelt(tree, record.mv) == *text
        };
        at = *children[at as usize].iter().rfind(is_it)?;
    }
    Some(at)
}

fn spelt(tree: &SearchTree, mv: u16) -> String {
    match tree.about.root {
        TreeRoot::Chess(_) => types::Move::from_bits(mv).expect("a move").to_string(),
        TreeRoot::Lists(_) => mv.to_string(),
    }
}

#[test]
fn every_step_shows_a_node_that_exists() {
    for lesson in LESSONS {
        let trees = lesson.trees().unwrap();
        let steps = steps(&lesson);
        assert!(steps.len() > 4, "{}", lesson.name);
        for (tree, line, moment) in steps {
            assert!(["entered", "left", "end"].contains(&moment.as_str()), "{}: {moment}", lesson.name);
            assert!(follow(&trees[tree], &line).is_some(), "{}: tree {tree}, {line:?}", lesson.name);
        }
    }
}

#[test]
fn the_smothered_mate_is_one_and_the_threat_too() {
    let line = ["a2g8", "d8g8", "h6f7"];
    let root: Position = SMOTHERED_MATE.parse().unwrap();
    let mut position = root.clone();
    for text in line {
        position.play(position.parse_uci(text).expect(text));
    }
    assert!(position.in_check() && position.legal_moves().is_empty());
    let mut threat = root;
    threat.play_null();
    threat.play(threat.parse_uci("d8d1").unwrap());
    assert!(threat.in_check() && threat.legal_moves().is_empty());
    for tree in LESSONS[2].trees().unwrap() {
        assert_eq!(tree.about.score, Some(Score::mate_in(types::Ply(3)).0));
        let moves: Vec<String> = tree.principal_variation().iter().map(|&mv| spelt(&tree, mv)).collect();
        assert_eq!(moves, line);
    }
}

#[test]
fn the_third_step_of_principal_variation_search_has_something_to_look_for() {
    let tree = &LESSONS[1].trees().unwrap()[2];
    assert!(tree.records.iter().any(|record| record.has(treeview::record::flags::AGAIN)));
}
