//! Statistics of files of positions.

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::HumanCount;
use movegen::Position;
use pgn::GameResult;
use toolkit::say;
use types::{Color, Role};

use crate::{Filter, Record, Source};

#[derive(Args)]
pub struct StatsArgs {
    /// The files, of any format
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
}

pub fn run(args: &StatsArgs) -> Result<()> {
    let mut stats = Stats::default();
    for path in &args.files {
        let mut source = Source::open(path, None)?;
        say(format_args!("{}: {}\n", path.display(), source.note()))?;
        while let Some(game) = source.next_game()? {
            stats.add(&game, &args.filter)?;
        }
    }
    say(format_args!("{stats}\n"))
}

/// The upper ends of the ranges of scores, in units of the evaluation, either way; the last range has none.
const SCORE_ENDS: [i32; 9] = [10, 25, 50, 100, 200, 400, 800, 1500, 3000];
/// The same of plies.
const PLY_ENDS: [i32; 8] = [15, 30, 60, 90, 120, 160, 200, 300];
/// The same of phases: 24 with all pieces on the board, 0 with none.
const PHASE_ENDS: [i32; 7] = [2, 5, 8, 11, 14, 17, 20];

/// Counts of positions by their properties.
#[derive(Default)]
struct Stats {
    read: u64,
    positions: u64,
    games: u64,
    /// Positions from inside searches, which belong to no game.
    leaves: u64,
    results: [u64; GameResult::ALL.len()],
    /// Results of the side that the score favours: lost, drawn, won.
    scores: [[u64; 3]; SCORE_ENDS.len() + 1],
    without_score: u64,
    phases: [u64; PHASE_ENDS.len() + 1],
    plies: [u64; PLY_ENDS.len() + 1],
    in_check: u64,
    noisy: u64,
    black_to_move: u64,
    chess960: u64,
}

impl Stats {
    /// Counts the records of a game that pass the filter.
    fn add(&mut self, game: &[Record], filter: &Filter) -> Result<()> {
        self.read += game.len() as u64;
        self.games += u64::from(game.iter().any(|record| filter.accepts(record)));
        for record in game.iter().filter(|record| filter.accepts(record)) {
            self.positions += 1;
            match record.result() {
                Some(result) => {
                    self.results[result as usize] += 1;
                    self.add_score(record, result);
                }
                None => self.leaves += 1,
            }
            self.phases[range_of(phase(&record.position()?) as i32, &PHASE_ENDS)] += 1;
            self.plies[range_of(record.ply() as i32, &PLY_ENDS)] += 1;
            self.in_check += u64::from(record.is_in_check());
            self.noisy += u64::from(record.has_noisy_move());
            self.black_to_move += u64::from(record.side_to_move() == Color::Black);
            self.chess960 += u64::from(record.is_chess960());
        }
        Ok(())
    }

    /// Counts the result for the side that the score favours.
    fn add_score(&mut self, record: &Record, result: GameResult) {
        let Some(score) = record.white_score() else {
            self.without_score += 1;
            return;
        };
        let fared = if score.0 >= 0 { result as usize } else { 2 - result as usize };
        self.scores[range_of(score.0.abs(), &SCORE_ENDS)][fared] += 1;
    }
}

/// Knights and bishops count 1, rooks 2, queens 4: 24 at the beginning of a game. More after promotions.
fn phase(position: &Position) -> u32 {
    let minors = position.role(Role::Knight) | position.role(Role::Bishop);
    minors.count() + 2 * position.role(Role::Rook).count() + 4 * position.role(Role::Queen).count()
}

fn range_of(value: i32, ends: &[i32]) -> usize {
    ends.partition_point(|&end| end < value)
}

fn name_of(range: usize, ends: &[i32]) -> String {
    let from = if range == 0 { 0 } else { ends[range - 1] + 1 };
    ends.get(range).map_or_else(|| format!("{from} …"), |end| format!("{from} … {end}"))
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part_of = |all: u64, part: u64| 100.0 * part as f64 / all.max(1) as f64;
        let share = |part: u64| part_of(self.positions, part);
        // Positions from inside searches have no result.
        let share_of_games = |part: u64| part_of(self.positions - self.leaves, part);
        let bar = |share: f64| "#".repeat((share / 2.0).round() as usize);
        let (positions, games) = (HumanCount(self.positions), HumanCount(self.games));
        writeln!(f, "{positions} positions of {games} games, of {} read", HumanCount(self.read))?;
        writeln!(
            f,
            "in check {:.1} %, best move takes or promotes {:.1} %, Black to move {:.1} %, Chess960 {:.1} %, \
             from inside searches {:.1} %",
            share(self.in_check),
            share(self.noisy),
            share(self.black_to_move),
            share(self.chess960),
            share(self.leaves),
        )?;
        writeln!(f, "\nresult (by positions of games)")?;
        for result in GameResult::ALL.into_iter().rev() {
            let share = share_of_games(self.results[result as usize]);
            writeln!(f, "  {:<13}{share:>6.1} %  {}", result.pgn(), bar(share))?;
        }
        writeln!(f, "\nscore, either way, and how the favoured side fared (won, drawn, lost)")?;
        for (range, fared) in self.scores.iter().enumerate() {
            let count: u64 = fared.iter().sum();
            let [lost, drawn, won] = fared.map(|part| part_of(count, part));
            let share = share_of_games(count);
            write!(f, "  {:<13}{share:>6.1} %  ", name_of(range, &SCORE_ENDS))?;
            writeln!(f, "{won:>3.0} {drawn:>3.0} {lost:>3.0}  {}", bar(share))?;
        }
        if self.without_score > 0 {
            writeln!(f, "  {:<13}{:>6.1} %", "none", share_of_games(self.without_score))?;
        }
        writeln!(f, "\nphase (24: all pieces on the board, 0: none)")?;
        for (range, &count) in self.phases.iter().enumerate().rev() {
            let (name, share) = (name_of(range, &PHASE_ENDS), share(count));
            writeln!(f, "  {name:<13}{share:>6.1} %  {}", bar(share))?;
        }
        writeln!(f, "\nply of the game")?;
        for (range, &count) in self.plies.iter().enumerate() {
            let (name, share) = (name_of(range, &PLY_ENDS), share(count));
            writeln!(f, "  {name:<13}{share:>6.1} %  {}", bar(share))?;
        }
        Ok(())
    }
}
