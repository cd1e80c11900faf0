//! Tuning finds what it should, stops when it should, and can be interrupted.

use eval::terms::{TERMS, WEIGHTS};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tune::fit::data::Data;
use tune::fit::loss::{Blend, Loss, Sigmoid};
use tune::fit::model::WeightPair;
use tune::fit::terms_file::TermsFile;
use tune::fit::traces::TraceBlock;
use tune::fit::training::{FitSettings, FitState, Pace, Pull};
use tune::fit::weights;
use tune::{Filter, Record};

use crate::samples::{self, blocks, white_score};

fn data(games: Vec<Vec<Record>>) -> Data {
    let mut games = games.into_iter();
    Data::of_games(|| Ok(games.next()), Filter::default(), usize::MAX).expect("there are enough")
}

/// Games that the engine's evaluation judged.
fn taught(games: u64) -> Data {
    data(samples::judged(games, white_score))
}

fn zeroed(with_material: bool) -> Vec<WeightPair> {
    weights::zeroed(with_material, &weights::movable(&[], &[]).expect("no names"))
}

/// Settings to learn only from the scores.
fn settings(start: Vec<WeightPair>) -> FitSettings {
    FitSettings {
        loss: Loss { sigmoid: Sigmoid { k: 1.0 }, target: Blend { result: 0.0, search: Sigmoid { k: 1.0 } } },
        start,
        movable: weights::movable(&[], &[]).expect("no names"),
        pull: Pull { strength: 1e-3, group_factors: false },
        pace: Pace { rate: 1.0, batch: TraceBlock::POSITIONS, patience: 2, halvings: 4, epochs: 30, seed: 1 },
    }
}

fn run(settings: &FitSettings, data: &Data, mut state: FitState) -> FitState {
    while !state.is_finished(settings) {
        state = state.after_epoch(settings, data, || true).expect("nobody stops it");
    }
    state
}

#[test]
fn from_nothing_it_learns_to_judge_like_its_teacher() {
    let data = taught(500);
    let settings = settings(zeroed(false));
    let begun = FitState::new(&settings, &data);
    assert_eq!(begun.after_epoch(&settings, &data, || false), None);
    let loss_of_material = settings.loss.mean(&weights::material_only(), &data.held_out);
    let state = run(&settings, &data, begun.clone());
    assert!(state.best_loss < loss_of_material / 4.0, "{} of {loss_of_material}", state.best_loss);
    assert!(state.best_loss < begun.best_loss / 10.0, "{} of {}", state.best_loss, begun.best_loss);
    let learned = settings.loss.mean(&state.best, &data.held_out);
    assert_eq!(learned, state.best_loss, "the best weights are not those with the best loss");
}

/// Frozen weights do not move, and none moves under a pull that is stronger than all positions.
#[test]
fn only_movable_weights_move() {
    let data = data(samples::judged(60, |position| white_score(position) / 2));
    let start = weights::current();
    let mut settings = settings(start.clone());
    settings.pace.epochs = 2;
    settings.movable =
        weights::movable(&["Mobility".to_owned()], &["QUEEN_MOBILITY".to_owned()]).expect("names");
    let state = run(&settings, &data, FitState::new(&settings, &data));
    for (feature, (before, after)) in start.iter().zip(&state.best).enumerate() {
        let name = weights::name_of(feature);
        let may_move = name.contains("MOBILITY") && !name.starts_with("QUEEN");
        assert!(may_move || before == after, "{name} moved");
    }
    assert_ne!(state.best, start);

    settings.pull.strength = 1e9;
    settings.pace.rate = 0.01;
    let state = run(&settings, &data, FitState::new(&settings, &data));
    let furthest = start.iter().zip(&state.best).map(|(a, b)| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()));
    assert!(furthest.fold(0.0, f64::max) < 0.1);
}

/// Positions without a result do not count if only results do.
#[test]
fn positions_without_a_target_do_not_weaken_the_pull() {
    let samples = samples::judged(20, white_score).concat();
    let leaf =
        |record: &Record| Record::pack(&record.position().unwrap(), record.score(), None, None).unwrap();
    let leaves: Vec<Record> = samples.iter().map(leaf).collect();
    let data = |leaves: &[Record]| {
        let blocks = samples.chunks(50).flat_map(|chunk| blocks(&[chunk, leaves].concat()));
        let [held_out, training @ ..] = &blocks.collect::<Vec<_>>()[..] else { panic!("no blocks") };
        Data { training: training.to_vec(), held_out: vec![held_out.clone()] }
    };
    let mut settings = settings(weights::current());
    (settings.loss.target, settings.pull.strength, settings.pace.epochs) = (Blend::RESULTS, 50.0, 2);
    let tuned = |leaves| {
        let data = data(leaves);
        run(&settings, &data, FitState::new(&settings, &data))
    };
    assert_eq!(tuned(&leaves[..50]), tuned(&[]));
}

