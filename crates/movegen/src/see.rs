//! Static exchange evaluation: what a capture is worth once all recaptures on its square are played out.
//!
//! Both sides capture in turn with their least valuable piece, and each may stop when going on would lose.
//! The question asked is only whether the mover comes out with at least a threshold, so the sequence ends
//! as soon as the answer is known. Pieces behind a capturing piece join in (batteries), and a piece that is
//! pinned to its own king may take part only along the pin, or once the pinner has gone.
//!
//! Left out, as usual: checks other than by pins, and promotions after the first move.
//!
//! Source: the swap algorithm in its threshold form, as in
//! <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.

use types::{Bitboard, ByRole, Color, Move, MoveKind, Role, Score, Square};

use crate::{Position, attacks};

/// The values of pieces in an exchange. A pawn is 100, whatever it is in an evaluation. A king is never lost, so its value does
/// not matter.
pub const PIECE_VALUES: ByRole<Score> =
    ByRole([Score(100), Score(320), Score(330), Score(500), Score(950), Score(0)]);

impl Position {
    /// True if the mover of `mv` wins at least `threshold` on its target square, all recaptures played out.
    ///
    /// Works for every legal move: a quiet move wins nothing at first and may lose the piece.
    pub fn see(&self, mv: Move, threshold: Score) -> bool {
        let Some(first) = FirstCapture::of(self, mv) else { return threshold <= Score::DRAW };
        // What the mover has beyond the threshold if the exchange stops now …
        let mut surplus = first.gain - threshold;
        if surplus < Score::DRAW {
            return false;
        }
        // … and if it loses the piece that stands on the target, which is the worst that can happen.
        surplus -= first.on_target;
        if surplus >= Score::DRAW {
            return true;
        }
        self.exchange_is_won(&first, surplus)
    }

    /// Plays the recaptures out. `surplus` is what the mover of the first capture would have beyond the
    /// threshold if the opponent takes once and the exchange ends there: negative.
    fn exchange_is_won(&self, first: &FirstCapture, mut surplus: Score) -> bool {
        let target = first.target;
        let mut occupied = first.occupied;
        let mut attackers = self.attackers_to(target, occupied) & occupied;
        let mut side = !self.side_to_move();
        // `surplus` is negative from the view of the side that moved last, so `side` wins if it can take.
        while let Some((from, role)) = self.least_attacker(side, target, attackers, occupied) {
            // A king may not step into an attack, be the attacker pinned or not.
            if role == Role::King && attackers.intersects(self.color(!side)) {
                break;
            }
            // From the view of `side`, if its capturing piece is lost in turn.
            surplus = -surplus - Score(1) - PIECE_VALUES[role];
            side = !side;
            if surplus >= Score::DRAW {
                break;
            }
            occupied ^= from;
            attackers |= self.revealed_attackers(target, role, occupied);
            attackers &= occupied;
        }
        // The side to move cannot improve its result and has lost the exchange.
        side != self.side_to_move()
    }

    /// The least valuable piece of `side` that may capture on `target`, and its role.
    fn least_attacker(
        &self,
        side: Color,
        target: Square,
        attackers: Bitboard,
        occupied: Bitboard,
    ) -> Option<(Square, Role)> {
        let candidates = attackers & self.color(side);
        if candidates.is_empty() {
            // How most exchanges end.
            return None;
        }
        Role::ALL.into_iter().find_map(|role| {
            let mut of_role = (candidates & self.role(role)).into_iter();
            Some((of_role.find(|&from| !self.exposes_king(side, from, target, occupied))?, role))
        })
    }

    /// True if a piece of `side` that leaves `from` for `target` opens a line to its own king.
    fn exposes_king(&self, side: Color, from: Square, target: Square, occupied: Bitboard) -> bool {
        let king = self.king(side);
        let pinners = attacks::rook_rays(king) & self.straight_sliders(!side)
            | attacks::bishop_rays(king) & self.diagonal_sliders(!side);
        if pinners.is_empty() {
            // Mostly: no need to look at lines.
            return false;
        }
        let line = attacks::line(king, from);
        if line.is_empty() || from == king || line.contains(target) {
            return false;
        }
        let enemies = self.color(!side) & occupied & line;
        let without = occupied ^ from;
        let sliders = if attacks::rook_rays(king).contains(from) {
            attacks::rook(king, without) & (self.role(Role::Rook) | self.role(Role::Queen))
        } else {
            attacks::bishop(king, without) & (self.role(Role::Bishop) | self.role(Role::Queen))
        };
        // A check from elsewhere on the line was there before; only one through `from` is opened.
        (sliders & enemies).into_iter().any(|slider| attacks::between(king, slider).contains(from))
    }

    /// The sliders that see `target` once a piece of this role has left its square.
    fn revealed_attackers(&self, target: Square, role: Role, occupied: Bitboard) -> Bitboard {
        let mut revealed = Bitboard::EMPTY;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
            revealed |= attacks::bishop(target, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let straight = self.role(Role::Rook) | self.role(Role::Queen);
            revealed |= attacks::rook(target, occupied) & straight;
        }
        revealed
    }
}

/// The exchange after the move in question.
struct FirstCapture {
    target: Square,
    /// The material that the move wins at once.
    gain: Score,
    /// The value of the piece that is now on the target.
    on_target: Score,
    /// The occupied squares after the move, without the target, from which nothing captures.
    occupied: Bitboard,
}

impl FirstCapture {
    /// `None` for castling, which captures nothing and cannot be answered on its square.
    fn of(position: &Position, mv: Move) -> Option<FirstCapture> {
        let (from, target) = (mv.from(), mv.to());
        let mover = position.piece_at(from)?.role();
        let mut gain = position.captured(mv).map_or(Score::DRAW, |piece| PIECE_VALUES[piece.role()]);
        let mut on_target = PIECE_VALUES[mover];
        let mut occupied = (position.occupied() ^ from) - target;
        match mv.kind() {
            MoveKind::Normal => {}
            MoveKind::Promotion(role) => {
                on_target = PIECE_VALUES[role];
                gain += on_target - PIECE_VALUES[Role::Pawn];
            }
            MoveKind::EnPassant => occupied ^= Square::new(target.file(), from.rank()),
            MoveKind::Castle => return None,
        }
        Some(FirstCapture { target, gain, on_target, occupied })
    }
}
