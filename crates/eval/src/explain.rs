//! The evaluation explained: as a table of its terms, and divided among the pieces. Both run the evaluation that plays.
//!
//! # The table
//!
//! Counts of features are multiplied by weights. The terms of the danger to a king are listed as they are summed; their
//! group shows the score of that danger, which alone is part of the total.
//!
//! # The pieces
//!
//! A feature that counts something about one piece belongs to that piece: its material, its square, its mobility, the
//! pawns in front of a king, the threats against it. The attack on a king belongs to that king as a whole, because it
//! does not grow evenly with the attackers. The rest is assigned to no piece: pairs of pieces, patterns of pawns, space,
//! tempo.
//!
//! ```text
//!   sum = worth of White's pieces − worth of Black's pieces + unassigned, White − Black
//! ```
//!
//! This holds exactly, in both halves, because it is the same sum in another order. It does not say what the
//! position would be worth without a piece: the others would then stand on better or worse squares.

use std::fmt;

use movegen::Position;
use types::{Bitboard, ByColor, Color, Piece, Role, Score, Square};

use crate::accumulator::Accumulator;
use crate::evaluator::Evaluation;
use crate::king_safety::worth_of_danger;
use crate::tapered::{Phase, Scale, Tapered};
use crate::term::{EvalFeature, TermForm, TermInfo};
use crate::terms::{MATERIAL, TERMS, WEIGHTS};
use crate::trace::{FeatureCounts, Trace};

/// The score of each term for each side, and the way from their sum to the final score.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The groups of terms, in the order of the list.
    pub groups: Vec<TermGroup>,
    /// The sum of all groups, with phase and scale, as seen by White.
    pub evaluation: Evaluation,
    pub side_to_move: Color,
    /// The final score, as seen by the side to move; the same as [`evaluate`](crate::evaluate()).
    pub score: Score,
}

#[derive(Clone, Debug)]
pub struct TermGroup {
    /// Its name in the list.
    pub name: &'static str,
    /// The way in which its terms enter the score.
    pub form: TermForm,
    /// Its terms, in the order of the list.
    pub terms: Vec<Contribution>,
    /// The score of the terms together for each side. For the danger to a king that is not their sum.
    pub worth: ByColor<Tapered>,
}

/// The score of a term for each side.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// The name of the term in the list.
    pub name: &'static str,
    /// Weight times count, by side.
    pub sums: ByColor<Tapered>,
}

/// Explains the evaluation of a position.
pub fn explain(position: &Position) -> Explanation {
    let mut counts = FeatureCounts::new();
    let evaluation = Evaluation::of(position, &Accumulator::of(position), &mut counts);
    let groups = TERMS.chunk_by(|a, b| a.group == b.group).map(|terms| group(terms, &counts));
    let side_to_move = position.side_to_move();
    Explanation { groups: groups.collect(), evaluation, side_to_move, score: evaluation.score(side_to_move) }
}

fn group(terms: &[TermInfo], counts: &FeatureCounts) -> TermGroup {
    let contribution = |term: &TermInfo| Contribution {
        name: term.name,
        sums: ByColor::from_fn(|color| counts.sum(color, term.range())),
    };
    let contributions: Vec<Contribution> = terms.iter().map(contribution).collect();
    let TermInfo { group: name, form, .. } = terms[0];
    let worth = |color| {
        let sum = contributions.iter().map(|term| term.sums[color]).sum();
        match form {
            TermForm::Linear => sum,
            TermForm::Danger => worth_of_danger(sum),
        }
    };
    TermGroup { name, form, worth: ByColor::from_fn(worth), terms: contributions }
}

/// A table of all groups and of those terms that are not 0, then the way from the sum to the score.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<26}|      White      |      Black      |      Total", "")?;
        writeln!(f, "{:<26}|    mg      eg   |    mg      eg   |    mg      eg", "Term")?;
        writeln!(f, "{}", RULE)?;
        for group in &self.groups {
            write_row(f, group.name, group.worth)?;
            for term in group.terms.iter().filter(|term| term.sums != ByColor::default()) {
                write_row(f, &format!("  {}", readable(term.name)), term.sums)?;
            }
        }
        writeln!(f, "{}", RULE)?;
        write_row(f, "Sum", self.sums())?;
        let Evaluation { phase, scale, .. } = self.evaluation;
        let all = Phase::MIDDLEGAME.0;
        let one = Scale::ONE;
        writeln!(f)?;
        writeln!(f, "Phase   {} of {all} middlegame, {} of {all} endgame", phase.0, all - phase.0)?;
        writeln!(f, "Scale   {} of {one} middlegame, {} of {one} endgame", scale.middlegame, scale.endgame)?;
        writeln!(f, "Score   {:+} for White, {} to move", self.white_score(), self.side_to_move)
    }
}

