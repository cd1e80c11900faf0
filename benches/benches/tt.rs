//! The transposition table: probes and stores per second, by one thread and by two.
//!
//! Throughput is counted over all threads, so two threads that do not hinder each other double it. Keys
//! are random and tables far larger than the caches, as in play, so that each operation is a cache miss:
//!
//! - `probe hit`, `probe miss`: one probe after another, none waiting for the last; the processor overlaps
//!   the misses;
//! - `store`: the same with stores, three of four into full clusters;
//! - `probe after work`: a probe whose key depends on the last probe's result, after a pause of other work,
//!   with and without a prefetch before the pause: what prefetching hides;
//! - `clear`: bytes emptied per second.

use std::hint::black_box;
use std::num::NonZero;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tt::{Bound, Entry, Mebibytes, TranspositionTable};
use types::{Depth, Key, Move, Ply, Score, Square};

const SIZES: [Mebibytes; 2] = [Mebibytes(16), Mebibytes(256)];
const THREADS: [u64; 2] = [1, 2];

/// Operations of one thread between two readings of the clock.
const BATCH: u64 = 1 << 16;

/// The `index`-th of a stream of well mixed keys (the finaliser of SplitMix64).
fn key(index: u64) -> Key {
    let mut z = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ z >> 31)
}

fn entry(index: u64) -> Entry {
    Entry {
        mv: Some(Move::normal(Square::E2, Square::E4)),
        score: Score((index % 1000) as i32),
        eval: Some(Score((index % 777) as i32)),
        depth: Depth((index % 17) as i32),
        bound: Bound::Lower,
        was_pv: index.is_multiple_of(32),
    }
}

/// About the number of entries that fit.
fn capacity(size: Mebibytes) -> u64 {
    size.0 as u64 * (1 << 20) * 5 / 64
}

fn filled(size: Mebibytes) -> TranspositionTable {
    let table = TranspositionTable::new(size).expect("the machine has this much memory");
    for index in 0..capacity(size) {
        table.store(key(index), Ply::ROOT, entry(index));
    }
    table
}

/// The time that `threads` threads need for `batches` batches each of `operation(index)`. Each thread
/// walks its own part of the indices.
fn timed(threads: u64, batches: u64, operation: impl Fn(u64) + Sync) -> Duration {
    let barrier = Barrier::new(threads as usize + 1);
    let (barrier, operation) = (&barrier, &operation);
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                barrier.wait();
                let first = thread << 40;
                (first..first + batches * BATCH).for_each(operation);
                barrier.wait();
            });
        }
        barrier.wait();
        let start = Instant::now();
        barrier.wait();
        start.elapsed()
    })
}

fn throughput(c: &mut Criterion, name: &str, operation: impl Fn(&TranspositionTable, u64) + Sync) {
    let mut group = c.benchmark_group(name);
    for size in SIZES {
        let table = filled(size);
        for threads in THREADS {
            group.throughput(Throughput::Elements(threads * BATCH));
            group.bench_function(BenchmarkId::new(format!("{threads} threads"), size), |b| {
                b.iter_custom(|batches| timed(threads, batches, |index| operation(&table, index)));
            });
        }
    }
    group.finish();
}

fn probe_hit(c: &mut Criterion) {
    throughput(c, "tt probe hit", |table, index| {
        let stored = index % capacity(table.size());
        black_box(table.probe(key(stored), Ply::ROOT));
    });
}

fn probe_miss(c: &mut Criterion) {
    throughput(c, "tt probe miss", |table, index| {
        black_box(table.probe(key(!index), Ply::ROOT));
    });
}

fn store(c: &mut Criterion) {
    throughput(c, "tt store", |table, index| {
        table.store(key(index), Ply::ROOT, entry(index));
    });
}

/// Some 350 ns of dependent arithmetic: more instructions than a processor's look-ahead, which would otherwise
/// start the probe before the pause.
fn work(mut seed: u64) -> u64 {
    for _ in 0..80 {
        seed = key(seed).0;
    }
    seed
}

fn probe_after_work(c: &mut Criterion) {
    let mut group = c.benchmark_group("tt probe after work");
    group.throughput(Throughput::Elements(BATCH));
    for size in SIZES {
        let table = filled(size);
        for prefetches in [false, true] {
            let name = if prefetches { "prefetched" } else { "not prefetched" };
            group.bench_function(BenchmarkId::new(name, size), |b| {
                b.iter(|| {
                    (0..BATCH).fold(0, |last: u64, index| {
                        let key = key(last.wrapping_add(index) % capacity(size));
                        if prefetches {
                            table.prefetch(key);
                        }
                        let worked = work(key.0);
                        let found = table.probe(key, Ply::ROOT);
                        worked ^ found.map_or(0, |entry| entry.score.0 as u64)
                    })
                });
            });
        }
    }
    group.finish();
}

fn clear(c: &mut Criterion) {
    let mut group = c.benchmark_group("tt clear");
    let size = Mebibytes(256);
    group.throughput(Throughput::Bytes((size.0 as u64) << 20));
    for threads in THREADS {
        let mut table = filled(size);
        let helpers = NonZero::new(threads as usize).expect("threads");
        group.bench_function(BenchmarkId::new(format!("{threads} threads"), size), |b| {
            b.iter(|| {
                table.clear();
                table.prepare(helpers, &|| false);
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = tt;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = probe_hit, probe_miss, store, probe_after_work, clear
}
criterion_main!(tt);
