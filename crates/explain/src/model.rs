//! The reasons and their evidence, without words.
//!
//! "Our" side is the one that makes the explained move; scores and centipawns are for our side, greater is better.

use movegen::Position;
use types::{Color, Move, Role, Score};

use crate::line::LEAST_GAIN;
use crate::motifs::{Motif, Placed};
use crate::purposes::Purpose;

/// A move with its reasons, the most important one first.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position in which the move is made.
    pub position: Position,
    /// The explained move.
    pub mv: Move,
    /// The score of the move.
    pub score: Score,
    /// The reasons. Several searches give some of them scores; only those of one reason can be compared.
    pub reasons: Vec<Reason>,
    /// The nodes of all searches together.
    pub nodes: u64,
}

impl Explanation {
    /// The first reason with such a claim.
    pub(crate) fn find(&self, wanted: fn(&Claim) -> bool) -> Option<&Reason> {
        self.reasons.iter().find(|reason| wanted(&reason.claim))
    }
}

/// A claim with its evidence and the reasons behind it.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The claim.
    pub claim: Claim,
    /// The line that shows the claim; `None` if that is the line of the reason above, or the rules show it.
    pub evidence: Option<Evidence>,
    /// The reasons within the line: material, motifs, mate, draw.
    pub reasons: Vec<Reason>,
}

impl Reason {
    /// A claim that needs no line of its own.
    pub fn of(claim: Claim) -> Reason {
        Reason { claim, evidence: None, reasons: Vec::new() }
    }
}

/// A line that shows a claim, and the search that found it.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The moves from the explained position to the start of the line. `None` is a pass.
    pub path: Vec<Option<Move>>,
    /// The position at the start of the line.
    pub start: Position,
    /// The line up to the moment that shows the claim.
    pub moves: Vec<Move>,
    /// The score of the line.
    pub score: Score,
    /// The depth of the search.
    pub depth: i32,
    /// The nodes of the search.
    pub nodes: u64,
}

/// A claim about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is no other legal move.
    OnlyLegalMove,
    /// The move compared with the best other one by the same search.
    Compared {
        /// The result.
        outcome: Outcome,
        /// The best other move.
        other: Move,
        /// Its score.
        other_score: Score,
    },
    /// We mate in so many moves, the last one included.
    Mates(i32),
    /// The opponent mates in so many moves.
    IsMated(i32),
    /// The game is drawn by the move, or at the end of its line.
    Draw(Draw),
    /// The material that is won and lost up to the first quiet moment of the line.
    Material(Exchange),
    /// A pattern at a move of the line. The side that makes the move profits from it.
    Motif {
        /// The pattern.
        motif: Motif,
        /// The number of the move in the line; 0 is the first.
        ply: usize,
    },
    /// If the opponent passed, this move would win something.
    Threat(Move),
    /// The opponent threatened this move, and it no longer works.
    Prevents {
        /// The opponent's move.
        threat: Move,
        /// The way in which the move prevents it.
        means: Means,
    },
    /// A piece of the opponent could have pinned one of ours from a square, and would be lost there now.
    KeepsOff {
        /// The opponent's move.
        threat: Move,
        /// The pin.
        pin: Motif,
    },
    /// The opponent threatened this move already, and still plays it.
    Overlooks(Move),
    /// One reply makes the move worse than another one, and all other replies do not.
    Allows {
        /// The reply.
        reply: Move,
        /// The score after the next best reply.
        otherwise: Score,
    },
    /// The best reply threatens to win something.
    AllowsThreat {
        /// The reply.
        reply: Move,
        /// The opponent's next move, if we passed.
        threat: Move,
    },
    /// This natural reply fails.
    Refutes(Move),
    /// The result of another move, for comparison.
    Instead(Move),
    /// The opponent would be better off without having to move.
    Zugzwang,
    /// In a pawn ending in which no other move does as much, our king faces the other with one square between them, and
    /// the opponent is to move.
    Opposition,
    /// We give up the right to castle.
    LosesCastling,
    /// The moved pawn is a passed pawn, and was none before.
    MakesPassedPawn,
    /// Something that the move does on the board, if nothing concrete is to be said of it; among the reasons of
    /// [`Instead`](Claim::Instead), something that the other move does.
    Purpose(Purpose),
    /// No material is won or lost, and nothing is threatened.
    Quiet,
    /// A theme of the evaluation in which the position after a move is better than after another one.
    Theme {
        /// The move with the better theme.
        better: Move,
        /// The other move.
        worse: Move,
        /// The group of terms, as the evaluation names it.
        group: &'static str,
        /// The term that differs most.
        term: &'static str,
        /// The difference.
        centipawns: i32,
    },
}

/// The result of a comparison with the best other move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It wins, and no other move does.
    OnlyMoveThatWins,
    /// It does not lose, and all other moves do.
    OnlyMoveThatHolds,
    /// After all other moves we are mated in so many moves or less.
    OnlyMoveThatAvoidsMate(i32),
    /// It is better.
    Best,
    /// There is no difference that matters.
    AsGood,
    /// The other move is better.
    Worse,
    /// The other move wins, and this one does not.
    MissesWin,
    /// It loses, and the other one does not.
    Loses,
}

