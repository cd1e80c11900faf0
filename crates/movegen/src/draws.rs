//! Draws by rule: too little material and fifty moves without progress, which a position alone decides, and repetition,
//! for which it takes those before it.
//!
//! A [`KeyHistory`] holds the keys of the positions that led to the current one, in the game and in the
//! line being searched. Only as many plies back as there were neither captures nor pawn moves can a
//! position come again, and never across a null move, which is no move of the game.
//!
//! # Two-fold and three-fold
//! The rules want three occurrences. Inside the search the second is as good: if a line returned to a
//! position that it went through itself, either side could do so again. That holds only for positions
//! after the root; what happened up to the root counts twice before it is a draw.
//!
//! # Upcoming repetitions
//! If some earlier position differs from the current one by one reversible move of the side to move, it can
//! force that repetition and so has at least a draw. The difference of the two keys is looked up in a cuckoo
//! hash of the changes that the 3,668 reversible moves make (two slots each, no chains), which `build.rs`
//! filled. Source: M. N. J. van Kervinck, *The design and implementation of the Rookie 2.0 chess playing
//! program*, 2002; <https://www.chessprogramming.org/Repetitions#Cuckoo>.

use alloc::vec::Vec;

use types::{Bitboard, Key, Move, Ply, Role};

use crate::{Masks, Position, attacks};

/// Half-moves without a capture or a pawn move after which the game is drawn.
pub const FIFTY_MOVES: u16 = 100;

impl Position {
    /// True if no sequence of legal moves, however helpful, can end in mate because of the material: bare
    /// kings, a single knight or bishop, or nothing but bishops that all stand on one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let mating = self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen);
        if mating.any() {
            return false;
        }
        let (knights, bishops) = (self.role(Role::Knight), self.role(Role::Bishop));
        let one_colour =
            bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        !(knights | bishops).has_many() || knights.is_empty() && one_colour
    }

    /// True if the fifty-move rule ends the game here. Mate on the hundredth half-move comes first: it
    /// counts as mate. `masks` are this position's.
    #[inline]
    pub fn is_fifty_move_draw(&self, masks: &Masks) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!masks.in_check() || self.count_legal_moves() > 0)
    }

    /// True if the rules end the game here in a draw other than by stalemate: by repetition, for want of material, or
    /// after fifty moves without progress.
    ///
    /// `earlier` are the positions before this one, which lies `ply` half-moves after the root of a search: there the
    /// second occurrence of a position counts, see [`KeyHistory::is_repetition`]. In a game, which is at
    /// [`Ply::ROOT`] all the time, it is the third.
    #[inline(always)] // One function for each node of a search, not three.
    pub fn is_drawn(&self, earlier: &KeyHistory, ply: Ply) -> bool {
        earlier.is_repetition(self, ply)
            || self.is_insufficient_material()
            // Checks are tested only when the rule may apply.
            || self.halfmove_clock() >= FIFTY_MOVES && self.is_fifty_move_draw(&Masks::of(self))
    }
}

include!(concat!(env!("OUT_DIR"), "/cuckoo_tables.rs"));

/// The reversible move that changes a key by this much, in either direction.
#[inline]
fn reversible_move(change: Key) -> Option<Move> {
    let slots = [change.0, change.0 >> 16].map(|hash| (hash % KEYS.len() as u64) as usize);
    let slot = slots.into_iter().find(|&slot| KEYS[slot] == change.0)?;
    Move::from_bits(MOVES[slot])
}

/// The keys of the positions before the current one, oldest first.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    before: Vec<EarlierKey>,
}

#[derive(Clone, Copy, Debug)]
struct EarlierKey {
    key: Key,
    /// Moves made since the last null move, counted after the move that was made here.
    since_null: u16,
}

impl KeyHistory {
    /// No position came before.
    pub fn new() -> KeyHistory {
        KeyHistory::default()
    }

    /// Makes room for this many more positions, so that pushing them allocates nothing.
    pub fn reserve(&mut self, positions: usize) {
        self.before.reserve(positions);
    }

    /// The number of earlier positions.
    pub fn len(&self) -> usize {
        self.before.len()
    }

    /// True if there is no earlier position.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Notes the position that a move is about to leave.
    #[inline]
    pub fn push(&mut self, left: Key) {
        let since_null = self.since_null().saturating_add(1);
        self.before.push(EarlierKey { key: left, since_null });
    }

    /// Notes the position that a null move is about to leave. Nothing before it can be repeated.
    #[inline]
    pub fn push_null(&mut self, left: Key) {
        self.before.push(EarlierKey { key: left, since_null: 0 });
    }

    /// Takes back the last push: the move was undone.
    #[inline]
    pub fn pop(&mut self) {
        self.before.pop();
    }

