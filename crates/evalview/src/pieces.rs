//! The outlines of the pieces, each in a box of 45 by 45, so that the picture needs no chess font.

use types::{Piece, Role};

use crate::json::color_name;

/// The side of the box of the outlines.
const BOX: f64 = 45.0;

/// Draws a piece into a box with this corner and side.
pub(crate) fn draw(piece: Piece, x: f64, y: f64, side: f64) -> String {
    let class = color_name(piece.color());
    let scale = side / BOX;
    let mut text = format!("<g class=\"{class}\" transform=\"translate({x} {y}) scale({scale})\">");
    text += &format!("<path class=\"body\" d=\"{}\"/>", outline(piece.role()));
    if let Some(detail) = detail(piece.role()) {
        text += &format!("<path class=\"detail\" d=\"{detail}\"/>");
    }
    text + "</g>\n"
}

/// The outline of a piece, as the data of an SVG path.
fn outline(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "M22.5 8.5a5.6 5.6 0 0 1 3.7 9.8c2.7 1.5 3 3 1.1 4.3.6 5 2.6 8.4 6.2 \
             11.4v4h-22v-4c3.6-3 5.6-6.4 6.2-11.4-1.9-1.3-1.6-2.8 1.1-4.3A5.6 \
             5.6 0 0 1 22.5 8.5z"
        }
        Role::Knight => {
            "M12 38v-4h1.5c.8-6 6.2-8.2 7.3-13.6-2.3 1.3-4.6 1.4-6.3 3.4-1 1.2-2.3 \
             2.3-3.9 1.6-2-.9-2.8-3-2-5 1.3-3.4 4.4-5.6 5.7-8.3.4-2 .3-4.2.9-6.1l3.9 \
             3.3c10.2-.3 15 7.9 15 18.2 0 2.5-.3 4.5-.6 6.5h1.5v4z"
        }
        Role::Bishop => {
            "M22.5 6a2.6 2.6 0 0 1 1.7 4.6c4.4 3 6.9 7.1 6.9 11.1 0 3-1.3 5.4-3.5 \
             7.1l1 3.2c4 .4 6 2 6 6h-24.2c0-4 2-5.6 6-6l1-3.2c-2.2-1.7-3.5-4.1-3.5-7.1 \
             0-4 2.5-8.1 6.9-11.1A2.6 2.6 0 0 1 22.5 6z"
        }
        Role::Rook => "M10.5 38v-4l3-3.5V19l-3-3V9h5v3h4.5V9h5v3h4.5V9h5v7l-3 3v11.5l3 3.5v4z",
        Role::Queen => {
            "M11 38v-4l2.5-4L8.5 14.5a2 2 0 1 1 1.8-.8l5.7 7.3 1-11a2 2 0 1 1 1.9-.3l3.6 \
             9.8 3.6-9.8a2 2 0 1 1 1.9.3l1 11 5.7-7.3a2 2 0 1 1 1.8.8L31.5 30l2.5 4v4z"
        }
        Role::King => {
            "M21 5h3v3h3v3h-3v3.4c5-3.3 11.5-2 11.5 4.1 0 5-4.2 7-4.8 11.5l2.8 4v4h-22v-4l2.8-4\
             c-.6-4.5-4.8-6.5-4.8-11.5 0-6.1 6.5-7.4 11.5-4.1V11h-3V8h3z"
        }
    }
}

/// Lines within the outline, as the data of an SVG path.
fn detail(role: Role) -> Option<&'static str> {
    match role {
        Role::Pawn => None,
        Role::Knight => Some("M17.3 14.2v1.4"),
        Role::Bishop => Some("M22.5 15.5v7M19 19h7M17.5 31.8h10"),
        Role::Rook => Some("M13.5 19h18M13.5 30.5h18"),
        Role::Queen => Some("M13.5 30h18"),
        Role::King => Some("M14.3 30h16.4"),
    }
}
