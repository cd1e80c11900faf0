//! Counts of the nodes that each search technique saves, from minimax to the full engine.
//!
//! There are two families of sound methods. The first evaluates at depth 0, and its value is that of minimax. The
//! second searches on with quiescence search and has another value, which the engine must return too as long as all its
//! techniques are sound. The techniques after those may prune the best move. Each row with dots adds its technique to the
//! row before; the engine's rows come from its own list of techniques.
//!
//! Nodes are moves made. Leaves are nodes from which the search made no move: their depth was spent, they were quiet, or
//! something decided them without a move.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use cpu_time::ProcessTime;
use indicatif::{HumanCount, ProgressBar};
use movegen::text::epd::Epd;
use movegen::{Position, perft};
use search::engine::STACK_SIZE;
use search::observer::{Entered, SearchObserver};
use search::techniques::{Technique, Techniques};
use search::{Control, Engine, Game, Limits, Mebibytes};
use textbook::transposition::{self, Table};
use textbook::visits::Visitor;
use textbook::{Chess, Ordered, VisitCounts, Visited, WithQuiescence, alphabeta, negamax, pvs};
use toolkit::{EXIT_INTERRUPTED, say};
use treeview::course::{MoveOrder, Orderer, Positions};
use treeview::score::in_units;
use types::{Depth, Ply, Score, Window};

use crate::cli::SavingsArgs;

/// The methods that must return the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    /// The value of minimax with the evaluation at depth 0.
    Evaluation,
    /// The value of minimax with quiescence search at depth 0.
    Quiescence,
    /// No certain value: some technique may prune the best move.
    Betting,
}

/// A search of a position to a depth, with empty tables.
#[derive(Clone, Copy, Debug)]
enum Method {
    /// A search of the textbook. It searches its depth directly, without lesser depths before it.
    Textbook { form: Form, order: MoveOrder, has_quiescence: bool },
    /// The engine's search with some of its techniques. It deepens iteratively, and all iterations are counted.
    Engine(Techniques),
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Minimax,
    AlphaBeta,
    Table,
    Pvs,
}

/// A row of the table: a method, and its measurements of each position from depth 1 on, up to the first search that was
/// capped.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    family: Family,
    method: Method,
    runs: Vec<Vec<Measurement>>,
}

/// The cost and the result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Measurement {
    counts: VisitCounts,
    cpu_time: Duration,
    /// The value for the side to move; `None` if the search was capped.
    score: Option<Score>,
}

/// A row at one depth, over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Total {
    counts: VisitCounts,
    cpu_time: Duration,
    /// The number of positions searched to the end.
    finished: usize,
}

/// All rows in order, without measurements.
fn rows() -> Vec<Row> {
    let row = |name: &str, family, method| {
        let name = name.to_owned();
        Row { name, family, method, runs: Vec::new() }
    };
    let textbook = [
        ("minimax", Form::Minimax, MoveOrder::Generated, false),
        ("alpha-beta with captures last", Form::AlphaBeta, MoveOrder::CapturesLast, false),
        ("alpha-beta in random order", Form::AlphaBeta, MoveOrder::Random, false),
        ("alpha-beta as generated", Form::AlphaBeta, MoveOrder::Generated, false),
        ("alpha-beta with captures first", Form::AlphaBeta, MoveOrder::Captures, false),
        (". . + killers and history", Form::AlphaBeta, MoveOrder::Killers, false),
        (". . . . + table", Form::Table, MoveOrder::Killers, false),
        (". . . . with zero windows (PVS)", Form::Pvs, MoveOrder::Killers, false),
        ("alpha-beta + quiescence", Form::AlphaBeta, MoveOrder::Killers, true),
        ("PVS + quiescence", Form::Pvs, MoveOrder::Killers, true),
    ];
    let mut rows: Vec<Row> = textbook
        .into_iter()
        .map(|(name, form, order, has_quiescence)| {
            let family = if has_quiescence { Family::Quiescence } else { Family::Evaluation };
            row(name, family, Method::Textbook { form, order, has_quiescence })
        })
        .collect();
    for (new, techniques) in Techniques::ladder() {
        let is_sound = techniques.is_subset(Techniques::SOUND);
        let family = if is_sound { Family::Quiescence } else { Family::Betting };
        let name = new.map_or("engine without techniques".to_owned(), |new| format!(". . + {}", words(new)));
        rows.push(row(&name, family, Method::Engine(techniques)));
    }
    rows.push(row("the full engine", Family::Betting, Method::Engine(Techniques::ALL)));
    rows
}

