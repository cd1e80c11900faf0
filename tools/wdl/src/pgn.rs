//! Games in PGN with the engine's score behind each move, as fastchess and cutechess write them:
//!
//! ```text
//!   1. e4 {+0.35/14 0.05s} e5 {-0.31/15 0.06s} 2. Nf3 {+M7/20 0.04s}
//! ```
//!
//! The score is that of the side that moved, in pawns, for the position before its move.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use pgn_reader::shakmaty::fen::Fen;
use pgn_reader::shakmaty::{self, CastlingMode, Chess, Position as _};
use pgn_reader::{KnownOutcome, Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use positions::GameResult;
use types::Color;

use crate::material;
use crate::tally::Tally;

/// Endings that say something about the clock or the program, not about the position.
const FAULTS: [&str; 8] = [
    "abandoned",
    "death",
    "disconnect",
    "emergency",
    "illegal move",
    "stalled connection",
    "time forfeit",
    "unterminated",
];

/// Adds all positions of a file. `pawn` is how many units of the engine one pawn of its output was. `watch` wraps the
/// input to see how it gets on. That the last game is torn is said on standard error.
///
/// # Errors
/// If the file cannot be read, or if a game has a move or a position that the rules do not know, or if no move of the
/// whole file has a score.
pub fn read<R: Read>(path: &Path, pawn: f64, tally: &mut Tally, watch: impl FnOnce(File) -> R) -> Result<()> {
    if let Some(torn) = read_from(watch(File::open(path)?), pawn, tally)? {
        eprintln!("warning: {}: {torn}", path.display());
    }
    Ok(())
}

/// The same from any input. Returns what is to be said of a last game that is torn: the match is still being played, or
/// its runner was killed. The games before it are whole.
///
/// # Errors
/// As those of [`read`].
pub fn read_from(input: impl Read, pawn: f64, tally: &mut Tally) -> Result<Option<String>> {
    let mut reader = Reader::new(input);
    let (mut number, mut scored) = (0u64, 0u64);
    let mut torn = None;
    loop {
        let about = || format!("game {} of the file", number + 1);
        let game = match reader.read_game(&mut Games) {
            Ok(Some(game)) => game.with_context(about)?,
            Ok(None) => break,
            Err(error) if error.kind() == ErrorKind::InvalidData && !reader.has_more()? => {
                torn = Some(format!("{} ends before its end ({error}) and is not read", about()));
                break;
            }
            Err(error) => return Err(error).with_context(about),
        };
        number += 1;
        scored += game.moments.iter().filter(|moment| moment.has_score()).count() as u64;
        count(&game, pawn, tally);
    }
    if scored == 0 {
        bail!(
            "none of its {number} games has a score behind a move, expected comments such as {{+0.35/14 0.05s}}"
        );
    }
    Ok(torn)
}

fn count(game: &Game, pawn: f64, tally: &mut Tally) {
    let Some(result) = game.result.filter(|_| !game.is_void) else {
        tally.void_games += 1;
        return;
    };
    tally.games += 1;
    for moment in &game.moments {
        let units = match moment.said {
            Said::Pawns(pawns) => Some((pawns * pawn).round() as i32),
            Said::Mate | Said::Nothing => None,
        };
        tally.add(moment.side, moment.material, units, result);
    }
}

/// What an engine said of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    Pawns(f64),
    Mate,
    Nothing,
}

impl Said {
    /// The score at the beginning of a comment.
    fn of_comment(comment: &[u8]) -> Said {
        let text = String::from_utf8_lossy(comment);
        let Some((score, _)) = text.trim_start().split_once('/') else { return Said::Nothing };
        if score.trim_start_matches(['+', '-']).starts_with('M') {
            return Said::Mate;
        }
        let number = score.parse().ok().filter(|pawns: &f64| pawns.is_finite());
        number.map_or(Said::Nothing, Said::Pawns)
    }
}

/// A position of a game, seen by its side to move.
struct Moment {
    side: Color,
    material: u32,
    said: Said,
}

impl Moment {
    fn has_score(&self) -> bool {
        self.said != Said::Nothing
    }
}

/// A game that is being read.
struct Game {
    position: Chess,
    moments: Vec<Moment>,
    result: Option<GameResult>,
    /// Whether the result says nothing about the play.
    is_void: bool,
}

impl Game {
    fn play(&mut self, san: &SanPlus) -> Result<()> {
        let side = match self.position.turn() {
            shakmaty::Color::White => Color::White,
            shakmaty::Color::Black => Color::Black,
        };
        let mv = san.san.to_move(&self.position).with_context(|| {
            let fen = Fen::from_position(&self.position, shakmaty::EnPassantMode::Legal);
            format!("'{san}' is no move in {fen}")
        })?;
        self.moments.push(Moment { side, material: material::of_game(&self.position), said: Said::Nothing });
        self.position.play_unchecked(mv);
        Ok(())
    }
}

fn start(fen: &[u8]) -> Result<Chess> {
    let about = || format!("the tag FEN \"{}\"", String::from_utf8_lossy(fen));
    let fen = Fen::from_ascii(fen).with_context(about)?;
    fen.into_position(CastlingMode::Chess960).with_context(about)
}

/// What the reader calls.
struct Games;

impl Visitor for Games {
    type Tags = Game;
    type Movetext = Game;
    type Output = Result<Game>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Game> {
        let position = Chess::default();
        ControlFlow::Continue(Game { position, moments: Vec::new(), result: None, is_void: false })
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        match name {
            b"FEN" => match start(value.as_bytes()) {
                Ok(position) => game.position = position,
                Err(error) => return ControlFlow::Break(Err(error)),
            },
            b"Termination" => {
                let is = |fault: &&str| value.as_bytes().eq_ignore_ascii_case(fault.as_bytes());
                game.is_void = FAULTS.iter().any(is);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        match game.play(&san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        // The first comment with a score counts; long ones come in parts.
        if let Some(moment) = game.moments.last_mut().filter(|moment| !moment.has_score()) {
            moment.said = Said::of_comment(comment.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Self::Output> {
        game.result = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White }) => {
                Some(GameResult::WhiteWins)
            }
            Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::Black }) => {
                Some(GameResult::BlackWins)
            }
            Outcome::Known(KnownOutcome::Draw) => Some(GameResult::Draw),
            Outcome::Unknown => None,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Self::Output {
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_what_both_runners_write() {
        let cases = [
            ("+0.49/14 0.068s", Said::Pawns(0.49)),
            ("-1.20/9 1s, Draw by adjudication", Said::Pawns(-1.2)),
            ("0.00/3 0.000s", Said::Pawns(0.0)),
            ("+M5/20 0.1s", Said::Mate),
            ("-M12/20 0.1s", Said::Mate),
            ("book", Said::Nothing),
            ("nan/3", Said::Nothing),
            ("", Said::Nothing),
        ];
        for (text, expected) in cases {
            assert_eq!(Said::of_comment(text.as_bytes()), expected, "{text}");
        }
    }
}
