//! Self-play: games are legal, end for the reason given, and are reproducible; files do not depend on threads and stops.

use std::collections::{BTreeSet, HashSet};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use pgn::GameResult;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tempfile::TempDir;
use tune::play::game::{PlayedGame, SelfPlayer};
use tune::play::openings::Openings;
use tune::play::referee::{Adjudication, GameEnding};
use tune::play::run::{Collection, Counts, Goal, run};
use tune::play::settings::{OpeningSettings, Settings};
use tune::{Record, Source};
use types::Score;

const GAMES: u64 = 24;

/// Searches of some fifty nodes, half of the games Chess960.
fn quick() -> Settings {
    let usual = Settings::default();
    let openings = OpeningSettings {
        random_plies: Some(6),
        opening_score: 100,
        chess960: 50.0,
        double: 50.0,
        ..usual.openings
    };
    let [nodes, hard_nodes] = [40, 200].map(|nodes| NonZeroU64::new(nodes).unwrap());
    Settings { seed: 7, nodes, hard_nodes: Some(hard_nodes), hash: NonZeroU32::MIN, openings, ..usual }
}

fn games(settings: &Settings, numbers: impl Iterator<Item = u64>) -> Vec<PlayedGame> {
    let openings = Openings::new(&settings.openings).unwrap();
    let mut player = SelfPlayer::new(settings, &openings).unwrap();
    numbers.map(|number| player.play(number, || false).unwrap().unwrap()).collect()
}

/// Replays a game in the other library. Returns the last position and how often it occurred.
fn replay(game: &PlayedGame) -> (Chess, usize) {
    let first: Fen = game.records[0].position().unwrap().fen().parse().unwrap();
    let mut chess: Chess = first.into_position(CastlingMode::Chess960).unwrap();
    let fen = |chess: &Chess| Fen::from_position(chess, EnPassantMode::Legal).to_string();
    // Without the counters, which do not matter for repetitions.
    let place = |fen: &str| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    let mut places = vec![place(&fen(&chess))];
    for (index, record) in game.records.iter().enumerate() {
        assert_eq!(record.position().unwrap().fen(), fen(&chess), "ply {index}");
        let is_last = index + 1 == game.records.len();
        if is_last && matches!(game.ending, GameEnding::AdjudicatedWin | GameEnding::AdjudicatedDraw) {
            break;
        }
        let mv: UciMove = record.best_move().unwrap().to_string().parse().unwrap();
        chess.play_unchecked(mv.to_move(&chess).expect("the move is legal"));
        places.push(place(&fen(&chess)));
    }
    let last = places.last().unwrap();
    let occurrences = places.iter().filter(|place| *place == last).count();
    (chess, occurrences)
}

/// Returns `true` if the last `count` scores of a game, from White's view, all fulfil the condition.
fn ends_with(game: &PlayedGame, count: u32, is_so: impl Fn(i32) -> bool) -> bool {
    let scores = game.records.iter().rev().take(count as usize).map(|record| record.white_score().unwrap());
    game.records.len() >= count as usize && scores.map(|score| score.0).all(is_so)
}

/// Checks the end of a game against the rules and the scores.
fn check(game: &PlayedGame, rules: &Adjudication) {
    let (end, occurrences) = replay(game);
    let is_draw = game.result == GameResult::Draw;
    assert!(game.records.iter().all(|record| record.result() == Some(game.result)));
    match game.ending {
        GameEnding::Checkmate => {
            let winner = if end.turn().is_white() { GameResult::BlackWins } else { GameResult::WhiteWins };
            assert!(end.is_checkmate() && game.result == winner);
        }
        GameEnding::Stalemate => assert!(end.is_stalemate() && is_draw),
        GameEnding::Material => assert!(end.is_insufficient_material() && is_draw),
        GameEnding::FiftyMoves => assert!(end.halfmoves() == 100 && is_draw),
        GameEnding::Repetition => assert!(occurrences == 3 && is_draw),
        GameEnding::AdjudicatedWin => {
            let (plies, Score(limit)) = (rules.win_plies, rules.win_score);
            assert!(match game.result {
                GameResult::WhiteWins => ends_with(game, plies, |score| score >= limit),
                GameResult::BlackWins => ends_with(game, plies, |score| score <= -limit),
                GameResult::Draw => false,
            });
        }
        GameEnding::AdjudicatedDraw => {
            assert!(is_draw && end.fullmoves().get() >= rules.draw_from_move.into());
            assert!(ends_with(game, rules.draw_plies, |score| score.abs() <= rules.draw_score.0));
        }
    }
}

