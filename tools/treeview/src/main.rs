//! Draws a search tree as one interactive page.
//!
//! | | |
//! |---|---|
//! | `treeview [draw] [FEN] --depth N --algorithm A` | searches and draws; `--against B` draws two side by side |
//! | `treeview render LOG [LOG]` | draws what `--log` wrote |
//! | `treeview savings [FEN]` | counts the nodes that each technique saves ([`savings`]) |
//! | `treeview viewer` | writes a page for a script that shows trees while they grow |

mod cli;
mod savings;

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use cli::{Cli, Command, DrawArgs, PageLimits, RenderArgs, ViewerArgs};
use indicatif::{HumanBytes, HumanCount};
use search::Control;
use toolkit::{EXIT_FAILURE, expect_outputs};
use treeview::algorithm::{self, Algorithm};
use treeview::lists;
use treeview::page;
use treeview::score::in_words;
use treeview::tree::{About, SearchTree};
use types::Score;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = |()| ExitCode::SUCCESS;
    let result = match cli.command {
        None => draw(&cli.draw).map(done),
        Some(Command::Draw(args)) => draw(&args).map(done),
        Some(Command::Render(args)) => render(&args).map(done),
        Some(Command::Savings(args)) => savings::run(*args),
        Some(Command::Viewer(args)) => viewer(&args).map(done),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(EXIT_FAILURE)
    })
}

fn draw(args: &DrawArgs) -> Result<()> {
    // Unwritable files are reported before a long search.
    let outputs = [Some(&args.output), args.log.as_ref()].into_iter().flatten();
    expect_outputs(&[], &outputs.map(PathBuf::as_path).collect::<Vec<_>>())?;
    let control = Arc::new(Control::new());
    let interrupted = Arc::clone(&control);
    toolkit::on_interruption(move || interrupted.stop())?;
    let mut trees = Vec::new();
    for algorithm in args.algorithms() {
        let tree = search(algorithm, args, &control)?;
        summarise(&tree);
        if let Some(log) = &args.log {
            write(log, &tree.to_log()?)?;
        }
        trees.push(tree);
    }
    write_page(&args.output, trees, &args.limits)
}

fn search(algorithm: Algorithm, args: &DrawArgs, control: &Control) -> Result<SearchTree> {
    if let Some(text) = &args.lists {
        return algorithm::search_lists(algorithm, &lists::parse(text)?);
    }
    let bar = toolkit::progress("{spinner} {prefix}: {msg}, {elapsed}").with_prefix(algorithm.to_string());
    bar.tick();
    let tree = algorithm::search(algorithm, &args.position, &args.effort.effort(), control, &|records, _| {
        if records.is_multiple_of(1 << 10) {
            bar.set_message(counted(records as u64, "visit"));
        }
    });
    bar.finish_and_clear();
    tree
}

fn render(args: &RenderArgs) -> Result<()> {
    let logs: Vec<&Path> = args.logs.iter().map(PathBuf::as_path).collect();
    expect_outputs(&logs, &[&args.output])?;
    let mut trees = Vec::new();
    for path in &args.logs {
        let log = std::fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
        let tree =
            SearchTree::from_log(&log).with_context(|| format!("{} could not be drawn", path.display()))?;
        summarise(&tree);
        trees.push(tree);
    }
    if let [one, other] = &trees[..] {
        ensure!(
            one.about.root == other.about.root,
            "{} and {} begin at different roots, expected two searches of the same",
            args.logs[0].display(),
            args.logs[1].display()
        );
    }
    write_page(&args.output, trees, &args.limits)
}

fn viewer(args: &ViewerArgs) -> Result<()> {
    let path = &args.controls;
    let controls =
        std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))?;
    expect_outputs(&[path], &[&args.output])?;
    write(&args.output, page::of_viewer(&args.title, &controls, &args.script).as_bytes())
}

/// Caps the trees, and writes them to a page.
fn write_page(path: &Path, mut trees: Vec<SearchTree>, limits: &PageLimits) -> Result<()> {
    for tree in &mut trees {
        if let Some(plies) = limits.max_ply {
            tree.cut_at_ply(plies);
        }
        let before = tree.records.len();
        tree.thin(limits.max_nodes);
        if tree.records.len() < before {
            say(format_args!(
                "{}: {} of {} records are drawn, the smallest subtrees are only counted (--max-nodes)",
                tree.about.algorithm,
                HumanCount(tree.records.len() as u64),
                HumanCount(before as u64),
            ));
        }
    }
    write(path, page::of_trees(&trees)?.as_bytes())
}

fn summarise(tree: &SearchTree) {
    let about = &tree.about;
    say(format_args!(
        "{}: {}, score {}, {}, {}",
        about.algorithm,
        reached(tree),
        about.score.map_or("unknown".to_owned(), |score| in_words(&about.root, Score(score))),
        counted(about.nodes, "node"),
        counted(about.counts.visits, "visit"),
    ));
}

/// A number of things, in words.
fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

/// The depth that a search reached, and the requested depth if greater.
fn reached(tree: &SearchTree) -> String {
    let SearchTree { about: About { depth, stopped, .. }, .. } = tree;
    match (stopped, tree.last_iteration()) {
        (false, _) => format!("depth {depth}"),
        (true, Some(last)) => format!("depth {last} of {depth}"),
        (true, None) => format!("depth {depth}, not finished"),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    toolkit::write_file(path, bytes)?;
    say(format_args!("{} ({})", path.display(), HumanBytes(bytes.len() as u64)));
    Ok(())
}

/// Writes a line to standard output. A closed pipe (`treeview | head`) is no reason to stop.
fn say(line: impl fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
