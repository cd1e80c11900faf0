//! Running the engine's search with some of its techniques.
//!
//! It deepens iteratively from an empty table and empty histories. All iterations are counted.

use search::techniques::Techniques;
use search::{Control, Engine, Limits, Mebibytes};
use types::Depth;

use crate::meter::{EngineMeter, Measurement, SearchTask};

/// Large enough for the depths that are compared.
const HASH: Mebibytes = Mebibytes(16);

/// Searches with a set of techniques.
///
/// # Panics
/// If there is no memory for a small table.
pub fn run(techniques: Techniques, task: &SearchTask<'_>) -> Measurement {
    let mut engine = Engine::new(HASH).unwrap_or_else(|error| panic!("no memory for {HASH:?}: {error}"));
    engine.set_techniques(techniques);
    let depth = Some(Depth(task.depth as i32));
    let limits = Limits { depth, nodes: Some(task.limits.nodes), ..Limits::default() };
    let control = Control::new();
    let mut meter = EngineMeter::new(task, &control);
    let outcome = engine.search_with(task.game, &limits, &control, &mut (), &mut meter);
    meter.finish(&outcome)
}