/// The name of a technique in words: `LateMovePruning` is "late move pruning".
fn words(technique: Technique) -> String {
    let mut words = String::new();
    for sign in format!("{technique:?}").chars() {
        if sign.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(sign.to_lowercase());
    }
    words
}

/// The limits of one search, and the progress that it shows.
struct Task<'a> {
    game: &'a Game,
    depth: u32,
    nodes: u64,
    time: Duration,
    interrupted: &'a AtomicBool,
    bar: &'a ProgressBar,
}

/// Counts nodes and leaves, and ends the search at its limits.
struct Meter<'a> {
    counts: VisitCounts,
    task: &'a Task<'a>,
    begun: (Instant, ProcessTime),
    is_spent: bool,
    /// True if the last event was a node entered, not left.
    came_down: bool,
    /// The control of the engine's search, which counts its own nodes.
    control: Arc<Control>,
}

/// The number of nodes between two looks at the clock.
const LOOK_INTERVAL: u64 = 1 << 12;

impl Meter<'_> {
    fn new<'a>(task: &'a Task<'a>) -> Meter<'a> {
        let (counts, begun) = (VisitCounts::default(), (Instant::now(), ProcessTime::now()));
        Meter { counts, task, begun, is_spent: false, came_down: false, control: Arc::default() }
    }

    /// Counts a node, and looks at the clock now and then.
    fn count(&mut self) {
        self.counts.nodes += 1;
        if self.counts.nodes.is_multiple_of(LOOK_INTERVAL) {
            self.task.bar.set_position(self.counts.nodes);
            let is_late = self.begun.0.elapsed() >= self.task.time;
            if is_late || self.task.interrupted.load(Ordering::Relaxed) {
                self.is_spent = true;
                self.control.stop();
            }
        }
    }

    fn finish(&self, score: Score) -> Measurement {
        let score = (!self.is_spent).then_some(score);
        Measurement { counts: self.counts, cpu_time: self.begun.1.elapsed(), score }
    }
}

impl<M> Visitor<M> for Meter<'_> {
    fn enter(&mut self, _: &[M]) {
        // Once it is spent, the search is only returning to the root.
        if self.counts.nodes >= self.task.nodes {
            self.is_spent = true;
        }
        if !self.is_spent {
            self.count();
        }
    }

    fn leave(&mut self, _: &[M], is_leaf: bool) {
        self.counts.leaves += u64::from(is_leaf && !self.is_spent);
    }

    fn should_stop(&self) -> bool {
        self.is_spent
    }
}

impl SearchObserver for Meter<'_> {
    fn enter(&mut self, _: &Entered) {
        self.came_down = true;
        self.count();
    }

    /// All open nodes are left without a score when a search is stopped.
    fn leave(&mut self, _: Ply, score: Option<Score>) {
        self.is_spent |= score.is_none();
        self.counts.leaves += u64::from(std::mem::take(&mut self.came_down));
    }
}

