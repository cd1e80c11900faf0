//! Scores for people: in pawns, as the engine reports them to a GUI, or as a mate.
//!
//! The page writes them in the same way, see `page/words.js`.

use eval::wdl::centipawns_of_units;
use types::Score;

use crate::tree::TreeRoot;

/// A score in words. In trees made by hand it is the number that the leaf has.
pub fn in_words(root: &TreeRoot, score: Score) -> String {
    let sign = match score.0.signum() {
        1 => "+",
        -1 => "−",
        _ => "",
    };
    match (root, score.mate_moves()) {
        (TreeRoot::Lists(_), _) => format!("{}{}", sign.trim_start_matches('+'), score.0.abs()),
        (_, Some(moves)) => format!("{sign}mate {}", moves.abs()),
        (_, None) if score.is_decisive() => format!("{sign}won"),
        (_, None) => format!("{sign}{:.2}", centipawns_of_units(score.0.abs().into()).round() / 100.0),
    }
}

/// A score of chess in the units of the evaluation, or a mate with its number of moves.
pub fn in_units(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) => format!("{}#{}", if moves < 0 { "-" } else { "" }, moves.abs()),
        None => format!("{:+}", score.0),
    }
}

#[cfg(test)]
mod tests {
    use types::Ply;

    use super::*;

    #[test]
    fn scores_read_as_on_the_page() {
        let chess = TreeRoot::Chess(String::new());
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
        let lists = TreeRoot::Lists(String::new());
        assert_eq!([Score(7), Score(-12345)].map(|score| in_words(&lists, score)), ["7", "−12345"]);
    }
}
