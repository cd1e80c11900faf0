//! King and pawn against king: a table of all wins.
//!
//! `build.rs` solves all positions and writes a bit for each, 24 KiB in all.

use types::{Color, Square};

/// The table that `build.rs` wrote.
mod table {
    include!(concat!(env!("OUT_DIR"), "/kpk.rs"));
}

/// Returns whether the side with the pawn, `strong`, wins. The pawn is on its ranks 2 to 7.
///
/// The table sees the pawn as White's and on the files a to d, so that it stands on one of 24 squares.
pub(crate) fn is_win(strong: Color, to_move: Color, pawn: Square, king: Square, enemy_king: Square) -> bool {
    let is_mirrored = pawn.file().index() > 3;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if is_mirrored { square.mirror() } else { square }
    };
    let (pawn, king, enemy_king) = (seen(pawn), seen(king), seen(enemy_king));
    let side = usize::from(to_move != strong);
    let pawn = pawn.rank().index().saturating_sub(1) * 4 + pawn.file().index();
    let place = ((side * 24 + pawn) * 64 + king.index()) * 64 + enemy_king.index();
    table::WINS.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use movegen::position::setup::Setup;
    use types::{Piece, Role};

    use super::*;

    fn position(pawn: Square, king: Square, enemy_king: Square, to_move: Color) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.side_to_move = to_move;
        for (piece, square) in
            [(Piece::WhiteKing, king), (Piece::BlackKing, enemy_king), (Piece::WhitePawn, pawn)]
        {
            if setup.board[square].replace(piece).is_some() {
                return None;
            }
        }
        setup.into_position().ok()
    }

    /// All legal positions with White's pawn on the files a to d.
    fn all() -> impl Iterator<Item = Position> {
        let pawns =
            Square::ALL.into_iter().filter(|s| s.file().index() < 4 && (1..7).contains(&s.rank().index()));
        pawns.flat_map(|pawn| {
            Square::ALL.into_iter().flat_map(move |king| {
                Square::ALL.into_iter().flat_map(move |enemy| {
                    Color::ALL.into_iter().filter_map(move |color| position(pawn, king, enemy, color))
                })
            })
        })
    }

    fn is_known_win(position: &Position) -> bool {
        let pawn = position.pieces(Color::White, Role::Pawn).first().expect("a pawn");
        let [white, black] = Color::ALL.map(|color| position.king(color));
        is_win(Color::White, position.side_to_move(), pawn, white, black)
    }

    /// A new queen or rook that survives Black's answer wins, unless it stalemates.
    fn is_won_after_promotion(position: &Position) -> bool {
        let moves = position.legal_moves();
        let survives = moves.iter().all(|&mv| !position.is_capture(mv));
        survives && (position.in_check() || !moves.is_empty())
    }

    /// With the rules of the move generator instead of the solver's own: White to move wins exactly if some
    /// move keeps the win, Black to move loses exactly if all do.
    #[test]
    fn every_win_and_every_draw_follows_from_its_moves() {
        for position in all() {
            let wins_after = |mv| {
                let next = position.after(mv);
                match (next.pieces(Color::White, Role::Pawn).any(), mv.promoted_to()) {
                    (true, _) => is_known_win(&next),
                    (false, Some(Role::Queen | Role::Rook)) => is_won_after_promotion(&next),
                    (false, _) => false,
                }
            };
            let moves = position.legal_moves();
            let wanted = match position.side_to_move() {
                Color::White => moves.into_iter().any(wins_after),
                Color::Black if moves.is_empty() => position.in_check(),
                Color::Black => moves.into_iter().all(wins_after),
            };
            assert_eq!(is_known_win(&position), wanted, "{position:?}");
        }
    }

    /// The other tests cannot detect wins that are kept for ever but never reached. The number of wins does.
    #[test]
    fn as_many_are_won_as_the_literature_counts() {
        assert_eq!(all().filter(is_known_win).count(), 111_282);
    }
}
