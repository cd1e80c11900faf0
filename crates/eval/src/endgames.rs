//! Endgames: the scale of an advantage, and the mop-up.
//!
//! In drawish endgames less counts than the terms say. The [`scale`] depends on the material that the side that stands
//! better has left to win with. If it hardly ever wins, the score is a draw (two knights may mate a king that has a pawn
//! left, but rarely); if it seldom wins, little of the score remains, but not 0, so that a search still distinguishes
//! better from worse. Most rules scale the endgame half alone, and those that leave little scale both halves. With few
//! pieces the rules are those of the textbooks ([`known_endgame`]), and apply to one position without search.
//!
//! The [`mop_up`] drives a king that is bare, or has one weaker piece left, into a corner, and brings the own king near. The
//! other terms do not lead to the mate with a rook, or to the win of a rook by a queen when the rook's king runs out of
//! squares. These terms give a shallow search a slope to follow. Bishop and knight mate only in a corner of the bishop's
//! colour, and a rook wins against a bishop only there: in the other two the defender is safe.

use std::num::NonZeroU8;

use movegen::Position;
use movegen::see::PIECE_VALUES;
use types::{Bitboard, Black, Color, File, Piece, Rank, Role, Side, Square, White};

use crate::geometry::QUEENSIDE;
use crate::kpk;
use crate::tapered::{Scale, Tapered};
use crate::terms;
use crate::trace::{Scorer, Trace};

/// The share by the number of the better side's pawns: fewer pawns are fewer ways to win.
const BY_PAWNS: [i32; 9] = [44, 48, 52, 56, 58, 60, 62, 64, 64];
/// The deduction if all pawns are on one wing, where they are easier to stop.
const ONE_WING: i32 = 4;
/// A rook each and nothing else, a pawn more at most, and all pawns on one wing.
const ROOKS_ON_ONE_WING: i32 = 40;
/// One pawn and a minor piece against a minor piece, which can be given up for the pawn.
const LAST_PAWN: i32 = 34;
/// Bishops of opposite colours and no other pieces. Even two passed pawns seldom win if they are close to each other.
const OPPOSITE_BISHOPS: i32 = 10;
/// Bishops of opposite colours and a knight each.
const OPPOSITE_BISHOPS_AND_KNIGHTS: i32 = 30;
/// The addition to both for each file between the better side's outermost passed pawns, because a bishop stops distant pawns
/// less easily.
const BETWEEN_PASSED: i32 = 5;
/// Bishops of opposite colours among other pieces.
const OPPOSITE_BISHOPS_WITH_OTHERS: i32 = 54;
/// Without pawns, and ahead by a minor piece at most: rook against bishop, rook and bishop against rook.
const SMALL_SURPLUS: Scale = Scale::whole(10);
/// The bishop does not control the corner where its pawns promote, and the defending king does.
const WRONG_CORNER: Scale = Scale::whole(2);

/// The scale of a position in which `S` stands better, given its passed pawns and its [`ordinary_share`]. Nearly all endgames
/// are ordinary, and their scale is cheap.
pub(crate) fn scale<S: Side>(
    position: &Position,
    passed: Bitboard,
    ordinary_share: Option<NonZeroU8>,
) -> Scale {
    let Some(share) = ordinary_share.filter(|_| !has_opposite_bishops(position)) else {
        return scale_by_rules::<S>(position, passed);
    };
    let deduction = if is_on_one_wing(position) { ONE_WING } else { 0 };
    let scale = Scale::endgame(i32::from(share.get()) - deduction);
    debug_assert_eq!(scale, scale_by_rules::<S>(position, passed));
    scale
}

/// The share of the endgame half for a side with pawns on both wings, if the material rules out all rules of
/// [`scale_by_rules`] but those by the number of pawns and for opposite bishops.
pub(crate) fn ordinary_share<S: Side>(position: &Position) -> Option<NonZeroU8> {
    let (better, worse) = (MaterialCounts::of::<S>(position), MaterialCounts::of::<S::Other>(position));
    let has_rule = better.pawns == 0
        || better.is_one_minor()
        || better.has_bishops_at_most()
        || (better.pieces, worse.pieces) == (ROOK, ROOK)
        || worse.is_one_piece_at_most();
    if has_rule { None } else { NonZeroU8::new(BY_PAWNS[better.pawns as usize % BY_PAWNS.len()] as u8) }
}

