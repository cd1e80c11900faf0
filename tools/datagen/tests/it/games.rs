//! Single games are legal, end for the reason given, and are reproducible.

use std::collections::BTreeSet;
use std::path::PathBuf;

use datagen::openings::Openings;
use datagen::self_player::{PlayedGame, SelfPlayer};
use datagen::settings::Adjudication;
use positions::GameResult;
use search::Mebibytes;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tempfile::TempDir;
use toolkit::referee::GameEnding;
use types::Score;

use crate::support::quick;

const GAMES: u64 = 24;

fn games(seed: u64, numbers: impl Iterator<Item = u64>) -> Vec<PlayedGame> {
    games_with(Adjudication::default(), seed, numbers)
}

fn games_with(rules: Adjudication, seed: u64, numbers: impl Iterator<Item = u64>) -> Vec<PlayedGame> {
    let (mut settings, openings) = quick();
    settings.seed = seed;
    settings.adjudication = rules;
    let mut player = SelfPlayer::new(&settings, &openings).unwrap();
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
fn ends_with(game: &PlayedGame, count: usize, is_so: impl Fn(i32) -> bool) -> bool {
    let scores = game.records.iter().rev().take(count).map(|record| record.white_score().unwrap());
    game.records.len() >= count && scores.map(|score| score.0).all(is_so)
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
            let (plies, limit) = (rules.win_plies as usize, rules.win_score.0);
            assert!(match game.result {
                GameResult::WhiteWins => ends_with(game, plies, |score| score >= limit),
                GameResult::BlackWins => ends_with(game, plies, |score| score <= -limit),
                GameResult::Draw => false,
            });
        }
        GameEnding::AdjudicatedDraw => {
            assert!(is_draw && end.fullmoves().get() >= rules.draw_from_move.into());
            assert!(ends_with(game, rules.draw_plies as usize, |score| score.abs() <= rules.draw_score.0));
        }
    }
}

#[test]
fn games_are_legal_and_end_by_the_rule_they_name() {
    let early =
        Adjudication { draw_score: Score(30), draw_plies: 4, draw_from_move: 10, ..Default::default() };
    let never = Adjudication { win_score: Score(32_000), draw_from_move: u16::MAX, ..Default::default() };
    let mut endings = BTreeSet::new();
    let usual = Adjudication::default();
    let third = GAMES / 3;
    for (rules, numbers) in [(early, 0..third), (usual, third..2 * third), (never, 2 * third..GAMES)] {
        for game in games_with(rules, 7, numbers) {
            check(&game, &rules);
            endings.insert(game.ending);
        }
    }
    let expected = [GameEnding::Checkmate, GameEnding::AdjudicatedWin, GameEnding::AdjudicatedDraw];
    assert!(endings.is_superset(&expected.into()), "{endings:?}");
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
    let (mut settings, _) = quick();
    settings.openings.max_score = Score(2000);
    settings.openings.random_plies = 0;
    settings.adjudication.draw_from_move = u16::MAX;
    let (_folder, book) = book(lines);
    let openings = Openings::from_book(settings.openings.clone(), &book).unwrap();
    let mut player = SelfPlayer::new(&settings, &openings).unwrap();
    let mut endings = BTreeSet::new();
    for number in 0..GAMES {
        let game = player.play(number, || false).unwrap().unwrap();
        check(&game, &settings.adjudication);
        endings.insert(game.ending);
    }
    assert!(
        endings.contains(&GameEnding::Repetition) && endings.contains(&GameEnding::Material),
        "{endings:?}"
    );
}

/// A book in a temporary folder.
fn book(lines: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epd");
    std::fs::write(&path, lines).unwrap();
    (folder, path)
}

#[test]
fn a_game_follows_from_seed_and_number_alone() {
    let forwards = games(7, 0..6);
    let mut backwards = games(7, (0..6).rev());
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let openings: Vec<_> = forwards.iter().map(|game| game.records[0].position().unwrap().fen()).collect();
    let other = games(8, 0..6);
    assert!(other.iter().all(|game| !openings.contains(&game.records[0].position().unwrap().fen())));
}

#[test]
fn openings_obey_their_settings() {
    let games = games(7, 0..GAMES);
    let chess960 = games.iter().filter(|game| game.records[0].is_chess960()).count();
    assert!((6..=18).contains(&chess960), "{chess960} of {GAMES}");
    for game in &games {
        assert!(game.records.iter().all(|record| record.is_chess960() == game.records[0].is_chess960()));
        assert!((6..=7).contains(&game.records[0].ply()));
    }
}

#[test]
fn a_stopped_game_is_none() {
    let (settings, openings) = quick();
    let mut player = SelfPlayer::new(&settings, &openings).unwrap();
    assert_eq!(player.play(0, || true).unwrap(), None);
}

#[test]
fn a_book_without_balanced_lines_is_given_up() {
    let (settings, _) = quick();
    let (_folder, book) = book("4k3/8/8/8/8/8/8/QQQQK3 w - -\n");
    let mut opening_settings = settings.openings.clone();
    opening_settings.random_plies = 0;
    opening_settings.max_score = Score(300);
    let openings = Openings::from_book(opening_settings, &book).unwrap();
    assert!(openings.settings().book.as_ref().unwrap().starts_with("book.epd:"));
    let mut engine = search::Engine::new(Mebibytes(1)).unwrap();
    let mut rng = rand::SeedableRng::seed_from_u64(1);
    let error = openings.draw(&mut rng, &mut engine).unwrap_err().to_string();
    assert!(error.contains("no balanced opening"), "{error}");
}

#[test]
fn leaves_are_of_no_game_and_fit_for_an_evaluation() {
    let games = games(4, 0..GAMES);
    let leaves: Vec<_> = games.iter().flat_map(|game| &game.leaves).collect();
    let played = games.iter().map(|game| game.records.len()).sum::<usize>();
    assert!(leaves.len() > played && leaves.len() <= 2 * played, "{} for {played}", leaves.len());
    for leaf in leaves {
        let position = leaf.position().unwrap();
        assert!(leaf.result().is_none() && leaf.score().is_some() && !position.in_check());
        assert!(position.legal_moves().contains(&leaf.best_move().unwrap()), "{position:?}");
    }
}

#[test]
fn searches_are_as_long_as_the_settings_say() {
    for nodes in [100, 2_000] {
        let (mut settings, openings) = quick();
        (settings.nodes, settings.hard_nodes, settings.leaves) = (nodes, 1_000_000, 0);
        let game = SelfPlayer::new(&settings, &openings).unwrap().play(1, || false).unwrap().unwrap();
        // The current iteration is finished.
        let mean = game.nodes / game.positions() as u64;
        assert!((nodes..8 * nodes).contains(&mean), "{mean} nodes for {nodes}");
        settings.hard_nodes = nodes;
        let cut = SelfPlayer::new(&settings, &openings).unwrap().play(1, || false).unwrap().unwrap();
        let mean = cut.nodes / cut.positions() as u64;
        assert!(mean <= nodes + nodes / 10, "{mean} nodes for at most {nodes}");
    }
}
