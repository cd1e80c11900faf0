//! The page: one HTML file with everything in it, so that it works from a disk and without a network.
//!
//! Style, scripts and skeleton are files of their own in `page/`. They are put together as they are: every script
//! becomes a `<script>` of the page, after those that it uses.

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use movegen::Position;

use crate::tree::{SearchTree, TreeRoot};

const SKELETON: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");

/// The scripts, each after those that it uses.
const SCRIPTS: [&str; 15] = [
    include_str!("../page/log.js"),
    include_str!("../page/tree.js"),
    include_str!("../page/chess.js"),
    include_str!("../page/words.js"),
    include_str!("../page/dom.js"),
    include_str!("../page/board.js"),
    include_str!("../page/overview.js"),
    include_str!("../page/diagram.js"),
    include_str!("../page/outline.js"),
    include_str!("../page/funnel.js"),
    include_str!("../page/details.js"),
    include_str!("../page/find.js"),
    include_str!("../page/replay.js"),
    include_str!("../page/pane.js"),
    include_str!("../page/main.js"),
];

/// A page with one tree, or with two side by side.
///
/// # Errors
/// If a tree is too large for a log.
pub fn of_trees(trees: &[SearchTree]) -> Result<String> {
    let names: Vec<&str> = trees.iter().map(|tree| tree.about.algorithm.as_str()).collect();
    let place = trees.first().map_or(String::new(), |tree| format!("{}. ", place(&tree.about.root)));
    let names = names.join(" and ");
    let mut letters = names.chars();
    let heading: String =
        letters.next().iter().flat_map(|first| first.to_uppercase()).chain(letters).collect();
    let mut logs = String::new();
    for tree in trees {
        let text = STANDARD.encode(tree.to_log()?);
        logs.push_str(&format!("<script type=\"application/octet-stream\" data-log>{text}</script>\n"));
    }
    Ok(assemble(&heading, &place, &logs, "", ""))
}

/// A page without a tree. `script` is the address of a script that shows trees by `Viewer.show` and `Viewer.grow`, and
/// `controls` is HTML for its controls.
pub fn of_viewer(heading: &str, controls: &str, script: &str) -> String {
    let script = format!("<script src=\"{}\"></script>\n", escaped(script));
    assemble(heading, "", "", controls, &script)
}

/// Puts a page together: `place` is the root of the trees in words, and `logs`, `controls` and the last script are HTML.
fn assemble(heading: &str, place: &str, logs: &str, controls: &str, last_script: &str) -> String {
    let scripts: String = SCRIPTS.iter().map(|script| format!("<script>\n{script}</script>\n")).collect();
    let (heading, place, scripts) = (escaped(heading), escaped(place), scripts + last_script);
    filled(SKELETON, |name| match name {
        "heading" => &heading,
        "place" => &place,
        "style" => STYLE,
        "controls" => controls,
        "scripts" => &scripts,
        "logs" => logs,
        _ => "",
    })
}

/// Replaces every `{{name}}` of a skeleton by a text. The texts themselves are not searched for names.
fn filled<'a>(skeleton: &'a str, text_of: impl Fn(&str) -> &'a str) -> String {
    let mut pieces = skeleton.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        page.push_str(text_of(name));
        page.push_str(rest);
    }
    page
}

/// The root of a search, in words.
fn place(root: &TreeRoot) -> String {
    match root {
        TreeRoot::Chess(fen) if *fen == Position::startpos().fen() => "The start position".to_owned(),
        TreeRoot::Chess(fen) => fen.clone(),
        TreeRoot::Lists(text) => text.clone(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_texts_are_not_searched_for_names() {
        let text_of = |name: &str| if name == "a" { "{{b}}" } else { "text" };
        assert_eq!(filled("<{{a}}, {{b}}>", text_of), "<{{b}}, text>");
    }

    #[test]
    fn every_place_of_the_skeleton_has_a_text() {
        let page = assemble("heading", "place", "logs", "controls", "<i>last</i>");
        for text in ["<h1>heading</h1>", "place", STYLE, "controls", SCRIPTS[0], "logs", "<i>last</i>"] {
            assert!(page.contains(text), "{text}");
        }
        assert!(!page.contains("{{"), "a place is left");
    }
}
