//! The numbers beside the board: the score, its sum by phase, and the terms that matter most.

use eval::explain::{Contribution, readable};
use eval::tapered::{Phase, Scale, Tapered};
use eval::term::TermForm;
use types::Color;

use super::drawing::{line, pawns, rectangle, signed_pawns, text};
use super::picture::Picture;

/// Distance between the lines of a table.
const ROW: f64 = 19.0;
/// Distance between its columns of numbers.
const COLUMN: f64 = 86.0;
const TERMS_SHOWN: usize = 10;

/// The whole panel between two edges, from a height on.
pub(crate) fn panel(position: &Picture, left: f64, right: f64, top: f64) -> String {
    let score = f64::from(position.explanation.white_score().0);
    let mut drawing = text("score", left, top + 36.0, signed_pawns(score));
    let to_move = format!("for White, {} to move", position.explanation.side_to_move);
    drawing += &text("small", left, top + 58.0, to_move);
    let note = match &position.ending {
        Some(by) => format!("The game is over by {by}: this score does not count"),
        None => "static: before any search, so captures to come are not seen".to_owned(),
    };
    drawing += &text("small", left, top + 77.0, note);
    drawing += &text("fen", left, top + 96.0, &position.fen);
    let mut column = Column { left, right, y: top + 128.0, drawing };
    sums(position, &mut column);
    groups(position, &mut column);
    terms(position, &mut column);
    column.drawing
}

/// A column, written from top to bottom.
struct Column {
    left: f64,
    right: f64,
    y: f64,
    drawing: String,
}

impl Column {
    /// A line with a name and numbers, the last at the right edge.
    fn row(&mut self, is_strong: bool, name: &str, cells: &[String]) {
        let (label, number) = if is_strong { ("label-strong", "strong") } else { ("", "number") };
        self.drawing += &text(label, self.left, self.y, name);
        for (place, cell) in cells.iter().rev().enumerate() {
            self.drawing += &text(number, self.right - COLUMN * place as f64, self.y, cell);
        }
        self.y += ROW;
    }

    fn heading(&mut self, name: &str, cells: [&str; 3]) {
        self.drawing += &text("heading", self.left, self.y, name);
        for (place, cell) in cells.into_iter().rev().enumerate() {
            self.drawing += &text("small-end", self.right - COLUMN * place as f64, self.y, cell);
        }
        self.y += 6.0;
        self.rule();
        self.y += ROW - 3.0;
    }

    fn rule(&mut self) {
        self.drawing += &line(self.left, self.y, self.right, self.y);
    }

    /// A line with a name, a bar and a number. The bar points right if White has more, left if Black has.
    fn bar(&mut self, name: &str, points: f64, most: f64) {
        let (start, end) = (self.left + 190.0, self.right - 60.0);
        let (middle, half) = ((start + end) / 2.0, (end - start) / 2.0);
        let length = half * (points.abs() / most).min(1.0);
        let (x, class) = if points < 0.0 { (middle - length, "for-black") } else { (middle, "for-white") };
        self.drawing += &text("", self.left, self.y, name);
        self.drawing += &rectangle(class, x, self.y - 10.0, length, 11.0);
        self.drawing += &line(middle, self.y - 13.0, middle, self.y + 4.0);
        self.drawing += &text("number", self.right, self.y, signed_pawns(points));
        self.y += ROW - 1.0;
    }

    fn gap(&mut self) {
        self.y += 13.0;
    }
}

/// The sum of the pieces' worths, by phase.
fn sums(position: &Picture, column: &mut Column) {
    let evaluation = position.explanation.evaluation;
    let three = |sum: Tapered, write: fn(f64) -> String| {
        [f64::from(sum.middlegame()), f64::from(sum.endgame()), position.points(sum)].map(write)
    };
    let all = Phase::MIDDLEGAME.0;
    let now = format!("now ({}/{all})", evaluation.phase.0);
    column.heading("THE SUM", ["middlegame", "endgame", &now]);
    let [white, black] = Color::ALL.map(|color| position.attribution.pieces_of(color));
    column.row(false, "White\u{2019}s pieces", &three(white, pawns));
    column.row(false, "Black\u{2019}s pieces", &three(-black, pawns));
    column.row(false, "assigned to no piece", &three(position.attribution.unassigned(), signed_pawns));
    column.row(true, "Sum", &three(evaluation.sum, signed_pawns));
    if evaluation.scale != Scale::NORMAL {
        let share = |share: i32| format!("\u{d7} {share}/{}", Scale::ONE);
        let score = f64::from(position.explanation.white_score().0);
        let [middlegame, endgame] = [evaluation.scale.middlegame, evaluation.scale.endgame].map(share);
        column.row(true, "Scaled", &[middlegame, endgame, signed_pawns(score)]);
    }
    column.gap();
}

/// The difference between the sides, group by group.
fn groups(position: &Picture, column: &mut Column) {
    column.heading("BY SUBJECT, WHITE \u{2212} BLACK", ["", "", ""]);
    let groups = position.explanation.groups.iter();
    let points = groups.map(|group| {
        let points = position.points(group.worth[Color::White] - group.worth[Color::Black]);
        (group.name.to_owned(), points)
    });
    bars(points.filter(|(_, points)| points.abs() >= 0.5).collect(), column);
    column.gap();
}

/// The terms with the greatest differences.
fn terms(position: &Picture, column: &mut Column) {
    column.heading("TERMS THAT MATTER MOST, WHITE \u{2212} BLACK", ["", "", ""]);
    let linear = position.explanation.groups.iter().filter(|group| group.form == TermForm::Linear);
    let points = |term: &Contribution| {
        (readable(term.name), position.points(term.sums[Color::White] - term.sums[Color::Black]))
    };
    let mut terms: Vec<(String, f64)> = linear.flat_map(|group| &group.terms).map(points).collect();
    terms.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    terms.truncate(TERMS_SHOWN);
    terms.retain(|(_, points)| points.abs() >= 0.5);
    bars(terms, column);
}

/// Bars of one scale, on which the longest fills its half.
fn bars(points: Vec<(String, f64)>, column: &mut Column) {
    let most = points.iter().map(|(_, points)| points.abs()).fold(1.0, f64::max);
    for (name, points) in points {
        column.bar(&name, points, most);
    }
}