impl Method {
    fn run(self, task: &Task<'_>) -> Measurement {
        match self {
            Method::Textbook { form, order, has_quiescence } => {
                let chess: Positions = Chess::new(task.game.position().clone(), eval::evaluate);
                let mut tree = Visited::new(Ordered::new(chess, Orderer::new(order)), Meter::new(task));
                let (depth, full) = (task.depth, Window::FULL);
                if has_quiescence {
                    let mut tree = WithQuiescence(tree);
                    let result = match form {
                        Form::Pvs => pvs::search(&mut tree, depth, full),
                        _ => alphabeta::fail_soft(&mut tree, depth, full),
                    };
                    return tree.0.visitor.finish(result.score);
                }
                let result = match form {
                    Form::Minimax => negamax::negamax(&mut tree, depth),
                    Form::AlphaBeta => alphabeta::fail_soft(&mut tree, depth, full),
                    Form::Table => transposition::search(&mut tree, &mut Table::default(), depth, full),
                    Form::Pvs => pvs::search(&mut tree, depth, full),
                };
                tree.visitor.finish(result.score)
            }
            Method::Engine(techniques) => {
                // The table is large enough for the depths that are compared.
                let mut engine = Engine::new(Mebibytes(16)).expect("there is memory for a small table");
                engine.set_techniques(techniques);
                let depth = Some(Depth(task.depth as i32));
                let limits = Limits { depth, nodes: Some(task.nodes), ..Limits::default() };
                let mut meter = Meter::new(task);
                let control = Arc::clone(&meter.control);
                let outcome = engine.search_with(task.game, &limits, &control, &mut (), &mut meter);
                // A node that is searched again was entered again, but its move was made once.
                meter.counts.nodes = outcome.nodes;
                meter.finish(outcome.score)
            }
        }
    }
}

impl Row {
    /// The cost of a depth; `None` if no position was searched that deep. A position that was capped at a lesser depth
    /// counts with its cost up to then.
    fn total(&self, depth: u32) -> Option<Total> {
        let is_searched = self.runs.iter().any(|runs| runs.len() >= depth as usize);
        let is_capped = self.runs.iter().any(|runs| runs.last().is_some_and(|run| run.score.is_none()));
        if !is_searched && !is_capped {
            return None;
        }
        let mut total = Total { counts: VisitCounts::default(), cpu_time: Duration::ZERO, finished: 0 };
        for run in self.runs.iter().filter_map(|runs| runs.get(depth as usize - 1).or(runs.last())) {
            total.counts.nodes += run.counts.nodes;
            total.counts.leaves += run.counts.leaves;
            total.cpu_time += run.cpu_time;
            total.finished += usize::from(run.score.is_some());
        }
        Some(total)
    }
}

/// Measures, prints the table, and checks that the sound methods agree.
pub(crate) fn run(args: SavingsArgs) -> Result<ExitCode> {
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || measure_and_print(&args));
    thread.context("no thread to search on")?.join().map_err(|_| anyhow!("a search panicked"))?
}

