//! The evaluation of a position, shared out among the men.
//!
//! What a feature counts belongs to the man whose matter it is: his material, his square, his mobility, the
//! pawns before a king, the threats against a piece. The attack on a king as a whole belongs to that king,
//! since it does not grow evenly with the attackers. What is left belongs to no single man: pairs of pieces,
//! patterns of pawns, room, the move.
//!
//! ```text
//!   sum = what White's men are worth − what Black's men are worth + what belongs to nobody, White − Black
//! ```
//!
//! This holds exactly, in both halves, for it is the same sum in another order. It does not say what the
//! position would be worth without a man: then others would stand on better or worse squares.

use movegen::Position;
use types::{Bitboard, ByColor, Color, Piece, Role, Square};

use crate::accumulator::Accumulator;
use crate::evaluator::Verdict;
use crate::explain::Contribution;
use crate::king_safety::worth_of_danger;
use crate::tapered::Tapered;
use crate::term::{Feature, Form, TermInfo};
use crate::terms::{MATERIAL, TERMS, WEIGHTS};
use crate::trace::Trace;

/// What each man is worth where he stands, and what belongs to none.
#[derive(Clone, Debug)]
pub struct Attribution {
    /// All men, from a1 to h8.
    pub men: Vec<Man>,
    /// The terms that belong to no man, in the order of the list, those that give nothing left out.
    pub rest: Vec<Contribution>,
    /// The sum of all, with phase and scale, as seen by White.
    pub verdict: Verdict,
}

/// A man and what he is worth to his own side.
#[derive(Clone, Debug)]
pub struct Man {
    /// What he is.
    pub piece: Piece,
    /// Where he stands.
    pub square: Square,
    /// What such a man is worth wherever he stands; nothing for a king.
    pub material: Tapered,
    /// All that he is worth, his material included.
    pub worth: Tapered,
    /// What that consists of, in the order of the list, what gives nothing left out. The attack on a king is
    /// one entry, under the name of its group.
    pub parts: Vec<Part>,
}

/// What a term gives a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name of the term in the list.
    pub name: &'static str,
    /// What it is worth to the man's own side.
    pub worth: Tapered,
}

/// Shares out the evaluation of a position.
pub fn attribute(position: &Position) -> Attribution {
    let mut ledger = Ledger::default();
    let verdict = Verdict::of(position, &Accumulator::of(position), &mut ledger);
    let man = |square| position.piece_at(square).map(|piece| ledger.man(piece, square));
    Attribution {
        men: position.occupied().into_iter().filter_map(man).collect(),
        rest: ledger.rest(),
        verdict,
    }
}

/// Everything that the evaluation says, in the order in which it says it.
#[derive(Default)]
struct Ledger {
    entries: Vec<Entry>,
}

/// A feature that fired.
struct Entry {
    color: Color,
    feature: Feature,
    count: i32,
    /// For each of whom it counts so often; nobody's, if there is none.
    men: Bitboard,
}

impl Trace for Ledger {
    fn count(&mut self, color: Color, feature: Feature, count: i32) {
        self.entries.push(Entry { color, feature, count, men: Bitboard::EMPTY });
    }

    fn count_each(&mut self, color: Color, feature: Feature, times: i32, men: Bitboard) {
        if men.any() {
            self.entries.push(Entry { color, feature, count: times, men });
        }
    }
}

impl Entry {
    /// What it gives, for one of the men.
    fn worth(&self) -> Tapered {
        WEIGHTS[self.feature.index()] * self.count
    }

    fn is_of(&self, term: &TermInfo) -> bool {
        term.range().contains(&self.feature.index())
    }
}

impl Ledger {
    /// What belongs to the man on a square.
    fn man(&self, piece: Piece, square: Square) -> Man {
        let own = |entry: &Entry| if entry.color == piece.color() { entry.worth() } else { -entry.worth() };
        let part = |term: &TermInfo| {
            let entries = self.entries.iter().filter(|entry| entry.is_of(term) && entry.men.contains(square));
            Part { name: term.name, worth: entries.map(own).sum() }
        };
        let linear = TERMS.iter().filter(|term| term.form == Form::Linear).map(part);
        let attack = (piece.role() == Role::King).then(|| self.attack_on(piece.color()));
        let parts: Vec<Part> = linear.chain(attack).filter(|part| part.worth != Tapered::ZERO).collect();
        let material = match piece.role() {
            Role::King => Tapered::ZERO,
            role => WEIGHTS[MATERIAL.at(role.index()).index()],
        };
        Man { piece, square, material, worth: parts.iter().map(|part| part.worth).sum(), parts }
    }

    /// What the danger that a king is in costs his side.
    fn attack_on(&self, king: Color) -> Part {
        let dangers = || TERMS.iter().filter(|term| term.form == Form::Danger);
        let is_danger = |entry: &&Entry| entry.color != king && dangers().any(|term| entry.is_of(term));
        let danger = self.entries.iter().filter(is_danger).map(Entry::worth).sum();
        Part { name: dangers().next().map_or("", |term| term.group), worth: -worth_of_danger(danger) }
    }

    /// What belongs to nobody.
    fn rest(&self) -> Vec<Contribution> {
        let sum = |term: &TermInfo, color| {
            let is_part = |entry: &&Entry| entry.is_of(term) && entry.men.is_empty() && entry.color == color;
            self.entries.iter().filter(is_part).map(Entry::worth).sum()
        };
        let linear = TERMS.iter().filter(|term| term.form == Form::Linear);
        let all = linear
            .map(|term| Contribution { name: term.name, sums: ByColor::from_fn(|color| sum(term, color)) });
        all.filter(|contribution| contribution.sums != ByColor::default()).collect()
    }
}

impl Attribution {
    /// What the men of a side are worth together.
    pub fn men_of(&self, color: Color) -> Tapered {
        self.men.iter().filter(|man| man.piece.color() == color).map(|man| man.worth).sum()
    }

    /// What belongs to no man, as White sees it.
    pub fn nobodys(&self) -> Tapered {
        self.rest.iter().map(|part| part.sums[Color::White] - part.sums[Color::Black]).sum()
    }
}
