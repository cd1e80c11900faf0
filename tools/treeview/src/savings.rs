//! Counts of the nodes that each search technique saves, from minimax to the full engine.
//!
//! There are two families of sound methods. The first evaluates at depth 0, and its value is that of minimax. The
//! second searches on with quiescence search and has another value, which the engine must return too as long as all its
//! techniques are sound. The techniques after those may prune the best move. Each row with dots adds its technique to the
//! row before; the engine's rows come from its own list of techniques.
//!
//! Nodes are moves made. Leaves are nodes from which the search made no move: their depth was spent, they were quiet, or
//! something decided them without a move.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use cpu_time::ProcessTime;
use indicatif::HumanCount;
use movegen::text::epd::Epd;
use movegen::{Position, perft};
use search::engine::STACK_SIZE;
use search::observer::{Entered, SearchObserver};
use search::techniques::{Technique, Techniques};
use search::{Control, Engine, Game, Limits, Mebibytes};
use textbook::transposition::{self, Table};
use textbook::visits::Visitor;
use textbook::{Chess, Ordered, SearchResult, VisitCounts, Visited, WithQuiescence, alphabeta, negamax, pvs};
use toolkit::input::without_mark;
use toolkit::say;
use treeview::course::{MoveOrder, Orderer, Positions};
use treeview::score::in_units;
use types::{Depth, Move, Ply, Score, Window};

use crate::cli::SavingsArgs;

/// The methods that must return the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Family {
    /// The value of minimax with the evaluation at depth 0.
    Evaluation,
    /// The value of minimax with quiescence search at depth 0.
    Quiescence,
    /// No certain value: some technique may prune the best move.
    Betting,
}

/// A search of a position to a depth, with empty tables.
type Search = Box<dyn Fn(&Position, u32, &mut Meter) -> Score>;
type TextbookSearch = fn(&mut Visited<Ordered<Positions, Orderer>, &mut Meter>, u32) -> SearchResult<Move>;

/// A search of the textbook. It searches its depth directly, without lesser depths before it.
fn textbook(order: MoveOrder, search: TextbookSearch) -> Search {
    Box::new(move |root, depth, meter| {
        let chess: Positions = Chess::new(root.clone(), eval::evaluate);
        search(&mut Visited::new(Ordered::new(chess, Orderer::new(order)), meter), depth).score
    })
}

/// The engine's search with some of its techniques. It deepens iteratively, and all iterations are counted.
fn engine(techniques: Techniques) -> Search {
    Box::new(move |root, depth, meter| {
        // The table is large enough for the depths that are compared.
        let mut engine = Engine::new(Mebibytes(16)).expect("there is memory for a small table");
        engine.set_techniques(techniques);
        let depth = Some(Depth(depth as i32));
        let limits = Limits { depth, nodes: Some(meter.cap), ..Limits::default() };
        let outcome = engine.search_with(&Game::new(root.clone()), &limits, &Control::new(), &mut (), meter);
        meter.counts.nodes = outcome.nodes;
        outcome.score
    })
}

/// A row of the table.
struct Row {
    name: String,
    family: Family,
    search: Search,
}

impl Row {
    fn new(name: &str, family: Family, search: Search) -> Row {
        Row { name: name.to_owned(), family, search }
    }

    fn run(&self, root: &Position, depth: u32, cap: u64) -> Measurement {
        let begun = ProcessTime::now();
        let mut meter = Meter { counts: VisitCounts::default(), cap, is_spent: false, came_down: false };
        let score = (self.search)(root, depth, &mut meter);
        let score = (!meter.is_spent).then_some(score);
        Measurement { counts: meter.counts, cpu_time: begun.elapsed(), score }
    }
}

/// The cost and the result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Measurement {
    counts: VisitCounts,
    cpu_time: Duration,
    /// The value for the side to move; `None` if the search was capped.
    score: Option<Score>,
}