fn measure_and_print(args: &SavingsArgs) -> Result<ExitCode> {
    let positions = match &args.suite {
        Some(file) => read_suite(file)?,
        None => vec![searchable(args.position.clone().unwrap_or_else(Position::startpos))?],
    };
    let interrupted = toolkit::listen()?;
    let bar = toolkit::progress("{spinner} {msg}: {human_pos} nodes, {per_sec}, {elapsed}");
    let games: Vec<Game> = positions.iter().cloned().map(Game::new).collect();
    let mut measured = Vec::new();
    'rows: for mut row in rows() {
        for (index, game) in games.iter().enumerate() {
            bar.set_message(format!("{} (position {} of {})", row.name, index + 1, games.len()));
            let mut runs = Vec::new();
            for depth in 1..=args.depth {
                bar.reset();
                let (nodes, time) = (args.max_nodes.get(), Duration::from_secs(args.max_seconds));
                let task = Task { game, depth, nodes, time, interrupted: &interrupted, bar: &bar };
                runs.push(row.method.run(&task));
                // An unfinished row is left out.
                if interrupted.load(Ordering::Relaxed) {
                    break 'rows;
                }
                if runs.last().is_some_and(|run| run.score.is_none()) {
                    break;
                }
            }
            row.runs.push(runs);
        }
        measured.push(row);
    }
    bar.reset();
    bar.set_message("counting the nodes of minimax");
    let minimax = measured.first().and_then(|row| row.total(args.depth));
    let minimax_nodes = match minimax.filter(|total| total.finished == positions.len()) {
        Some(total) => Some(total.counts.nodes),
        None => positions.iter().map(|position| size_of_minimax(position, args.depth, &interrupted)).sum(),
    };
    bar.finish_and_clear();
    match &positions[..] {
        [position] => say(format_args!("{} to depth {}\n\n", position.fen(), args.depth))?,
        _ => say(format_args!("{} positions to depth {}\n\n", positions.len(), args.depth))?,
    }
    say(table(&measured, args.depth, positions.len(), minimax_nodes) + "\n")?;
    let (compared, disagreements) = compare(&measured);
    for disagreement in &disagreements {
        say(format_args!("WRONG: {disagreement}\n"))?;
    }
    if disagreements.is_empty() {
        say(format_args!("The sound methods agree on all of {compared} values that could be compared.\n"))?;
    }
    Ok(if !disagreements.is_empty() {
        ExitCode::from(1)
    } else if interrupted.load(Ordering::Relaxed) {
        say("interrupted: only the rows above were measured\n")?;
        ExitCode::from(EXIT_INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Reads EPD, or lines of FEN with or without perft counts. Empty lines and lines that begin with `#` are ignored.
fn read_suite(file: &std::path::Path) -> Result<Vec<Position>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name}: unreadable suite"))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let positions = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let position = line.parse::<Epd>().map_err(|error| anyhow!("{error}")).map(|epd| epd.position);
            // The form of compiler messages, so that editors find the place.
            position.and_then(searchable).map_err(|why| anyhow!("{name}:{number}: {why}"))
        })
        .collect::<Result<Vec<Position>>>()?;
    ensure!(!positions.is_empty(), "{name}: holds no positions, expected lines of FEN or EPD");
    Ok(positions)
}

fn searchable(position: Position) -> Result<Position> {
    ensure!(position.count_legal_moves() > 0, "the game is over in '{}', expected a move", position.fen());
    Ok(position)
}

/// The nodes of minimax, which plays every legal move to the full depth, so perft counts them some hundred times faster.
/// Draws by rule on the way would make the count a little smaller. `None` if they are too many, or after an interruption,
/// which is looked for before each depth.
fn size_of_minimax(position: &Position, depth: u32, interrupted: &AtomicBool) -> Option<u64> {
    const COUNTABLE_LEAVES: u64 = 2_000_000_000;
    let (mut nodes, mut leaves, mut growth) = (0, 1u64, u64::from(position.count_legal_moves()));
    for depth in 1..=depth {
        if leaves.saturating_mul(growth) > COUNTABLE_LEAVES || interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let next = perft::bulk(position, depth);
        // An estimate of the next depth is enough here: trees of bare kings and pawns may even shrink.
        (nodes, growth, leaves) = (nodes + next, (next / leaves.max(1)).max(1), next);
    }
    Some(nodes)
}

/// The number of compared values, and the disagreements. All methods of a family must return the same value for a
/// position at a depth. Capped searches do not count.
fn compare(rows: &[Row]) -> (usize, Vec<String>) {
    let (mut compared, mut disagreements) = (0, Vec::new());
    let value = |row: &Row, position: usize, depth: usize| row.runs.get(position)?.get(depth)?.score;
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.family != Family::Betting) {
        let depths = |position: usize| (0..row.runs[position].len()).map(move |depth| (position, depth));
        for (position, depth) in (0..row.runs.len()).flat_map(depths) {
            let before = rows[..index].iter().filter(|other| other.family == row.family);
            let first = before.filter_map(|other| Some((other, value(other, position, depth)?))).next();
            let (Some(score), Some((other, expected))) = (value(row, position, depth), first) else {
                continue;
            };
            compared += 1;
            if score != expected {
                let (name, by) = (row.name.trim_start_matches(['.', ' ']), &other.name);
                let (position, depth) = (position + 1, depth + 1);
                disagreements.push(format!(
                    "position {position} to depth {depth}: {score} by {name}, but {expected} by {by}"
                ));
            }
        }
    }
    (compared, disagreements)
}

