//! Counts the tree of a position on all processors: `cargo run --release --example perft -- 6 "FEN"`.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use coppice_chess::Position;
use coppice_chess::perft::divide_on_threads;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let position = arguments.next().map_or(Ok(Position::startpos()), |fen| fen.parse())?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let counts = divide_on_threads(&position, depth, threads, |progress| {
        eprint!("\r{} of {} subtrees", progress.finished, progress.tasks);
        ControlFlow::Continue(())
    });
    eprintln!();
    let counts = counts.unwrap_or_default();
    for (mv, leaves) in &counts {
        println!("{mv}: {leaves}");
    }
    println!("{}", counts.iter().map(|(_, leaves)| leaves).sum::<u64>());
    Ok(())
}
