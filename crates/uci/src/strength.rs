//! Playing worse on purpose, for opponents who want to win now and then.
//!
//! Three things limit the strength, as they do for people: how far one looks, how many moves one considers, and
//! how well one judges what one sees. A wanted rating becomes
//!
//! - a number of nodes after which the search begins no deeper iteration; the first one is always finished, so every
//!   move is looked at, and what hangs is seen,
//! - below [`ERRORLESS_ELO`] a number of candidates, the best moves, and the greatest error of a score: each
//!   candidate's score gets an error, and the one that then looks best is played.
//!
//! Errors are bounded, so a move that is worse than another one by more than twice the bound is never preferred to
//! it: pawns are lost this way, at the lowest levels now and then a knight or bishop, a queen for nothing never. Nor is
//! a rook, but for the few that are shut in or attacked, which the evaluation itself counts for less. Errors depend on
//! the position, the move and the game: who asks twice in a game meets the same errors, in another game others.
//!
//! The scale is near that of Stockfish 15.1's own `UCI_Elo`: `docs/levels.md` has the matches that the constants rest
//! on.

use std::num::NonZeroUsize;

use search::Limits;
use types::{Key, Move};

use crate::report::KeptLine;
use crate::rng::Rng;

/// The range of the option `UCI_Elo`.
pub(crate) const MIN_ELO: u32 = 1000;
pub(crate) const MAX_ELO: u32 = 2600;

/// From here on up scores are not misjudged, and the nodes alone decide.
const ERRORLESS_ELO: u32 = 1800;
/// How many moves beside the best are considered at the lowest rating.
const MOST_OTHERS: f64 = 19.0;
/// The greatest error of a score at the lowest rating, in units of the evaluation.
const GREATEST_ERROR: f64 = 190.0;
/// Both shrink faster at first than the distance to the level without errors: with this power of it.
const SHRINKAGE: f64 = 2.2;

/// Where the nodes begin to grow faster: each doubling is worth less the more there are.
const KNEE_ELO: u32 = 2000;
/// Nodes at that rating, for one candidate.
const KNEE_NODES: f64 = 1800.0;
/// Rating points for which the nodes double below it, and above.
const POINTS_PER_DOUBLING: [f64; 2] = [120.0, 65.0];

/// A rating to play at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handicap {
    elo: u32,
}

/// What makes the errors of one game differ from those of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mood(u64);

impl Mood {
    /// The mood of a new game: another one every time.
    pub(crate) fn of_new_game() -> Mood {
        Mood(Rng::from_time().next())
    }

    /// Numbers that depend on nothing but the mood, the position and the move.
    fn rng(self, root: Key, mv: Move) -> Rng {
        Rng::new(self.0 ^ root.0 ^ u64::from(mv.bits()) << 32)
    }
}

impl Handicap {
    /// Plays as well as this rating says; beyond the range, as its nearest end.
    pub(crate) fn new(elo: u32) -> Handicap {
        Handicap { elo: elo.clamp(MIN_ELO, MAX_ELO) }
    }

    /// Tightens what a search may spend, and makes it find candidates.
    pub(crate) fn apply(self, limits: &mut Limits) {
        let nodes = self.nodes();
        limits.soft_nodes = Some(limits.soft_nodes.map_or(nodes, |limit| limit.min(nodes)));
        limits.multi_pv = limits.multi_pv.max(self.candidates());
    }

    /// After so many nodes no deeper iteration begins. Candidates share them, but what one finds spares others some.
    fn nodes(self) -> u64 {
        let points = f64::from(self.elo) - f64::from(KNEE_ELO);
        let [below, above] = POINTS_PER_DOUBLING;
        let doublings = points / if points < 0.0 { below } else { above };
        (KNEE_NODES * doublings.exp2() * (1.0 + self.others()).sqrt()).round() as u64
    }

    /// How badly it judges: 1 at the lowest rating, 0 from the level without errors on.
    fn weakness(self) -> f64 {
        let distance = f64::from(ERRORLESS_ELO.saturating_sub(self.elo));
        (distance / f64::from(ERRORLESS_ELO - MIN_ELO)).powf(SHRINKAGE)
    }

