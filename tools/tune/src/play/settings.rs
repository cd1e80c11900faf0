//! The settings of self-play, as the command line and the note of a file have them.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use search::Mebibytes;
use types::Score;

use super::referee::Adjudication;

/// Everything that decides which games are played.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Settings {
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes after which a search begins no further iteration
    #[arg(long, value_name = "NODES", default_value = "4000")]
    pub nodes: NonZeroU64,
    /// Nodes after which a search is stopped; the default is 8 times --nodes
    #[arg(long, value_name = "NODES")]
    pub hard_nodes: Option<NonZeroU64>,
    /// Number of positions that are sampled from inside each search and then searched by themselves. The evaluation sees
    /// such positions, but games rarely reach them
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub leaves: usize,
    /// Nodes after which these searches begin no further iteration; the default is --nodes. Few are enough if `rescore`
    /// follows
    #[arg(long, value_name = "NODES")]
    pub leaf_nodes: Option<NonZeroU64>,
    /// The transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value = "4")]
    pub hash: NonZeroU32,
    #[command(flatten)]
    pub openings: OpeningSettings,
    #[arg(skip)]
    pub adjudication: Adjudication,
}

#[derive(Args, Clone, PartialEq, Debug)]
#[command(next_help_heading = "How games begin")]
pub struct OpeningSettings {
    /// A book to start from instead of the start array: lines of FEN or EPD, or games in PGN
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// The percentage of games that start from a Chess960 array
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = parse_percent)]
    pub chess960: f64,
    /// The percentage of these in which both sides have different arrays (double Chess960)
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    pub double: f64,
    /// Number of random plies, or one more; the default is 8, and 0 with a book
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random_plies: Option<u32>,
    /// Rejects an opening if a short search gives either side more than this, in units of the evaluation (84 are shown as
    /// one pawn)
    #[arg(long, value_name = "UNITS", default_value_t = 300, value_parser = clap::value_parser!(i32).range(0..=Score::MATE.0.into()))]
    pub opening_score: i32,
}

fn parse_percent(text: &str) -> Result<f64, String> {
    toolkit::number(text, "a number from 0 to 100", |percent| (0.0..=100.0).contains(&percent))
}

/// The settings of a command line without options.
impl Default for Settings {
    fn default() -> Settings {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            settings: Settings,
        }
        <Line as clap::Parser>::parse_from(["play"]).settings
    }
}

impl Settings {
    /// Nodes after which the search of a sampled position begins no further iteration.
    pub fn leaf_nodes(&self) -> u64 {
        self.leaf_nodes.unwrap_or(self.nodes).get()
    }

    /// Nodes after which a search is stopped.
    pub fn hard_nodes(&self) -> u64 {
        self.hard_nodes.map_or(self.nodes.get().saturating_mul(8), NonZeroU64::get)
    }

    pub fn hash(&self) -> Mebibytes {
        Mebibytes(self.hash.get() as usize)
    }
}

impl OpeningSettings {
    /// Random plies from the array or the line of the book: as many, or one more.
    pub fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(if self.book.is_some() { 0 } else { 8 })
    }
}

/// The note of a file.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { seed, nodes, leaves, hash, openings, adjudication, .. } = self;
        let OpeningSettings { chess960, double, opening_score, .. } = openings;
        let (hard_nodes, random_plies) = (self.hard_nodes(), openings.random_plies());
        let leaf_nodes = self.leaf_nodes.map_or(String::new(), |nodes| format!(" leaf-nodes={nodes}"));
        write!(
            f,
            "self-play seed={seed} nodes={nodes}..{hard_nodes} leaves={leaves}{leaf_nodes} hash={hash}MiB \
             chess960={chess960} double={double} random-plies={random_plies} opening-score={opening_score} {adjudication}"
        )
    }
}
