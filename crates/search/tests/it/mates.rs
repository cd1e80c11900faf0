//! Mates are found, announced with their true length, and shown to the end.

use std::num::NonZeroUsize;
use std::path::Path;

use movegen::Position;
use search::techniques::{Playing, Technique, UpTo};
use search::{Game, SearchObserver};
use types::{Move, Ply, Score};

use crate::support::{crushing_position, depth, engine, game, game_after, nodes, search, search_with};

#[test]
fn mates_in_one_to_three() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("k7/8/1K6/8/8/8/7Q/8 w - - 0 1", 1),
        ("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1),
        ("7k/6pp/8/8/8/7q/1Q6/K7 w - - 0 1", 2),
        ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
        ("8/8/8/8/3k4/8/1q6/4K3 b - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let (outcome, _) = search(&mut engine(), &game(fen), &nodes(100_000));
        assert_eq!(outcome.score.mate_plies(), Some(2 * moves - 1), "{fen}");
    }
}

#[test]
fn being_mated_is_seen_as_well() {
    let fen = "8/8/8/8/8/1k6/7r/K7 w - - 0 1";
    let (outcome, _) = search(&mut engine(), &game(fen), &depth(6));
    assert_eq!(outcome.score.mate_plies(), Some(-2));
}

/// A legal endgame position has no shorter mate than the textbook finds, so no search may announce one.
#[test]
fn no_mate_is_announced_that_is_shorter_than_the_shortest() {
    let fen = "8/8/8/8/3k4/8/1q6/4K3 b - - 0 1";
    for plies in 1..12 {
        let (outcome, _) = search(&mut engine(), &game(fen), &depth(plies));
        let shortest = shortest_mate(game(fen).position(), 3).expect("a queen mates soon");
        let announced = outcome.score.mate_plies().unwrap_or(i32::MAX);
        assert!(announced >= shortest, "depth {plies}: {announced} of {shortest}");
    }
}

/// Plies to the shortest mate within so many moves, by trying everything.
fn shortest_mate(position: &Position, moves: i32) -> Option<i32> {
    (1..=moves).find(|&moves| can_mate(position, moves)).map(|moves| 2 * moves - 1)
}

fn can_mate(position: &Position, moves: i32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let after = position.after(mv);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.in_check();
            }
            replies.into_iter().all(|reply| can_mate(&after.after(reply), moves - 1))
        })
}

#[test]
fn a_mate_limit_ends_the_search_with_that_mate() {
    let limits = search::Limits { mate: std::num::NonZeroU16::new(2), ..nodes(1_000_000) };
    let (outcome, _) = search(&mut engine(), &game("7k/6pp/8/8/8/7q/1Q6/K7 w - - 0 1"), &limits);
    assert_eq!(outcome.score, Score::mate_in(Ply(3)));
    assert!(outcome.nodes < 1_000_000);
}

/// A hunt sees this mate in two before the search does, which at first overlooks it again.
#[test]
fn a_mate_that_was_found_is_not_let_go_of() {
    let game = game("r1bq1rkb/ppp2n1p/5n2/4p1NN/5pQ1/1BP5/PP3PPP/R1B1K2R w KQ - 0 1");
    let mate = Score::mate_in(Ply(3));
    let found = |limits: &search::Limits| search(&mut engine(), &game, limits).1.lines;
    let first = found(&depth(8)).into_iter().find(|line| line.score == mate).expect("a hunt finds it");
    for more in 0..200 {
        let lines = found(&nodes(first.nodes + more));
        assert_eq!(lines.last().map(|line| line.score), Some(mate), "{more} nodes later");
    }
    let (outcome, _) = search_with::<WithoutHunt, _, _>(&mut engine(), &game, &depth(5), &mut ());
    assert!(outcome.score < mate, "no hunt is needed");
}

/// Counts the moves that were skipped since they come too late to mate.
#[derive(Default)]
struct TooLate(u32);

