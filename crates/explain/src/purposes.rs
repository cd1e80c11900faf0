//! Purposes: what a quiet move does on the board, in the terms of a teacher.
//!
//! A purpose is a fact of the rules that was not so before the move: a rook comes to an open file, a pawn is protected once
//! more. It proves nothing about the strength of the move. So it is told only of a move that is about as good as the best
//! one, if nothing is won, lost, threatened or prevented.

use movegen::position::Wing;
use movegen::{Position, attacks};
use types::{Bitboard, Color, File, Move, Rank, Role, Score, Square};

use crate::motifs::{
    self, Motif, Placed, attacks_from, balance, lined_up, passed, role_on, value, winning_captures, worth,
};
use crate::questions::{ahead, is_passed};

/// The opening lasts while there are so many kings and pieces, and an ending has no more than these and no queens.
const OPENING_PIECES: u32 = 12;
const ENDING_PIECES: u32 = 6;
/// A piece whose squares become so many more is more active.
const MORE_SQUARES: u32 = 3;

const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// Something that a quiet move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It gives check.
    GivesCheck,
    /// The king leaves a check, or another piece blocks it.
    EndsCheck(Role),
    /// The king castles behind two pawns or three, and the rook comes to this square.
    Castles(Square),
    /// The moved piece could be taken with profit, and no longer can.
    #[allow(missing_docs)]
    Retreats { piece: Role, attacker: Placed },
    /// The moved piece could now take this one with profit.
    Attacks(Placed),
    /// A piece was pinned to king or queen, and no longer is.
    Unpins(Placed),
    /// The moved piece protects another one that needs it, or that nothing protected.
    Protects(Placed),
    /// A passed pawn goes on.
    AdvancesPassedPawn,
    /// A piece stands in front of the opponent's passed pawn.
    BlocksPassedPawn(Square),
    /// A rook stands behind a passed pawn of either side.
    BehindPassedPawn(Square),
    /// The king comes nearer to a passed pawn of either side.
    KingToPassedPawn(Square),
    /// The king comes nearer to the centre in an ending.
    KingToCentre,
    /// A central pawn passes a pawn that it could take or be taken by, and both sides' pawns block each other.
    ClosesCentre,
    /// A pawn attacks a protected pawn.
    Challenges(Square),
    /// A knight or bishop is protected by a pawn where no enemy pawn can ever attack it.
    Outpost(Role),
    /// A rook stands on one file with another one.
    DoublesRooks(File),
    /// A rook comes to a file without pawns.
    OpenFile(File),
    /// A rook comes to a file without own pawns.
    HalfOpenFile(File),
    /// A rook comes to a file on which an own pawn attacks one of the opponent's.
    FileMayOpen,
    /// A rook comes to a file on which an own pawn can advance.
    SupportsAdvance(Square),
    /// A rook comes to the seventh rank, where it attacks pawns or shuts the king in.
    SeventhRank,
    /// A knight or bishop leaves its first square in the opening.
    Develops(Role),
    /// Nothing stands between the king and a rook any more, with which it may still castle.
    ClearsCastling,
    /// A pawn that is not passed advances to where it takes squares from the opponent.
    GainsSpace(File),
    /// A pawn advances against the opponent's king, far from the own one.
    StormsKing,
    /// A pawn leaves b2 or g2 to the bishop beside it, or b7 or g7.
    MakesRoom(Square),
    /// A pawn move lets bishops and the queen out.
    OpensLines(Vec<Placed>),
    /// A piece stands opposite a protected one of the same kind.
    #[allow(missing_docs)]
    OffersExchange { role: Role, is_ahead: bool },
    /// The moved piece attacks a protected one.
    Pressures(Placed),
    /// A piece of the opponent could have gone to a square, and would be lost there now: one that a pawn guards, or a rook on
    /// our first two ranks, where the king does.
    #[allow(missing_docs)]
    KeepsFrom { piece: Role, square: Square },
    /// A pawn guards a square to which another one can now advance, on the files c to f.
    PreparesAdvance(Square),
    /// The moved piece attacks empty squares of the centre that it did not attack before.
    FightsFor(Vec<Square>),
    /// Nothing stands between the rooks any more.
    ConnectsRooks,
    /// The king on the back rank gets a square to which it can escape.
    FlightSquare(Square),
    /// The moved piece reaches more squares.
    MoreSquares(Role),
}

