//! The evaluation as a picture: each man where he stands, tinted by how much more or less than his material he
//! is worth there, and beside the board what the sum is made of ([`panel`]).
//!
//! Each man's square says what he is worth, and by how much that differs from his plain material. Worths are
//! those of the phase of the game, in pawns, before scaling; a pointer that rests on a man shows what his worth
//! consists of.

use std::fmt::{self, Display};

use eval::attribution::{PieceWorth, attribute};
use eval::explain::readable;
use eval::wdl::PAWN_UNITS;
use eval::{Attribution, Explanation, explain};
use movegen::Position;
use types::{Bitboard, File, Rank, Role, Square};

use super::drawing::{Escaped, Rgb, pawns, rectangle, signed_pawns, text};
use super::{panel, pieces};

/// A position and what is to be shown of it.
pub(super) struct Picture {
    pub(super) fen: String,
    pub(super) explanation: Explanation,
    pub(super) attribution: Attribution,
}

const WIDTH: f64 = 1180.0;
const HEIGHT: f64 = 820.0;
/// The upper left corner of the board.
const BOARD: (f64, f64) = (48.0, 40.0);
const SQUARE: f64 = 82.0;
/// The tinted part of a man's square.
const TILE: f64 = 76.0;
/// How much of the square the box of a piece takes.
const PIECE: f64 = 54.0;

const LIGHT: Rgb = Rgb(0xf1, 0xef, 0xeb);
const DARK: Rgb = Rgb(0xe3, 0xe0, 0xda);
/// Worth what its material is worth.
const PLAIN: Rgb = Rgb(0xfd, 0xfc, 0xfa);
/// Worth less. (Orange and blue are told apart by all eyes.)
const BAD: Rgb = Rgb(0xe8, 0x73, 0x2f);
/// Worth more.
const GOOD: Rgb = Rgb(0x45, 0x94, 0xd1);
/// A difference of so many points, or more, has the full tint: a pawn, as searches show it.
const FULL_TINT: f64 = PAWN_UNITS;

