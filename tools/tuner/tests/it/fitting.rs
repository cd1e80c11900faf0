//! Tuning finds what it should, stops when it should, and can be interrupted.

use std::fs;

use movegen::Position;
use tuner::checkpoint::Checkpoint;
use tuner::fit::{FitSettings, FitState};
use tuner::load::Data;
use tuner::model::WeightPair;
use tuner::penalty::Penalty;
use tuner::recorder::LabelledPosition;
use tuner::target::{Blend, Sigmoid};
use tuner::traces::TraceBlock;
use tuner::weights;
use types::Color;

use crate::samples;

/// The engine's evaluation, from White's view.
fn teacher(position: &Position) -> i32 {
    let score = eval::evaluate(position).0;
    if position.side_to_move() == Color::White { score } else { -score }
}

fn zeroed(with_material: bool) -> Vec<WeightPair> {
    weights::zeroed(with_material, &weights::movable(&[], &[]).expect("no names"))
}

/// Settings to learn only from the scores.
fn recipe(start: Vec<WeightPair>) -> FitSettings {
    FitSettings {
        sigmoid: Sigmoid { k: 1.0 },
        target: Blend { result: 0.0, search: Sigmoid { k: 1.0 } },
        penalty: Penalty { start, pull: 1e-3, smoothness: 0.0, neighbours: Vec::new() },
        movable: weights::movable(&[], &[]).expect("no names"),
        batch: 1,
        rate: 1.0,
        patience: 2,
        halvings: 4,
        epochs: 30,
        seed: 1,
    }
}

fn run(recipe: &FitSettings, data: &Data, mut state: FitState) -> FitState {
    while !state.is_finished(recipe) {
        state = state.after_epoch(recipe, data, || true).expect("nobody stops it");
    }
    state
}

#[test]
fn from_nothing_it_learns_to_judge_like_its_teacher() {
    let data = Data::of(&samples::judged(500, teacher));
    let recipe = recipe(zeroed(false));
    let begun = FitState::new(&recipe, &data);
    let loss_of_material = recipe.loss().mean(&weights::material_only(), &data.held_out);
    let state = run(&recipe, &data, begun.clone());
    assert!(state.best_loss < loss_of_material / 4.0, "{} of {loss_of_material}", state.best_loss);
    assert!(state.best_loss < begun.best_loss / 10.0, "{} of {}", state.best_loss, begun.best_loss);
    let learned = recipe.loss().mean(&state.best, &data.held_out);
    assert_eq!(learned, state.best_loss, "the best weights are not those with the best loss");
}

/// Frozen weights do not move, and none moves under a pull that is stronger than all positions.
#[test]
fn only_movable_weights_move() {
    let data = Data::of(&samples::judged(60, |position| teacher(position) / 2));
    let start = weights::current();
    let mut recipe = recipe(start.clone());
    recipe.epochs = 2;
    recipe.movable =
        weights::movable(&["Mobility".to_owned()], &["QUEEN_MOBILITY".to_owned()]).expect("names");
    let state = run(&recipe, &data, FitState::new(&recipe, &data));
    for (feature, (before, after)) in start.iter().zip(&state.best).enumerate() {
        let name = weights::name_of(feature);
        let may_move = name.contains("MOBILITY") && !name.starts_with("QUEEN");
        assert!(may_move || before == after, "{name} moved");
    }
    assert_ne!(state.best, start);

    recipe.penalty.pull = 1e9;
    recipe.rate = 0.01;
    let state = run(&recipe, &data, FitState::new(&recipe, &data));
    let furthest = start.iter().zip(&state.best).map(|(a, b)| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()));
    assert!(furthest.fold(0.0, f64::max) < 0.1);
}

/// Positions without a result do not count if only results do.
#[test]
fn positions_without_a_target_do_not_weaken_the_pull() {
    let samples: Vec<LabelledPosition> =
        samples::judged(20, teacher).into_iter().map(|(_, sample)| sample).collect();
    let leaves: Vec<LabelledPosition> =
        samples.iter().map(|sample| LabelledPosition { points: None, ..sample.clone() }).collect();
    let data = |leaves: &[LabelledPosition]| {
        let blocks = samples.chunks(50).map(|chunk| TraceBlock::of(chunk.iter().chain(leaves)));
        let [held_out, training @ ..] = &blocks.collect::<Vec<_>>()[..] else { panic!("no blocks") };
        Data { training: training.to_vec(), held_out: vec![held_out.clone()] }
    };
    let mut recipe = recipe(weights::current());
    (recipe.target, recipe.penalty.pull, recipe.epochs) = (Blend::RESULTS, 50.0, 2);
    let tuned = |leaves| {
        let data = data(leaves);
        run(&recipe, &data, FitState::new(&recipe, &data))
    };
    assert_eq!(tuned(&leaves[..100]), tuned(&[]));
}