impl Purpose {
    /// The squares that it is about besides those of the move.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match self {
            Purpose::Attacks((_, square))
            | Purpose::Retreats { attacker: (_, square), .. }
            | Purpose::Unpins((_, square))
            | Purpose::Protects((_, square))
            | Purpose::Pressures((_, square))
            | Purpose::BlocksPassedPawn(square)
            | Purpose::BehindPassedPawn(square)
            | Purpose::KingToPassedPawn(square)
            | Purpose::Challenges(square)
            | Purpose::KeepsFrom { square, .. }
            | Purpose::PreparesAdvance(square)
            | Purpose::MakesRoom(square)
            | Purpose::SupportsAdvance(square)
            | Purpose::FlightSquare(square) => vec![*square],
            Purpose::OpensLines(pieces) => pieces.iter().map(|piece| piece.1).collect(),
            Purpose::FightsFor(squares) => squares.clone(),
            _ => Vec::new(),
        }
    }
}

/// The purposes of a move that takes nothing, the most important one first.
pub fn of(before: &Position, mv: Move) -> Vec<Purpose> {
    let (after, us) = (&before.after(mv), before.side_to_move());
    // Of castling it is the rook that comes to a new place.
    let (from, to) = match mv.is_castle() {
        true => (mv.to(), Wing::of(mv.from(), mv.to()).rook_target(us)),
        false => (mv.from(), mv.to()),
    };
    let attacked = attacks_from(after, to, after.occupied());
    let gained = attacked - attacks_from(before, from, before.occupied());
    let step = Step { before, after, mv, us, from, to, role: role_on(after, to), attacked, gained };
    let motifs = motifs::at(&[before.clone(), after.clone()], &[mv], 0);
    let pinned = motifs.iter().filter_map(|motif| match motif {
        Motif::Pin { pinned, .. } => Some(pinned.1),
        _ => None,
    });
    let is_lost = winning_captures(after).iter().any(|reply| reply.to() == to);
    if is_lost && step.role != Role::Pawn {
        return Vec::new();
    }
    if let Some(castles) = step.castles() {
        return vec![castles];
    }
    let rules = [
        after.in_check().then_some(Purpose::GivesCheck),
        before.in_check().then_some(Purpose::EndsCheck(role_on(before, mv.from()))),
        step.retreats(),
        step.attacks(),
        step.unpins(),
        step.protects(true),
        step.passed_pawn().or_else(|| step.king_to_centre()).or_else(|| step.rook()),
        step.challenges(),
        step.closes_centre().or_else(|| step.space(true).filter(|_| !is_lost)),
        step.outpost(),
        step.develops(),
        step.offers_exchange(),
        step.pressures(),
        step.clears_castling(),
        step.opens_lines(),
        step.prepares_advance(),
        step.keeps_from(),
        step.storms_king(),
        step.fights_for(),
        step.space(false).filter(|_| !is_lost),
        step.connects_rooks(),
        step.flight_square(),
        step.protects(false),
        step.supports_advance(),
    ];
    // Nothing more is said of a piece that the move pins, or that is named already.
    let mut told: Vec<Square> = pinned.collect();
    let mut found: Vec<Purpose> = rules.into_iter().flatten().collect();
    found.retain(|purpose| {
        let squares = purpose.squares();
        let is_new = squares.is_empty() || squares.iter().any(|square| !told.contains(square));
        told.extend(squares);
        is_new
    });
    if found.is_empty() {
        found.extend(step.more_squares());
    }
    found
}

/// A move with the position before and after it.
struct Step<'a> {
    before: &'a Position,
    after: &'a Position,
    mv: Move,
    us: Color,
    /// The squares and the role of the moved piece.
    from: Square,
    to: Square,
    role: Role,
    /// The squares that it attacks.
    attacked: Bitboard,
    /// Those of them that it did not attack before the move.
    gained: Bitboard,
}

