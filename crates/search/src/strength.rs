//! Limited strength: the engine plays at a given rating.
//!
//! Three things are limited: the depth of the search, the number of moves considered, and the accuracy of scores. A rating
//! becomes
//!
//! - a number of nodes after which the search begins no deeper iteration. The first iteration is always finished, so every
//!   move is searched and hanging pieces are seen,
//! - below [`ERRORLESS_ELO`], a number of candidates, which are the best moves, and the greatest error of a score. Each
//!   candidate's score gets a random error, and the candidate with the highest sum is played.
//!
//! Errors are bounded: a move that is worse than another one by more than twice the bound is never preferred to it. At the
//! lowest levels such errors can cost a pawn, sometimes a knight or bishop, but not a queen. They cost a rook only if it is
//! shut in or attacked, because the evaluation gives such a rook less. Errors depend on the game, the move number, the
//! position and the move: they are the same after a takeback, and different in another game or later in the same game.
//!
//! The search chooses among its own lines before it reports them for the last time, so the move that it plays comes first.
//!
//! Won positions are easier to play than others. So an advantage raises the rating, at most to [`ERRORLESS_ELO`], and a
//! winning side scores a move that repeats a position or stalemates as a draw. It has a second move to choose then, and
//! twice the nodes for that.
//!
//! The scale is near that of Stockfish 15.1's `UCI_Elo`. `docs/levels.md` lists the matches behind the constants.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::num::NonZeroUsize;

use movegen::Position;
use tt::Bound;
use types::{Move, Ply, Score};

use crate::position::Game;
use crate::report::PvLine;

/// The range of ratings.
pub const MIN_ELO: u32 = 1000;
pub const MAX_ELO: u32 = 2600;

/// The rating from which scores have no errors: only the number of nodes is limited.
const ERRORLESS_ELO: u32 = 1800;
/// The number of moves beside the best that are considered at the lowest rating, and the power of the weakness with which it
/// shrinks.
const OTHERS: (f64, f64) = (14.0, 2.0);
/// The greatest error of a score at the lowest rating, in units of the evaluation, and the power of the weakness with which
/// it shrinks.
const ERROR: (f64, f64) = (190.0, 1.5);
/// The advantage that raises a rating half of the way to [`ERRORLESS_ELO`], in units of the evaluation: about a rook.
const HALF_EASED: f64 = 500.0;

/// The number of nodes at [`ERRORLESS_ELO`].
const ERRORLESS_NODES: f64 = 250.0;
/// The rating points per doubling of the nodes, below [`ERRORLESS_ELO`], where errors make a difference as well, and above it.
const POINTS_PER_DOUBLING: [f64; 2] = [250.0, 74.0];

/// The limit of the strength in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    elo: u32,
    /// The seed of the errors, one for each game.
    seed: u64,
    /// True if the position is won, which needs a second move to choose, because the best may repeat or stalemate.
    is_winning: bool,
}

impl StrengthLimit {
    /// The limit for a rating, which is clamped to the range. In every game the errors have another seed.
    pub fn new(elo: u32, seed: u64) -> StrengthLimit {
        StrengthLimit { elo: elo.clamp(MIN_ELO, MAX_ELO), seed, is_winning: false }
    }

    /// The limit for a move in this position: a higher rating if the side to move has an advantage.
    pub(crate) fn eased(self, position: &Position) -> StrengthLimit {
        let advantage = f64::from(eval::evaluate(position).0.max(0));
        let share = advantage.powi(2) / (advantage.powi(2) + HALF_EASED.powi(2));
        StrengthLimit {
            elo: self.elo + (share * self.below_errorless()).round() as u32,
            is_winning: self.elo < ERRORLESS_ELO && advantage > HALF_EASED / 2.0,
            ..self
        }
    }

    /// The nodes after which no deeper iteration begins, those of all candidates together. Twice as many for the second line
    /// of a won position.
    pub(crate) fn nodes(self) -> u64 {
        let points = f64::from(self.elo) - f64::from(ERRORLESS_ELO);
        let [below, above] = POINTS_PER_DOUBLING;
        let doublings = points / if points < 0.0 { below } else { above };
        let lines = if self.is_winning { 2.0 } else { 1.0 };
        (lines * ERRORLESS_NODES * doublings.exp2()).round() as u64
    }

    /// The rating points up to [`ERRORLESS_ELO`].
    fn below_errorless(self) -> f64 {
        f64::from(ERRORLESS_ELO.saturating_sub(self.elo))
    }

    /// The greatest value times a power of the weakness, which is 1 at the lowest rating and 0 from [`ERRORLESS_ELO`] on.
    fn weakened(self, (greatest, power): (f64, f64)) -> f64 {
        greatest * (self.below_errorless() / f64::from(ERRORLESS_ELO - MIN_ELO)).powf(power)
    }

