//! The evaluation as an SVG picture: a board coloured by the worth of its pieces, and beside it a panel with the
//! score, its sum by phase, and the terms that matter most.
//!
//! The colour of a piece shows how much more or less it is worth than such a piece usually is on such a square
//! ([`expected`](super::expected)). Its square gives its worth and that difference, in pawns, for the phase of the game and before
//! scaling. A pointer on a piece shows the parts of its worth.
//!
//! The picture follows the theme of the system. In a narrow window the panel stands below the board, and the numbers on
//! the squares are larger.

use std::fmt::{self, Display};

use eval::explain::{Contribution, PieceWorth, attribute, readable};
use eval::tapered::{Phase, Scale, Tapered};
use eval::term::TermForm;
use eval::wdl::PAWN_UNITS;
use eval::{Attribution, Explanation, explain};
use movegen::Position;
use types::{Bitboard, Color, File, Rank, Role, Square};

use super::drawing::{Escaped, line, pawns, rectangle, signed_pawns, text};
use super::{expected, pieces};

/// An evaluated position, ready to be drawn.
pub struct Picture {
    fen: String,
    explanation: Explanation,
    attribution: Attribution,
    /// The reason why the game is over, if it is.
    ending: Option<String>,
}

/// The width of the board with its coordinates.
const BOARD_WIDTH: f64 = 748.0;
/// The width of the numbers beside the board.
const PANEL_WIDTH: f64 = 432.0;
const HEIGHT: f64 = 800.0;
/// The upper left corner of the board.
const BOARD: (f64, f64) = (48.0, 40.0);
const SQUARE: f64 = 82.0;
/// The coloured part of a piece's square.
const TILE: f64 = 76.0;
/// The side of a piece's box.
const PIECE: f64 = 54.0;
/// A difference of this many points, or more, has the full colour: half a pawn, as searches show it.
const FULL_COLOR: f64 = PAWN_UNITS / 2.0;

/// The distance between the lines of the panel.
const ROW: f64 = 19.0;
/// The distance between its columns of numbers.
const COLUMN: f64 = 86.0;
/// The number of terms in its list.
const TERMS_SHOWN: usize = 10;