/// The scale of a position in which `S` stands better, by the first rule that applies.
#[inline(never)] // Else the cheap case would save and restore the registers that this needs.
fn scale_by_rules<S: Side>(position: &Position, passed: Bitboard) -> Scale {
    let (better, worse) = (MaterialCounts::of::<S>(position), MaterialCounts::of::<S::Other>(position));
    if better.pawns == 0 && !better.can_mate_bare_king() {
        return Scale::DRAW;
    }
    if let Some(scale) = known_endgame::<S>(position, &better, &worse) {
        return scale;
    }
    let is_small_surplus = better.value() - worse.value() <= PIECE_VALUES[Role::Bishop].0;
    if better.pawns == 0 && is_small_surplus {
        return SMALL_SURPLUS;
    }
    if better.has_bishops_at_most() && is_wrong_corner::<S>(position, &worse) {
        return WRONG_CORNER;
    }
    // A side that mates without pawns needs none to win, and more pieces must not lower the score. Bishop and knight are
    // left out, because their mop-up slope is high enough.
    let is_bishop_and_knight = better.pieces == BISHOP_AND_KNIGHT && better.pawns == 0;
    let needs_no_pawns = better.can_mate_bare_king() && !is_small_surplus && !is_bishop_and_knight;
    if worse.is_one_piece_at_most() && needs_no_pawns {
        return Scale::NORMAL;
    }

    let one_minor_each = better.is_one_minor() && worse.is_one_minor();
    let one_rook_each = (better.pieces, worse.pieces) == (ROOK, ROOK);
    let by_pawns = BY_PAWNS[better.pawns as usize % BY_PAWNS.len()];
    let share = if better.pawns == 1 && one_minor_each {
        LAST_PAWN
    } else if !is_on_one_wing(position) {
        by_pawns
    } else if one_rook_each && better.pawns <= worse.pawns + 1 {
        ROOKS_ON_ONE_WING
    } else {
        by_pawns - ONE_WING
    };
    if !has_opposite_bishops(position) {
        return Scale::endgame(share);
    }
    let max = if one_minor_each {
        OPPOSITE_BISHOPS + BETWEEN_PASSED * files_apart(passed)
    } else if (better.pieces, worse.pieces) == (BISHOP_AND_KNIGHT, BISHOP_AND_KNIGHT) {
        OPPOSITE_BISHOPS_AND_KNIGHTS + BETWEEN_PASSED * files_apart(passed)
    } else {
        OPPOSITE_BISHOPS_WITH_OTHERS
    };
    Scale::endgame(share.min(max))
}

/// Returns whether each side has exactly one bishop, and these stand on different colours.
fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = position.role(Role::Bishop);
    let has_one = |set: Bitboard| (bishops & set).count() == 1;
    has_one(Bitboard::LIGHT_SQUARES)
        && has_one(Bitboard::DARK_SQUARES)
        && has_one(position.color(Color::White))
}

/// Returns whether there are pawns on one wing and none on the other.
fn is_on_one_wing(position: &Position) -> bool {
    let pawns = position.role(Role::Pawn);
    pawns.is_subset(QUEENSIDE) != pawns.is_subset(!QUEENSIDE)
}

/// The distance between the outermost files of the pawns; 0 if there are none.
fn files_apart(pawns: Bitboard) -> i32 {
    let mut files = File::ALL.into_iter().filter(|file| pawns.intersects(file.bitboard())).map(File::index);
    let first = files.next().unwrap_or(0);
    (files.next_back().unwrap_or(first) - first) as i32
}