    /// How many moves beside the best are considered, if there were parts of moves.
    fn others(self) -> f64 {
        self.weakness() * MOST_OTHERS
    }

    /// How many of the best moves are considered.
    fn candidates(self) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(self.others().ceil() as usize)
    }

    /// The greatest error of a score, either way.
    fn greatest_error(self) -> u32 {
        (self.weakness() * GREATEST_ERROR).round() as u32
    }

    /// The move that looks best once every score has its error. `None` if there are no lines.
    pub(crate) fn choose(self, lines: &[KeptLine], root: Key, mood: Mood) -> Option<Move> {
        let seen = |line: &KeptLine| {
            let mv = *line.pv.first()?;
            // A mate that is seen is not misjudged.
            let error = if line.score.is_decisive() { 0 } else { self.error(&mut mood.rng(root, mv)) };
            Some((mv, line.score.0 + error))
        };
        // Of equals the first, which the search found best.
        lines
            .iter()
            .take(self.candidates().get())
            // How much less than its score a line is worth that is only bounded, nobody knows.
            .filter(|line| line.is_exact())
            .filter_map(seen)
            .rev()
            .max_by_key(|&(_, score)| score)
            .map(|(mv, _)| mv)
    }

    fn error(self, rng: &mut Rng) -> i32 {
        let greatest = self.greatest_error();
        rng.below(2 * greatest + 1) as i32 - greatest as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;
    use movegen::Position;
    use movegen::position::setup::Setup;
    use search::{Bound, Control, Engine, Game, Line, Mebibytes, Permill, Reporter};
    use std::time::Duration;
    use types::{Bitboard, BySquare, Color, Depth, Ply, Role, Score, Square};

    const BEST: Move = Move::normal(Square::E2, Square::E4);
    const WORSE: Move = Move::normal(Square::A2, Square::A3);
    const ROOT: Key = Key(0x1234_5678_9abc_def0);

    fn line(multipv: usize, score: Score, mv: Move) -> KeptLine {
        KeptLine::of(&Line {
            depth: Depth(1),
            seldepth: Ply(1),
            multipv,
            score,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: Permill(0),
            tbhits: 0,
            pv: &[mv],
        })
    }

    /// How often the best move is played in a thousand games, if another one is worse by `gap`.
    fn times_best(elo: u32, gap: i32) -> usize {
        let lines = [line(1, Score(gap), BEST), line(2, Score(0), WORSE)];
        let level = Handicap::new(elo);
        (0..1000).filter(|&game| level.choose(&lines, ROOT, Mood(game)) == Some(BEST)).count()
    }

    fn levels() -> impl Iterator<Item = Handicap> {
        (MIN_ELO..=MAX_ELO).map(Handicap::new)
    }

    #[test]
    fn the_page_of_levels_has_these_numbers() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/levels.md");
        let page = std::fs::read_to_string(path).unwrap();
        let cells = |value: &dyn Fn(Handicap) -> String| {
            let cells = [1000, 1200, 1400, 1600, 2000, 2300, 2600].map(|elo| value(Handicap::new(elo)));
            format!("| {} |", cells.join(" | "))
        };
        for row in [
            cells(&|level| level.candidates().to_string()),
            cells(&|level| level.greatest_error().to_string()),
        ] {
            assert!(page.contains(&row), "docs/levels.md lacks {row}");
        }
    }

    #[test]
    fn the_stronger_looks_further_considers_less_and_errs_less() {
        let levels: Vec<Handicap> = levels().collect();
        for pair in levels.windows(2) {
            let (weaker, stronger) = (pair[0], pair[1]);
            assert!(weaker.nodes() <= stronger.nodes());
            assert!(weaker.candidates() >= stronger.candidates());
            assert!(weaker.greatest_error() >= stronger.greatest_error());
        }
        // A hundred points make a difference everywhere.
        for (weaker, stronger) in levels.iter().zip(&levels[100..]) {
            assert!(weaker.nodes() < stronger.nodes(), "{weaker:?}");
        }
        assert!(times_best(1000, 30) < times_best(1500, 30));
        assert!(times_best(1000, 30) < 900 && times_best(1000, 30) > 500);
        assert_eq!(times_best(ERRORLESS_ELO, 1), 1000);
    }

    /// The position without what stands on a square; `None` if the rules do not allow that.
    fn without(position: &Position, square: Square) -> Option<Position> {
        let setup = Setup {
            board: BySquare::from_fn(|other| position.piece_at(other).filter(|_| other != square)),
            side_to_move: position.side_to_move(),
            castling: position.castling() & !Bitboard::from(square),
            en_passant: None,
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        };
        setup.into_position().ok()
    }

    /// How much less its owner's position is worth without it, for every such piece of the bench's positions with so many
    /// men that none is an endgame.
    fn worths(role: Role) -> Vec<u32> {
        const MANY: u32 = 20;
        let positions = bench::positions().map(Result::unwrap);
        let mut worths = Vec::new();
        for position in positions.filter(|position| position.occupied().count() >= MANY) {
            for square in position.role(role) {
                let Some(without) = without(&position, square) else { continue };
                let loss = eval::evaluate(&position).0 - eval::evaluate(&without).0;
                let is_own = position.color(position.side_to_move()).contains(square);
                worths.push(if is_own { loss } else { -loss }.try_into().unwrap());
            }
        }
        worths
    }

    #[test]
    fn whoever_is_misjudged_away_is_worth_no_more_than_two_errors() {
        for level in levels() {
            let bound = 2 * level.greatest_error();
            assert_eq!(times_best(level.elo, bound as i32 + 1), 1000, "{level:?}");
        }
    }

    #[test]
    fn no_queen_is_misjudged_away_and_hardly_any_rook() {
        let bound = 2 * Handicap::new(MIN_ELO).greatest_error();
        let [mut rooks, queens] = [Role::Rook, Role::Queen].map(worths);
        assert!(queens.len() >= 50 && queens.iter().all(|&worth| worth > bound), "{queens:?}");
        rooks.sort_unstable();
        let cheap = rooks.iter().filter(|&&worth| worth <= bound).count();
        println!("{cheap} of {} rooks are worth no more than {bound}: {rooks:?}", rooks.len());
        // A few are shut in or attacked.
        assert!(rooks.len() >= 100 && 20 * cheap <= rooks.len(), "{cheap} rooks: {rooks:?}");
    }

    #[test]
    fn mates_that_are_seen_are_not_missed() {
        let lines = [line(1, Score::mate_in(Ply(1)), BEST), line(2, Score::MAX_EVAL, WORSE)];
        assert_eq!(Handicap::new(MIN_ELO).choose(&lines, ROOT, Mood(7)), Some(BEST));
        assert_eq!(Handicap::new(MIN_ELO).choose(&[], ROOT, Mood(7)), None);
    }

    #[test]
    fn the_same_game_has_the_same_errors_and_another_game_or_position_others() {
        let lines = [line(1, Score(5), BEST), line(2, Score(0), WORSE)];
        let level = Handicap::new(MIN_ELO);
        let chosen = |root: u64, game: u64| level.choose(&lines, Key(root), Mood(game));
        let of_games: Vec<_> = (0..64).map(|game| chosen(1, game)).collect();
        let of_positions: Vec<_> = (0..64).map(|root| chosen(root, 1)).collect();
        assert_eq!(of_games, (0..64).map(|game| chosen(1, game)).collect::<Vec<_>>());
        for chosen in [of_games, of_positions] {
            assert!(chosen.contains(&Some(BEST)) && chosen.contains(&Some(WORSE)));
        }
    }

    #[test]
    fn lines_that_only_the_user_wanted_are_no_candidates() {
        let level = Handicap::new(ERRORLESS_ELO - 1);
        let count = level.candidates().get();
        let mut lines = vec![line(1, Score(0), BEST); count];
        lines.push(line(count + 1, Score(1000), WORSE));
        assert_eq!(level.choose(&lines, ROOT, Mood(1)), Some(BEST));
    }

    #[test]
    fn the_users_limits_stay() {
        let user = Limits { nodes: Some(5), soft_nodes: Some(2), depth: Some(Depth(3)), ..Limits::default() };
        let mut limits = user.clone();
        Handicap::new(MAX_ELO).apply(&mut limits);
        assert_eq!(limits, user);
        let mut limits = Limits { multi_pv: NonZeroUsize::new(100).unwrap(), ..Limits::default() };
        Handicap::new(MIN_ELO).apply(&mut limits);
        assert_eq!(limits.multi_pv.get(), 100);
        assert_eq!(limits.soft_nodes, Some(Handicap::new(MIN_ELO).nodes()));
    }

    /// Remembers the lines of the last iteration.
    #[derive(Default)]
    struct Lines(Vec<KeptLine>);

    impl Reporter for Lines {
        fn line(&mut self, line: &Line<'_>) {
            self.0.truncate(line.multipv - 1);
            self.0.push(KeptLine::of(line));
        }
    }

    /// What a level plays. Panics if that is not legal, or if the search ends before it has seen every candidate.
    fn played(engine: &mut Engine, game: &Game, level: Handicap, mood: Mood) -> Move {
        let mut limits = Limits::default();
        level.apply(&mut limits);
        let mut lines = Lines::default();
        engine.search(game, &limits, &Control::new(), &mut lines);
        let legal = game.position().legal_moves();
        assert_eq!(lines.0.len(), limits.multi_pv.get().min(legal.len()), "{}", game.position().fen());
        let chosen = level.choose(&lines.0, game.position().key(), mood).expect("there are lines");
        assert!(legal.contains(&chosen), "{chosen} in {}", game.position().fen());
        chosen
    }

    /// White's points in a game between two levels, a draw after 100 moves.
    fn points_of_white(opening: &str, levels: [Handicap; 2], mood: Mood) -> f64 {
        const MOST_PLIES: u32 = 200;
        let mut game = Game::new(opening.parse::<Position>().unwrap());
        let mut engines = [(); 2].map(|()| Engine::new(Mebibytes(1)).unwrap());
        for _ in 0..MOST_PLIES {
            let position = game.position();
            let side = position.side_to_move();
            if position.legal_moves().is_empty() {
                let is_won_by_white = position.in_check() && side == Color::Black;
                return if position.in_check() { f64::from(u8::from(is_won_by_white)) } else { 0.5 };
            }
            if position.is_insufficient_material() || position.halfmove_clock() >= 100 {
                return 0.5;
            }
            let index = side as usize;
            let mv = played(&mut engines[index], &game, levels[index], mood);
            game.play(mv);
        }
        0.5
    }

    /// An opening that no book knows: eight random plies, after which the game goes on.
    fn opening(rng: &mut Rng) -> String {
        let mut position = Position::startpos();
        for _ in 0..8 {
            let Some(&mv) = rng.choose(&position.legal_moves()) else { return opening(rng) };
            position.play(mv);
        }
        if position.legal_moves().is_empty() { opening(rng) } else { position.fen() }
    }

    /// How the higher level does against the lower: won, drawn and lost games, each opening with both colours.
    fn duel(low: Handicap, high: Handicap, pairs: u64) -> [u32; 3] {
        let mut rng = Rng::new(u64::from(high.elo));
        let mut results = [0; 3];
        for game in 0..pairs {
            let opening = opening(&mut rng);
            let as_white = points_of_white(&opening, [high, low], Mood(game));
            let as_black = 1.0 - points_of_white(&opening, [low, high], Mood(game + pairs));
            for points in [as_white, as_black] {
                results[(2.0 - 2.0 * points) as usize] += 1;
            }
        }
        results
    }

    fn share([won, drawn, lost]: [u32; 3]) -> f64 {
        (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(won + drawn + lost)
    }

    /// `COPPICE_LADDER=40` plays the ladder of `docs/levels.md`, with so many pairs of games a step, and prints it.
    #[test]
    fn higher_levels_win_and_every_move_is_legal() {
        let asked_for = std::env::var("COPPICE_LADDER").ok();
        let asked_for = asked_for.map(|pairs| pairs.parse().expect("COPPICE_LADDER is a number of pairs"));
        let (step, pairs) = asked_for.map_or((400, 4), |pairs| (200, pairs));
        for low in (MIN_ELO..2200).step_by(step) {
            let high = low + step as u32;
            let results = duel(Handicap::new(low), Handicap::new(high), pairs);
            println!("{high} against {low}: {results:?}, {:.1} %", 100.0 * share(results));
            assert!(share(results) > 0.5, "{high} against {low}: {results:?}");
        }
    }
}