/// The table of one depth.
fn table(rows: &[Row], depth: u32, positions: usize, minimax_nodes: Option<u64>) -> String {
    const HEADINGS: [&str; 7] = ["", "nodes", "leaves", "CPU time", "branching", "of minimax", "value"];
    let mut lines = vec![HEADINGS.map(str::to_owned)];
    for row in rows {
        let Some(total) = row.total(depth) else { continue };
        let is_capped = total.finished < positions;
        let searched = |text: String| if is_capped { format!("> {text}") } else { text };
        let nodes = total.counts.nodes;
        // The effective branching factor: the `depth`-th root of the mean number of nodes.
        let branching = (nodes as f64 / positions as f64).powf(1.0 / f64::from(depth));
        let score = row.runs[0].get(depth as usize - 1).and_then(|run| run.score);
        lines.push([
            row.name.clone(),
            searched(HumanCount(nodes).to_string()),
            searched(HumanCount(total.counts.leaves).to_string()),
            format!("{:.3} s", total.cpu_time.as_secs_f64()),
            searched(format!("{branching:.2}")),
            match minimax_nodes {
                _ if is_capped => "capped".to_owned(),
                Some(minimax) => percentage(nodes as f64 / minimax as f64),
                None => "?".to_owned(),
            },
            match score {
                _ if positions > 1 => format!("{} of {positions}", total.finished),
                score => score.map_or("-".to_owned(), in_units),
            },
        ]);
    }
    let width = |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 7] = std::array::from_fn(width);
    let line = |cells: &[String; 7]| -> String {
        let rest: String = (1..7).map(|column| format!("  {:>1$}", cells[column], widths[column])).collect();
        format!("{:1$}{rest}\n", cells[0], widths[0])
    };
    lines.iter().map(line).collect()
}