const STYLE: &str = "\
text { font-family: 'Inter', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; font-size: 13px; fill: #26221c; }
.coordinate { fill: #8b8375; font-size: 12px; text-anchor: middle; }
.worth { font-size: 12px; font-weight: 600; }
.change { font-size: 10px; text-anchor: end; }
.score { font-size: 46px; font-weight: 700; letter-spacing: -1px; }
.heading { font-size: 12px; font-weight: 600; fill: #8b8375; letter-spacing: .4px; }
.number { text-anchor: end; font-variant-numeric: tabular-nums; }
.strong { text-anchor: end; font-weight: 700; font-variant-numeric: tabular-nums; }
.label-strong { font-weight: 700; }
.small { font-size: 12px; fill: #6b6457; }
.small-middle { font-size: 12px; fill: #6b6457; text-anchor: middle; }
.small-end { font-size: 12px; fill: #6b6457; text-anchor: end; }
.tile { stroke: #26221c; stroke-opacity: .12; }
.rule { stroke: #d8d1c4; stroke-width: 1; }
.white .body { fill: #fffdf8; stroke: #26221c; stroke-width: 1.5; stroke-linejoin: round; }
.black .body { fill: #332e27; stroke: #14110d; stroke-width: 1.5; stroke-linejoin: round; }
.white .detail { fill: none; stroke: #26221c; stroke-width: 1.4; stroke-linecap: round; }
.black .detail { fill: none; stroke: #f4f1ea; stroke-width: 1.4; stroke-linecap: round; }
";

impl Picture {
    pub(super) fn of(position: &Position) -> Picture {
        Picture { fen: position.fen(), explanation: explain(position), attribution: attribute(position) }
    }

    /// Points of the phase of the game.
    pub(super) fn points(&self, part: eval::tapered::Tapered) -> f64 {
        self.explanation.evaluation.phase.mix(part)
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">"
        )?;
        writeln!(f, "<title>Static evaluation of {}</title>", Escaped(&self.fen))?;
        writeln!(f, "<style>\n{STYLE}</style>")?;
        f.write_str(&rectangle(0.0, 0.0, WIDTH, HEIGHT, "#fffdf9"))?;
        f.write_str(&board())?;
        for man in &self.attribution.pieces {
            f.write_str(&self.man(man))?;
        }
        f.write_str(&legend())?;
        f.write_str(&text("small", BOARD.0, HEIGHT - 18.0, &self.fen))?;
        f.write_str(&panel::panel(self, BOARD.0 + 8.0 * SQUARE + 48.0, WIDTH - 44.0, BOARD.1))?;
        f.write_str("</svg>")
    }
}

/// The upper left corner of a square, White's side at the bottom.
fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = (square.file().index() as f64, square.rank().index() as f64);
    (BOARD.0 + file * SQUARE, BOARD.1 + (7.0 - rank) * SQUARE)
}

fn base(square: Square) -> Rgb {
    if Bitboard::LIGHT_SQUARES.contains(square) { LIGHT } else { DARK }
}

/// The colour for a man who is worth so many points more than his material.
fn tint(change: f64) -> Rgb {
    let end = if change < 0.0 { BAD } else { GOOD };
    PLAIN.towards(end, (change.abs() / FULL_TINT).min(1.0))
}

/// Empty squares and their names.
fn board() -> String {
    let mut drawing = String::new();
    for square in Square::ALL {
        let (x, y) = corner(square);
        drawing += &rectangle(x, y, SQUARE, SQUARE, base(square));
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

/// What the tints mean.
fn legend() -> String {
    let width = 8.0 * SQUARE;
    let (x, y) = (BOARD.0, BOARD.1 + width + 34.0);
    let stops = [(0, BAD), (50, PLAIN), (100, GOOD)];
    let stops = stops.map(|(place, color)| format!("<stop offset=\"{place}%\" stop-color=\"{color}\"/>"));
    let mut drawing = format!("<linearGradient id=\"tints\">{}</linearGradient>\n", stops.concat());
    drawing += &rectangle(x, y, width, 12.0, "url(#tints)");
    drawing += &text("small", x, y + 29.0, format!("{} or less", signed_pawns(-FULL_TINT)));
    let meaning = "what a man is worth where it stands, against its plain material";
    drawing += &text("small-middle", x + width / 2.0, y + 29.0, meaning);
    drawing + &text("small-end", x + width, y + 29.0, format!("{} or more", signed_pawns(FULL_TINT)))
}

impl Picture {
    /// A man on his tinted square, his worth, and in a title what it consists of.
    fn man(&self, man: &PieceWorth) -> String {
        let (x, y) = corner(man.square);
        let change = self.points(man.worth - man.material);
        let mut drawing = format!("<g><title>{}</title>\n", Escaped(self.parts(man)));
        drawing += &format!(
            "<rect class=\"tile\" x=\"{}\" y=\"{}\" width=\"{TILE}\" height=\"{TILE}\" rx=\"7\" fill=\"{}\"/>\n",
            x + (SQUARE - TILE) / 2.0,
            y + (SQUARE - TILE) / 2.0,
            tint(change)
        );
        drawing += &pieces::draw(man.piece, x + (SQUARE - PIECE) / 2.0, y + 5.0, PIECE);
        let baseline = y + SQUARE - 9.0;
        // A king has no material that he could be worth more than.
        if man.piece.role() != Role::King {
            drawing += &text("worth", x + 7.0, baseline, pawns(self.points(man.worth)));
        }
        drawing += &text("change", x + SQUARE - 7.0, baseline, signed_pawns(change));
        drawing + "</g>\n"
    }

    /// Who he is, what he is worth, and what gives him that, the most first.
    fn parts(&self, man: &PieceWorth) -> String {
        let role = format!("{:?}", man.piece.role()).to_lowercase();
        let total = pawns(self.points(man.worth));
        let mut lines = format!("{} {role} on {}: {total}", man.piece.color(), man.square);
        let mut parts: Vec<(f64, &str)> =
            man.parts.iter().map(|part| (self.points(part.worth), part.name)).collect();
        parts.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
        for (points, name) in parts.into_iter().filter(|(points, _)| points.abs() >= 0.5) {
            lines += &format!("\n{}  {}", signed_pawns(points), readable(name));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(fen: &str) -> String {
        Picture::of(&fen.parse().unwrap()).to_string()
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
    fn the_picture_is_well_formed_and_shows_every_man() {
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
    fn tints_go_from_bad_to_good_and_no_further() {
        assert_eq!(tint(0.0), PLAIN);
        assert_eq!(tint(FULL_TINT), GOOD);
        assert_eq!(tint(-2.0 * FULL_TINT), BAD);
        assert_ne!(tint(50.0), tint(60.0));
        assert_ne!(tint(50.0), tint(-50.0));
    }

    /// What is written on the squares adds up, but for rounding, to what the table beside them says.
    #[test]
    fn the_numbers_on_the_board_are_the_sums_of_the_panel() {
        let picture = Picture::of(&KIWIPETE.parse().unwrap());
        let svg = picture.to_string();
        let men: f64 = picture.attribution.pieces.iter().map(|man| picture.points(man.worth)).sum();
        let by_side = types::Color::ALL.map(|color| picture.points(picture.attribution.pieces_of(color)));
        assert!((men - by_side[0] - by_side[1]).abs() < 1e-6);
        for sum in [by_side[0], by_side[1]] {
            assert!(svg.contains(&pawns(sum)), "{sum}");
        }
        let unassigned = picture.points(picture.attribution.unassigned());
        let total = by_side[0] - by_side[1] + unassigned;
        assert!((total - f64::from(picture.explanation.white_score().0)).abs() < 2.0, "{total}");
    }
}
