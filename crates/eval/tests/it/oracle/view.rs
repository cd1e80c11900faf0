//! Both sides as one of them sees the board, and what each piece attacks, found by walking square by square.
//!
//! Nothing here knows a set of bits or a table of attacks. The own pieces are white and go up the board, whichever colour
//! they have in the position; the enemy's are black.

use movegen::Position;
use types::{BySquare, Color, Piece, Role, Square};

/// Files to the right and ranks up.
type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A board as one side sees it.
pub(crate) struct View {
    pub(crate) board: Board,
    pub(crate) own: SideView,
    pub(crate) enemy: SideView,
}

impl View {
    pub(crate) fn of(position: &Position, color: Color) -> View {
        let seen = |square: Square| {
            let piece = position.piece_at(square.relative_to(color))?;
            let is_own = piece.color() == color;
            Some(Piece::new(if is_own { Color::White } else { Color::Black }, piece.role()))
        };
        let board = Board(BySquare::from_fn(seen));
        View { own: SideView::of(&board, Color::White), enemy: SideView::of(&board, Color::Black), board }
    }

    /// The number of squares with a property.
    pub(crate) fn count(&self, is_counted: impl Fn(Square) -> bool) -> i16 {
        Square::ALL.into_iter().filter(|&square| is_counted(square)).count() as i16
    }
}

/// The piece on each square.
pub(crate) struct Board(BySquare<Option<Piece>>);

impl Board {
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.0[square].is_none()
    }

    /// The squares that a piece which is stopped by every piece would reach, that of the piece included.
    pub(crate) fn reach(&self, role: Role, from: Square) -> Vec<Square> {
        match role {
            Role::Knight => steps(from, &KNIGHT),
            Role::Bishop => walks(from, &DIAGONAL, |square| self.is_empty(square)),
            Role::Rook => walks(from, &STRAIGHT, |square| self.is_empty(square)),
            _ => [self.reach(Role::Rook, from), self.reach(Role::Bishop, from)].concat(),
        }
    }

    /// The attacks of a piece that is not pinned. A bishop attacks through own queens, a rook through own queens and rooks.
    fn attacks(&self, piece: Piece, from: Square) -> Vec<Square> {
        let is_clear = |square| {
            self.0[square].is_none_or(|other: Piece| {
                other.color() == piece.color() && sees_through(piece.role(), other.role())
            })
        };
        let up = if piece.color() == Color::White { 1 } else { -1 };
        match piece.role() {
            Role::Pawn => steps(from, &[(-1, up), (1, up)]),
            Role::Bishop => walks(from, &DIAGONAL, is_clear),
            Role::Rook => walks(from, &STRAIGHT, is_clear),
            Role::King => steps(from, &[STRAIGHT, DIAGONAL].concat()),
            role => self.reach(role, from),
        }
    }

    /// The pieces, of either colour, that stand alone between a side's king and an enemy slider, with their lines.
    fn shields(&self, color: Color, king: Square) -> Vec<(Square, Vec<Square>)> {
        let mut shields = Vec::new();
        for (step, slider) in
            STRAIGHT.map(|s| (s, Role::Rook)).into_iter().chain(DIAGONAL.map(|s| (s, Role::Bishop)))
        {
            let line: Vec<Square> = ray(king, step).collect();
            let pieces: Vec<Square> =
                line.iter().copied().filter(|&square| !self.is_empty(square)).take(2).collect();
            let aims = |piece: Piece| piece.color() != color && [slider, Role::Queen].contains(&piece.role());
            if pieces.len() == 2 && self.0[pieces[1]].is_some_and(aims) {
                shields.push((pieces[0], line));
            }
        }
        shields
    }
}

fn sees_through(role: Role, own: Role) -> bool {
    match role {
        Role::Bishop => own == Role::Queen,
        Role::Rook => matches!(own, Role::Rook | Role::Queen),
        _ => false,
    }
}

