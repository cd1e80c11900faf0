//! SVG, piece by piece of text: the few elements that the picture is made of.

use std::fmt::{self, Display};

use eval::wdl::centipawns_of_units;

/// A colour of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl Rgb {
    /// The colour on the way to another one, from 0, this one, to 1, the other.
    pub(super) fn towards(self, other: Rgb, share: f64) -> Rgb {
        let mix =
            |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

impl Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Text as it may stand between tags and in attributes.
pub(super) struct Escaped<T>(pub(super) T);

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

/// A line of text that begins, ends or is centred at a point, as its class says.
pub(super) fn text(class: &str, x: f64, y: f64, text: impl Display) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", Escaped(text))
}

/// A filled rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64, fill: impl Display) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n")
}

/// A thin line.
pub(super) fn line(x: f64, y: f64, to_x: f64, to_y: f64) -> String {
    format!("<line class=\"rule\" x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\"/>\n")
}

/// Points in pawns, as searches show them, with two decimals and no sign but for less than nothing.
pub(super) fn pawns(points: f64) -> String {
    let hundredths = hundredths(points);
    let sign = if hundredths < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// Points in pawns with two decimals and a sign, unless they are nothing.
pub(super) fn signed_pawns(points: f64) -> String {
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
    fn colours_mix_and_text_is_escaped() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert_eq!(black.towards(white, 0.0).to_string(), "#000000");
        assert_eq!(black.towards(white, 0.5).to_string(), "#808080");
        assert_eq!(white.towards(black, 1.0).to_string(), "#000000");
        assert_eq!(Escaped("a<b & \"c\">").to_string(), "a&lt;b &amp; &quot;c&quot;&gt;");
    }
}