/// A percentage with two significant digits.
fn percentage(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = if percent > 0.0 { (1.0 - percent.log10().floor()).clamp(0.0, 6.0) } else { 0.0 };
    format!("{percent:.*} %", digits as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn measure(row: &Row, fen: &str, depth: u32, nodes: u64, is_interrupted: bool) -> Measurement {
        let game = Game::new(fen.parse().unwrap());
        let (interrupted, bar) = (AtomicBool::new(is_interrupted), ProgressBar::hidden());
        let time = Duration::MAX;
        row.method.run(&Task { game: &game, depth, nodes, time, interrupted: &interrupted, bar: &bar })
    }

    fn row(name: &str) -> Row {
        rows().into_iter().find(|row| row.name.ends_with(name)).unwrap_or_else(|| panic!("{name}"))
    }

    /// Kiwipete's perft counts are 48, 2039 and 97862.
    #[test]
    fn minimax_visits_the_tree_that_perft_counts() {
        let counts = measure(&row("minimax"), KIWIPETE, 3, u64::MAX, false).counts;
        assert_eq!((counts.nodes, counts.leaves), (48 + 2039 + 97862, 97862));
        let position: Position = KIWIPETE.parse().unwrap();
        assert_eq!(size_of_minimax(&position, 3, &AtomicBool::new(false)), Some(counts.nodes));
        assert_eq!(size_of_minimax(&position, 3, &AtomicBool::new(true)), None);
    }

    #[test]
    fn each_order_saves_more_than_the_one_before_and_the_value_stays() {
        let rows: Vec<Measurement> = rows()
            .iter()
            .filter(|row| row.family == Family::Evaluation)
            .map(|row| measure(row, KIWIPETE, 3, u64::MAX, false))
            .collect();
        assert!(rows.iter().all(|row| row.score.is_some() && row.score == rows[0].score));
        let nodes: Vec<u64> = rows.iter().map(|row| row.counts.nodes).collect();
        let [minimax, worst, random, generated, captures, killers, ..] = nodes[..] else {
            panic!("{nodes:?}")
        };
        assert!(minimax > worst && worst > random && random > captures, "{nodes:?}");
        assert!(worst > generated && generated > captures && captures >= killers, "{nodes:?}");
        assert!(rows.iter().all(|row| 0 < row.counts.leaves && row.counts.leaves <= row.counts.nodes));
    }

    /// In Kiwipete captures decide, and killers and history save nothing; in the start position they save most.
    #[test]
    fn killers_and_history_save_where_quiet_moves_cut() {
        let nodes = |name| measure(&row(name), START, 4, u64::MAX, false).counts.nodes;
        let (captures, killers) = (nodes("captures first"), nodes("killers and history"));
        assert!(2 * killers < captures, "{killers} of {captures}");
    }

    #[test]
    fn the_last_rung_of_the_ladder_is_the_full_engine() {
        let rows = rows();
        let [.., last, full] = &rows[..] else { panic!() };
        let [last, full] = [last, full].map(|row| measure(row, KIWIPETE, 4, u64::MAX, false));
        assert_eq!((last.counts, last.score), (full.counts, full.score));
        assert_eq!(words(Technique::LateMovePruning), "late move pruning");
    }

    #[test]
    fn a_cap_ends_a_search_at_that_very_node_and_without_a_value() {
        for row in rows() {
            let free = measure(&row, KIWIPETE, 2, u64::MAX, false);
            assert!(free.score.is_some(), "{}", row.name);
            let capped = measure(&row, KIWIPETE, 2, free.counts.nodes / 2, false);
            assert_eq!((capped.score, capped.counts.nodes), (None, free.counts.nodes / 2), "{}", row.name);
            let exact = measure(&row, KIWIPETE, 2, free.counts.nodes, false);
            assert_eq!((exact.counts, exact.score), (free.counts, free.score), "{}", row.name);
        }
    }

    #[test]
    fn shares_have_two_digits() {
        let shares = [1.0, 0.123, 0.0456, 0.000_789, 0.0].map(percentage);
        assert_eq!(shares, ["100 %", "12 %", "4.6 %", "0.079 %", "0 %"]);
    }

    #[test]
    fn an_interruption_ends_a_search() {
        for name in ["minimax", "PVS + quiescence", "engine without techniques"] {
            assert_eq!(measure(&row(name), KIWIPETE, 30, u64::MAX, true).score, None, "{name}");
        }
    }

    #[test]
    fn values_are_compared_within_a_family_and_capped_searches_are_no_reference() {
        let made = |name: &str, family, values: &[Option<i32>]| {
            let measurement = |value: &Option<i32>| Measurement {
                counts: VisitCounts { nodes: 100, leaves: 50 },
                cpu_time: Duration::from_millis(5),
                score: value.map(Score),
            };
            let runs = values.iter().map(|value| vec![measurement(value)]).collect();
            Row { name: name.to_owned(), family, runs, ..row("minimax") }
        };
        let mut rows = vec![
            made("minimax", Family::Evaluation, &[None, Some(20)]),
            made("alpha-beta", Family::Evaluation, &[Some(10), None]),
            made("PVS", Family::Evaluation, &[Some(10), Some(20)]),
            made("quiescence", Family::Quiescence, &[Some(5), Some(6)]),
            made(". . + table", Family::Quiescence, &[Some(5), Some(6)]),
            made(". . + null move", Family::Betting, &[Some(4), Some(7)]),
        ];
        assert_eq!(compare(&rows), (4, vec![]));
        rows[4] = made(". . + table", Family::Quiescence, &[Some(5), Some(7)]);
        assert_eq!(compare(&rows).1, ["position 2 to depth 1: 7 by + table, but 6 by quiescence"]);
    }
}