#[test]
fn games_are_legal_and_end_by_the_rule_they_name() {
    let usual = quick();
    let (mut early, mut never) = (usual.clone(), usual.clone());
    early.adjudication =
        Adjudication { draw_score: Score(30), draw_plies: 4, draw_from_move: 10, ..usual.adjudication };
    (never.adjudication.win_score, never.adjudication.draw_from_move) = (Score(32_000), u16::MAX);
    let mut endings = BTreeSet::new();
    let third = GAMES / 3;
    for (settings, numbers) in [(early, 0..third), (usual, third..2 * third), (never, 2 * third..GAMES)] {
        for game in games(&settings, numbers) {
            check(&game, &settings.adjudication);
            endings.insert(game.ending);
        }
    }
    let expected = [GameEnding::Checkmate, GameEnding::AdjudicatedWin, GameEnding::AdjudicatedDraw];
    assert!(endings.is_superset(&expected.into()), "{endings:?}");
}

#[test]
fn sampled_positions_have_searches_of_their_own_length() {
    let alike = Settings { leaves: 1, ..quick() };
    let longer = Settings { leaf_nodes: NonZeroU64::new(190), ..alike.clone() };
    let [alike, longer] = [alike, longer].map(|settings| games(&settings, 0..1).remove(0));
    let first = |game: &PlayedGame| (game.records[0].score(), game.records[0].best_move());
    assert_eq!(first(&alike), first(&longer));
    let nodes = |game: &PlayedGame| game.nodes / game.positions() as u64;
    assert!(nodes(&longer) > 3 * nodes(&alike) / 2, "{} {}", nodes(&alike), nodes(&longer));
}

/// Plays drawn endgames, so that games end by every rule for draws.
#[test]
fn drawn_games_end_by_the_rule_they_name() {
    let lines = "\
4k3/8/8/8/8/8/8/4K2R w - - c0 \"won\";
4k2r/8/8/8/8/8/8/R3K3 w - -
5k2/8/4K3/4P3/8/8/8/8 w - -
4k3/8/3n4/8/8/3B4/8/4K3 w - -
4k3/4p3/8/8/8/8/4P3/4K3 w - -
";
    let (_folder, openings) = book(lines);
    let mut settings = Settings { openings, ..quick() };
    settings.adjudication.draw_from_move = u16::MAX;
    let mut endings = BTreeSet::new();
    for game in games(&settings, 0..GAMES) {
        check(&game, &settings.adjudication);
        endings.insert(game.ending);
    }
    assert!(endings.is_superset(&[GameEnding::Repetition, GameEnding::Material].into()), "{endings:?}");
}

/// Settings with a book in a temporary folder.
fn book(lines: &str) -> (TempDir, OpeningSettings) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epd");
    std::fs::write(&path, lines).unwrap();
    (
        folder,
        OpeningSettings { book: Some(path), random_plies: None, opening_score: 2000, ..quick().openings },
    )
}

#[test]
fn a_book_has_balanced_lines_that_are_not_over() {
    let (_folder, settings) = book("4k3/8/8/8/8/8/8/QQQQK3 w - -\n");
    let openings = Openings::new(&settings).unwrap();
    let mut engine = search::Engine::new(search::Mebibytes(1)).unwrap();
    let error =
        openings.draw(&mut rand::SeedableRng::seed_from_u64(1), &mut engine).err().unwrap().to_string();
    assert!(error.contains("no balanced opening"), "{error}");
    for (line, ending) in [
        ("R3k3/8/4K3/8/8/8/8/8 b - - 3 9", "checkmate"),
        ("k7/2Q5/2K5/8/8/8/8/8 b - -", "stalemate"),
        ("8/8/4k3/8/5B2/3K4/8/8 w - -", "too little material"),
        ("8/8/4k3/8/5R2/3K4/8/8 w - - 100 90", "fifty moves"),
    ] {
        let (_folder, settings) = book(&format!("7k/8/8/8/8/8/P7/K7 w - -\n{line}\n"));
        let error = Openings::new(&settings).err().unwrap().to_string();
        let expected = format!(
            "book.epd:2: the game is over by the rules ({ending}), expected a position to play on from"
        );
        assert!(error.ends_with(&expected), "{error}");
    }
}

#[test]
fn a_game_follows_from_seed_and_number_alone() {
    let settings = quick();
    let forwards = games(&settings, 0..6);
    let mut backwards = games(&settings, (0..6).rev());
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let openings: Vec<_> = forwards.iter().map(|game| game.records[0].position().unwrap().fen()).collect();
    let other = games(&Settings { seed: 8, ..settings }, 0..6);
    assert!(other.iter().all(|game| !openings.contains(&game.records[0].position().unwrap().fen())));
}

