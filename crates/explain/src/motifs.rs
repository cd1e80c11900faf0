//! Motifs: patterns of attack that the rules prove.
//!
//! A pattern on the board is no reason unless it pays. So a motif is looked for at a move of a line, and counts only if the
//! line takes the target soon, or mates. Pins, double and discovered checks and promotions need no payment.

use movegen::position::Wing;
use movegen::{Masks, Position, attacks};
use types::{Bitboard, Color, Move, Role, Score, Square};

/// A piece and its square.
pub type Placed = (Role, Square);

/// A pattern at one move of a line. The move's side profits from it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Motif {
    /// One piece attacks several, and takes one of them.
    Fork {
        by: Placed,
        targets: Vec<Placed>,
    },
    /// A piece cannot leave a line without exposing the more valuable one behind it.
    Pin {
        by: Placed,
        pinned: Placed,
        behind: Placed,
    },
    /// A pinned piece is attacked once more, and taken.
    AttackOnPinned {
        by: Placed,
        pinned: Placed,
    },
    /// A piece must leave a line, and the one behind it is taken.
    Skewer {
        by: Placed,
        front: Placed,
        behind: Placed,
    },
    /// A piece leaves the line of another, which now attacks the target.
    DiscoveredAttack {
        by: Placed,
        target: Placed,
    },
    DoubleCheck,
    BackRankMate,
    SmotheredMate,
    /// An attacked piece has no safe square, and is taken.
    TrappedPiece {
        piece: Placed,
    },
    /// The move takes the only defender of the target, which is taken next.
    RemovedDefender {
        defender: Placed,
        target: Placed,
    },
    /// A piece takes the moved piece, and no longer guards the target, where the next move takes or mates. It is
    /// overloaded if the moved piece took something that it guarded too.
    Deflection {
        defender: Placed,
        target: Square,
        is_overloaded: bool,
    },
    /// A piece takes the moved piece, and opens the line on which another one takes or mates.
    OpenedLine {
        by: Placed,
        blocker: Placed,
    },
    /// A piece takes the sacrificed piece, and stands worse there: the next move attacks it with profit.
    Decoy {
        piece: Placed,
        to: Square,
    },
    /// A piece that attacks the target square may not take there, because it is pinned to its king.
    PinnedDefender {
        defender: Placed,
        target: Square,
    },
    /// Nothing defends the piece that is taken.
    Undefended {
        piece: Placed,
    },
    /// A pawn becomes a piece, and is not taken at once.
    Promotion {
        to: Role,
    },
}

impl Motif {
    /// Its name, for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Motif::Fork { .. } => "fork",
            Motif::Pin { .. } => "pin",
            Motif::AttackOnPinned { .. } => "attack on a pinned piece",
            Motif::Skewer { .. } => "skewer",
            Motif::DiscoveredAttack { target: (Role::King, _), .. } => "discovered check",
            Motif::DiscoveredAttack { .. } => "discovered attack",
            Motif::DoubleCheck => "double check",
            Motif::BackRankMate => "back-rank mate",
            Motif::SmotheredMate => "smothered mate",
            Motif::TrappedPiece { .. } => "trapped piece",
            Motif::RemovedDefender { .. } => "removed defender",
            Motif::Deflection { is_overloaded: true, .. } => "overloaded defender",
            Motif::Deflection { .. } => "deflection",
            Motif::OpenedLine { .. } => "opened line",
            Motif::Decoy { .. } => "decoy",
            Motif::PinnedDefender { .. } => "pinned defender",
            Motif::Undefended { .. } => "undefended piece",
            Motif::Promotion { .. } => "promotion",
        }
    }

    /// True for motifs that need no payment.
    pub(crate) fn is_fact(&self) -> bool {
        matches!(self, Motif::Pin { .. } | Motif::DoubleCheck | Motif::Promotion { .. })
            || matches!(self, Motif::DiscoveredAttack { target: (Role::King, _), .. })
    }

    /// True for names of mates.
    pub(crate) fn is_mate(&self) -> bool {
        matches!(self, Motif::BackRankMate | Motif::SmotheredMate)
    }
}

/// The value of a piece in centipawns as players count it. A king has none.
pub(crate) fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The value of a piece as a target: a king is worth more than all others.
pub(crate) fn worth(role: Role) -> i32 {
    if role == Role::King { 10_000 } else { value(role) }
}

/// The material of a side less that of the other.
pub(crate) fn balance(position: &Position, color: Color) -> i32 {
    let sum = |color| -> i32 {
        Role::ALL.into_iter().map(|role| value(role) * position.pieces(color, role).count() as i32).sum()
    };
    sum(color) - sum(!color)
}