#[test]
fn a_resumed_run_ends_like_one_that_was_not_stopped() {
    let data = Data::of(&samples::judged(60, teacher));
    let mut recipe = recipe(zeroed(true));
    recipe.epochs = 5;
    let whole = run(&recipe, &data, FitState::new(&recipe, &data));

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint.json");
    recipe.epochs = 2;
    let part = run(&recipe, &data, FitState::new(&recipe, &data));
    assert_eq!(part.after_epoch(&recipe, &data, || false), None);
    Checkpoint::new(&data, &recipe, &part).save(&path).expect("written");
    recipe.epochs = 5;
    let resumed = Checkpoint::resume(&path, &data, &recipe).expect("the same run");
    assert_eq!(resumed, part);
    assert_eq!(run(&recipe, &data, resumed), whole);
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let data = Data::of(&samples::judged(60, teacher));
    let recipe = recipe(zeroed(true));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint.json");
    let state = FitState::new(&recipe, &data);
    Checkpoint::new(&data, &recipe, &state).save(&path).expect("written");

    let refusal = |data: &Data, recipe: &FitSettings| match Checkpoint::resume(&path, data, recipe) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(refusal(&data, &recipe), "");
    let other_rate = FitSettings { rate: 2.0, ..recipe.clone() };
    assert!(refusal(&data, &other_rate).contains("another --rate"));
    let other_data = Data::of(&samples::judged(50, teacher));
    assert!(refusal(&other_data, &recipe).contains("positions"));
    fs::write(&path, "{}").expect("written");
    assert!(refusal(&data, &recipe).contains("no checkpoint"));
}

#[test]
fn a_run_that_begins_anew_spares_an_unfinished_one() {
    let data = Data::of(&samples::judged(60, teacher));
    let mut recipe = recipe(zeroed(true));
    recipe.epochs = 1;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint.json");
    let refusal = || Checkpoint::expect_none_unfinished(&path).err().map(|error| format!("{error:#}"));
    assert_eq!(refusal(), None);
    let begun = FitState::new(&recipe, &data);
    Checkpoint::new(&data, &recipe, &begun).save(&path).expect("written");
    let shown = path.display();
    let elsewhere = "choose another --folder or remove it";
    let unfinished = format!(
        "{shown} belongs to a run that is unfinished after 0 epochs: continue it with --resume, or {elsewhere}"
    );
    assert_eq!(refusal(), Some(unfinished));
    let finished = run(&recipe, &data, begun);
    Checkpoint::new(&data, &recipe, &finished).save(&path).expect("written");
    assert_eq!(refusal(), None);
    fs::write(&path, "{}").expect("written");
    let foreign =
        format!("{shown} would be overwritten, {elsewhere}: {shown} is no checkpoint of this tuner: ");
    assert!(refusal().is_some_and(|refusal| refusal.starts_with(&foreign)));
}

/// Sums are taken in a fixed order, so the result does not depend on threads.
#[test]
fn the_number_of_threads_does_not_matter() {
    let data = Data::of(&samples::judged(80, teacher));
    let mut recipe = recipe(weights::current());
    (recipe.batch, recipe.epochs) = (4, 2);
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| run(&recipe, &data, FitState::new(&recipe, &data)))
    };
    assert_eq!(with_threads(1), with_threads(3));
}

/// With a rate near zero no epoch gains anything.
#[test]
fn the_rate_is_halved_after_patience_epochs_without_gain() {
    let data = Data::of(&samples::judged(30, teacher));
    for patience in 1..4 {
        let recipe =
            FitSettings { patience, rate: 1e-300, halvings: 2, epochs: 100, ..recipe(weights::current()) };
        let state = run(&recipe, &data, FitState::new(&recipe, &data));
        let rates: Vec<f64> = state.history.iter().map(|epoch| epoch.rate / recipe.rate).collect();
        let expected: Vec<f64> = [1.0, 0.5, 0.25].into_iter().flat_map(|rate| vec![rate; patience]).collect();
        assert_eq!(rates, expected, "patience {patience}");
    }
}
