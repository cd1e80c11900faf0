//! Scores as people read them: in pawns, as the engine tells them to a GUI, or as a mate.
//!
//! The page writes them in the same way, see `page/words.js`.

use types::Score;

use crate::tree::Root;

/// The score that is shown as one pawn. The engine has it from the fit in `crates/uci/src/wdl.rs`, a program that
/// nothing can be built upon, so it stands here once more, and a test holds the two together.
pub const PAWN: f64 = 84.092;

/// A score in words. In trees made by hand it is the number that the leaf has.
pub fn in_words(root: &Root, score: Score) -> String {
    let sign = match score.0.signum() {
        1 => "+",
        -1 => "−",
        _ => "",
    };
    match (root, score.mate_plies()) {
        (Root::Lists(_), _) => format!("{}{}", sign.trim_start_matches('+'), score.0.abs()),
        (_, Some(plies)) => format!("{sign}mate {}", (plies.abs() + 1) / 2),
        (_, None) if score.is_decisive() => format!("{sign}won"),
        (_, None) => format!("{sign}{:.2}", (100.0 * f64::from(score.0.abs()) / PAWN).round() / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use types::Ply;

    use super::*;

    #[test]
    fn a_pawn_is_what_the_engine_shows_as_one() {
        let engine = include_str!("../../../crates/uci/src/wdl.rs");
        let definition =
            "const PAWN_UNITS: f64 = EVEN_CHANCE[0] + EVEN_CHANCE[1] + EVEN_CHANCE[2] + EVEN_CHANCE[3];";
        assert!(engine.contains(definition), "the engine's pawn is not the sum of its coefficients any more");
        let (_, rest) = engine.split_once("const EVEN_CHANCE: [f64; 4] = [").expect("the coefficients");
        let (coefficients, _) = rest.split_once(']').expect("the end of the coefficients");
        let sum: f64 =
            coefficients.split(',').map(|text| text.trim().parse::<f64>().expect("a number")).sum();
        assert!((sum - PAWN).abs() < 1e-6, "the engine's pawn is {sum}, this one {PAWN}");
    }

    #[test]
    fn scores_read_as_on_the_page() {
        let chess = Root::Chess(String::new());
        for (score, words) in [
            (Score(0), "0.00"),
            (Score(84), "+1.00"),
            (Score(-1437), "−17.09"),
            (Score::mate_in(Ply(1)), "+mate 1"),
            (Score::mated_in(Ply(2)), "−mate 1"),
            (Score::mate_in(Ply(3)), "+mate 2"),
            (Score::TABLEBASE_WIN, "+won"),
        ] {
            assert_eq!(in_words(&chess, score), words);
        }
        let lists = Root::Lists(String::new());
        assert_eq!([Score(7), Score(-12345)].map(|score| in_words(&lists, score)), ["7", "−12345"]);
    }
}
