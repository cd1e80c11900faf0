//! Static exchange: what a capture wins once both sides have taken back as often as it pays.
//!
//! Only one square is looked at. Each side takes with its least valuable piece, and may stop at any time. So the gains
//! are added from the last capture backwards, and a capture that loses is left out.
//!
//! ```text
//!   takes    R×p   p×R   R×p         the piece that is lost: 100, 500, 100
//!   worth    −300 = 100 − max(0, 500 − max(0, 100 − 0))
//! ```
//!
//! It is quick, and orders captures better than victim and attacker do. It does not see pins, checks or what the piece leaves
//! behind. The engine's form (`movegen::see`) answers only if a capture wins at least so much.
//!
//! Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use movegen::Position;
use movegen::see::PIECE_VALUES;
use types::{Move, Rank, Role, Square};

/// A capture in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    pub from: Square,
    pub role: Role,
    /// The value of the piece that it takes, and what a promotion adds, in centipawns.
    pub takes: i32,
    /// The gain of the side to capture. A side stops if its next capture would lose material.
    pub worth: i32,
}

/// All captures on the target square of a move, which comes first. A pawn that takes on the last rank becomes a queen, or what
/// the move says.
pub fn exchange(position: &Position, mv: Move) -> Vec<Capture> {
    let value = |role: Role| if role == Role::King { 10_000 } else { PIECE_VALUES[role].0 };
    let target = mv.to();
    let promotes = |role| role == Role::Pawn && matches!(target.rank(), Rank::First | Rank::Eighth);
    let mut occupied = position.occupied();
    if position.piece_at(target).is_none() && position.is_capture(mv) {
        // En passant: the pawn beside the mover is taken.
        occupied ^= Square::new(target.file(), mv.from().rank()).bitboard();
    }
    let mut side = position.side_to_move();
    let mut on_target = position.captured(mv).map_or(0, |piece| value(piece.role()));
    let mut next = position.piece_at(mv.from()).map(|piece| (mv.from(), piece.role()));
    let mut captures = Vec::new();
    while let Some((from, role)) = next {
        let promoted = if captures.is_empty() { mv.promoted_to() } else { None };
        let arrived = promoted.unwrap_or(if promotes(role) { Role::Queen } else { role });
        captures.push(Capture { from, role, takes: on_target + value(arrived) - value(role), worth: 0 });
        on_target = value(arrived);
        occupied ^= from.bitboard();
        side = !side;
        // Taking a piece off the board may open a line to a piece behind it.
        let attackers = position.attackers_to(target, occupied) & occupied & position.color(side);
        let role_of = |square: Square| position.piece_at(square).map(|piece| (square, piece.role()));
        next = attackers.into_iter().filter_map(role_of).min_by_key(|&(_, role)| value(role));
    }
    let mut beyond = 0;
    for capture in captures.iter_mut().rev() {
        capture.worth = capture.takes - beyond;
        beyond = capture.worth.max(0);
    }
    captures
}