impl Outcome {
    /// True if no other move does what this one does.
    pub(crate) fn is_only(self) -> bool {
        use Outcome::{OnlyMoveThatAvoidsMate, OnlyMoveThatHolds, OnlyMoveThatWins};
        matches!(self, OnlyMoveThatWins | OnlyMoveThatHolds | OnlyMoveThatAvoidsMate(_))
    }

    /// True if the other move is better.
    pub(crate) fn is_fault(self) -> bool {
        matches!(self, Outcome::Worse | Outcome::MissesWin | Outcome::Loses)
    }
}

/// A kind of draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Draw {
    Stalemate,
    PerpetualCheck { by: Color },
    Repetition,
    FiftyMoves,
    Material,
}

/// A way to prevent a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// The attacked piece moves away.
    MovesAway(Placed),
    /// The piece that threatens is taken.
    TakesAttacker(Placed),
    /// A line is blocked.
    Blocks,
    /// The square is defended, so that the piece that goes there is taken.
    Guards(Placed),
    /// It is still legal, but does not win what it won before.
    Other,
}

/// The pieces that leave the board in a line up to its first quiet moment. Pieces of the same role that both sides lose
/// are in `traded` and not in `won` and `lost`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Exchange {
    pub won: Vec<Role>,
    pub lost: Vec<Role>,
    pub traded: Vec<Role>,
    /// The pieces that our pawns and their pawns become.
    pub promoted: Vec<Role>,
    pub promoted_by_opponent: Vec<Role>,
    /// The first move takes back what the opponent's last move took.
    pub is_recapture: bool,
    /// The balance before and after, in centipawns as players count pieces.
    pub before: i32,
    pub after: i32,
    /// The side that loses material gets enough for it, by the search.
    pub is_compensated: bool,
}

impl Exchange {
    /// True if a side that is a pawn ahead loses it, and nothing else.
    pub(crate) fn gives_pawn_back(&self) -> bool {
        self.lost == [Role::Pawn]
            && [&self.won, &self.promoted, &self.promoted_by_opponent].iter().all(|roles| roles.is_empty())
            && self.before > 0
            && self.after.abs() < LEAST_GAIN
    }

    /// The balance that is won.
    pub fn gain(&self) -> i32 {
        self.after - self.before
    }

    /// The exchange from the opponent's view.
    pub fn turned(&self) -> Exchange {
        Exchange {
            won: self.lost.clone(),
            lost: self.won.clone(),
            promoted: self.promoted_by_opponent.clone(),
            promoted_by_opponent: self.promoted.clone(),
            before: -self.before,
            after: -self.after,
            ..self.clone()
        }
    }
}

impl Claim {
    /// The move that the claim is about besides the explained one: the other move, the threat, the reply.
    pub(crate) fn about(&self) -> Option<Move> {
        match *self {
            Claim::Compared { other: mv, .. }
            | Claim::Theme { worse: mv, .. }
            | Claim::Threat(mv)
            | Claim::Prevents { threat: mv, .. }
            | Claim::KeepsOff { threat: mv, .. }
            | Claim::Overlooks(mv)
            | Claim::Allows { reply: mv, .. }
            | Claim::AllowsThreat { threat: mv, .. }
            | Claim::Refutes(mv)
            | Claim::Instead(mv) => Some(mv),
            _ => None,
        }
    }

    /// The kind of the claim, for programs and tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Claim::OnlyLegalMove => "only legal move",
            Claim::Compared { outcome, .. } => match outcome {
                Outcome::OnlyMoveThatWins => "only move that wins",
                Outcome::OnlyMoveThatHolds => "only move that holds",
                Outcome::OnlyMoveThatAvoidsMate(_) => "only move that avoids mate",
                Outcome::Best => "best",
                Outcome::AsGood => "as good",
                Outcome::Worse => "worse",
                Outcome::MissesWin => "misses a win",
                Outcome::Loses => "loses",
            },
            Claim::Mates(_) => "mates",
            Claim::IsMated(_) => "is mated",
            Claim::Draw(_) => "draw",
            Claim::Material(_) => "material",
            Claim::Motif { .. } => "motif",
            Claim::Threat(_) => "threat",
            Claim::Prevents { .. } => "prevention",
            Claim::KeepsOff { .. } => "pin prevented",
            Claim::Overlooks(_) => "overlooked threat",
            Claim::Allows { .. } => "allowed reply",
            Claim::AllowsThreat { .. } => "allowed threat",
            Claim::Refutes(_) => "refutation",
            Claim::Instead(_) => "contrast",
            Claim::Zugzwang => "zugzwang",
            Claim::Opposition => "opposition",
            Claim::LosesCastling => "loses castling",
            Claim::MakesPassedPawn => "passed pawn",
            Claim::Purpose(_) => "purpose",
            Claim::Quiet => "quiet",
            Claim::Theme { .. } => "theme",
        }
    }
}