/// Returns whether all pawns of `S`, which has no pieces but bishops, are on one edge, and the enemy king holds their corner or
/// reaches it in time, and no bishop can drive it out.
fn is_wrong_corner<S: Side>(position: &Position, worse: &MaterialCounts) -> bool {
    let own_pawns = position.pieces(S::COLOR, Role::Pawn);
    let (king, enemy_king) = (position.king(S::COLOR), position.king(S::Other::COLOR));
    let edge = [File::A, File::H].into_iter().find(|file| own_pawns.is_subset(file.bitboard()));
    let Some(file) = edge else { return false };
    let corner = Square::new(file, S::Other::COLOR.back_rank());
    let bishops = position.pieces(S::COLOR, Role::Bishop);
    let is_light = Bitboard::LIGHT_SQUARES.contains(corner);
    if bishops.intersects(if is_light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }) {
        return false;
    }
    if enemy_king.distance(corner) <= 1 {
        return true;
    }
    // A bare king must reach the corner before any pawn, and so early that the own king cannot keep it out. A bishop guards
    // two of the three squares next to the corner, and a pawn on the sixth rank the third: against both the king must
    // arrive a move earlier.
    let moves = enemy_king.distance(corner) - u8::from(position.side_to_move() == S::Other::COLOR);
    let slack = u8::from(bishops.any());
    worse.pieces == NONE
        && moves + 2 <= king.distance(corner)
        && S::Other::nearest(own_pawns).is_some_and(|pawn| moves + slack < corner.distance(pawn))
}

/// Rook and pawn against rook, the defending king in front of the pawn: the drawing positions of Philidor and
/// of the last rank.
const KING_IN_FRONT_OF_PAWN: Scale = Scale::whole(20);
/// A rook against a pawn with its own king near, by the number of moves by which the rook's king is too late; more
/// than three count as three.
const ROOK_AGAINST_PAWN: [Scale; 3] = [Scale::whole(22), Scale::whole(12), Scale::whole(6)];
/// A queen against a pawn on the seventh rank that is saved by stalemate.
const QUEEN_AGAINST_STALEMATE: Scale = Scale::whole(8);
/// A queen against a rook that a pawn on its second rank guards, with the king behind.
const QUEEN_AGAINST_FORTRESS: Scale = Scale::whole(8);
/// A queen against two minor pieces that are not both knights: it wins most of the time, if slowly.
const QUEEN_AGAINST_TWO: Scale = Scale::whole(48);
/// A rook against a bishop, which holds outside the corners of its own colour.
const ROOK_AGAINST_BISHOP: Scale = Scale::whole(5);
/// A rook against a knight, by the distance of the knight from its king: beside it the knight is safe, far away it is
/// lost.
const ROOK_AGAINST_KNIGHT: [Scale; 8] = [
    Scale::whole(4),
    Scale::whole(4),
    Scale::whole(4),
    Scale::whole(5),
    Scale::whole(6),
    Scale::whole(7),
    Scale::whole(10),
    Scale::whole(13),
];
/// A knight and a rook's pawn on the seventh rank, with the enemy king in the corner in front of it.
const KNIGHT_TIED_TO_PAWN: Scale = Scale::whole(4);
/// A pawn each, and the better one would not win if it were alone.
const PAWN_AGAINST_PAWN: Scale = Scale::whole(8);

