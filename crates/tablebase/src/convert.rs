//! Conversion of positions to the tablebase library's, and of its values to ours.

use std::num::NonZeroU32;

use movegen::Position;
use search::tablebase::{Dtz, Wdl};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup, PositionError, Setup, Square,
};
use shakmaty_syzygy as syzygy;
use types::Role;

/// The same position; `None` if the other library takes it for impossible.
pub(crate) fn position(position: &Position) -> Option<Chess> {
    let role = |role| Bitboard(position.role(role).0);
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let color = |color| Bitboard(position.color(color).0);
    let colors = ByColor { white: color(types::Color::White), black: color(types::Color::Black) };
    let setup = Setup {
        board: Board::try_from_bitboards(roles, colors).ok()?,
        turn: Color::from_white(position.side_to_move() == types::Color::White),
        castling_rights: Bitboard(position.castling().0),
        ep_square: position.en_passant().map(|square| Square::new(square as u32)),
        halfmoves: position.halfmove_clock().into(),
        fullmoves: NonZeroU32::new(position.fullmove_number().into()).unwrap_or(NonZeroU32::MIN),
        ..Setup::empty()
    };
    // Tables hold positions that no game can lead to, and analysts set them up.
    Chess::from_setup(setup, CastlingMode::Chess960).or_else(PositionError::ignore_impossible_check).ok()
}

/// The same result.
pub(crate) fn wdl(wdl: syzygy::Wdl) -> Wdl {
    match wdl {
        syzygy::Wdl::Loss => Wdl::Loss,
        syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
        syzygy::Wdl::Draw => Wdl::Draw,
        syzygy::Wdl::CursedWin => Wdl::CursedWin,
        syzygy::Wdl::Win => Wdl::Win,
    }
}

/// The same distance, rounded or not.
pub(crate) fn dtz(dtz: syzygy::MaybeRounded<syzygy::Dtz>) -> Dtz {
    Dtz(dtz.ignore_rounding().into())
}
