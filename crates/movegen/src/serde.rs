//! Positions and moves for `serde`, both as text: FEN, and UCI notation.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Position;
use crate::text::UciMove;

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.fen())
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_str(Parser { expected: "a position as FEN", parsed: PhantomData })
    }
}

impl Serialize for UciMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UciMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UciMove, D::Error> {
        deserializer.deserialize_str(Parser { expected: "a move such as e2e4", parsed: PhantomData })
    }
}

/// Reads a value from a string.
struct Parser<T> {
    expected: &'static str,
    parsed: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Parser<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn positions_and_moves_are_read_back_from_json() {
        for fen in
            ["rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq - 3 4", "k7/8/8/8/8/8/8/KR4R1 w B - 0 1"]
        {
            let position: Position = fen.parse().expect("legal");
            let json = serde_json::to_string(&position).expect("a string");
            assert_eq!(serde_json::from_str::<Position>(&json).expect("a position"), position);
        }
        let mv: UciMove = "a7a8q".parse().expect("a move");
        assert_eq!(serde_json::to_string(&mv).expect("a string"), "\"a7a8q\"");
        assert_eq!(serde_json::from_str::<UciMove>("\"a7a8q\"").expect("a move"), mv);
    }

    #[test]
    fn refusals_name_the_text_and_what_was_expected() {
        let error = serde_json::from_str::<Position>("\"8/8 w - -\"").unwrap_err().to_string();
        assert!(error.contains("'8/8', expected 8 ranks"), "{error}");
        let error = serde_json::from_str::<UciMove>("17").unwrap_err().to_string();
        assert!(error.contains("expected a move such as e2e4"), "{error}");
    }
}