/// All rows in order.
fn rows() -> Vec<Row> {
    use Family::{Evaluation, Quiescence};
    let by_minimax: TextbookSearch = |tree, depth| negamax::negamax(tree, depth);
    let by_alphabeta: TextbookSearch = |tree, depth| alphabeta::fail_soft(tree, depth, Window::FULL);
    let by_table: TextbookSearch =
        |tree, depth| transposition::search(tree, &mut Table::default(), depth, Window::FULL);
    let by_pvs: TextbookSearch = |tree, depth| pvs::search(tree, depth, Window::FULL);
    let by_alphabeta_quiescence: TextbookSearch =
        |tree, depth| alphabeta::fail_soft(&mut WithQuiescence(tree), depth, Window::FULL);
    let by_pvs_quiescence: TextbookSearch =
        |tree, depth| pvs::search(&mut WithQuiescence(tree), depth, Window::FULL);
    let searches: [(&str, Family, MoveOrder, TextbookSearch); 10] = [
        ("minimax", Evaluation, MoveOrder::Generated, by_minimax),
        ("alpha-beta with captures last", Evaluation, MoveOrder::CapturesLast, by_alphabeta),
        ("alpha-beta in random order", Evaluation, MoveOrder::Random, by_alphabeta),
        ("alpha-beta as generated", Evaluation, MoveOrder::Generated, by_alphabeta),
        ("alpha-beta with captures first", Evaluation, MoveOrder::Captures, by_alphabeta),
        (". . + killers and history", Evaluation, MoveOrder::Killers, by_alphabeta),
        (". . . . + table", Evaluation, MoveOrder::Killers, by_table),
        (". . . . with zero windows (PVS)", Evaluation, MoveOrder::Killers, by_pvs),
        ("alpha-beta + quiescence", Quiescence, MoveOrder::Killers, by_alphabeta_quiescence),
        ("PVS + quiescence", Quiescence, MoveOrder::Killers, by_pvs_quiescence),
    ];
    let mut rows = Vec::from(
        searches.map(|(name, family, order, search)| Row::new(name, family, textbook(order, search))),
    );
    for (new, techniques) in Techniques::ladder() {
        let is_sound = techniques.is_subset(Techniques::SOUND);
        let family = if is_sound { Family::Quiescence } else { Family::Betting };
        let name = new.map_or("engine without techniques".to_owned(), |new| format!(". . + {}", words(new)));
        rows.push(Row::new(&name, family, engine(techniques)));
    }
    rows.push(Row::new("the full engine", Family::Betting, engine(Techniques::ALL)));
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

/// Counts nodes and leaves, and ends the search at its cap.
struct Meter {
    counts: VisitCounts,
    cap: u64,
    is_spent: bool,
    /// True if the last event was a node entered, not left.
    came_down: bool,
}

impl<M> Visitor<M> for &mut Meter {
    fn enter(&mut self, _: &[M]) {
        // Once it is spent, the search is only returning to the root.
        self.is_spent |= self.counts.nodes >= self.cap;
        self.counts.nodes += u64::from(!self.is_spent);
    }

    fn leave(&mut self, _: &[M], is_leaf: bool) {
        self.counts.leaves += u64::from(is_leaf && !self.is_spent);
    }

    fn should_stop(&self) -> bool {
        self.is_spent
    }
}

impl SearchObserver for Meter {
    fn enter(&mut self, _: &Entered) {
        self.came_down = true;
    }

    /// All open nodes are left without a score when a search is stopped.
    fn leave(&mut self, _: Ply, score: Option<Score>) {
        self.is_spent |= score.is_none();
        self.counts.leaves += u64::from(std::mem::take(&mut self.came_down));
    }
}

/// Measures and prints the rows, and checks that the sound methods agree.
pub(crate) fn run(args: SavingsArgs) -> Result<ExitCode> {
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || measure_and_print(&args));
    thread.context("no thread to search on")?.join().map_err(|_| anyhow!("a search panicked"))?
}

const HEADINGS: [&str; 7] = ["", "nodes", "leaves", "CPU time", "branching", "of minimax", "value"];