    #[inline]
    fn since_null(&self) -> u16 {
        // Before the first move of the history nothing limits the view but its own beginning.
        self.before.last().map_or(u16::MAX, |entry| entry.since_null)
    }

    /// The most plies back that a position repeated by `current` can be.
    #[inline]
    fn reversible_plies(&self, current: &Position) -> usize {
        usize::from(current.halfmove_clock().min(self.since_null())).min(self.before.len())
    }

    #[inline]
    fn plies_ago(&self, plies: usize) -> Key {
        self.before[self.before.len() - plies].key
    }

    /// True if `current`, reached `ply` half-moves after the root, counts as drawn by repetition: it came
    /// once before after the root, or twice in all.
    #[inline(always)] // As `is_drawn`.
    pub fn is_repetition(&self, current: &Position, ply: Ply) -> bool {
        // A position needs at least four plies to come again: mostly there is no need for its key.
        if self.reversible_plies(current) < 4 {
            return false;
        }
        let mut occurrences = self.occurrences(current);
        occurrences.next().is_some_and(|plies| plies < ply.index() || occurrences.next().is_some())
    }

    /// How many times `current` occurred before, since the last capture or pawn move.
    pub fn count(&self, current: &Position) -> usize {
        self.occurrences(current).count()
    }

    /// The earlier occurrences of `current` since the last capture or pawn move, each as a number of plies ago. The latest is
    /// first.
    #[inline]
    fn occurrences(&self, current: &Position) -> impl Iterator<Item = usize> {
        let key = current.key();
        // Ranges that include their end are slower.
        (4..self.reversible_plies(current) + 1).step_by(2).filter(move |&plies| self.plies_ago(plies) == key)
    }

