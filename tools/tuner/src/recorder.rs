//! Records evaluations as compact traces.

use std::sync::LazyLock;

use eval::Accumulator;
use eval::evaluator::Evaluation;
use eval::tapered::Scale;
use eval::term::{EvalFeature, TermForm};
use eval::terms::{FEATURES, TERMS};
use eval::trace::Trace;
use movegen::Position;
use types::{ByColor, Color, Score};

use crate::traces::{Scales, TraceBlock, TraceHead};

/// Form in which each feature's group enters the score.
static FORMS: LazyLock<Vec<TermForm>> =
    LazyLock::new(|| TERMS.iter().flat_map(|term| std::iter::repeat_n(term.form, term.len)).collect());

/// A position with its result and score.
#[derive(Clone, Debug)]
pub struct LabelledPosition {
    /// A quiet position.
    pub position: Position,
    /// White's points: 0, ½ or 1; `None` if the position belongs to no game.
    pub points: Option<f64>,
    /// Score of a search, as seen by White.
    pub score: Option<Score>,
}

/// The counts of one evaluation, and which of them are not zero.
pub struct TraceRecorder {
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
    pub fn record(&mut self, sample: &LabelledPosition, block: &mut TraceBlock) {
        let evaluation = Evaluation::of(&sample.position, &Accumulator::of(&sample.position), self);
        // Sorted, so that memory is read in order.
        self.touched.sort_unstable();
        block.push(TraceHead::new(sample, evaluation.phase, self.scales), |head, words| {
            self.write(head, words)
        });
        self.clear();
    }

    /// Run after run, as [`Traced`](crate::traces::Traced) reads them.
    fn write(&self, head: &mut TraceHead, words: &mut Vec<u16>) {
        let difference = |feature: u16| {
            let [white, black] = self.both(feature);
            white - black
        };
        let of_form = |form| self.touched.iter().copied().filter(move |&f| FORMS[usize::from(f)] == form);
        head.plus = extend(words, of_form(TermForm::Linear).filter(|&f| difference(f) == 1).map(|f| [f]));
        head.minus = extend(words, of_form(TermForm::Linear).filter(|&f| difference(f) == -1).map(|f| [f]));
        let others = of_form(TermForm::Linear).map(|f| [f, difference(f) as u16]);
        head.counted = extend(words, others.filter(|&[_, count]| !matches!(count as i16, -1..=1)));
        head.danger = ByColor::from_fn(|color| {
            let counts = of_form(TermForm::Danger).map(|f| [f, self.counts[color][usize::from(f)] as u16]);
            extend(words, counts.filter(|&[_, count]| count != 0))
        });
    }

    fn both(&self, feature: u16) -> [i16; 2] {
        Color::ALL.map(|color| self.counts[color][usize::from(feature)])
    }

    fn clear(&mut self) {
        for feature in self.touched.drain(..).map(usize::from) {
            self.is_touched[feature] = false;
            self.counts[Color::White][feature] = 0;
            self.counts[Color::Black][feature] = 0;
        }
    }
}

/// Appends entries and returns how many there were.
fn extend<const N: usize>(words: &mut Vec<u16>, file_records: impl Iterator<Item = [u16; N]>) -> u16 {
    let before = words.len();
    words.extend(file_records.flatten());
    ((words.len() - before) / N) as u16
}
