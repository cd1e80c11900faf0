//! The bench of an engine: its node count, which identifies the search, and its speed.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use regex::Regex;

use crate::program::{self, ProgramOutput};

/// Last line of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bench {
    /// The nodes of all positions together.
    pub(crate) nodes: u64,
    /// Nodes a second, at least one.
    pub(crate) nps: u64,
}

impl Bench {
    /// Runs the bench of a program.
    ///
    /// # Errors
    /// If it has no bench; [`program::RunInterrupted`] if `stop` is raised before it has ended.
    pub(crate) fn run(program: &Path, stop: &AtomicBool) -> Result<Bench> {
        let name = program.display();
        let ProgramOutput { stdout, status, .. } = program::run(Command::new(program).arg("bench"), stop)?;
        Bench::parse(&stdout).with_context(|| {
            let last = stdout.lines().last().unwrap_or_default();
            format!("{name}: bench ends with '{last}' ({status}), expected '<nodes> nodes <speed> nps'")
        })
    }

    fn parse(output: &str) -> Option<Bench> {
        let line = Regex::new(r"(\d+) nodes (\d+) nps$").ok()?;
        let (_, [nodes, nps]) = line.captures(output.trim_end())?.extract();
        Some(Bench { nodes: nodes.parse().ok()?, nps: nps.parse().ok().filter(|&nps| nps > 0)? })
    }
}

/// The bench that a commit message states, parsed as OpenBench does.
pub(crate) fn stated_bench(message: &str) -> Option<u64> {
    let pattern = Regex::new(r"(?i)(?:BENCH|NODES)[ :=]+([0-9,]+)").ok()?;
    pattern.captures_iter(message).last()?.get(1)?.as_str().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_bench_has_its_nodes_and_its_speed() {
        let bench = Bench { nodes: 4_213_657, nps: 900_000 };
        assert_eq!(Bench::parse(" 1 5000 e4 fen\n4213657 nodes 900000 nps\n"), Some(bench));
        assert_eq!(Bench::parse("info string bench stopped"), None);
        assert_eq!(Bench::parse("7 nodes 9 nps\nerror"), None);
        assert_eq!(Bench::parse("7 nodes 0 nps"), None, "no ratio can be made of that");
    }

    #[test]
    fn the_last_bench_of_a_message_counts() {
        assert_eq!(stated_bench("Prune more\n\nbench: 12\n\nBench: 4,213,657"), Some(4_213_657));
        assert_eq!(stated_bench("20000 nodes = 99"), Some(99));
        assert_eq!(stated_bench("Write the README"), None);
    }
}