/// Held against finite differences of the penalty, whose factor is found by trying.
#[test]
fn the_pull_is_the_slope_of_its_penalty_and_leaves_group_factors_free() {
    let group = TERMS.iter().find(|term| term.group == "Mobility").unwrap().group;
    let features: Vec<usize> =
        TERMS.iter().filter(|term| term.group == group).flat_map(|term| term.range()).collect();
    for group_factors in [false, true] {
        let pull = Pull { strength: 3.0, group_factors };
        let settings = FitSettings { pull, ..settings(weights::current()) };
        let penalty = |weights: &[WeightPair]| {
            let with = |factor: f64| -> f64 {
                let moved = features.iter().map(|&f| weights[f][0] - factor * settings.start[f][0]);
                settings.pull.strength * moved.map(|moved| (moved / 100.0).powi(2)).sum::<f64>()
            };
            let factors = (0..=20_000).map(|step| f64::from(step) * 1e-4);
            if group_factors { factors.map(with).fold(f64::MAX, f64::min) } else { with(1.0) }
        };
        let mut weights = settings.start.clone();
        features.iter().for_each(|&feature| weights[feature][0] *= 1.3);
        assert_eq!(penalty(&weights) < 1e-9, group_factors);
        weights[features[2]][0] += 100.0;
        let mut gradient = vec![[0.0; 2]; weights.len()];
        settings.add_pull(&weights, 0.5, &mut gradient);
        for &feature in &features[..9] {
            let at = |offset: f64| {
                let mut weights = weights.clone();
                weights[feature][0] += offset;
                penalty(&weights)
            };
            let measured = (at(1.0) - at(-1.0)) / 2.0;
            let slope = gradient[feature][0];
            assert!((slope - 0.5 * measured).abs() < 1e-4, "{feature}: {slope} for {measured}");
        }
    }
}

/// Sums are taken in a fixed order, so the result does not depend on threads.
#[test]
fn the_number_of_threads_does_not_matter() {
    let data = taught(80);
    let mut settings = settings(weights::current());
    (settings.pace.batch, settings.pace.epochs) = (4 * TraceBlock::POSITIONS, 2);
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| run(&settings, &data, FitState::new(&settings, &data)))
    };
    assert_eq!(with_threads(1), with_threads(3));
}

/// With a rate near zero no epoch gains anything.
#[test]
fn the_rate_is_halved_after_patience_epochs_without_gain() {
    let data = taught(30);
    for patience in 1..4 {
        let mut settings = settings(weights::current());
        settings.pace = Pace { patience, rate: 1e-300, halvings: 2, epochs: 100, ..settings.pace };
        let state = run(&settings, &data, FitState::new(&settings, &data));
        let rates: Vec<f64> = state.history.iter().map(|epoch| epoch.rate / settings.pace.rate).collect();
        let expected: Vec<f64> = [1.0, 0.5, 0.25].into_iter().flat_map(|rate| vec![rate; patience]).collect();
        assert_eq!(rates, expected, "patience {patience}");
    }
}

const CURRENT: &str = include_str!("../../../../crates/eval/src/terms.rs");

fn read(text: &str) -> TermsFile {
    TermsFile::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The weights of a list that has all terms of the evaluation.
fn weights_in(list: &TermsFile) -> Vec<(i16, i16)> {
    let (weights, lacking) = list.weights().expect("all are known");
    assert!(lacking.is_empty());
    weights.iter().map(|pair| (pair[0] as i16, pair[1] as i16)).collect()
}

/// Everything but digits, signs and blanks, which must not change.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace() && *c != '-').collect()
}

#[test]
fn the_current_list_is_read_as_it_was_built() {
    let list = read(CURRENT);
    list.expect_current().expect("built from it");
    let built = WEIGHTS.iter().map(|built| (built.middlegame() as i16, built.endgame() as i16));
    assert_eq!(weights_in(&list), built.collect::<Vec<_>>());
    assert_eq!(list.with_weights(&weights_in(&list)), CURRENT, "the same weights are the same text");
}