/// The same board with the other side to move; `None` in check.
pub(crate) fn passed(position: &Position) -> Option<Position> {
    let mut next = position.clone();
    (!position.in_check()).then(|| next.play_null()).map(|()| next)
}

/// The captures and promotions of the side to move that win material by exchanges on their square.
pub(crate) fn winning_captures(position: &Position) -> Vec<Move> {
    let wins =
        |mv: &Move| (position.is_capture(*mv) || mv.promoted_to().is_some()) && position.see(*mv, Score(60));
    position.legal_moves().iter().copied().filter(wins).collect()
}

/// Finds the motifs of the move at `ply` of a line. `positions` are those before each move and the one at the end.
pub(crate) fn at(positions: &[Position], moves: &[Move], ply: usize) -> Vec<Motif> {
    let (before, after, mv) = (&positions[ply], &positions[ply + 1], moves[ply]);
    let us = before.side_to_move();
    // Of castling it is the rook that attacks something.
    let to = if mv.is_castle() { Wing::of(mv.from(), mv.to()).rook_target(us) } else { mv.to() };
    let moment = Moment { positions, moves, ply, before, after, mv, us, mover: (role_on(after, to), to) };
    let mut found = Vec::new();
    if after.checkers().has_many() {
        found.push(Motif::DoubleCheck);
    }
    if ply + 1 == moves.len() && after.is_checkmate() {
        found.extend(mate_pattern(after));
    }
    found.extend(moment.fork());
    moment.lines(&mut found);
    found.extend(moment.trapped());
    moment.defenders(&mut found);
    if let Some(role) = mv.promoted_to()
        && !moment.is_taken_next(mv.to())
    {
        found.push(Motif::Promotion { to: role });
    }
    found.extend(moment.undefended());
    found
}

/// A move of a line.
struct Moment<'a> {
    positions: &'a [Position],
    moves: &'a [Move],
    ply: usize,
    before: &'a Position,
    after: &'a Position,
    mv: Move,
    us: Color,
    /// The moved piece on its new square.
    mover: Placed,
}

