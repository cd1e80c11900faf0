//! Perft of the six published positions in four libraries, with the last ply counted, listed and made.
//!
//! The figure to read is elements (leaves) per second. For ratios alone, measured in turns so that the
//! machine's drift cancels out, see `perft-ratio`.

use std::time::Duration;

use benches::libraries::{LIBRARIES, LastPly};
use benches::positions::PERFT_POSITIONS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn perft(criterion: &mut Criterion) {
    for last_ply in LastPly::ALL {
        let mut group = criterion.benchmark_group(format!("perft {}", last_ply.name()));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        for position in PERFT_POSITIONS {
            group.throughput(Throughput::Elements(position.leaves[0]));
            for library in LIBRARIES {
                let board = (library.read)(position.fen);
                let id = BenchmarkId::new(library.name, position.name);
                group.bench_function(id, |bencher| bencher.iter(|| board.perft(last_ply, position.depth)));
            }
        }
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