#[test]
fn other_weights_are_read_back_and_all_else_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let list = read(CURRENT);
    let mut weight = || (rng.random_range(-1200..1200), rng.random_range(-99..100));
    let weights: Vec<(i16, i16)> = (0..WEIGHTS.len()).map(|_| weight()).collect();
    let text = list.with_weights(&weights);
    let rewritten = read(&text);
    assert_eq!(weights_in(&rewritten), weights);
    assert_eq!(rewritten.with_weights(&weights), text);
    assert!(rewritten.expect_current().is_err());
    // Breaking a list anew may end it with a comma.
    assert_eq!(letters(&text).replace(",]", "]"), letters(CURRENT).replace(",]", "]"));
    let docs =
        |text: &str| text.lines().filter(|line| line.contains("//")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(docs(&text), docs(CURRENT));
}

const SMALL: &str = "
terms! {
Linear \"Some\" {
    /// One.
    ONE[1] = [(1, 2)];
    /// A board.
    BOARD[4] = [
        ( 1, 20), (-30,  4),
        ( 5,  6), (  7,  8),
    ];
    /// Nothing is known yet.
    NEW[10] = [(0, 0); 10];
    /// It matters whose turn it is.
    TURN[2] = [(1, 1), (2, 2)],
        moving [(3, 3), (4, 4)];
}
}
";

#[test]
fn tables_keep_their_shape() {
    let weights = [(-7, 0), (1, 2), (3, 4), (5, 6), (-100, 8)];
    let turns = [(1, 1), (2, 9), (3, 9), (4, 4)];
    let weights: Vec<(i16, i16)> = weights.into_iter().chain([(1, -10); 10]).chain(turns).collect();
    let expected = "
terms! {
Linear \"Some\" {
    /// One.
    ONE[1] = [(-7, 0)];
    /// A board.
    BOARD[4] = [
        (   1, 2), (   3, 4),
        (   5, 6), (-100, 8),
    ];
    /// Nothing is known yet.
    NEW[10] = [
        (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10),
        (1, -10), (1, -10),
    ];
    /// It matters whose turn it is.
    TURN[2] = [(1, 1), (2, 9)],
        moving [(3, 9), (4, 4)];
}
}
";
    assert_eq!(read(SMALL).with_weights(&weights), expected);
}

#[test]
fn a_list_from_before_a_term_had_two_tables_is_read_as_if_both_were_that_one() {
    let term = TERMS.iter().find(|term| term.is_by_turn).expect("there are such terms");
    let mut tables = term.tables();
    let [waiting, moving] = [tables.next(), tables.next()].map(|table| table.expect("there are two"));
    let pairs: Vec<String> = waiting.clone().map(|index| format!("({index}, 7)")).collect();
    let text = |rest: &str| {
        format!(
            "\nterms! {{ Linear \"Some\" {{ {}[{}] = [{}]{rest}; }} }}",
            term.name,
            pairs.len(),
            pairs.join(", ")
        )
    };
    let weights = read(&text("")).weights().expect("the term is known").0;
    assert_eq!(weights[waiting.clone()], weights[moving]);
    assert_eq!(weights[waiting.start], [waiting.start as f64, 7.0]);
    let whole = TERMS.iter().find(|term| !term.is_by_turn && term.len == 1).expect("there are such terms");
    let other =
        format!("\nterms! {{ Linear \"Some\" {{ {}[1] = [(1, 1)], moving [(1, 1)]; }} }}", whole.name);
    assert!(read(&other).weights().is_err());
}

#[test]
fn long_lines_are_wrapped() {
    let list =
        format!("\nterms! {{\nLinear \"Some\" {{\n    LONG[9] = [{}];\n}}\n}}\n", ["(0, 0)"; 9].join(", "));
    let text = read(&list).with_weights(&[(-1000, -1000); 9]);
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    assert_eq!(text.matches("(-1000, -1000)").count(), 9);
    assert_eq!(read(&text).with_weights(&[(-1000, -1000); 9]), text);
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let cases = [
        (
            SMALL.replace("(1, 2)", "(1 2)"),
            "line 5: expected 'NAME[length] = [(middlegame, endgame), …]': found '(1 2'",
        ),
        (SMALL.replace("ONE[1]", "ONE[2]"), "line 5: ONE[2] has 1 weights"),
        (
            SMALL.replace("(1, 2)", "(1, 40000)"),
            "line 5: expected 'NAME[length] = [(middlegame, endgame), …]': '40000'",
        ),
        (SMALL.replace("moving", "waiting"), "line 15: expected"),
        (SMALL.replace("(3, 3), ", ""), "line 15: TURN[2] has 1 weights"),
        (SMALL.replace("terms!", "table!"), "expected a list of terms"),
    ];
    for (text, expected) in cases {
        let error = format!("{:#}", TermsFile::parse(&text).err().expect(expected));
        assert!(error.starts_with(expected), "{error:?}, expected {expected:?}");
    }
}
