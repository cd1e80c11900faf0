//! Positions per second and thread of self-play: the first games of a fixed seed, at the default settings.
//!
//! Openings, node counts and games are the same in every run of one engine. Another engine plays other games, so
//! only the positions per second can be compared, and only roughly.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tune::play::game::SelfPlayer;
use tune::play::openings::Openings;
use tune::play::settings::Settings;

const GAMES: u64 = 2;

fn self_play(criterion: &mut Criterion) {
    let settings = Settings::default();
    let openings = Openings::new(&settings.openings).expect("there is no book to read");
    let mut player = SelfPlayer::new(&settings, &openings).expect("4 MiB are free");
    let mut play = || -> usize {
        let games = (0..GAMES).map(|number| player.play(number, || false));
        games.map(|game| game.expect("there are openings").map_or(0, |game| game.records.len())).sum()
    };
    let positions = play() as u64;
    let mut group = criterion.benchmark_group("self-play");
    group.throughput(Throughput::Elements(positions)).sample_size(10);
    group.bench_function("positions", |bencher| bencher.iter(&mut play));
}

criterion_group!(benches, self_play);
criterion_main!(benches);