/// The scale of a position in which `S` stands better, if a textbook rule applies.
fn known_endgame<S: Side>(
    position: &Position,
    better: &MaterialCounts,
    worse: &MaterialCounts,
) -> Option<Scale> {
    let own_pawns = position.pieces(S::COLOR, Role::Pawn);
    let enemy_king = position.king(S::Other::COLOR);
    match (better.pawns, better.pieces, worse.pawns, worse.pieces) {
        (1, NONE, 0, NONE) => winning_pawn::<S>(position).is_none().then_some(Scale::DRAW),
        // A pawn that would not win against a bare king does not win against a king with a pawn either.
        (1, NONE, 1, NONE) => winning_pawn::<S>(position).is_none().then_some(PAWN_AGAINST_PAWN),
        // Drawish if the defending king stands in front of the pawn, on its file or a neighbouring one, and the pawn is
        // not on the seventh rank yet.
        (1, ROOK, 0, ROOK) => {
            let pawn = own_pawns.first()?;
            let path = S::ahead(pawn.bitboard());
            let is_in_front = (path | path.east() | path.west()).contains(enemy_king);
            let is_near = enemy_king.distance(S::promotion_square(pawn)) <= 2;
            (is_in_front && is_near && S::rank(pawn) < Rank::Seventh).then_some(KING_IN_FRONT_OF_PAWN)
        }
        // Drawish with a rook's pawn on the seventh rank and the enemy king in the corner or next to it. The king moves
        // to and fro or is stalemated, because the knight cannot both guard the pawn and drive the king out.
        (1, KNIGHT, 0, NONE) => {
            let pawn = own_pawns.first()?;
            let is_tied = matches!(pawn.file(), File::A | File::H)
                && S::rank(pawn) == Rank::Seventh
                && enemy_king.distance(S::promotion_square(pawn)) <= 1;
            is_tied.then_some(KNIGHT_TIED_TO_PAWN)
        }
        (0, ROOK, 1, NONE) => rook_against_pawn::<S>(position),
        (0, QUEEN, 1, NONE) => queen_against_pawn::<S>(position),
        (0, QUEEN, 1, ROOK) => queen_against_rook_and_pawn::<S>(position),
        (0, QUEEN, 0, BISHOP_AND_KNIGHT | TWO_BISHOPS) => Some(QUEEN_AGAINST_TWO),
        (0, ROOK, 0, BISHOP) => Some(ROOK_AGAINST_BISHOP),
        (0, ROOK, 0, KNIGHT) => {
            let knight = position.pieces(S::Other::COLOR, Role::Knight).first()?;
            ROOK_AGAINST_KNIGHT.get(usize::from(enemy_king.distance(knight))).copied()
        }
        _ => None,
    }
}

/// A pawn that would win against a bare king if it were alone. Other pieces seldom change that; they would have to
/// stand in its way.
fn winning_pawn<S: Side>(position: &Position) -> Option<Square> {
    let (king, enemy_king) = (position.king(S::COLOR), position.king(S::Other::COLOR));
    let is_win = |&pawn: &Square| kpk::is_win(S::COLOR, position.side_to_move(), pawn, king, enemy_king);
    position.pieces(S::COLOR, Role::Pawn).into_iter().find(is_win)
}

/// Drawish if the king of the pawn supports it, and the rook's king comes too late to the promotion square: it must be
/// there one move before the pawn, which waits for its own king. Before the pawn's fourth rank the rook has time to keep
/// that king away.
fn rook_against_pawn<S: Side>(position: &Position) -> Option<Scale> {
    let pawn = position.pieces(S::Other::COLOR, Role::Pawn).first()?;
    let (own, enemy) = (position.king(S::COLOR), position.king(S::Other::COLOR));
    let goal = S::Other::promotion_square(pawn);
    let is_to_move = position.side_to_move() == S::COLOR;
    let own_moves = own.distance(goal) - u8::from(is_to_move && own != goal);
    let escort_moves = enemy.distance(pawn) - u8::from(!is_to_move);
    let late = own_moves.checked_sub(goal.distance(pawn) + escort_moves.max(1))?;
    let is_before = S::Other::ahead(pawn.bitboard()).contains(own);
    let is_far = S::Other::rank(pawn) <= Rank::Third;
    if late == 0 || escort_moves > 2 || is_before || is_far {
        return None;
    }
    Some(ROOK_AGAINST_PAWN[usize::from(late - 1).min(ROOK_AGAINST_PAWN.len() - 1)])
}

