//! Nodes per second of the whole search, on one thread.
//!
//! The node counts are fixed and the engine is reset before each search, so every run does the
//! same work, and a change of time is a change of speed.

use benches::positions::PERFT_POSITIONS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use search::techniques::Techniques;
use search::{Control, Engine, Game, Limits, Mebibytes};

const NODES: u64 = 50_000;

fn search(criterion: &mut Criterion) {
    let mut engine = Engine::new(Mebibytes(4)).expect("4 MiB are free");
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    for position in PERFT_POSITIONS {
        let game = Game::new(position.fen.parse().expect("the positions are legal"));
        group.bench_function(BenchmarkId::new("playing", position.name), |bencher| {
            bencher.iter(|| run(&mut engine, Techniques::ALL, &game));
        });
        group.bench_function(BenchmarkId::new("bare", position.name), |bencher| {
            bencher.iter(|| run(&mut engine, Techniques::NONE, &game));
        });
    }
}

fn run(engine: &mut Engine, techniques: Techniques, game: &Game) -> u64 {
    engine.new_game();
    engine.set_techniques(techniques);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.search(game, &limits, &Control::new(), &mut ()).nodes
}

criterion_group!(benches, search);
criterion_main!(benches);