impl Moment<'_> {
    fn placed(&self, square: Square) -> Placed {
        (role_on(self.after, square), square)
    }

    fn reply(&self) -> Option<Move> {
        self.moves.get(self.ply + 1).copied()
    }

    /// True if the reply takes on a square.
    fn is_taken_next(&self, square: Square) -> bool {
        self.reply().is_some_and(|reply| reply.to() == square && self.after.is_capture(reply))
    }

    /// True if one of our next two moves takes the enemy piece that stands on a square after the move. The piece may have
    /// moved meanwhile.
    fn is_taken_soon(&self, mut square: Square) -> bool {
        let mut next = self.moves.iter().zip(self.positions).skip(self.ply + 1).take(4);
        next.any(|(mv, position)| {
            let is_ours = position.side_to_move() == self.us;
            if !is_ours && mv.from() == square && !mv.is_castle() {
                square = mv.to();
            }
            is_ours && mv.to() == square && position.is_capture(*mv)
        })
    }

    /// The ply at which we take on a square, and from where, if that is one of our next two moves.
    fn taken_on(&self, target: Square) -> Option<(usize, Square)> {
        [self.ply + 2, self.ply + 4].into_iter().find_map(|later| {
            let mv = *self.moves.get(later)?;
            (mv.to() == target && self.positions[later].is_capture(mv)).then_some((later, mv.from()))
        })
    }

    fn fork(&self) -> Option<Motif> {
        let to = self.mover.1;
        let attacked = attacks_from(self.after, to, self.after.occupied()) & self.after.color(!self.us);
        let is_target = |&(role, square): &Placed| {
            role == Role::King || role != Role::Pawn && wins(self.after, to, square)
        };
        let targets: Vec<Placed> =
            attacked.into_iter().map(|square| self.placed(square)).filter(is_target).collect();
        let pays = |&(role, square): &Placed| {
            role != Role::King && self.taken_on(square).is_some_and(|(_, from)| from == to)
        };
        let is_fork = targets.len() > 1 && !self.is_taken_next(to) && targets.iter().any(pays);
        is_fork.then_some(Motif::Fork { by: self.mover, targets })
    }

    /// Pins, skewers and discovered attacks: lines of our sliders that were not open before.
    fn lines(&self, found: &mut Vec<Motif>) {
        let (before, after, us) = (self.before, self.after, self.us);
        let occupied = after.occupied();
        for slider in after.diagonal_sliders(us) | after.straight_sliders(us) {
            let is_moved = slider == self.mover.1;
            let by = self.placed(slider);
            let old = if is_moved { Vec::new() } else { lined_up(before, slider) };
            for (front, behind) in lined_up(after, slider).into_iter().filter(|pair| !old.contains(pair)) {
                let (nearer, farther) = (self.placed(front), self.placed(behind));
                if self.is_taken_next(slider) {
                    continue;
                }
                if worth(nearer.0) >= worth(farther.0) && nearer.0 != Role::Pawn {
                    let leaves = self.reply().is_some_and(|reply| reply.from() == front);
                    let takes = self.taken_on(behind) == Some((self.ply + 2, slider));
                    if leaves && takes {
                        found.push(Motif::Skewer { by, front: nearer, behind: farther });
                    }
                } else if nearer.0 != Role::Pawn
                    && worth(farther.0) > value(by.0).max(worth(nearer.0))
                    && !after
                        .legal_moves()
                        .iter()
                        .any(|&reply| reply.to() == slider && after.see(reply, Score(0)))
                {
                    found.push(Motif::Pin { by, pinned: nearer, behind: farther });
                }
            }
            if is_moved {
                continue;
            }
            let opened =
                attacks_from(after, slider, occupied) - attacks_from(before, slider, before.occupied());
            for target in opened & after.color(!us) {
                let was_between = attacks::between(slider, target).contains(self.mv.from());
                let is_check = after.king(!us) == target;
                let pays = self.taken_on(target).is_some_and(|(_, from)| from == slider);
                if was_between
                    && !(is_check && after.checkers().has_many())
                    && (is_check || pays && wins(after, slider, target))
                {
                    found.push(Motif::DiscoveredAttack { by, target: self.placed(target) });
                }
            }
        }
        // A pinned piece cannot run away.
        let pinned = Masks::of(after).pins() & after.color(!us);
        let attacked = attacks_from(after, self.mover.1, occupied);
        for square in pinned & attacked & !after.role(Role::Pawn) {
            if !self.is_taken_next(self.mover.1) && self.is_taken_soon(square) && !after.in_check() {
                found.push(Motif::AttackOnPinned { by: self.mover, pinned: self.placed(square) });
            }
        }
    }

    /// An attacked piece without a safe square.
    fn trapped(&self) -> Option<Motif> {
        let after = self.after;
        let next = passed(after)?;
        let is_safe = |flight: &&Move| {
            let gained = after.captured(**flight).map_or(0, |piece| value(piece.role()));
            let there = after.after(**flight);
            let loses = |reply: &Move| reply.to() == flight.to() && there.see(*reply, Score(gained + 60));
            !there.legal_moves().iter().any(loses)
        };
        let pins = Masks::of(after).pins();
        winning_captures(&next).into_iter().map(|capture| capture.to()).find_map(|square| {
            let piece = self.placed(square);
            let replies = after.legal_moves();
            let has_flight =
                replies.iter().filter(|reply| reply.from() == square).any(|flight| is_safe(&flight));
            let is_trapped =
                value(piece.0) >= 300 && !has_flight && !pins.contains(square) && self.is_taken_soon(square);
            is_trapped.then_some(Motif::TrappedPiece { piece })
        })
    }

    /// Defenders that are taken, drawn away, lured or pinned.
    fn defenders(&self, found: &mut Vec<Motif>) {
        let (before, after, us, to) = (self.before, self.after, self.us, self.mover.1);
        let enemies = after.attackers_to(to, after.occupied()) & after.color(!us);
        let can_take = after.legal_moves().iter().any(|reply| reply.to() == to && after.is_capture(*reply));
        if enemies.any()
            && !can_take
            && !after.in_check()
            && let Some(defender) = (enemies & Masks::of(after).pins()).first()
        {
            found.push(Motif::PinnedDefender { defender: self.placed(defender), target: to });
        }
        let Some(&then) = self.moves.get(self.ply + 2) else { return };
        let (reply, at_later) = (self.moves[self.ply + 1], &self.positions[self.ply + 2]);
        let target = then.to();
        let (taken, victim) = (before.captured(self.mv), at_later.captured(then));
        if let (Some(defender), Some(victim)) = (taken, victim) {
            let defenders = before.attackers_to(target, before.occupied()) & before.color(!us);
            let was_there = before.piece_at(target) == Some(victim);
            if target != to && was_there && defenders == to.bitboard() && victim.role() != Role::Pawn {
                let (defender, target) = ((defender.role(), to), (victim.role(), target));
                found.push(Motif::RemovedDefender { defender, target });
            }
        }
        if reply.to() != to || !after.is_capture(reply) {
            return;
        }
        let piece = self.placed(reply.from());
        let end = &self.positions[self.ply + 3];
        let mates = end.is_checkmate();
        let guarded = attacks_from(after, reply.from(), after.occupied()).contains(target);
        let guards = attacks_from(at_later, to, at_later.occupied()).contains(target);
        let wins_target =
            victim.is_some_and(|victim| value(victim.role()) >= 300) && wins(at_later, then.from(), target);
        if guarded && !guards && target != to && (mates || wins_target) {
            let is_overloaded = taken.is_some();
            found.push(Motif::Deflection { defender: piece, target, is_overloaded });
        }
        if attacks::between(then.from(), target).contains(reply.from()) && (mates || wins_target) {
            let by = (role_on(at_later, then.from()), then.from());
            found.push(Motif::OpenedLine { by, blocker: piece });
        }
        let price = value(self.mover.0) - taken.map_or(0, |piece| value(piece.role()));
        let is_attacked = attacks_from(end, then.to(), end.occupied()).contains(to)
            && worth(piece.0) > value(role_on(end, then.to()));
        let is_hit = if piece.0 == Role::King { end.in_check() } else { is_attacked && target != to };
        if price >= 100 && piece.0 != Role::Pawn && is_hit {
            found.push(Motif::Decoy { piece, to });
        }
    }

    fn undefended(&self) -> Option<Motif> {
        let (before, to) = (self.before, self.mover.1);
        let victim = before.captured(self.mv).filter(|_| !self.mv.is_en_passant())?;
        let defenders = before.attackers_to(to, before.occupied() ^ self.mv.from()) & before.color(!self.us);
        // A defender would not matter if the piece that takes is worth less, or if the piece has just been put there.
        let matters = self.mover.0 == Role::King || value(self.mover.0) >= value(victim.role());
        let is_new = self.ply > 0 && self.moves[self.ply - 1].to() == to;
        (defenders.is_empty() && matters && !is_new)
            .then_some(Motif::Undefended { piece: (victim.role(), to) })
    }
}