/// Drawish with a rook's or bishop's pawn on the seventh rank and its king beside it, unless the queen's king is near or
/// the queen stands in front of the pawn. Beside a rook's pawn the king must be next to the corner, or the queen gets there.
fn queen_against_pawn<S: Side>(position: &Position) -> Option<Scale> {
    let pawn = position.pieces(S::Other::COLOR, Role::Pawn).first()?;
    let goal = S::Other::promotion_square(pawn);
    let (own, enemy) = (position.king(S::COLOR), position.king(S::Other::COLOR));
    let is_beside = S::Other::rank(pawn) == Rank::Seventh && enemy.distance(pawn) == 1;
    let saves = match pawn.file() {
        File::A | File::H => enemy.distance(goal) <= 1,
        File::C | File::F => true,
        _ => false,
    };
    let is_stopped = own.distance(goal) <= 4 || position.pieces(S::COLOR, Role::Queen).contains(goal);
    (is_beside && saves && !is_stopped).then_some(QUEEN_AGAINST_STALEMATE)
}

/// Drawish if the rook stands on its third rank, guarded by a pawn on its second, with its king beside that
/// pawn, and the other king is beyond the rook's rank: it cannot cross the rank, and the queen alone wins nothing. A pawn
/// on the edge guards only one square, so it does not hold.
fn queen_against_rook_and_pawn<S: Side>(position: &Position) -> Option<Scale> {
    let pawns = position.pieces(S::Other::COLOR, Role::Pawn);
    let pawn = pawns.first()?;
    let rook = position.pieces(S::Other::COLOR, Role::Rook).first()?;
    let is_at_home = S::Other::rank(pawn) == Rank::Second && !matches!(pawn.file(), File::A | File::H);
    let is_guarded =
        S::Other::pawn_attacks(pawns).contains(rook) && position.king(S::Other::COLOR).distance(pawn) == 1;
    let is_shut_out = S::Other::rank(position.king(S::COLOR)) > Rank::Third;
    (is_at_home && is_guarded && is_shut_out).then_some(QUEEN_AGAINST_FORTRESS)
}

/// The weight of the way to the corner. Where the win is long, the other terms must not make any square look better,
/// so these slopes are steeper. That of bishop and knight ends as high as other wins do, so it replaces their bonus.
const BISHOP_AND_KNIGHT_STEEPNESS: u32 = 6;
const ONE_PIECE_STEEPNESS: u32 = 3;

/// The mop-up score of a side.
pub(crate) fn mop_up<S: Side, T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let victim = position.king(S::Other::COLOR);
    let others = position.color(S::Other::COLOR) - victim;
    if others.has_many() {
        return Tapered::ZERO;
    }
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let counts = MaterialCounts::of::<S>(position);
    if others.is_empty() && !counts.can_mate_bare_king() {
        let pawn = winning_pawn::<S>(position).map_or(Bitboard::EMPTY, Square::bitboard);
        return scorer.score_each(pawn, terms::WINNING_PAWN, 1);
    }
    // The bishop in whose corners the king is lost, if it is not lost in every corner; and the king if it is bare and has no
    // steeper slope instead.
    let (bishop, steepness, bare) = if others.any() {
        if !wins_last_piece(&counts, &MaterialCounts::of::<S::Other>(position)) {
            return Tapered::ZERO;
        }
        let is_rook = counts.pieces == ROOK;
        let bishop = if is_rook { position.pieces(S::Other::COLOR, Role::Bishop) } else { Bitboard::EMPTY };
        (bishop, ONE_PIECE_STEEPNESS, Bitboard::EMPTY)
    } else if counts.pieces == BISHOP_AND_KNIGHT && counts.pawns == 0 {
        (position.pieces(S::COLOR, Role::Bishop), BISHOP_AND_KNIGHT_STEEPNESS, Bitboard::EMPTY)
    } else {
        (Bitboard::EMPTY, 1, victim.bitboard())
    };
    let apart = usize::from(position.king(S::COLOR).distance(victim));
    // The files and ranks in between together. King moves would be the same all along the far edges, from which the slope
    // must lead to a corner.
    let steps = |corner: Square| {
        corner.file().index().abs_diff(victim.file().index())
            + corner.rank().index().abs_diff(victim.rank().index())
    };
    let corner = if bishop.is_empty() {
        let steps = [Square::A1, Square::A8, Square::H1, Square::H8].map(steps).into_iter().min();
        terms::MOP_UP_CORNER.at(steps.unwrap_or(0))
    } else {
        let is_light = bishop.intersects(Bitboard::LIGHT_SQUARES);
        let [one, other] = if is_light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        terms::MOP_UP_BISHOP_CORNER.at(steps(one).min(steps(other)))
    };
    scorer.score_each(bare, terms::BARE_KING, 1)
        + scorer.score_each(victim, terms::MOP_UP_KINGS.at(apart), 1)
        + scorer.score_each(victim, corner, steepness)
}