    /// The number of lines of which one is played. One where errors hardly matter: a second line costs half of the nodes.
    pub(crate) fn candidates(self) -> NonZeroUsize {
        let others = (self.weakened(OTHERS).round() as usize).max(usize::from(self.is_winning));
        NonZeroUsize::MIN.saturating_add(others)
    }

    /// The greatest error of a score, either way.
    fn max_error(self) -> u32 {
        self.weakened(ERROR).round() as u32
    }

    /// The error of a move's score, uniform between the greatest either way.
    fn error(self, position: &Position, mv: Move) -> i32 {
        let source = (self.seed, position.key().0, position.fullmove_number(), mv.bits());
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(source);
        let greatest = self.max_error();
        (hash % u64::from(2 * greatest + 1)) as i32 - greatest as i32
    }

    /// Puts the line in front whose score is highest after errors are added. Those before it come after it.
    pub(crate) fn choose(self, lines: &mut [PvLine], game: &Game) {
        let with_error = |line: &PvLine| {
            // Proven mates and tablebase results get no error.
            let mv = line.best_move().filter(|_| !line.score.is_decisive());
            let Some(mv) = mv else { return line.score };
            let score = if ends_progress(game, mv) { line.score.min(Score::DRAW) } else { line.score };
            score + Score(self.error(game.position(), mv))
        };
        let candidates = lines.iter().take(self.candidates().get()).enumerate();
        // The score of a bound may be far from the true score. Of equal sums, the first is the best of the search.
        let exact = candidates.filter(|(_, line)| line.bound == Bound::Exact).rev();
        if let Some((chosen, _)) = exact.max_by_key(|(_, line)| with_error(line)) {
            lines[..=chosen].rotate_right(1);
        }
    }
}