impl Step<'_> {
    fn is_pawn(&self) -> bool {
        self.role == Role::Pawn
    }

    fn is_minor(&self) -> bool {
        matches!(self.role, Role::Knight | Role::Bishop)
    }

    fn placed(&self, square: Square) -> Placed {
        (role_on(self.after, square), square)
    }

    /// The rank of a square as we see it, from 0.
    fn rank(&self, square: Square) -> usize {
        square.rank().relative_to(self.us).index()
    }

    fn pieces(&self, position: &Position) -> u32 {
        (position.occupied() - position.role(Role::Pawn)).count()
    }

    /// The squares to which a piece could go.
    fn squares(&self, position: &Position, square: Square) -> u32 {
        (attacks_from(position, square, position.occupied()) - position.color(self.us)).count()
    }

    /// The pieces of a side that attack a square.
    fn attackers(&self, position: &Position, color: Color, square: Square) -> Bitboard {
        position.attackers_to(square, position.occupied()) & position.color(color)
    }

    /// True if the opponent has what endangers a king.
    fn has_heavy(&self) -> bool {
        (self.before.straight_sliders(!self.us)).any()
    }

    fn castles(&self) -> Option<Purpose> {
        let king = self.after.king(self.us).bitboard();
        let ahead = (king | king.east() | king.west()).forward(self.us);
        let shelter = (ahead | ahead.forward(self.us)) & self.after.pieces(self.us, Role::Pawn);
        (self.mv.is_castle() && shelter.has_many() && self.has_heavy()).then_some(Purpose::Castles(self.to))
    }

    fn retreats(&self) -> Option<Purpose> {
        let threats = winning_captures(&passed(self.before)?);
        let threat = threats.iter().filter(|threat| threat.to() == self.from && !self.is_pawn());
        let attacker =
            threat.map(|threat| threat.from()).min_by_key(|&from| worth(role_on(self.before, from)))?;
        Some(Purpose::Retreats { piece: self.role, attacker: self.placed(attacker) })
    }

    fn attacks(&self) -> Option<Purpose> {
        let known = winning_captures(self.before);
        let captures = winning_captures(&passed(self.after)?);
        let is_new = |target: &Square| known.iter().all(|capture| capture.to() != *target);
        let targets = captures.iter().filter(|capture| capture.from() == self.to).map(|capture| capture.to());
        let targets = targets.filter(|&target| self.gained.contains(target));
        let target = targets.filter(is_new).max_by_key(|&square| value(self.placed(square).0))?;
        Some(Purpose::Attacks(self.placed(target)))
    }

    fn unpins(&self) -> Option<Purpose> {
        let pins = |position: &Position| -> Vec<(Square, Square)> {
            let sliders = position.diagonal_sliders(!self.us) | position.straight_sliders(!self.us);
            let is_pin = |slider: Square, (front, behind): (Square, Square)| {
                let [by, front, behind] = [slider, front, behind].map(|square| role_on(position, square));
                front != Role::Pawn && worth(behind) > value(by).max(worth(front))
            };
            sliders
                .into_iter()
                .flat_map(|slider| lined_up(position, slider).into_iter().map(move |pair| (slider, pair)))
                .filter(|&(slider, pair)| is_pin(slider, pair))
                .map(|(slider, (front, _))| (slider, front))
                .collect()
        };
        let still = pins(self.after);
        let freed = pins(self.before).into_iter().find(|pin| pin.1 != self.from && !still.contains(pin))?;
        Some(Purpose::Unpins(self.placed(freed.1)))
    }

    /// `is_attacked`: a piece that is attacked at least as often as it was protected; otherwise one that nothing protected.
    fn protects(&self, is_attacked: bool) -> Option<Purpose> {
        let lost = winning_captures(self.after);
        let needs = |&square: &Square| {
            let attackers = self.attackers(self.before, !self.us, square);
            let protectors = self.attackers(self.before, self.us, square);
            let is_safe = lost.iter().all(|reply| reply.to() != square);
            match is_attacked {
                true => attackers.any() && attackers.count() >= protectors.count() && is_safe,
                false => protectors.is_empty() && attackers.is_empty(),
            }
        };
        let own = self.gained & (self.after.color(self.us) - self.after.role(Role::King));
        let target = own.into_iter().filter(needs).max_by_key(|&square| value(self.placed(square).0))?;
        Some(Purpose::Protects(self.placed(target)))
    }

    fn passed_pawn(&self) -> Option<Purpose> {
        let (after, to) = (self.after, self.to);
        if self.is_pawn() {
            let is_passed = is_passed(self.before, self.from, self.us) && is_passed(after, to, self.us);
            return is_passed.then_some(Purpose::AdvancesPassedPawn);
        }
        let pawns = Color::ALL.into_iter().flat_map(|color| {
            let pawns = after.pieces(color, Role::Pawn).into_iter();
            pawns.filter(move |&pawn| is_passed(after, pawn, color)).map(move |pawn| (color, pawn))
        });
        pawns.into_iter().find_map(|(color, pawn)| {
            let is_behind = |square: Square| {
                let ahead = pawn.rank().relative_to(color) > square.rank().relative_to(color);
                square.file() == pawn.file() && ahead
            };
            let nears = to.distance(pawn) < self.from.distance(pawn);
            match self.role {
                _ if color != self.us && pawn.bitboard().forward(color).contains(to) => {
                    Some(Purpose::BlocksPassedPawn(pawn))
                }
                Role::Rook if is_behind(to) && !is_behind(self.from) && self.attacked.contains(pawn) => {
                    Some(Purpose::BehindPassedPawn(pawn))
                }
                Role::King if self.is_ending() && nears => Some(Purpose::KingToPassedPawn(pawn)),
                _ => None,
            }
        })
    }

    fn is_ending(&self) -> bool {
        self.after.role(Role::Queen).is_empty() && self.pieces(self.after) <= ENDING_PIECES
    }

    fn king_to_centre(&self) -> Option<Purpose> {
        let apart = |index: usize| index.abs_diff(3).min(index.abs_diff(4));
        let distance = |square: Square| apart(square.file().index()) + apart(square.rank().index());
        let nears = self.role == Role::King && distance(self.to) < distance(self.from);
        (nears && self.is_ending()).then_some(Purpose::KingToCentre)
    }

    /// The enemy pawns that a pawn of ours attacks from a square.
    fn levers(&self, square: Square) -> Bitboard {
        attacks::pawn(self.us, square) & self.after.pieces(!self.us, Role::Pawn)
    }

    fn closes_centre(&self) -> Option<Purpose> {
        let is_blocked =
            self.to.bitboard().forward(self.us).intersects(self.after.pieces(!self.us, Role::Pawn));
        let is_central = matches!(self.to.file(), File::D | File::E);
        let passes = self.is_pawn() && self.levers(self.from).any() && self.levers(self.to).is_empty();
        (passes && is_blocked && is_central).then_some(Purpose::ClosesCentre)
    }

    fn challenges(&self) -> Option<Purpose> {
        let pawn = self.levers(self.to).first().filter(|_| self.is_pawn())?;
        Some(Purpose::Challenges(pawn))
    }

    fn outpost(&self) -> Option<Purpose> {
        let pawns = self.after.pieces(!self.us, Role::Pawn);
        let is_outpost = |square: Square| {
            let beside = square.bitboard().east() | square.bitboard().west();
            (3..6).contains(&self.rank(square)) && !ahead(beside, self.us).intersects(pawns)
        };
        let is_held = attacks::pawn(!self.us, self.to).intersects(self.after.pieces(self.us, Role::Pawn));
        (self.is_minor() && is_held && is_outpost(self.to) && !is_outpost(self.from))
            .then_some(Purpose::Outpost(self.role))
    }

    fn rook(&self) -> Option<Purpose> {
        let file = self.to.file();
        if self.role != Role::Rook {
            return None;
        }
        let pawns = |color| self.after.pieces(color, Role::Pawn);
        let others = self.attacked & self.after.pieces(self.us, Role::Rook) & file.bitboard();
        let is_new = file != self.from.file();
        let own = pawns(self.us) & file.bitboard();
        let on_seventh = Rank::Seventh.relative_to(self.us).bitboard();
        let targets = on_seventh & pawns(!self.us);
        let shuts_in = self.rank(self.after.king(!self.us)) == 7;
        match () {
            () if self.rank(self.to) == 6 && self.rank(self.from) != 6 && (targets.any() || shuts_in) => {
                Some(Purpose::SeventhRank)
            }
            () if !is_new => None,
            () if own.any() => {
                own.into_iter().any(|pawn| self.levers(pawn).any()).then_some(Purpose::FileMayOpen)
            }
            () if others.any() => Some(Purpose::DoublesRooks(file)),
            () if pawns(!self.us).intersects(file.bitboard()) => Some(Purpose::HalfOpenFile(file)),
            () => Some(Purpose::OpenFile(file)),
        }
    }

    fn supports_advance(&self) -> Option<Purpose> {
        let is_free = |pawn: &Square| !pawn.bitboard().forward(self.us).intersects(self.after.occupied());
        let ahead = ahead(self.to.bitboard(), self.us) & self.attacked;
        let mut pawns = (ahead & self.after.pieces(self.us, Role::Pawn)).into_iter();
        let pawn =
            pawns.find(is_free).filter(|_| self.role == Role::Rook && self.from.file() != self.to.file())?;
        Some(Purpose::SupportsAdvance(pawn))
    }

    fn is_opening(&self) -> bool {
        self.pieces(self.after) >= OPENING_PIECES
    }

    fn develops(&self) -> Option<Purpose> {
        let files = if self.role == Role::Knight { [File::B, File::G] } else { [File::C, File::F] };
        let leaves = self.rank(self.from) == 0 && self.rank(self.to) > 0 && files.contains(&self.from.file());
        (self.is_minor() && leaves && self.is_opening()).then_some(Purpose::Develops(self.role))
    }

    fn clears_castling(&self) -> Option<Purpose> {
        let is_clear = |position: &Position, rook: Square| {
            (attacks::between(position.king(self.us), rook) & position.occupied()).is_empty()
        };
        let rooks = self.after.castling() & self.after.color(self.us);
        let mut rooks = rooks.into_iter();
        let clears = rooks.any(|rook| is_clear(self.after, rook) && !is_clear(self.before, rook));
        clears.then_some(Purpose::ClearsCastling)
    }

    /// `is_central`: with a pawn on the files d and e.
    fn space(&self, is_central: bool) -> Option<Purpose> {
        let file = self.to.file();
        let is_there = matches!(file, File::D | File::E) == is_central && self.rank(self.to) >= 3;
        let takes = is_central || self.levers(self.to).is_empty();
        let is_passed = is_passed(self.after, self.to, self.us);
        (self.is_pawn() && is_there && takes && !is_passed && !self.is_ending())
            .then_some(Purpose::GainsSpace(file))
    }

    fn storms_king(&self) -> Option<Purpose> {
        let apart = |color| (self.after.king(color).file() as u8).abs_diff(self.to.file() as u8);
        let king = self.after.king(!self.us);
        let is_storm = apart(!self.us) <= 1 && apart(self.us) >= 3 && self.rank(king) >= 6;
        let has_queens = self.after.pieces(self.us, Role::Queen).any();
        (self.is_pawn() && is_storm && has_queens && self.rank(self.to) >= 3).then_some(Purpose::StormsKing)
    }

    fn opens_lines(&self) -> Option<Purpose> {
        let home = self.after.pieces(self.us, Role::Bishop) & self.us.back_rank().bitboard();
        if self.is_pawn()
            && matches!(self.from.file(), File::B | File::G)
            && self.rank(self.to) == 2
            && self.attackers(self.after, self.us, self.from).intersects(home)
        {
            return Some(Purpose::MakesRoom(self.from));
        }
        let opens = |role: Role, least: u32| {
            let pieces = self.after.pieces(self.us, role).into_iter();
            pieces.filter(move |&square| {
                let [before, after] =
                    [self.before, self.after].map(|position| self.squares(position, square));
                after >= before + if before == 0 { least } else { MORE_SQUARES }
            })
        };
        let opened = opens(Role::Bishop, 1).chain(opens(Role::Queen, MORE_SQUARES));
        let opened: Vec<Placed> = opened.map(|square| self.placed(square)).collect();
        let has_bishop = opened.first().is_some_and(|piece| piece.0 == Role::Bishop);
        (self.is_pawn() && has_bishop).then_some(Purpose::OpensLines(opened))
    }

    fn offers_exchange(&self) -> Option<Purpose> {
        let same = self.gained & self.after.pieces(!self.us, self.role);
        let counts = same.any() && !self.is_pawn();
        let is_ahead = balance(self.before, self.us) >= 100;
        counts.then_some(Purpose::OffersExchange { role: self.role, is_ahead })
    }

    fn pressures(&self) -> Option<Purpose> {
        let is_pressed = |&square: &Square| {
            let attackers = self.attackers(self.after, self.us, square).count();
            let protectors = self.attackers(self.after, !self.us, square).count();
            let is_home = self.rank(square) == 7;
            !is_home && (attackers >= protectors || value(self.placed(square).0) >= value(self.role))
        };
        let enemies = self.after.color(!self.us) - self.after.role(Role::King);
        let mut targets = (self.gained & enemies).into_iter().filter(is_pressed);
        let target = targets.next().filter(|_| !self.is_pawn() && self.role != Role::King)?;
        Some(Purpose::Pressures(self.placed(target)))
    }

    fn keeps_from(&self) -> Option<Purpose> {
        let before = passed(self.before)?;
        let replies = self.after.legal_moves();
        let is_kept = |reply: &&Move| {
            let square = reply.to();
            let counts = match role_on(&before, reply.from()) {
                Role::Rook => self.role == Role::King && self.rank(square) <= 1,
                role => self.is_pawn() && self.rank(square) <= 3 && role != Role::King,
            };
            counts
                && self.gained.contains(square)
                && before.piece_at(square).is_none()
                && before.see(**reply, Score(0))
                && replies.contains(reply)
                && !self.after.see(**reply, Score(0))
        };
        let kept = before.legal_moves().iter().find(is_kept)?.to_owned();
        Some(Purpose::KeepsFrom { piece: role_on(&before, kept.from()), square: kept.to() })
    }

    fn prepares_advance(&self) -> Option<Purpose> {
        let next = passed(self.after).filter(|_| self.is_pawn())?;
        let guarded = attacks::pawns(self.us, self.before.pieces(self.us, Role::Pawn));
        let is_prepared = |mv: &&Move| {
            let square = mv.to();
            role_on(&next, mv.from()) == Role::Pawn
                && mv.from().file() == square.file()
                && (File::C..=File::F).contains(&square.file())
                && (self.gained - guarded).contains(square)
                && self.rank(square) >= 3
                && self.attackers(self.after, !self.us, square).any()
        };
        let advance = next.legal_moves().iter().find(is_prepared)?.to();
        Some(Purpose::PreparesAdvance(advance))
    }

    fn fights_for(&self) -> Option<Purpose> {
        let squares: Vec<Square> = {
            let squares = CENTRE.into_iter().filter(|&square| self.gained.contains(square));
            squares.filter(|&square| self.after.piece_at(square).is_none()).collect()
        };
        let counts = self.is_opening() && (self.is_pawn() || self.is_minor()) && !squares.is_empty();
        counts.then_some(Purpose::FightsFor(squares))
    }

    fn connects_rooks(&self) -> Option<Purpose> {
        let are_connected = |position: &Position| {
            let rooks = position.pieces(self.us, Role::Rook) & self.us.back_rank().bitboard();
            let ends = rooks.first().zip(rooks.last()).filter(|(a, b)| a != b);
            ends.is_some_and(|(a, b)| (attacks::between(a, b) & position.occupied()).is_empty())
        };
        (are_connected(self.after) && !are_connected(self.before)).then_some(Purpose::ConnectsRooks)
    }

    fn flight_square(&self) -> Option<Purpose> {
        let king = self.after.king(self.us);
        let flights = |position: &Position| {
            let ahead = attacks::king(king) & king.rank().bitboard().forward(self.us);
            let is_free = |&square: &Square| self.attackers(position, !self.us, square).is_empty();
            (ahead - position.color(self.us)).into_iter().find(is_free)
        };
        let counts = self.is_pawn() && self.rank(king) == 0 && self.has_heavy();
        flights(self.after).filter(|_| counts && flights(self.before).is_none()).map(Purpose::FlightSquare)
    }

    fn more_squares(&self) -> Option<Purpose> {
        let more = self.squares(self.after, self.to) >= self.squares(self.before, self.from) + MORE_SQUARES;
        (more && !self.is_pawn() && self.role != Role::King).then_some(Purpose::MoreSquares(self.role))
    }
}