/// The squares in one direction, to the edge of the board.
fn ray(from: Square, (files, ranks): Step) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(files, ranks), move |square| square.offset(files, ranks))
}

fn steps(from: Square, steps: &[Step]) -> Vec<Square> {
    steps.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

/// The squares in some directions, in each up to the first that is not clear.
fn walks(from: Square, steps: &[Step], is_clear: impl Fn(Square) -> bool) -> Vec<Square> {
    let mut squares = Vec::new();
    for &step in steps {
        for square in ray(from, step) {
            squares.push(square);
            if !is_clear(square) {
                break;
            }
        }
    }
    squares
}

/// A piece and the squares that it attacks.
pub(crate) struct PieceView {
    pub(crate) role: Role,
    pub(crate) square: Square,
    pub(crate) attacks: Vec<Square>,
}

/// The pieces of a side.
pub(crate) struct SideView {
    /// Kings and pawns included, from a1 to h8.
    pub(crate) all: Vec<PieceView>,
    pub(crate) king: Square,
    /// The number of them that may not leave the line to their king.
    pub(crate) pinned: i16,
    /// The number of enemy pieces that discover a check when they leave the line to this king.
    pub(crate) discoverers: i16,
    /// The roles of those that attack a square.
    attackers: BySquare<Vec<Role>>,
}

impl SideView {
    fn of(board: &Board, color: Color) -> SideView {
        let stands_on = |square: &Square| board.0[*square].is_some_and(|piece: Piece| piece.color() == color);
        let is_king = |square: &Square| board.0[*square] == Some(Piece::new(color, Role::King));
        let king = Square::ALL.into_iter().find(is_king).expect("a king");
        let shields = board.shields(color, king);
        let piece = |square| {
            let piece = board.0[square].expect("a piece");
            let mut attacks = board.attacks(piece, square);
            let pin = shields.iter().find(|(pinned, _)| *pinned == square && piece.role() != Role::Pawn);
            if let Some((_, line)) = pin {
                attacks.retain(|&target| target == king || line.contains(&target));
            }
            PieceView { role: piece.role(), square, attacks }
        };
        let all: Vec<PieceView> = Square::ALL.into_iter().filter(stands_on).map(piece).collect();
        let mut attackers = BySquare::from_fn(|_| Vec::new());
        for piece in &all {
            piece.attacks.iter().for_each(|&square| attackers[square].push(piece.role));
        }
        let is_enemy_piece =
            |square| board.0[square].is_some_and(|p| p.color() != color && p.role() != Role::Pawn);
        SideView {
            king,
            pinned: shields.iter().filter(|(square, _)| stands_on(square)).count() as i16,
            discoverers: shields.iter().filter(|(square, _)| is_enemy_piece(*square)).count() as i16,
            all,
            attackers,
        }
    }

    /// Its pieces of a role.
    pub(crate) fn of_role(&self, role: Role) -> impl Iterator<Item = &PieceView> {
        self.all.iter().filter(move |piece| piece.role == role)
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.of_role(role).next().is_some()
    }

    /// Its pieces, king and pawns left out.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &PieceView> {
        self.all.iter().filter(|piece| !matches!(piece.role, Role::Pawn | Role::King))
    }

    pub(crate) fn role_on(&self, square: Square) -> Option<Role> {
        self.all.iter().find(|piece| piece.square == square).map(|piece| piece.role)
    }

    pub(crate) fn stands_on(&self, square: Square) -> bool {
        self.role_on(square).is_some()
    }

    /// The roles of its pieces that attack a square.
    pub(crate) fn attackers(&self, square: Square) -> &[Role] {
        &self.attackers[square]
    }

    pub(crate) fn attacks(&self, square: Square) -> bool {
        !self.attackers[square].is_empty()
    }

    pub(crate) fn attacks_twice(&self, square: Square) -> bool {
        self.attackers[square].len() >= 2
    }

    pub(crate) fn attacks_with(&self, role: Role, square: Square) -> bool {
        self.attackers[square].contains(&role)
    }
}