fn measure_and_print(args: &SavingsArgs) -> Result<ExitCode> {
    let positions = match &args.suite {
        Some(file) => read_suite(file)?,
        None => vec![searchable(args.position.clone().unwrap_or_else(Position::startpos))?],
    };
    match &positions[..] {
        [position] => say(format_args!("{} to depth {}\n\n", position.fen(), args.depth))?,
        _ => say(format_args!("{} positions to depth {}\n\n", positions.len(), args.depth))?,
    }
    say(line(HEADINGS))?;
    let (mut minimax, mut agreement) = (None, Agreement::default());
    for row in rows() {
        let run = |position| row.run(position, args.depth, args.max_nodes.get());
        let runs: Vec<Measurement> = positions.iter().map(run).collect();
        let finished = runs.iter().filter(|run| run.score.is_some()).count();
        let is_capped = finished < runs.len();
        let [nodes, leaves] = [|run: &Measurement| run.counts.nodes, |run: &Measurement| run.counts.leaves]
            .map(|count| runs.iter().map(count).sum::<u64>());
        // The first row is minimax. If it was capped, it is counted in another way.
        let minimax = *minimax.get_or_insert_with(|| match is_capped {
            true => positions.iter().map(|position| size_of_minimax(position, args.depth)).sum(),
            false => Some(nodes),
        });
        let searched = |text: String| if is_capped { format!("> {text}") } else { text };
        // The effective branching factor: the `depth`-th root of the mean number of nodes.
        let branching = (nodes as f64 / positions.len() as f64).powf(1.0 / f64::from(args.depth));
        let share = match minimax {
            _ if is_capped => "capped".to_owned(),
            Some(minimax) => percentage(nodes as f64 / minimax as f64),
            None => "?".to_owned(),
        };
        let value = match &runs[..] {
            [run] => run.score.map_or("-".to_owned(), in_units),
            _ => format!("{finished} of {}", positions.len()),
        };
        say(line([
            &row.name,
            &searched(HumanCount(nodes).to_string()),
            &searched(HumanCount(leaves).to_string()),
            &format!("{:.3} s", runs.iter().map(|run| run.cpu_time.as_secs_f64()).sum::<f64>()),
            &searched(format!("{branching:.2}")),
            &share,
            &value,
        ]))?;
        agreement.add(&row, &runs);
    }
    say("\n")?;
    for disagreement in &agreement.disagreements {
        say(format_args!("WRONG: {disagreement}\n"))?;
    }
    if !agreement.disagreements.is_empty() {
        return Ok(ExitCode::from(1));
    }
    let compared = agreement.compared;
    say(format_args!("The sound methods agree on all of {compared} values that could be compared.\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// A line of the table.
fn line(cells: [&str; 7]) -> String {
    const WIDTHS: [usize; 7] = [35, 15, 15, 10, 9, 10, 8];
    let rest: String = (1..7).map(|column| format!("  {:>1$}", cells[column], WIDTHS[column])).collect();
    format!("{:1$}{rest}\n", cells[0], WIDTHS[0])
}

/// Reads EPD, or lines of FEN with or without perft counts. Empty lines and lines that begin with `#` are ignored.
fn read_suite(file: &Path) -> Result<Vec<Position>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name}: unreadable suite"))?;
    let lines = (1..).zip(without_mark(&text).lines().map(str::trim));
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
/// Draws by rule on the way would make the count a little smaller. `None` if they are too many.
fn size_of_minimax(position: &Position, depth: u32) -> Option<u64> {
    const COUNTABLE_LEAVES: u64 = 2_000_000_000;
    let (mut nodes, mut leaves, mut growth) = (0, 1u64, u64::from(position.count_legal_moves()));
    for depth in 1..=depth {
        if leaves.saturating_mul(growth) > COUNTABLE_LEAVES {
            return None;
        }
        let next = perft::bulk(position, depth);
        // An estimate of the next depth is enough here: trees of bare kings and pawns may even shrink.
        (nodes, growth, leaves) = (nodes + next, (next / leaves.max(1)).max(1), next);
    }
    Some(nodes)
}

/// Comparison of values: all methods of a family must return the same for a position. Capped searches do not count.
#[derive(Default)]
struct Agreement {
    /// The first value of each family and position, and the method that returned it.
    first: HashMap<(Family, usize), (Score, String)>,
    compared: usize,
    disagreements: Vec<String>,
}

impl Agreement {
    fn add(&mut self, row: &Row, runs: &[Measurement]) {
        if row.family == Family::Betting {
            return;
        }
        let name = row.name.trim_start_matches(['.', ' ']);
        for (index, score) in runs.iter().enumerate().filter_map(|(index, run)| Some((index, run.score?))) {
            let Some((expected, by)) = self.first.get(&(row.family, index)) else {
                self.first.insert((row.family, index), (score, name.to_owned()));
                continue;
            };
            self.compared += 1;
            if score != *expected {
                let position = index + 1;
                self.disagreements
                    .push(format!("position {position}: {score} by {name}, but {expected} by {by}"));
            }
        }
    }
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

    fn measure(row: &Row, fen: &str, depth: u32, cap: u64) -> Measurement {
        row.run(&fen.parse().unwrap(), depth, cap)
    }

    fn row(name: &str) -> Row {
        rows().into_iter().find(|row| row.name.ends_with(name)).unwrap_or_else(|| panic!("{name}"))
    }

    /// Kiwipete's perft counts are 48, 2039 and 97862.
    #[test]
    fn each_order_saves_more_than_the_one_before_and_the_value_stays() {
        let rows: Vec<Measurement> = rows()
            .iter()
            .filter(|row| row.family == Family::Evaluation)
            .map(|row| measure(row, KIWIPETE, 3, u64::MAX))
            .collect();
        assert_eq!(rows[0].counts, VisitCounts { nodes: 48 + 2039 + 97862, leaves: 97862 });
        assert_eq!(size_of_minimax(&KIWIPETE.parse().unwrap(), 3), Some(rows[0].counts.nodes));
        assert!(rows.iter().all(|row| row.score.is_some() && row.score == rows[0].score));
        let nodes: Vec<u64> = rows.iter().map(|row| row.counts.nodes).collect();
        let [minimax, worst, random, generated, captures, killers, ..] = nodes[..] else {
            panic!("{nodes:?}")
        };
        assert!(minimax > worst && worst > random && random > captures, "{nodes:?}");
        assert!(worst > generated && generated > captures && captures >= killers, "{nodes:?}");
        assert!(rows.iter().all(|row| 0 < row.counts.leaves && row.counts.leaves <= row.counts.nodes));
        // In Kiwipete captures decide, and killers and history save nothing; in the start position they save most.
        let nodes = |name| measure(&row(name), START, 4, u64::MAX).counts.nodes;
        let (captures, killers) = (nodes("captures first"), nodes("killers and history"));
        assert!(2 * killers < captures, "{killers} of {captures}");
    }

    #[test]
    fn the_last_rung_of_the_ladder_is_the_full_engine() {
        let rows = rows();
        let [.., last, full] = &rows[..] else { panic!() };
        let [last, full] = [last, full].map(|row| measure(row, KIWIPETE, 4, u64::MAX));
        assert_eq!((last.counts, last.score), (full.counts, full.score));
        assert_eq!(words(Technique::LateMovePruning), "late move pruning");
    }

    #[test]
    fn a_cap_ends_a_search_at_that_very_node_and_without_a_value() {
        for row in rows() {
            let free = measure(&row, KIWIPETE, 2, u64::MAX);
            assert!(free.score.is_some(), "{}", row.name);
            let capped = measure(&row, KIWIPETE, 2, free.counts.nodes / 2);
            assert_eq!((capped.score, capped.counts.nodes), (None, free.counts.nodes / 2), "{}", row.name);
            let exact = measure(&row, KIWIPETE, 2, free.counts.nodes);
            assert_eq!((exact.counts, exact.score), (free.counts, free.score), "{}", row.name);
        }
    }

    #[test]
    fn shares_have_two_digits() {
        let shares = [1.0, 0.123, 0.0456, 0.000_789, 0.0].map(percentage);
        assert_eq!(shares, ["100 %", "12 %", "4.6 %", "0.079 %", "0 %"]);
    }

    #[test]
    fn values_are_compared_within_a_family_and_capped_searches_are_no_reference() {
        let (counts, cpu_time) = (VisitCounts { nodes: 100, leaves: 50 }, Duration::from_millis(5));
        let mut agreement = Agreement::default();
        for (name, family, values) in [
            ("minimax", Family::Evaluation, [None, Some(20)]),
            ("alpha-beta", Family::Evaluation, [Some(10), None]),
            ("PVS", Family::Evaluation, [Some(10), Some(20)]),
            ("quiescence", Family::Quiescence, [Some(5), Some(6)]),
            (". . + table", Family::Quiescence, [Some(5), Some(7)]),
            (". . + null move", Family::Betting, [Some(4), Some(8)]),
        ] {
            let row = Row { name: name.to_owned(), family, ..row("minimax") };
            agreement
                .add(&row, &values.map(|value| Measurement { counts, cpu_time, score: value.map(Score) }));
        }
        assert_eq!(agreement.compared, 4);
        assert_eq!(agreement.disagreements, ["position 2: 7 by + table, but 6 by quiescence"]);
    }
}