/// The colours and sizes, first for a wide window with a light theme. Orange and blue can be distinguished with any
/// form of colour blindness.
const STYLE: &str = "\
text { font-family: 'Inter', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; font-size: 13px; fill: #26221c; }
.paper { fill: #fffdf9; }
.light { fill: #f1efeb; }
.dark { fill: #e3e0da; }
.tile { fill: #fdfcfa; stroke: #26221c; stroke-opacity: .12; }
.more { fill: #3d8fd0; }
.less { fill: #e8732f; }
.coordinate { fill: #7d7567; font-size: 12px; text-anchor: middle; }
.worth { font-size: 12px; font-weight: 600; }
.change { font-size: 11px; text-anchor: end; }
.score { font-size: 46px; font-weight: 700; letter-spacing: -1px; }
.heading { font-size: 12px; font-weight: 600; fill: #7d7567; letter-spacing: .4px; }
.number { text-anchor: end; font-variant-numeric: tabular-nums; }
.strong { text-anchor: end; font-weight: 700; font-variant-numeric: tabular-nums; }
.label-strong { font-weight: 700; }
.fen { font-size: 9.5px; }
.small { font-size: 12px; fill: #6b6457; }
.small-middle { font-size: 12px; fill: #6b6457; text-anchor: middle; }
.small-end { font-size: 12px; fill: #6b6457; text-anchor: end; }
.rule { stroke: #d8d1c4; stroke-width: 1; }
.for-white { fill: #c9bfa9; }
.for-black { fill: #4a443b; }
.white .body { fill: #fffdf8; stroke: #26221c; stroke-width: 1.5; stroke-linejoin: round; }
.black .body { fill: #332e27; stroke: #14110d; stroke-width: 1.5; stroke-linejoin: round; }
.white .detail { fill: none; stroke: #26221c; stroke-width: 1.4; stroke-linecap: round; }
.black .detail { fill: none; stroke: #f4f1ea; stroke-width: 1.4; stroke-linecap: round; }
@media (prefers-color-scheme: dark) {
  text { fill: #ece7dd; }
  .paper { fill: #1d1b18; }
  .light { fill: #34312c; }
  .dark { fill: #2a2824; }
  .tile { fill: #46423b; stroke: #ece7dd; }
  .more { fill: #2f86cf; }
  .less { fill: #d0601c; }
  .coordinate, .heading { fill: #a59d8e; }
  .small, .small-middle, .small-end, .fen { fill: #bdb5a6; }
  .rule { stroke: #4b463e; }
  .for-white { fill: #d9cfb9; }
  .for-black { fill: #7a7264; }
  .black .body { fill: #171512; stroke: #b9b1a2; }
}
@media (max-width: 800px) {
  .picture { width: 100vw; height: 286vw; }
  .panel { transform: translate(0, 780px) scale(1.73); }
  .worth { display: none; }
  .change { font-size: 22px; font-weight: 600; }
  .coordinate { font-size: 20px; }
  .legend text { font-size: 20px; }
}
";

impl Picture {
    /// The picture of a position. `ending` is the reason why the game is over, if it is.
    pub fn of(position: &Position, ending: Option<&str>) -> Picture {
        Picture {
            fen: position.fen(),
            explanation: explain(position),
            attribution: attribute(position),
            ending: ending.map(str::to_owned),
        }
    }

    /// A part of the evaluation in points, for the phase of the game.
    fn points(&self, part: Tapered) -> f64 {
        self.explanation.evaluation.phase.mix(part)
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The view box is that of the board alone, so that a narrow window fits the board. In a wide one the picture is
        // wider than its view box, and shows the panel beside the board.
        let (width, height) = (BOARD_WIDTH + PANEL_WIDTH, HEIGHT);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {BOARD_WIDTH} {height}\" preserveAspectRatio=\"xMinYMin meet\">"
        )?;
        writeln!(f, "<title>Static evaluation of {}</title>", Escaped(&self.fen))?;
        writeln!(f, "<style>\n{STYLE}</style>")?;
        f.write_str(&rectangle("paper", 0.0, 0.0, width, 3.0 * height))?;
        f.write_str(&board())?;
        for piece in &self.attribution.pieces {
            f.write_str(&self.piece(piece))?;
        }
        f.write_str(&legend())?;
        writeln!(f, "<g class=\"panel\" transform=\"translate({BOARD_WIDTH} 0)\">")?;
        f.write_str(&self.panel(16.0, PANEL_WIDTH - 40.0, BOARD.1))?;
        f.write_str("</g>\n</svg>")
    }
}

/// The upper left corner of a square, White's side at the bottom.
fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = (square.file().index() as f64, square.rank().index() as f64);
    (BOARD.0 + file * SQUARE, BOARD.1 + (7.0 - rank) * SQUARE)
}

/// The class and the opacity of the colour for a piece that is worth this many points more than usual.
fn color(change: f64) -> (&'static str, f64) {
    let class = if change < 0.0 { "less" } else { "more" };
    (class, (change.abs() / FULL_COLOR).min(1.0))
}

/// The empty squares and the coordinates.
fn board() -> String {
    let mut drawing = String::new();
    for square in Square::ALL {
        let (x, y) = corner(square);
        let class = if Bitboard::LIGHT_SQUARES.contains(square) { "light" } else { "dark" };
        drawing += &rectangle(class, x, y, SQUARE, SQUARE);
    }
    for file in File::ALL {
        let (x, _) = corner(Square::new(file, Rank::First));
        let name = char::from(b'a' + file.index() as u8);
        drawing += &text("coordinate", x + SQUARE / 2.0, BOARD.1 + 8.0 * SQUARE + 18.0, name);
    }
    for rank in Rank::ALL {
        let (_, y) = corner(Square::new(File::A, rank));
        drawing += &text("coordinate", BOARD.0 - 16.0, y + SQUARE / 2.0 + 4.0, rank.index() + 1);
    }
    drawing
}

/// The meaning of the colours and numbers.
fn legend() -> String {
    const STEPS: u32 = 16;
    let width = 8.0 * SQUARE;
    let (x, y) = (BOARD.0, BOARD.1 + width + 30.0);
    let mut drawing = "<g class=\"legend\">\n".to_owned();
    drawing += &rectangle("tile", x, y, width, 14.0);
    for step in 0..STEPS {
        let share = (f64::from(step) + 0.5) / f64::from(STEPS) * 2.0 - 1.0;
        let (class, opacity) = color(share * FULL_COLOR);
        let step_width = width / f64::from(STEPS);
        drawing += &shade(class, opacity, x + f64::from(step) * step_width, y, step_width, 14.0, 0.0);
    }
    let (less, more) = (signed_pawns(-FULL_COLOR), signed_pawns(FULL_COLOR));
    drawing += &text("small", x, y + 36.0, format!("worth less ({less})"));
    drawing += &text("small-middle", x + width / 2.0, y + 36.0, "than usual on its square");
    drawing += &text("small-end", x + width, y + 36.0, format!("worth more ({more})"));
    drawing + "</g>\n"
}

/// A rectangle of a colour with an opacity.
fn shade(class: &str, opacity: f64, x: f64, y: f64, width: f64, height: f64, radius: f64) -> String {
    format!(
        "<rect class=\"{class}\" fill-opacity=\"{opacity:.2}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>\n"
    )
}

impl Picture {
    /// A piece on its coloured square, its worth, the difference from the usual, and the parts in a title.
    fn piece(&self, piece: &PieceWorth) -> String {
        let (x, y) = corner(piece.square);
        let change = self.points(piece.worth) - self.expected(piece);
        let (class, opacity) = color(change);
        let tile = (x + (SQUARE - TILE) / 2.0, y + (SQUARE - TILE) / 2.0);
        let mut drawing = format!("<g><title>{}</title>\n", Escaped(self.parts(piece)));
        drawing += &shade("tile", 1.0, tile.0, tile.1, TILE, TILE, 7.0);
        drawing += &shade(class, opacity, tile.0, tile.1, TILE, TILE, 7.0);
        drawing += &pieces::draw(piece.piece, x + (SQUARE - PIECE) / 2.0, y + 4.0, PIECE);
        let baseline = y + SQUARE - 9.0;
        // A king has no material, so its whole worth is not comparable with that of other pieces.
        if piece.piece.role() != Role::King {
            drawing += &text("worth", x + 7.0, baseline, pawns(self.points(piece.worth)));
        }
        drawing += &text("change", x + SQUARE - 7.0, baseline, signed_pawns(change));
        drawing + "</g>\n"
    }

    /// The worth that such a piece usually has on such a square, for the phase of the game.
    fn expected(&self, piece: &PieceWorth) -> f64 {
        self.points(expected::worth(piece.piece, piece.square))
    }

    /// The name of a piece, its worth, and the parts of the worth, the greatest first.
    fn parts(&self, piece: &PieceWorth) -> String {
        let role = format!("{:?}", piece.piece.role()).to_lowercase();
        let (total, usual) = (pawns(self.points(piece.worth)), pawns(self.expected(piece)));
        let mut lines =
            format!("{} {role} on {}: {total}, usually {usual}", piece.piece.color(), piece.square);
        let mut parts: Vec<(f64, &str)> =
            piece.parts.iter().map(|part| (self.points(part.worth), part.name)).collect();
        parts.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
        for (points, name) in parts.into_iter().filter(|(points, _)| points.abs() >= 0.5) {
            lines += &format!("\n{}  {}", signed_pawns(points), readable(name));
        }
        lines
    }
}

impl Picture {
    /// The whole panel between two edges, from a height on.
    fn panel(&self, left: f64, right: f64, top: f64) -> String {
        let score = f64::from(self.explanation.white_score().0);
        let mut drawing = text("score", left, top + 36.0, signed_pawns(score));
        let to_move = format!("for White, {} to move", self.explanation.side_to_move);
        drawing += &text("small", left, top + 58.0, to_move);
        let note = match &self.ending {
            Some(by) => format!("The game is over by {by}: this score does not count"),
            None => "static: before any search, so captures to come are not seen".to_owned(),
        };
        drawing += &text("small", left, top + 77.0, note);
        drawing += &text("fen", left, top + 96.0, &self.fen);
        let mut column = Column { left, right, y: top + 128.0, drawing };
        self.sums(&mut column);
        self.groups(&mut column);
        self.terms(&mut column);
        column.drawing
    }

    /// The sum of the pieces' worths, by phase.
    fn sums(&self, column: &mut Column) {
        let evaluation = self.explanation.evaluation;
        let three = |sum: Tapered, write: fn(f64) -> String| {
            [f64::from(sum.middlegame()), f64::from(sum.endgame()), self.points(sum)].map(write)
        };
        let all = Phase::MIDDLEGAME.0;
        let now = format!("now ({}/{all})", evaluation.phase.0);
        column.heading("THE SUM", ["middlegame", "endgame", &now]);
        let [white, black] = Color::ALL.map(|color| self.attribution.pieces_of(color));
        column.row(false, "White\u{2019}s pieces", &three(white, pawns));
        column.row(false, "Black\u{2019}s pieces", &three(-black, pawns));
        column.row(false, "assigned to no piece", &three(self.attribution.unassigned(), signed_pawns));
        column.row(true, "Sum", &three(evaluation.sum, signed_pawns));
        if evaluation.scale != Scale::NORMAL {
            let share = |share: i32| format!("\u{d7} {share}/{}", Scale::ONE);
            let score = f64::from(self.explanation.white_score().0);
            let [middlegame, endgame] = [evaluation.scale.middlegame, evaluation.scale.endgame].map(share);
            column.row(true, "Scaled", &[middlegame, endgame, signed_pawns(score)]);
        }
        column.gap();
    }

    /// The difference between the sides, group by group.
    fn groups(&self, column: &mut Column) {
        column.heading("BY SUBJECT, WHITE \u{2212} BLACK", ["", "", ""]);
        let groups = self.explanation.groups.iter();
        let points = groups.map(|group| {
            let points = self.points(group.worth[Color::White] - group.worth[Color::Black]);
            (group.name.to_owned(), points)
        });
        bars(points.filter(|(_, points)| points.abs() >= 0.5).collect(), column);
        column.gap();
    }

    /// The terms with the greatest differences.
    fn terms(&self, column: &mut Column) {
        column.heading("TERMS THAT MATTER MOST, WHITE \u{2212} BLACK", ["", "", ""]);
        let linear = self.explanation.groups.iter().filter(|group| group.form == TermForm::Linear);
        let points = |term: &Contribution| {
            (readable(term.name), self.points(term.sums[Color::White] - term.sums[Color::Black]))
        };
        let mut terms: Vec<(String, f64)> = linear.flat_map(|group| &group.terms).map(points).collect();
        terms.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        terms.truncate(TERMS_SHOWN);
        terms.retain(|(_, points)| points.abs() >= 0.5);
        bars(terms, column);
    }
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

/// Bars of one scale, on which the longest fills its half.
fn bars(points: Vec<(String, f64)>, column: &mut Column) {
    let most = points.iter().map(|(_, points)| points.abs()).fold(1.0, f64::max);
    for (name, points) in points {
        column.bar(&name, points, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(fen: &str) -> String {
        Picture::of(&fen.parse().unwrap(), None).to_string()
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// The names of all elements, each closed in the order in which it was opened.
    fn elements(svg: &str) -> Vec<String> {
        let (mut open, mut all) = (Vec::new(), Vec::new());
        let mut rest = svg;
        while let Some(start) = rest.find('<') {
            assert!(!rest[..start].contains('>'), "a stray bracket before {}", &rest[start..]);
            let end = start + rest[start..].find('>').expect("tags end");
            let tag = &rest[start + 1..end];
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            rest = &rest[end + 1..];
            let name: String =
                tag.trim_start_matches('/').chars().take_while(|c| c.is_alphanumeric()).collect();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
                continue;
            }
            if !tag.ends_with('/') {
                open.push(name.clone());
            }
            all.push(name);
        }
        assert!(open.is_empty(), "{open:?}");
        all
    }

    #[test]
    fn the_picture_is_well_formed_and_shows_every_piece() {
        for fen in [KIWIPETE, "8/8/8/4k3/8/8/1R6/K3n3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
            let position: Position = fen.parse().unwrap();
            let svg = picture(fen);
            let elements = elements(&svg);
            assert_eq!(elements[..2], ["svg", "title"]);
            let titles = elements.iter().filter(|name| *name == "title").count();
            assert_eq!(titles, 1 + position.occupied().count() as usize, "{fen}");
            for square in position.occupied() {
                assert!(svg.contains(&format!(" on {square}: ")), "{fen} {square}");
            }
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{fen}");
        }
    }

    #[test]
    fn colours_deepen_up_to_half_a_pawn() {
        assert_eq!(color(0.0), ("more", 0.0));
        assert_eq!(color(FULL_COLOR / 4.0), ("more", 0.25));
        assert_eq!(color(-FULL_COLOR / 2.0), ("less", 0.5));
        assert_eq!(color(-3.0 * FULL_COLOR), ("less", 1.0));
    }

    /// At the start nothing is unusual enough for the full colour. Against plain material the rooks at home would
    /// have it.
    #[test]
    fn pieces_at_home_do_not_have_the_full_colour() {
        let start = Picture::of(&Position::startpos(), None);
        for piece in &start.attribution.pieces {
            let change = start.points(piece.worth) - start.expected(piece);
            assert!(color(change).1 < 1.0, "{}: {change}", piece.square);
        }
    }

    #[test]
    fn a_finished_game_is_reported_as_over() {
        let mate: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let svg = Picture::of(&mate, Some("checkmate")).to_string();
        assert!(svg.contains("The game is over by checkmate") && !svg.contains("static: before"));
        let json = crate::json(&mate, Some("checkmate"));
        assert_eq!(json["game_over_by"], "checkmate");
        assert!(crate::json(&Position::startpos(), None)["game_over_by"].is_null());
    }

    /// The numbers on the squares add up, but for rounding, to those of the panel.
    #[test]
    fn the_numbers_on_the_board_are_the_sums_of_the_panel() {
        let picture = Picture::of(&KIWIPETE.parse().unwrap(), None);
        let svg = picture.to_string();
        let pieces: f64 = picture.attribution.pieces.iter().map(|piece| picture.points(piece.worth)).sum();
        let by_side = Color::ALL.map(|color| picture.points(picture.attribution.pieces_of(color)));
        assert!((pieces - by_side[0] - by_side[1]).abs() < 1e-6);
        for sum in [by_side[0], by_side[1]] {
            assert!(svg.contains(&pawns(sum)), "{sum}");
        }
        let unassigned = picture.points(picture.attribution.unassigned());
        let total = by_side[0] - by_side[1] + unassigned;
        assert!((total - f64::from(picture.explanation.white_score().0)).abs() < 2.0, "{total}");
    }
}
