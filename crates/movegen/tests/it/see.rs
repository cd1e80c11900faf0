//! The threshold form of static exchange evaluation against the definition, played out recursively.

use coppice_chess::Position;
use coppice_chess::see::PIECE_VALUES;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use types::{Bitboard, Color, Move, Role, Score, Square};

/// A board in the middle of an exchange: what still stands, and what the piece on the target is worth.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
}

impl Exchange<'_> {
    /// The gain of `side` by capturing or not: the value of the exchange for the side to move.
    fn value(&self, side: Color, occupied: Bitboard, on_target: Score) -> Score {
        let Some((from, role)) = self.least_attacker(side, occupied) else { return Score::DRAW };
        let taken = on_target - self.value(!side, occupied ^ from, PIECE_VALUES[role]);
        taken.max(Score::DRAW)
    }

    fn least_attacker(&self, side: Color, occupied: Bitboard) -> Option<(Square, Role)> {
        let attackers = |by: Color, occupied| {
            self.position.attackers_to(self.target, occupied) & occupied & self.position.color(by)
        };
        let candidates = attackers(side, occupied).into_iter().filter_map(|from| {
            let role = self.position.piece_at(from)?.role();
            let legal = match role {
                Role::King => attackers(!side, occupied ^ from).is_empty(),
                _ => {
                    self.slider_checks(side, occupied ^ from) & !self.slider_checks(side, occupied)
                        == Bitboard::EMPTY
                }
            };
            legal.then_some((from, role))
        });
        candidates.min_by_key(|&(from, role)| (role, from))
    }

    /// The sliders that attack the king of `side`, the target being occupied.
    fn slider_checks(&self, side: Color, occupied: Bitboard) -> Bitboard {
        let sliders = self.position.diagonal_sliders(!side) | self.position.straight_sliders(!side);
        let attackers = self.position.attackers_to(self.position.king(side), occupied | self.target);
        attackers & sliders & (occupied - self.target)
    }
}

fn exchange_value(position: &Position, mv: Move) -> Score {
    let (from, target) = (mv.from(), mv.to());
    if mv.is_castle() {
        return Score::DRAW;
    }
    let captured = position.captured(mv).map_or(Score::DRAW, |piece| PIECE_VALUES[piece.role()]);
    let mover = mv.promoted_to().unwrap_or(position.piece_at(from).unwrap().role());
    let promotion = mv.promoted_to().map_or(Score::DRAW, |_| PIECE_VALUES[mover] - PIECE_VALUES[Role::Pawn]);
    let mut occupied = (position.occupied() ^ from) - target;
    if mv.is_en_passant() {
        occupied ^= Square::new(target.file(), from.rank());
    }
    // A king moves only to squares that are not attacked, so nothing recaptures.
    let reply = match mover {
        Role::King => Score::DRAW,
        _ => Exchange { position, target }.value(!position.side_to_move(), occupied, PIECE_VALUES[mover]),
    };
    captured + promotion - reply
}

#[test]
fn thresholds_are_met_exactly_up_to_the_value_of_the_exchange() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut exchanges, mut sizes) = (0, std::collections::BTreeSet::new());
    for _ in 0..300 {
        let mut position = Position::startpos();
        for _ in 0..rng.random_range(10..150) {
            let moves = position.legal_moves();
            for &mv in &moves {
                let value = exchange_value(&position, mv);
                for margin in [-1000, -200, -10, -1, 0, 1, 10, 100, 500] {
                    let threshold = value + Score(margin);
                    assert_eq!(
                        position.see(mv, threshold),
                        margin <= 0,
                        "{mv} is worth {value} in {position:?}"
                    );
                }
                exchanges += 1;
                sizes.insert(value);
            }
            let Some(&mv) = moves.choose(&mut rng) else { break };
            position.play(mv);
        }
    }
    assert!(exchanges > 100_000 && sizes.len() > 50, "{exchanges} exchanges of {} sizes", sizes.len());
}

#[track_caller]
fn check(fen: &str, mv: &str, value: i32) {
    let position: Position = fen.parse().unwrap();
    let mv = *position.legal_moves().iter().find(|m| m.to_string() == mv).expect(mv);
    assert!(position.see(mv, Score(value)), "{mv} is worth {value} at least");
    assert!(!position.see(mv, Score(value + 1)), "{mv} is worth {value} at most");
}

#[test]
fn known_exchanges() {
    // A hanging pawn; a defended one taken by a knight; the same with a rook behind.
    check("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
    check("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320);
    // En passant, safe and not.
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100);
    check("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0);
    // A promotion that is taken back costs the pawn.
    check("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -100);
    check("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 500 + 950 - 100);
}

#[test]
fn a_pinned_defender_defends_only_along_its_pin() {
    // The knight on e7 would retake on d5 but is pinned to its king by the rook.
    check("4k3/4n3/8/3p4/8/8/6B1/4R1K1 w - - 0 1", "g2d5", 100);
    check("4k3/4n3/8/3p4/8/8/6B1/6K1 w - - 0 1", "g2d5", 100 - 330);
    // The bishop on d7 is pinned along the diagonal on which it retakes.
    check("4k3/3b4/8/8/Q7/8/8/2R3K1 w - - 0 1", "c1c6", -500 + 330);
}