    /// True if any position since the last capture or pawn move, `current` included, came twice.
    pub fn has_repetition(&self, current: &Position) -> bool {
        let reach = self.reversible_plies(current);
        let mut keys: Vec<Key> = (1..=reach).map(|plies| self.plies_ago(plies)).collect();
        keys.push(current.key());
        keys.sort_unstable_by_key(|key| key.0);
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// True if one move of the side to move leads to an earlier position after the root.
    #[inline]
    pub fn upcoming_repetition(&self, current: &Position, ply: Ply) -> bool {
        let reach = self.reversible_plies(current).min(ply.index().saturating_sub(1));
        if reach < 3 {
            return false;
        }
        let key = current.key();
        (3..reach + 1).step_by(2).any(|plies| {
            let change = key ^ self.plies_ago(plies);
            reversible_move(change).is_some_and(|mv| can_play_one_way(current, mv))
        })
    }
}

/// True if a piece of the side to move stands on one end of a move and the way to the other is free.
fn can_play_one_way(position: &Position, mv: Move) -> bool {
    let (a, b) = (mv.from(), mv.to());
    let ours = position.color(position.side_to_move());
    let way = attacks::between(a, b) | if ours.contains(a) { b } else { a };
    ours.intersects(a.bitboard() | b) && !position.occupied().intersects(way)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;

    struct Game {
        position: Position,
        history: KeyHistory,
        ply: Ply,
    }

    impl Game {
        fn new(fen: &str) -> Game {
            Game { position: fen.parse().unwrap(), history: KeyHistory::new(), ply: Ply::ROOT }
        }

        fn play(&mut self, mv: Move) {
            self.history.push(self.position.key());
            self.position.play(mv);
            self.ply = self.ply.next();
        }

        fn play_all(&mut self, moves: &str) {
            for text in moves.split_whitespace() {
                let legal = self.position.legal_moves();
                self.play(*legal.iter().find(|mv| mv.to_string() == text).expect(text));
            }
        }

        fn is_repetition(&self) -> bool {
            self.history.is_repetition(&self.position, self.ply)
        }
    }

    const ROOKS: &str = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn inside_the_search_the_second_occurrence_is_a_draw() {
        let mut game = Game::new(ROOKS);
        game.play_all("a1a2 h8h7 a2a3 h7h6 a3a2");
        assert!(!game.is_repetition());
        game.play_all("h6h7");
        assert!(game.is_repetition());
    }

    #[test]
    fn positions_up_to_the_root_must_occur_a_third_time() {
        let mut game = Game::new(ROOKS);
        game.play_all("a1a2 h8h7 a2a1 h7h8");
        assert!(!game.is_repetition(), "the root itself does not count as searched");
        game.ply = Ply(1);
        assert!(!game.is_repetition());
        game.play_all("a1a2 h8h7 a2a1 h7h8");
        game.ply = Ply(1);
        assert!(game.is_repetition(), "the third occurrence is a draw wherever the root is");
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut game = Game::new(ROOKS);
        game.play_all("a1a2 h8h7");
        game.history.push_null(game.position.key());
        game.position.play_null();
        game.play_all("h7h8 a2a1");
        game.history.push_null(game.position.key());
        game.position.play_null();
        // As if all of it had been searched: then the second occurrence would be enough.
        game.ply = Ply(10);
        assert!(!game.is_repetition());
    }

    /// Moves enough for a repetition have been made since, but the same position is on the other side.
    #[test]
    fn the_view_back_ends_at_a_null_move() {
        let mut game = Game::new(ROOKS);
        game.play_all("a1a2");
        game.history.push_null(game.position.key());
        game.position.play_null();
        game.play_all("a2a3 h8h7 a3a1 h7h8");
        game.ply = Ply(10);
        assert_eq!(game.history.plies_ago(6), game.position.key());
        assert!(!game.is_repetition());
    }

    #[test]
    fn a_history_has_a_repetition_once_a_position_came_twice() {
        let mut game = Game::new(ROOKS);
        game.play_all("a1a2 h8h7 a2a1");
        assert!(!game.history.has_repetition(&game.position));
        game.play_all("h7h8");
        assert!(game.history.has_repetition(&game.position));
        // Also if it was an earlier one.
        game.play_all("e1e2");
        assert!(game.history.has_repetition(&game.position));
    }

    #[test]
    fn a_pawn_move_ends_the_view_back() {
        let mut game = Game::new("4k2r/7p/8/8/8/8/8/R3K3 w - - 0 1");
        game.play_all("a1a2 e8e7 a2a1 e7e8 a1a2 h7h6 a2a1");
        assert!(!game.is_repetition());
    }

    /// The definition, tried out: play every move and look for the new key among the old ones.
    fn upcoming_by_trial(game: &Game) -> bool {
        let reach = game.history.reversible_plies(&game.position).min(game.ply.index() - 1);
        game.position.legal_moves().into_iter().any(|mv| {
            let next = game.position.after(mv);
            next.halfmove_clock() > 0
                && (3..=reach).step_by(2).any(|plies| game.history.plies_ago(plies) == next.key())
        })
    }

    #[test]
    fn upcoming_repetitions_are_found_exactly() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut found, mut tried) = (0, 0);
        for _ in 0..400 {
            let mut game = Game::new("r3k1nr/p6p/8/8/8/8/P6P/RNB1K2R w KQkq - 0 1");
            for _ in 0..80 {
                let moves = game.position.legal_moves();
                // Random play repeats seldom: prefer to take the last move of this side back.
                let back: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| {
                        let key = game.position.after(mv).key();
                        game.history.before.iter().any(|entry| entry.key == key)
                    })
                    .collect();
                let choice = if rng.random_bool(0.4) { back.choose(&mut rng) } else { None };
                let Some(&mv) = choice.or_else(|| moves.choose(&mut rng)) else { break };
                game.play(mv);
                let upcoming = game.history.upcoming_repetition(&game.position, game.ply);
                assert_eq!(upcoming, upcoming_by_trial(&game), "{:?}", game.position);
                found += u32::from(upcoming);
                tried += 1;
            }
        }
        assert!(found > 1000 && tried - found > 1000, "{found} of {tried} had one");
    }

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn mate_on_the_hundredth_ply_beats_the_draw() {
        let is_draw = |fen: &str| {
            let position = position(fen);
            position.is_fifty_move_draw(&Masks::of(&position))
        };
        assert!(is_draw("8/8/4k3/8/5R2/3K4/8/8 b - - 100 80"));
        assert!(!is_draw("8/8/4k3/8/5R2/3K4/8/8 b - - 99 80"));
        // Check, but not mate; stalemate is a draw either way; mate is not.
        assert!(is_draw("R3k3/8/4K3/8/8/8/8/1r6 b - - 100 80"));
        assert!(is_draw("k7/2Q5/2K5/8/8/8/8/8 b - - 100 80"));
        assert!(!is_draw("R3k3/8/4K3/8/8/8/8/8 b - - 100 80"));
    }

    #[test]
    fn a_draw_is_any_of_the_three() {
        let is_drawn = |fen: &str| position(fen).is_drawn(&KeyHistory::new(), Ply::ROOT);
        assert!(!is_drawn("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"));
        assert!(is_drawn("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"));
        assert!(is_drawn("4k3/8/8/8/8/8/8/B3K3 w - - 0 90"));
        assert!(!is_drawn("R3k3/8/4K3/8/8/8/8/8 b - - 100 80"), "mate");
        assert!(!is_drawn("k7/2Q5/2K5/8/8/8/8/8 b - - 0 80"), "stalemate is another matter");
    }
}