/// The role of the piece on a square on which there is one.
pub(crate) fn role_on(position: &Position, square: Square) -> Role {
    position.piece_at(square).map_or(Role::Pawn, |piece| piece.role())
}

/// True if a piece on `from` wins the enemy piece on `target`: that is worth more, or nothing defends it.
fn wins(position: &Position, from: Square, target: Square) -> bool {
    let Some(victim) = position.piece_at(target) else { return false };
    let attacker = role_on(position, from);
    let occupied = position.occupied() ^ from;
    let defenders = position.attackers_to(target, occupied) & position.color(victim.color()) & occupied;
    attacker != Role::King && value(victim.role()) > value(attacker) + 50 || defenders.is_empty()
}

pub(crate) fn attacks_from(position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
    match position.piece_at(square) {
        Some(piece) if piece.role() == Role::Pawn => attacks::pawn(piece.color(), square),
        Some(piece) => attacks::piece(piece.role(), square, occupied),
        None => Bitboard::EMPTY,
    }
}

/// The pairs of enemy pieces on one line of a slider, the nearer first.
pub(crate) fn lined_up(position: &Position, slider: Square) -> Vec<(Square, Square)> {
    let Some(piece) = position.piece_at(slider) else { return Vec::new() };
    let enemies = position.color(!piece.color());
    let occupied = position.occupied();
    let near = attacks::piece(piece.role(), slider, occupied) & enemies;
    let behind = |front: Square| {
        let beyond = attacks::piece(piece.role(), slider, occupied ^ front) & enemies;
        let is_behind = move |behind: &Square| attacks::between(slider, *behind).contains(front);
        beyond.into_iter().filter(is_behind).map(move |behind| (front, behind))
    };
    near.into_iter().flat_map(behind).collect()
}

/// The name of a mate, if it has one.
fn mate_pattern(mate: &Position) -> Option<Motif> {
    let us = mate.side_to_move();
    let king = mate.king(us);
    let checkers = mate.checkers();
    let around = attacks::king(king);
    let own = mate.color(us);
    if !checkers.has_many() && checkers.is_subset(mate.role(Role::Knight)) && around.is_subset(own) {
        return Some(Motif::SmotheredMate);
    }
    let home = us.back_rank().bitboard();
    let ahead = around & home.forward(us);
    let on_rank = checkers & mate.straight_sliders(!us) & home;
    let blocked = ahead & own;
    let is_shut_in = blocked.count() >= 2 && (ahead - blocked).count() < 2;
    (home.contains(king) && on_rank.any() && is_shut_in).then_some(Motif::BackRankMate)
}
