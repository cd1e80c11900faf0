//! The pawns in front of a king, found by walking up the files around it.

use eval::terms;
use types::{File, Rank, Role, Square};

use super::view::{SideView, View};
use super::{Comparison, tally};

/// `other` is the same position as the enemy sees it.
pub(super) fn check(view: &View, other: &View, counted: &mut Comparison<'_>) {
    let doors = doors(view);
    counted.holds(terms::SHELTER, tally(doors.iter().map(|door| door.by_file(door.shield))));
    let storms = |are_blocked: bool| doors.iter().filter(move |door| door.is_blocked() == are_blocked);
    counted.holds(terms::STORM, tally(storms(false).map(|door| door.by_file(door.storm))));
    counted.holds(terms::STORM_BLOCKED, tally(storms(true).map(|door| door.storm)));
    let files = |are_kings: bool| {
        doors
            .iter()
            .filter(move |door| (door.file == view.own.king.file()) == are_kings)
            .map(|door| door.lack)
    };
    counted.holds(terms::KING_FILE, tally(files(true)));
    counted.holds(terms::KING_ADJACENT_FILE, tally(files(false)));
    counted.holds(terms::SHIELD_PATTERN, tally([pattern(view)]));
    counted.holds(terms::CENTRE_PATTERN, tally([centre_pattern(view)]));
    counted.holds(terms::KING_TO_PAWNS, tally([king_to_pawns(view)]));
    let doors = self::doors(other);
    counted.holds(terms::KING_SHIELD, tally(doors.iter().map(|door| door.shield)));
    counted.holds(terms::KING_STORM, tally(doors.iter().map(|door| door.storm)));
}

/// A file by the own king.
struct Door {
    file: File,
    /// The rank of the own pawn that is nearest beside or ahead of the king, and of the enemy's; 0 for none.
    shield: usize,
    storm: usize,
    /// 0 with pawns of both, 1 without own ones, 2 without the enemy's, 3 without any.
    lack: usize,
}

impl Door {
    fn is_blocked(&self) -> bool {
        self.shield > 0 && self.storm == self.shield + 1
    }

    /// A line of eight for each distance from the edge.
    fn by_file(&self, rank: usize) -> usize {
        let from_edge = self.file.index().min(7 - self.file.index());
        8 * from_edge + rank
    }
}

/// The file of the own king and those on both sides; at the edge the three that are nearest.
fn doors(view: &View) -> Vec<Door> {
    let king = view.own.king;
    let is_by_king = |file: &File| file.index().abs_diff(king.file().index().clamp(1, 6)) <= 1;
    let door = |file| {
        let from_king = &Rank::ALL[king.rank().index()..];
        let nearest = |side: &SideView| {
            from_king.iter().find(|&&rank| has_pawn(side, file, rank)).map_or(0, |rank| rank.index())
        };
        let lacks =
            |side: &SideView| usize::from(!Rank::ALL.into_iter().any(|rank| has_pawn(side, file, rank)));
        let lack = lacks(&view.own) + 2 * lacks(&view.enemy);
        Door { file, shield: nearest(&view.own), storm: nearest(&view.enemy), lack }
    };
    File::ALL.into_iter().filter(is_by_king).map(door).collect()
}

fn has_pawn(side: &SideView, file: File, rank: Rank) -> bool {
    side.role_on(Square::new(file, rank)) == Some(Role::Pawn)
}

/// A bit for each of six squares that has an own pawn: the three before the king from left to right, and the three
/// before these, mirrored if the king stands on the left half.
fn pattern(view: &View) -> usize {
    let king = view.own.king;
    let to_right = if king.file() < File::E { -1 } else { 1 };
    let squares = [(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]
        .map(|(files, ranks)| king.offset(to_right * files, ranks));
    let is_pawn =
        |square: Option<Square>| square.is_some_and(|square| view.own.role_on(square) == Some(Role::Pawn));
    squares.into_iter().enumerate().map(|(bit, square)| usize::from(is_pawn(square)) << bit).sum()
}

/// A bit for each of six squares of the centre that has an own pawn, mirrored if the king stands on the left half.
fn centre_pattern(view: &View) -> usize {
    let is_mirrored = view.own.king.file() < File::E;
    let has_pawn = |square: Square| {
        let square = if is_mirrored { square.mirror() } else { square };
        view.own.role_on(square) == Some(Role::Pawn)
    };
    let squares = [Square::D3, Square::E3, Square::C4, Square::D4, Square::E4, Square::F4];
    squares.into_iter().enumerate().map(|(bit, square)| usize::from(has_pawn(square)) << bit).sum()
}

/// The king moves to the nearest pawn of either side, 0 if there is none.
fn king_to_pawns(view: &View) -> usize {
    let king = view.own.king;
    let pawns = view.own.of_role(Role::Pawn).chain(view.enemy.of_role(Role::Pawn));
    let distance = |pawn: Square| {
        let files = pawn.file().index().abs_diff(king.file().index());
        files.max(pawn.rank().index().abs_diff(king.rank().index()))
    };
    pawns.map(|pawn| distance(pawn.square)).min().unwrap_or(0)
}
