//! Evaluations recorded as traces, small enough that twenty million positions fit in memory.
//!
//! For linear terms only the difference between the sides matters, and it is nearly always one:
//!
//! ```text
//!   words   plus: f f f …  minus: f f …  counted: f n f n …  White's danger: f n …  Black's danger: f n …
//! ```
//!
//! with a feature `f` and a count `n` in 16 bits each. That makes some 200 bytes per position. Positions are stored
//! in blocks of [`TraceBlock::POSITIONS`], the unit of work for threads and of shuffling.

use std::sync::LazyLock;

use anyhow::Result;
use eval::Accumulator;
use eval::evaluator::Evaluation;
use eval::tapered::Scale;
use eval::term::{EvalFeature, TermForm};
use eval::terms::{FEATURES, TERMS};
use eval::trace::Trace;
use types::{ByColor, Color};

use crate::Record;

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
    /// Game phase, from 0 to [`Phase::MIDDLEGAME`](eval::tapered::Phase::MIDDLEGAME).
    pub phase: u8,
    /// Shares of them that count.
    pub scales: Scales,
}

const NO_SCORE: i16 = i16::MIN;
const NO_POINTS: u8 = u8::MAX;

impl TraceHead {
    /// White's points: 0, ½ or 1; `None` if the position belongs to no game.
    pub fn points(&self) -> Option<f64> {
        (self.twice_points != NO_POINTS).then(|| f64::from(self.twice_points) / 2.0)
    }

    /// Score of a search, from White's view.
    pub fn score(&self) -> Option<f64> {
        (self.score != NO_SCORE).then_some(self.score.into())
    }
}

#[derive(Clone, Debug, Default)]
pub struct TraceBlock {
    pub(crate) heads: Vec<TraceHead>,
    words: Vec<u16>,
}

impl TraceBlock {
    /// Number of positions that fill a block.
    pub const POSITIONS: usize = 256;

    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<TraceBlock> {
        let (mut block, mut recorder) = (TraceBlock::default(), TraceRecorder::default());
        for record in records {
            recorder.record(record, &mut block)?;
        }
        block.words.shrink_to_fit();
        Ok(block)
    }

    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.heads.as_slice()) + size_of_val(self.words.as_slice())
    }

    pub fn iter(&self) -> impl Iterator<Item = Traced<'_>> {
        self.heads.iter().map(|head| Traced::new(head, &self.words[head.start as usize..]))
    }
}

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
        let (white, words) = split_pairs(words, head.danger[Color::White]);
        let (black, _) = split_pairs(words, head.danger[Color::Black]);
        Traced { head, plus, minus, counted, danger: ByColor([white, black]) }
    }

    /// The features with other counts, as White's minus Black's.
    pub fn counted(&self) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        pairs(self.counted)
    }

    /// The features of the danger that a side poses to the enemy king.
    pub fn danger(&self, color: Color) -> impl Iterator<Item = (usize, f64)> + use<'a> {
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

/// Form in which each feature's group enters the score.
static FORMS: LazyLock<Vec<TermForm>> =
    LazyLock::new(|| TERMS.iter().flat_map(|term| std::iter::repeat_n(term.form, term.len)).collect());

/// The counts of one evaluation, and which of them are not zero.
struct TraceRecorder {
    counts: ByColor<Vec<i16>>,
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    scales: Scales,
}

impl Trace for TraceRecorder {
    fn count(&mut self, color: Color, feature: EvalFeature, count: i32) {
        if count == 0 {
            return;
        }
        let index = feature.index();
        if !std::mem::replace(&mut self.is_touched[index], true) {
            self.touched.push(index as u16);
        }
        self.counts[color][index] += count as i16;
    }

    fn scale(&mut self, better: Color, scale: Scale) {
        let share = |share: i32| u8::try_from(share).expect("a scale is at most 255 64ths");
        self.scales[better] = [share(scale.middlegame), share(scale.endgame)];
    }
}

impl Default for TraceRecorder {
    fn default() -> TraceRecorder {
        TraceRecorder {
            counts: ByColor::from_fn(|_| vec![0; FEATURES]),
            touched: Vec::new(),
            is_touched: vec![false; FEATURES],
            scales: Scales::default(),
        }
    }
}

impl TraceRecorder {
    /// Evaluates a position and adds its trace to a block.
    fn record(&mut self, record: &Record, block: &mut TraceBlock) -> Result<()> {
        let position = record.position()?;
        let evaluation = Evaluation::of(&position, &Accumulator::of(&position), self);
        // Sorted, so that memory is read in order.
        self.touched.sort_unstable();
        let difference = |feature: u16| {
            let [white, black] = Color::ALL.map(|color| self.counts[color][usize::from(feature)]);
            white - black
        };
        let of_form = |form| self.touched.iter().copied().filter(move |&f| FORMS[usize::from(f)] == form);
        let others = of_form(TermForm::Linear).map(|f| [f, difference(f) as u16]);
        let words = &mut block.words;
        // The words are appended run after run, as [`Traced`] reads them: fields are computed in the order in which they stand.
        block.heads.push(TraceHead {
            start: words.len() as u32,
            plus: extend(words, of_form(TermForm::Linear).filter(|&f| difference(f) == 1).map(|f| [f])),
            minus: extend(words, of_form(TermForm::Linear).filter(|&f| difference(f) == -1).map(|f| [f])),
            counted: extend(words, others.filter(|&[_, count]| !matches!(count as i16, -1..=1))),
            danger: ByColor::from_fn(|color| {
                let counts =
                    of_form(TermForm::Danger).map(|f| [f, self.counts[color][usize::from(f)] as u16]);
                extend(words, counts.filter(|&[_, count]| count != 0))
            }),
            score: record.white_score().map_or(NO_SCORE, |score| score.0 as i16),
            twice_points: record.result().map_or(NO_POINTS, |result| result as u8),
            phase: evaluation.phase.0 as u8,
            scales: self.scales,
        });
        for feature in self.touched.drain(..).map(usize::from) {
            self.is_touched[feature] = false;
            self.counts[Color::White][feature] = 0;
            self.counts[Color::Black][feature] = 0;
        }
        Ok(())
    }
}

/// Appends entries and returns how many there were.
fn extend<const N: usize>(words: &mut Vec<u16>, entries: impl Iterator<Item = [u16; N]>) -> u16 {
    let before = words.len();
    words.extend(entries.flatten());
    ((words.len() - before) / N) as u16
}