#[test]
fn openings_and_leaves_obey_their_settings() {
    let settings = quick();
    let games = games(&settings, 0..GAMES);
    let chess960 = games.iter().filter(|game| game.records[0].is_chess960()).count();
    assert!((6..=18).contains(&chess960), "{chess960} of {GAMES}");
    for game in &games {
        assert!(game.records.iter().all(|record| record.is_chess960() == game.records[0].is_chess960()));
        assert!((6..=7).contains(&game.records[0].ply()));
    }
    let leaves: Vec<_> = games.iter().flat_map(|game| &game.leaves).collect();
    let played = games.iter().map(|game| game.records.len()).sum::<usize>();
    assert!(leaves.len() > played && leaves.len() <= 2 * played, "{} for {played}", leaves.len());
    for leaf in leaves {
        let position = leaf.position().unwrap();
        assert!(leaf.result().is_none() && leaf.score().is_some() && !position.in_check());
        assert!(position.legal_moves().contains(&leaf.best_move().unwrap()), "{position:?}");
    }
    let openings = Openings::new(&settings.openings).unwrap();
    assert_eq!(SelfPlayer::new(&settings, &openings).unwrap().play(0, || true).unwrap(), None);
}

#[test]
fn searches_are_as_long_as_the_settings_say() {
    for nodes in [100, 2_000] {
        let mean = |hard_nodes| {
            let [nodes, hard_nodes] = [nodes, hard_nodes].map(NonZeroU64::new);
            let settings = Settings { nodes: nodes.unwrap(), hard_nodes, leaves: 0, ..quick() };
            let game = &games(&settings, 1..2)[0];
            game.nodes / game.positions() as u64
        };
        // The current iteration is finished.
        assert!((nodes..8 * nodes).contains(&mean(1_000_000)), "{nodes}");
        assert!(mean(nodes) <= nodes + nodes / 10, "{nodes}");
    }
}

fn read(path: &Path) -> Vec<Vec<Record>> {
    let mut source = Source::open(path, None).unwrap();
    std::iter::from_fn(|| source.next_game().unwrap()).collect()
}

/// Runs to the goal, or stops after a number of games.
fn collect(path: &Path, threads: usize, goal: Goal, stop_after: u64) -> Counts {
    let settings = quick();
    let openings = Openings::new(&settings.openings).unwrap();
    let mut collection = Collection::open(path, "a test").unwrap();
    let stop = AtomicBool::new(false);
    let watch = |now: &Collection| _ = stop.fetch_or(now.counts.games >= stop_after, Ordering::Relaxed);
    run(&settings, &openings, NonZeroUsize::new(threads).unwrap(), &goal, &mut collection, &stop, watch)
        .unwrap();
    collection.counts
}

#[test]
fn threads_and_interruptions_change_nothing_and_duplicates_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole.bin", "parts.bin"].map(|name| folder.path().join(name));
    let goal = Goal { games: Some(16), positions: None };
    let counts = collect(&whole, 1, goal, u64::MAX);
    let written = read(&whole);
    assert_eq!((written.len(), counts.games), (16, 16));
    assert_eq!(counts.written, written.iter().map(Vec::len).sum::<usize>() as u64);
    let mut seen = HashSet::new();
    for (game, written) in games(&quick(), 0..16).iter().zip(&written) {
        let mut fresh: Vec<Record> = Vec::new();
        for record in game.records.iter().chain(&game.leaves) {
            // Games are counted by their first position.
            if seen.insert(record.position().unwrap().key()) || fresh.is_empty() {
                fresh.push(*record);
            }
        }
        let written: Vec<Record> = written.iter().map(|record| record.with_game_end(false)).collect();
        assert_eq!(written, fresh);
    }
    assert!(counts.searched > counts.written, "games this short of thought repeat themselves");

    collect(&parts, 3, Goal { games: Some(5), ..goal }, u64::MAX);
    assert_eq!(read(&parts), written[..5]);
    collect(&parts, 3, goal, 3);
    collect(&parts, 3, goal, u64::MAX);
    assert_eq!(read(&parts), written);
}

#[test]
fn a_goal_of_positions_ends_with_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let goal = Goal { positions: Some(300), games: None };
    collect(&path, 2, goal, u64::MAX);
    let written = read(&path);
    let (_, before) = written.split_last().unwrap();
    let count = |games: &[Vec<Record>]| games.iter().map(Vec::len).sum::<usize>();
    assert!(count(before) < 300 && count(&written) >= 300);
    // A file that has reached its goal is unchanged.
    assert_eq!(collect(&path, 2, goal, u64::MAX).games, 0);
}