/// Returns true if a move stalemates, repeats an earlier position of the game, or draws in another way.
fn ends_progress(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv);
    let position = after.position();
    // At the greatest ply, the second occurrence of a position counts as a repetition; at the root only the third does.
    position.is_drawn(after.earlier(), Ply::MAX) || position.is_stalemate()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{Control, Engine, Limits, Mebibytes, Reporter};
    use fastrand::Rng;
    use movegen::position::setup::Setup;
    use types::{Bitboard, BySquare, Color, Role, Square};

    const BEST: Move = Move::normal(Square::E2, Square::E4);
    const WORSE: Move = Move::normal(Square::A2, Square::A3);

    fn line(multipv: usize, score: Score, mv: Move) -> PvLine {
        PvLine { multipv, ..PvLine::new(score, vec![mv]) }
    }

    fn limit(elo: u32) -> StrengthLimit {
        StrengthLimit::new(elo, 1)
    }

    /// The move that a level plays if a search has found these lines.
    fn chosen(level: StrengthLimit, lines: &[PvLine], game: &Game, seed: u64) -> Option<Move> {
        let mut lines = lines.to_vec();
        StrengthLimit { seed, ..level }.choose(&mut lines, game);
        lines.first().and_then(PvLine::best_move)
    }

    /// The number of games of a thousand in which the best move is played, if another one is worse by `gap`.
    fn times_best(elo: u32, gap: i32) -> usize {
        let lines = [line(1, Score(gap), BEST), line(2, Score(0), WORSE)];
        (0..1000).filter(|&seed| chosen(limit(elo), &lines, &Game::default(), seed) == Some(BEST)).count()
    }

    fn levels() -> impl Iterator<Item = StrengthLimit> {
        (MIN_ELO..=MAX_ELO).map(limit)
    }

    #[test]
    fn the_page_of_levels_has_these_numbers() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/levels.md");
        let page = std::fs::read_to_string(path).unwrap();
        let cells = |value: &dyn Fn(StrengthLimit) -> String| {
            let cells = [1000, 1200, 1400, 1600, 2000, 2300, 2600].map(|elo| value(limit(elo)));
            format!("| {} |", cells.join(" | "))
        };
        for row in
            [cells(&|level| level.candidates().to_string()), cells(&|level| level.max_error().to_string())]
        {
            assert!(page.contains(&row), "docs/levels.md lacks {row}");
        }
    }

    #[test]
    fn higher_levels_search_more_nodes_and_have_fewer_candidates_and_errors() {
        let levels: Vec<StrengthLimit> = levels().collect();
        for pair in levels.windows(2) {
            let (weaker, stronger) = (pair[0], pair[1]);
            assert!(weaker.nodes() <= stronger.nodes());
            assert!(weaker.candidates() >= stronger.candidates());
            assert!(weaker.max_error() >= stronger.max_error());
        }
        // A hundred points make a difference everywhere.
        for (weaker, stronger) in levels.iter().zip(&levels[100..]) {
            assert!(weaker.nodes() < stronger.nodes(), "{weaker:?}");
        }
        assert!(times_best(1000, 30) < times_best(1500, 30));
        assert!(times_best(1000, 30) < 900 && times_best(1000, 30) > 500);
        assert_eq!(times_best(ERRORLESS_ELO, 1), 1000);
    }

    /// The position without the piece on a square; `None` if the rules do not allow that.
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

    /// The loss of evaluation when a piece of this role is removed, for each such piece in the bench positions. Positions
    /// with few pieces are left out, because they are endgames.
    fn worths(role: Role) -> Vec<u32> {
        const MANY: u32 = 20;
        let bench = include_str!("../../uci/src/bench.epd").lines().filter(|line| !line.starts_with('#'));
        let positions = bench.map(|line| line.parse::<Position>().unwrap());
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
    fn a_move_that_is_worse_by_more_than_two_errors_is_never_played() {
        for level in levels().step_by(10) {
            let bound = 2 * level.max_error();
            assert_eq!(times_best(level.elo, bound as i32 + 1), 1000, "{level:?}");
        }
    }

    #[test]
    fn errors_never_cost_a_queen_and_rarely_a_rook() {
        let bound = 2 * limit(MIN_ELO).max_error();
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
        assert_eq!(chosen(limit(MIN_ELO), &lines, &Game::default(), 7), Some(BEST));
        assert_eq!(chosen(limit(MIN_ELO), &[], &Game::default(), 7), None);
    }

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    fn play_all(game: &mut Game, moves: &[&str]) {
        for text in moves {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv);
        }
    }

    #[test]
    fn errors_depend_on_the_game_the_move_number_and_the_position_and_on_nothing_else() {
        let lines = [line(1, Score(5), BEST), line(2, Score(0), WORSE)];
        let chosen = |game: &Game, seed: u64| chosen(limit(MIN_ELO), &lines, game, seed);
        let numbered = |number| game(&format!("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 {number}"));
        let kings = ["k7", "1k6", "2k5", "3k4", "4k3", "5k2", "6k1", "7k"];
        let placed = |king| game(&format!("{king}/8/8/8/8/8/P3P3/4K3 w - - 0 1"));
        let of_games = || (0..64).map(|seed| chosen(&Game::default(), seed)).collect::<Vec<_>>();
        let of_numbers = (1..64).map(|number| chosen(&numbered(number), 1)).collect();
        let of_positions = kings.map(placed).map(|game| chosen(&game, 1)).to_vec();
        assert_eq!(of_games(), of_games());
        for chosen in [of_games(), of_numbers, of_positions] {
            assert!(chosen.contains(&Some(BEST)) && chosen.contains(&Some(WORSE)), "{chosen:?}");
        }
    }

    #[test]
    fn a_winning_side_neither_repeats_nor_stalemates() {
        let mut repeating = game("7k/8/8/8/8/8/8/K2Q4 w - - 0 1");
        play_all(&mut repeating, &["d1d2", "h8h7", "d2d1", "h7h8", "d1d4", "h8h7"]);
        for (game, draws, wins) in [
            (repeating, (Square::D4, Square::D1), (Square::D4, Square::D5)),
            (game("7k/8/8/6Q1/8/8/8/K7 w - - 0 1"), (Square::G5, Square::G6), (Square::G5, Square::G4)),
        ] {
            let [draws, wins] = [draws, wins].map(|(from, to)| Move::normal(from, to));
            // The score is too high for both, as that of a shallow search may be.
            for (score, expected) in [(Score(1500), wins), (Score(-500), draws)] {
                let lines = [line(1, score, draws), line(2, score - Score(100), wins)];
                for seed in 0..100 {
                    assert_eq!(chosen(limit(1500), &lines, &game, seed), Some(expected), "{seed}");
                }
            }
        }
    }

    #[test]
    fn the_limit_is_eased_by_an_advantage_alone_and_keeps_the_order_of_levels() {
        let position = |fen: &str| fen.parse::<Position>().unwrap();
        let queen_up = position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let knight_up = position("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let queen_down = position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        for level in levels() {
            let eased = |position: &Position| level.eased(position).elo;
            assert_eq!(eased(&queen_down), level.elo);
            assert!(eased(&Position::startpos()) <= level.elo + 5, "{level:?}");
            if level.elo + 10 < ERRORLESS_ELO {
                assert!(level.elo < eased(&knight_up) && eased(&knight_up) < eased(&queen_up), "{level:?}");
            }
            assert!(eased(&queen_up) <= level.elo.max(ERRORLESS_ELO));
            assert!(limit(level.elo + 1).eased(&queen_up).elo >= eased(&queen_up));
        }
    }

    #[test]
    fn lines_that_only_the_user_wanted_are_no_candidates() {
        let level = limit(ERRORLESS_ELO - 1);
        let count = level.candidates().get();
        let mut lines = vec![line(1, Score(0), BEST); count];
        lines.push(line(count + 1, Score(1000), WORSE));
        assert_eq!(chosen(level, &lines, &Game::default(), 1), Some(BEST));
    }

    /// Counts the lines of the last iteration.
    #[derive(Default)]
    struct Lines(usize);

    impl Reporter for Lines {
        fn line(&mut self, line: &PvLine) {
            self.0 = line.multipv;
        }
    }

    /// The move that a level plays. Panics if it is not legal, or if the search ends before it has a line for each candidate.
    fn played(engine: &mut Engine, game: &Game, level: StrengthLimit) -> Move {
        let limits = Limits { strength: Some(level), ..Limits::default() };
        let mut lines = Lines::default();
        let best = engine.search(game, &limits, &Control::new(), &mut lines).best_move();
        let legal = game.position().legal_moves();
        let candidates = level.eased(game.position()).candidates().get();
        assert_eq!(lines.0, candidates.min(legal.len()), "{}", game.position().fen());
        best.filter(|mv| legal.contains(mv)).expect("the best move is legal")
    }

    /// White's points in a game between two levels, a draw after 100 moves.
    fn points_of_white(opening: &str, levels: [StrengthLimit; 2]) -> f64 {
        const MAX_PLIES: u32 = 200;
        let mut game = Game::new(opening.parse::<Position>().unwrap());
        let mut engines = [(); 2].map(|()| Engine::new(Mebibytes(1)).unwrap());
        for _ in 0..MAX_PLIES {
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
            let mv = played(&mut engines[index], &game, levels[index]);
            game.play(mv);
        }
        0.5
    }

    /// A random opening: eight random plies, after which the game is not over.
    fn opening(rng: &mut Rng) -> String {
        let mut position = Position::startpos();
        for _ in 0..8 {
            let Some(&mv) = rng.choice(&position.legal_moves()) else { return opening(rng) };
            position.play(mv);
        }
        if position.legal_moves().is_empty() { opening(rng) } else { position.fen() }
    }

    /// The games that the higher level wins, draws and loses against the lower, each opening with both colours.
    fn duel(low: StrengthLimit, high: StrengthLimit, pairs: u64) -> [u32; 3] {
        let mut rng = Rng::with_seed(u64::from(high.elo));
        let mut results = [0; 3];
        for game in 0..pairs {
            let opening = opening(&mut rng);
            let seeded = |level, seed| StrengthLimit { seed, ..level };
            let as_white = points_of_white(&opening, [high, low].map(|level| seeded(level, game)));
            let as_black =
                1.0 - points_of_white(&opening, [low, high].map(|level| seeded(level, game + pairs)));
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
            let results = duel(limit(low), limit(high), pairs);
            println!("{high} against {low}: {results:?}, {:.1} %", 100.0 * share(results));
            assert!(share(results) > 0.5, "{high} against {low}: {results:?}");
        }
    }

    /// Returns true if a level wins as White against a player of random moves that captures whenever it can.
    fn wins(fen: &str, level: StrengthLimit, seed: u64) -> bool {
        let mut game = game(fen);
        let mut engine = Engine::new(Mebibytes(1)).unwrap();
        let mut rng = Rng::with_seed(seed);
        loop {
            let (position, legal) = (game.position(), game.position().legal_moves());
            if legal.is_empty() {
                return position.in_check() && position.side_to_move() == Color::Black;
            }
            if position.is_drawn(game.earlier(), Ply::ROOT) {
                return false;
            }
            let captures: Vec<Move> =
                legal.iter().copied().filter(|mv| position.occupied().contains(mv.to())).collect();
            let mv = match position.side_to_move() {
                Color::White => Some(played(&mut engine, &game, level)),
                Color::Black => rng.choice(&captures).or_else(|| rng.choice(&legal)).copied(),
            };
            game.play(mv.expect("there are legal moves"));
        }
    }

    #[test]
    fn won_endings_are_won() {
        const GAMES: u64 = 3;
        let endings = [
            "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1",
            "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
            "8/8/8/3k4/8/8/1R6/K6R w - - 0 1",
            "8/5ppp/8/3k4/8/8/1Q3PPP/6K1 w - - 0 1",
            "8/5p2/8/3k4/8/8/1R3PP1/6K1 w - - 0 1",
        ];
        let total = endings.len() as u64 * GAMES;
        for (elo, least) in [(MIN_ELO, total * 4 / 5), (1320, total)] {
            let games = endings.iter().flat_map(|&fen| (0..GAMES).map(move |seed| (fen, seed)));
            let won = games.filter(|&(fen, seed)| wins(fen, StrengthLimit::new(elo, seed), seed));
            let won = won.count() as u64;
            println!("{elo}: {won} of {total}");
            assert!(won >= least, "{elo}: {won} of {total}");
        }
    }
}
