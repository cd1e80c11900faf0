//! The SVG elements of the picture, as text.

use std::fmt::{self, Display};

use eval::wdl::centipawns_of_units;

/// Text escaped for use between tags and in attributes.
pub(crate) struct Escaped<T>(pub(crate) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string().chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                character => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

/// A line of text at a point. Its class says if it begins, ends or is centred there.
pub(crate) fn text(class: &str, x: f64, y: f64, text: impl Display) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", Escaped(text))
}

/// A rectangle that its class fills.
pub(crate) fn rectangle(class: &str, x: f64, y: f64, width: f64, height: f64) -> String {
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n")
}

/// A thin line.
pub(crate) fn line(x: f64, y: f64, to_x: f64, to_y: f64) -> String {
    format!("<line class=\"rule\" x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\"/>\n")
}

/// Points in pawns, as searches show them, with two decimals, and a sign only if negative.
pub(crate) fn pawns(points: f64) -> String {
    let hundredths = hundredths(points);
    let sign = if hundredths < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// Points in pawns with two decimals and a sign; zero has none.
pub(crate) fn signed_pawns(points: f64) -> String {
    let plus = if hundredths(points) > 0 { "+" } else { "" };
    format!("{plus}{}", pawns(points))
}

fn hundredths(points: f64) -> i64 {
    centipawns_of_units(points).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_and_one_sign() {
        for (hundredths, plain, signed) in [
            (0.0, "0.00", "0.00"),
            (-0.4, "0.00", "0.00"),
            (4.6, "0.05", "+0.05"),
            (-5.0, "\u{2212}0.05", "\u{2212}0.05"),
            (1234.0, "12.34", "+12.34"),
            (-100.0, "\u{2212}1.00", "\u{2212}1.00"),
        ] {
            let points = hundredths / centipawns_of_units(1.0);
            assert_eq!((pawns(points).as_str(), signed_pawns(points).as_str()), (plain, signed));
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Escaped("a<b & \"c\">").to_string(), "a&lt;b &amp; &quot;c&quot;&gt;");
    }
}
