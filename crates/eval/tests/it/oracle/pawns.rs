//! Pawns by their neighbours, found pawn by pawn in a list.

use eval::terms;
use movegen::Position;
use types::{Color, Role, Square};

use crate::counts::{counts, total};
use crate::positions;

/// Pawns as a list, ranks counted from their own side.
fn pawns(position: &Position, color: Color) -> Vec<Square> {
    position.pieces(color, Role::Pawn).into_iter().map(|pawn| pawn.relative_to(color)).collect()
}

/// Both sides' pawns from the view of one, square by square.
struct PawnList {
    own: Vec<Square>,
    /// The enemy's, as `own` sees them.
    enemy: Vec<Square>,
}

impl PawnList {
    fn of(position: &Position, color: Color) -> PawnList {
        let enemy = pawns(position, !color).into_iter().map(Square::flip).collect();
        PawnList { own: pawns(position, color), enemy }
    }

    fn is_isolated(&self, pawn: Square) -> bool {
        !self.own.iter().any(|other| files_apart(*other, pawn) == 1)
    }

    fn is_passed(&self, pawn: Square) -> bool {
        let stops = |enemy: &&Square| enemy.rank() > pawn.rank() && files_apart(**enemy, pawn) <= 1;
        !self.enemy.iter().any(|enemy| stops(&enemy)) && !self.is_doubled(pawn)
    }

    fn is_doubled(&self, pawn: Square) -> bool {
        self.own.iter().any(|other| other.file() == pawn.file() && other.rank() > pawn.rank())
    }

    fn is_supported(&self, pawn: Square) -> bool {
        [-1, 1].into_iter().any(|files| pawn.offset(files, -1).is_some_and(|s| self.own.contains(&s)))
    }

    fn is_in_phalanx(&self, pawn: Square) -> bool {
        [-1, 1].into_iter().any(|files| pawn.offset(files, 0).is_some_and(|s| self.own.contains(&s)))
    }

    /// An enemy pawn hits the square ahead, and no neighbour is far enough back to ever defend that square.
    fn is_backward(&self, pawn: Square) -> bool {
        let is_hit = [-1, 1].into_iter().any(|f| pawn.offset(f, 2).is_some_and(|s| self.enemy.contains(&s)));
        let may_help = |other: &Square| files_apart(*other, pawn) == 1 && other.rank() <= pawn.rank();
        is_hit && !self.own.iter().any(may_help) && !self.is_isolated(pawn)
    }

    fn count(&self, is_counted: impl Fn(Square) -> bool) -> i16 {
        self.own.iter().filter(|&&pawn| is_counted(pawn)).count() as i16
    }
}

fn files_apart(one: Square, other: Square) -> usize {
    one.file().index().abs_diff(other.file().index())
}

#[test]
fn pawns_are_what_a_square_by_square_search_finds() {
    let mut found = [0; 7];
    let mut starts = positions::starts(50, 20);
    starts.extend(positions::few_pieces(700));
    positions::random_games(&starts, 250, |position, _| {
        let counts = counts(position);
        for color in Color::ALL {
            let pawns = PawnList::of(position, color);
            let of = |is: fn(&PawnList, Square) -> bool| pawns.count(|pawn| is(&pawns, pawn));
            let wanted = [
                of(PawnList::is_isolated),
                of(PawnList::is_passed),
                of(PawnList::is_doubled),
                pawns.count(|pawn| pawns.is_doubled(pawn) && pawns.is_isolated(pawn)),
                of(PawnList::is_supported),
                of(PawnList::is_in_phalanx),
                of(PawnList::is_backward),
            ];
            let counted = [
                total(&counts, color, terms::ISOLATED),
                total(&counts, color, terms::PASSED),
                total(&counts, color, terms::DOUBLED),
                total(&counts, color, terms::DOUBLED_ISOLATED),
                total(&counts, color, terms::SUPPORTED),
                total(&counts, color, terms::PHALANX),
                total(&counts, color, terms::BACKWARD),
            ];
            assert_eq!(counted, wanted, "{color} in {position:?}");
            for (found, wanted) in found.iter_mut().zip(wanted) {
                *found += i32::from(wanted);
            }
        }
    });
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}