/// The name of a term in readable form.
pub fn readable(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

const RULE: &str = "--------------------------+-----------------+-----------------+-----------------";

/// A name, and the halves for White, for Black, and for White less Black.
fn write_row(f: &mut fmt::Formatter<'_>, name: &str, sums: ByColor<Tapered>) -> fmt::Result {
    let ByColor([white, black]) = sums;
    let [white, black, total] =
        [white, black, white - black].map(|sum| format!("{:>7} {:>7}", sum.middlegame(), sum.endgame()));
    writeln!(f, "{name:<26}|{white}  |{black}  |{total}")
}

impl Explanation {
    /// The final score as White sees it.
    pub fn white_score(&self) -> Score {
        self.evaluation.score(Color::White)
    }

    /// The score of all groups together for each side.
    pub fn sums(&self) -> ByColor<Tapered> {
        ByColor::from_fn(|color| self.groups.iter().map(|group| group.worth[color]).sum())
    }
}

/// The worth of each piece where it stands, and the terms that are assigned to none.
#[derive(Clone, Debug)]
pub struct Attribution {
    /// All pieces and pawns, from a1 to h8.
    pub pieces: Vec<PieceWorth>,
    /// The terms that are assigned to no piece, in the order of the list, without those that give nothing.
    pub rest: Vec<Contribution>,
    /// The sum of all, with phase and scale, as seen by White.
    pub evaluation: Evaluation,
}

/// A piece or pawn and its worth to its own side.
#[derive(Clone, Debug)]
pub struct PieceWorth {
    pub piece: Piece,
    pub square: Square,
    /// The worth of such a piece on any square; nothing for a king.
    pub material: Tapered,
    /// Its whole worth, material included.
    pub worth: Tapered,
    /// The parts of its worth, in the order of the list, without those that give nothing. The attack on a king is
    /// one part, under the name of its group.
    pub parts: Vec<TermShare>,
}

/// One term's share of a piece's worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermShare {
    /// The name of the term in the list.
    pub name: &'static str,
    /// Its worth to the side of the piece.
    pub worth: Tapered,
}

/// Divides the evaluation of a position among its pieces.
pub fn attribute(position: &Position) -> Attribution {
    let mut log = FeatureLog::default();
    let evaluation = Evaluation::of(position, &Accumulator::of(position), &mut log);
    let piece_worth = |square| position.piece_at(square).map(|piece| log.piece_worth(piece, square));
    Attribution {
        pieces: position.occupied().into_iter().filter_map(piece_worth).collect(),
        rest: log.rest(),
        evaluation,
    }
}

/// Every feature that the evaluation reports, in its order.
#[derive(Default)]
struct FeatureLog {
    entries: Vec<LogEntry>,
}

/// A feature that was counted.
struct LogEntry {
    color: Color,
    feature: EvalFeature,
    count: i32,
    /// The pieces for each of which it counts so often; none if it belongs to no piece.
    pieces: Bitboard,
}

impl Trace for FeatureLog {
    fn count(&mut self, color: Color, feature: EvalFeature, count: i32) {
        self.entries.push(LogEntry { color, feature, count, pieces: Bitboard::EMPTY });
    }

    fn count_each(&mut self, color: Color, feature: EvalFeature, times: i32, pieces: Bitboard) {
        if pieces.any() {
            self.entries.push(LogEntry { color, feature, count: times, pieces });
        }
    }
}

impl LogEntry {
    /// Its worth, for one of its pieces.
    fn worth(&self) -> Tapered {
        WEIGHTS[self.feature.index()] * self.count
    }

    fn is_of(&self, term: &TermInfo) -> bool {
        term.range().contains(&self.feature.index())
    }
}

impl FeatureLog {
    /// The worth of the piece on a square.
    fn piece_worth(&self, piece: Piece, square: Square) -> PieceWorth {
        let own =
            |entry: &LogEntry| if entry.color == piece.color() { entry.worth() } else { -entry.worth() };
        // Most entries are of other pieces, so they are passed over once and not for each term.
        let entries: Vec<&LogEntry> =
            self.entries.iter().filter(|entry| entry.pieces.contains(square)).collect();
        let part = |term: &TermInfo| {
            let of_term = entries.iter().copied().filter(|entry| entry.is_of(term));
            TermShare { name: term.name, worth: of_term.map(own).sum() }
        };
        let linear = TERMS.iter().filter(|term| term.form == TermForm::Linear).map(part);
        let attack = (piece.role() == Role::King).then(|| self.attack_on(piece.color()));
        let parts: Vec<TermShare> = linear.chain(attack).filter(|part| part.worth != Tapered::ZERO).collect();
        let material = match piece.role() {
            Role::King => Tapered::ZERO,
            role => WEIGHTS[MATERIAL.at(role.index()).index()],
        };
        PieceWorth { piece, square, material, worth: parts.iter().map(|part| part.worth).sum(), parts }
    }

    /// The cost of the danger that a king is in, to its own side.
    fn attack_on(&self, king: Color) -> TermShare {
        let dangers = || TERMS.iter().filter(|term| term.form == TermForm::Danger);
        let is_danger = |entry: &&LogEntry| entry.color != king && dangers().any(|term| entry.is_of(term));
        let danger = self.entries.iter().filter(is_danger).map(LogEntry::worth).sum();
        TermShare { name: dangers().next().map_or("", |term| term.group), worth: -worth_of_danger(danger) }
    }

    /// The linear terms that are assigned to no piece.
    fn rest(&self) -> Vec<Contribution> {
        let sum = |term: &TermInfo, color| {
            let is_part =
                |entry: &&LogEntry| entry.is_of(term) && entry.pieces.is_empty() && entry.color == color;
            self.entries.iter().filter(is_part).map(LogEntry::worth).sum()
        };
        let linear = TERMS.iter().filter(|term| term.form == TermForm::Linear);
        let all = linear
            .map(|term| Contribution { name: term.name, sums: ByColor::from_fn(|color| sum(term, color)) });
        all.filter(|contribution| contribution.sums != ByColor::default()).collect()
    }
}

impl Attribution {
    /// The worth of a side's pieces together.
    pub fn pieces_of(&self, color: Color) -> Tapered {
        self.pieces.iter().filter(|piece| piece.piece.color() == color).map(|piece| piece.worth).sum()
    }

    /// The worth of all that is assigned to no piece, as White sees it.
    pub fn unassigned(&self) -> Tapered {
        self.rest.iter().map(|part| part.sums[Color::White] - part.sums[Color::Black]).sum()
    }
}