impl SearchObserver for TooLate {
    fn skip(&mut self, _: Ply, _: Move, why: Technique) {
        self.0 += u32::from(why == Technique::MateDistance);
    }
}

/// Where nearly everything wins, the one quiet move that mates in time is found by who asks for the mate; and by who
/// does not, as a search that is far ahead hunts for mates. Of moves that must mate at once only checks are tried.
#[test]
fn a_short_mate_is_found_where_everything_wins() {
    let (mut asked, mut hidden, mut too_late) = (0, 0, TooLate::default());
    for seed in 0..8_000 {
        let Some(position) = crushing_position(seed) else { continue };
        if position.legal_moves().is_empty() || shortest_mate(&position, 2) != Some(3) {
            continue;
        }
        let game = Game::new(position);
        let wanted = search::Limits { mate: std::num::NonZeroU16::new(2), ..nodes(100_000) };
        let (outcome, _) = search_with::<Playing, _, _>(&mut engine(), &game, &wanted, &mut too_late);
        assert_eq!(outcome.score, Score::mate_in(Ply(3)), "{:?}", game.position());
        let among_others = search::Limits { multi_pv: NonZeroUsize::MIN.saturating_add(1), ..wanted };
        let (outcome, _) = search(&mut engine(), &game, &among_others);
        assert_eq!(outcome.score, Score::mate_in(Ply(3)), "{:?}", game.position());
        let (unasked, _) = search(&mut engine(), &game, &nodes(8_000));
        assert_eq!(unasked.score, Score::mate_in(Ply(3)), "{:?}", game.position());
        let (blind, _) = search_with::<WithoutHunt, _, _>(&mut engine(), &game, &nodes(8_000), &mut ());
        asked += 1;
        hidden += i32::from(blind.score != outcome.score);
    }
    // A search that does not hunt does not see all of them.
    assert!(asked > 100 && hidden > 0, "{asked} asked, {hidden} hidden");
    assert!(too_late.0 > asked, "{} came too late", too_late.0);
}

/// All techniques but the last.
type WithoutHunt = UpTo<{ Technique::MateHunt as u32 - 1 }>;

#[test]
fn mate_on_the_hundredth_half_move_beats_the_draw() {
    let (outcome, _) = search(&mut engine(), &game("7k/8/6K1/8/8/8/8/1Q6 w - - 99 80"), &depth(4));
    assert_eq!(outcome.score, Score::mate_in(Ply(1)));
    // One move later it would be too late, and no move makes progress.
    let (outcome, _) = search(&mut engine(), &game("7k/8/5K2/8/8/8/8/1Q6 w - - 99 80"), &depth(4));
    assert_eq!(outcome.score, Score::DRAW);
}

#[test]
fn a_mate_is_not_missed_for_a_repetition() {
    let game = game_after("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1c1 h8g8 c1b1 g8h8 b1c1 h8g8 c1b1 g8h8");
    let (outcome, _) = search(&mut engine(), &game, &depth(5));
    assert_eq!(outcome.score, Score::mate_in(Ply(1)));
}

/// A sample of the suite that is kept outside the repository.
#[test]
fn a_sample_of_the_mate_suite() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/epd/mate.epd");
    let Ok(suite) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}", path.display());
        return;
    };
    let mut tried = 0;
    for line in suite.lines().step_by(17) {
        let (fen, rest) = line.split_once(" dm ").expect("an EPD line with dm");
        let moves: i32 = rest.trim_end_matches(';').trim().parse().expect("a number of moves");
        let limits = search::Limits { mate: std::num::NonZeroU16::new(moves as u16), ..nodes(2_000_000) };
        let (outcome, _) = search(&mut engine(), &game(fen), &limits);
        assert_eq!(outcome.score.mate_plies(), Some(2 * moves - 1), "{line}");
        tried += 1;
    }
    assert!(tried >= 10, "{tried} tried");
}
