//! Traces of evaluations, small enough that twenty million positions fit in memory.
//!
//! For linear terms only the difference between the sides matters, and it is nearly always one:
//!
//! ```text
//!   words   plus: f f f …  minus: f f …  counted: f n f n …  White's danger: f n …  Black's danger: f n …
//! ```
//!
//! with a feature `f` and a count `n` in 16 bits each. That makes some 200 bytes per position. Positions are stored
//! in blocks of [`TraceBlock::POSITIONS`], the unit of work for threads and of shuffling.

use eval::tapered::Phase;
use types::ByColor;

use crate::recorder::{LabelledPosition, TraceRecorder};

/// The shares of the middlegame and the endgame half that count, in 64ths, by the side that stands better.
pub type Scales = ByColor<[u8; 2]>;

/// Facts about a position besides its features.
#[derive(Clone, Debug)]
pub struct TraceHead {
    /// Index of its first word.
    start: u32,
    pub(crate) plus: u16,
    pub(crate) minus: u16,
    pub(crate) counted: u16,
    pub(crate) danger: ByColor<u16>,
    score: i16,
    twice_points: u8,
    /// Game phase, from 0 to [`Phase::MIDDLEGAME`].
    pub phase: u8,
    /// Shares of them that count.
    pub scales: Scales,
}

const NO_SCORE: i16 = i16::MIN;
const NO_POINTS: u8 = u8::MAX;

impl TraceHead {
    pub(crate) fn new(sample: &LabelledPosition, phase: Phase, scales: Scales) -> TraceHead {
        TraceHead {
            start: 0,
            plus: 0,
            minus: 0,
            counted: 0,
            danger: ByColor::default(),
            score: sample.score.map_or(NO_SCORE, |score| score.0 as i16),
            twice_points: sample.points.map_or(NO_POINTS, |points| (2.0 * points) as u8),
            phase: phase.0 as u8,
            scales,
        }
    }

    /// White's points: 0, ½ or 1; `None` if the position belongs to no game.
    pub fn points(&self) -> Option<f64> {
        (self.twice_points != NO_POINTS).then(|| f64::from(self.twice_points) / 2.0)
    }

    /// Score of a search, from White's view.
    pub fn score(&self) -> Option<f64> {
        (self.score != NO_SCORE).then_some(self.score.into())
    }
}

/// Some positions, traced.
#[derive(Clone, Debug, Default)]
pub struct TraceBlock {
    pub(crate) heads: Vec<TraceHead>,
    words: Vec<u16>,
}

impl TraceBlock {
    /// Number of positions that fill a block.
    pub const POSITIONS: usize = 256;

    /// Traces some positions.
    pub fn of<'a>(samples: impl IntoIterator<Item = &'a LabelledPosition>) -> TraceBlock {
        let (mut block, mut recorder) = (TraceBlock::default(), TraceRecorder::default());
        for sample in samples {
            recorder.record(sample, &mut block);
        }
        block.words.shrink_to_fit();
        block
    }

    /// Adds a trace: its words, and then its head, which stores their start.
    pub(crate) fn push(&mut self, mut head: TraceHead, write: impl FnOnce(&mut TraceHead, &mut Vec<u16>)) {
        head.start = self.words.len() as u32;
        write(&mut head, &mut self.words);
        self.heads.push(head);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns `true` if the block is empty.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.heads.as_slice()) + size_of_val(self.words.as_slice())
    }

    /// All traces.
    pub fn iter(&self) -> impl Iterator<Item = Traced<'_>> {
        self.heads.iter().map(|head| Traced::new(head, &self.words[head.start as usize..]))
    }
}

/// The trace of one position.
#[derive(Clone, Copy, Debug)]
pub struct Traced<'a> {
    /// Facts besides the features.
    pub head: &'a TraceHead,
    /// The features that count once more for White.
    pub plus: &'a [u16],
    /// The features that count once more for Black.
    pub minus: &'a [u16],
    counted: &'a [[u16; 2]],
    danger: ByColor<&'a [[u16; 2]]>,
}

impl<'a> Traced<'a> {
    fn new(head: &'a TraceHead, words: &'a [u16]) -> Traced<'a> {
        let (plus, words) = words.split_at(head.plus.into());
        let (minus, words) = words.split_at(head.minus.into());
        let (counted, words) = split_pairs(words, head.counted);
        let (white, words) = split_pairs(words, head.danger[types::Color::White]);
        let (black, _) = split_pairs(words, head.danger[types::Color::Black]);
        Traced { head, plus, minus, counted, danger: ByColor([white, black]) }
    }

    /// The features with other counts, as White's minus Black's.
    pub fn counted(&self) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        pairs(self.counted)
    }

    /// The features of the danger that a side poses to the enemy king.
    pub fn danger(&self, color: types::Color) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        pairs(self.danger[color])
    }

    /// All linear features with their counts, as White's minus Black's.
    pub fn linear(&self) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let once = |features: &'a [u16], count| features.iter().map(move |&f| (usize::from(f), count));
        once(self.plus, 1.0).chain(once(self.minus, -1.0)).chain(self.counted())
    }
}

fn split_pairs(words: &[u16], count: u16) -> (&[[u16; 2]], &[u16]) {
    let (pairs, rest) = words.split_at(2 * usize::from(count));
    (pairs.as_chunks().0, rest)
}

fn pairs(pairs: &[[u16; 2]]) -> impl Iterator<Item = (usize, f64)> + use<'_> {
    pairs.iter().map(|&[feature, count]| (feature.into(), f64::from(count as i16)))
}