/// Returns whether a single queen or rook is likely to win the last piece of the enemy, or to mate. The side of a queen may have
/// pawns: if the bonus were for a queen without pawns only, a search would give pawns away for it. A rook with a pawn wins
/// with that pawn.
fn wins_last_piece(counts: &MaterialCounts, last: &MaterialCounts) -> bool {
    let by_queen = counts.pieces == QUEEN && (last.pieces == ROOK || last.is_one_minor());
    let by_rook = counts.pieces == ROOK && last.is_one_minor() && counts.pawns == 0;
    last.pawns == 0 && (by_queen || by_rook)
}

/// Returns whether a king of the position is bare, or has one piece left that a single queen or rook is likely to win. Such an
/// evaluation gives the direction of the win, but not its distance.
pub fn is_mop_up(position: &Position) -> bool {
    is_mop_up_for::<White>(position) || is_mop_up_for::<Black>(position)
}

fn is_mop_up_for<S: Side>(position: &Position) -> bool {
    let enemies = position.color(S::Other::COLOR).count();
    let wins =
        || wins_last_piece(&MaterialCounts::of::<S>(position), &MaterialCounts::of::<S::Other>(position));
    enemies == 1 || enemies == 2 && wins()
}

/// The material of a side.
struct MaterialCounts {
    pawns: u32,
    pieces: PieceCounts,
    has_both_bishops: bool,
}

/// The number of knights, bishops, rooks and queens.
type PieceCounts = [u32; 4];

const NONE: PieceCounts = [0; 4];
const KNIGHT: PieceCounts = [1, 0, 0, 0];
const BISHOP: PieceCounts = [0, 1, 0, 0];
const ROOK: PieceCounts = [0, 0, 1, 0];
const QUEEN: PieceCounts = [0, 0, 0, 1];
const BISHOP_AND_KNIGHT: PieceCounts = [1, 1, 0, 0];
const TWO_BISHOPS: PieceCounts = [0, 2, 0, 0];

impl MaterialCounts {
    const ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    fn of<S: Side>(position: &Position) -> MaterialCounts {
        let count = |role| position.count(Piece::new(S::COLOR, role));
        let bishops = position.pieces(S::COLOR, Role::Bishop);
        MaterialCounts {
            pawns: count(Role::Pawn),
            pieces: Self::ROLES.map(count),
            has_both_bishops: bishops.intersects(Bitboard::LIGHT_SQUARES)
                && bishops.intersects(Bitboard::DARK_SQUARES),
        }
    }

    /// The plain value of the pieces without pawns.
    fn value(&self) -> i32 {
        Self::ROLES
            .into_iter()
            .zip(self.pieces)
            .map(|(role, count)| count as i32 * PIECE_VALUES[role].0)
            .sum()
    }

    /// Returns whether the pieces alone, without a pawn, can force mate against a bare king.
    fn can_mate_bare_king(&self) -> bool {
        let [knights, bishops, rooks, queens] = self.pieces;
        let minors_do = self.has_both_bishops || bishops > 0 && knights > 0 || knights > 2;
        rooks + queens > 0 || minors_do
    }

    fn is_one_minor(&self) -> bool {
        matches!(self.pieces, KNIGHT | BISHOP)
    }

    fn has_bishops_at_most(&self) -> bool {
        matches!(self.pieces, [0, _, 0, 0])
    }

    /// Returns whether there is at most one piece and no pawn.
    fn is_one_piece_at_most(&self) -> bool {
        self.pawns == 0 && self.pieces.iter().sum::<u32>() <= 1
    }
}
