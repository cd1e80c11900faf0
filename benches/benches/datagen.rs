//! Positions per second and thread of self-play: the first games of a fixed seed, at the default node limit.
//!
//! Openings, node counts and games are the same in every run of one engine. Another engine plays other games, so
//! only the positions per second can be compared, and only roughly.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use datagen::openings::Openings;
use datagen::self_player::SelfPlayer;
use datagen::settings::{Adjudication, OpeningSettings, RunSettings};
use search::Mebibytes;
use types::Score;

const GAMES: u64 = 2;

fn self_play(criterion: &mut Criterion) {
    let openings =
        OpeningSettings { random_plies: 8, max_score: Score(300), chess960: 0.1, double: 0.0, book: None };
    let settings = RunSettings {
        seed: 1,
        nodes: 4000,
        hard_nodes: 32_000,
        leaves: 2,
        hash: Mebibytes(4),
        openings: openings.clone(),
        adjudication: Adjudication::default(),
    };
    let openings = Openings::from_arrays(openings);
    let mut player = SelfPlayer::new(&settings, &openings).expect("4 MiB are free");
    let mut play = || -> usize {
        let games = (0..GAMES).map(|number| player.play(number, || false));
        games.map(|game| game.expect("there are openings").map_or(0, |game| game.records.len())).sum()
    };
    let positions = play() as u64;
    let mut group = criterion.benchmark_group("datagen");
    group.throughput(Throughput::Elements(positions)).sample_size(10);
    group.bench_function("positions", |bencher| bencher.iter(&mut play));
}

criterion_group!(benches, self_play);
criterion_main!(benches);
