//! The fit recovers the models that made the games.

use positions::GameResult;
use rand::{RngExt as _, SeedableRng as _};
use types::Color;
use wdl::fit::{FitError, fit, log_likelihood};
use wdl::model::WdlModel;
use wdl::report::{ahead, ranges};
use wdl::tally::{Cell, ResultTable, TallyBounds};

const BOUNDS: TallyBounds = TallyBounds { least_material: 12, max_score: 1000 };

/// Positions with random material and scores, and results as a model makes them.
fn games_of(model: &WdlModel, count: u32) -> ResultTable {
    seeded_games_of(model, count, 11, 1)
}

/// The same with another seed and with this number of positions in each game.
fn seeded_games_of(model: &WdlModel, count: u32, seed: u64, positions: u32) -> ResultTable {
    let mut rng = rand::rngs::ChaCha8Rng::seed_from_u64(seed);
    let mut tally = ResultTable::new(BOUNDS);
    for _ in 0..count {
        let cell = Cell { material: rng.random_range(12..=78), score: rng.random_range(-900..=900) };
        let chances = model.chances(cell);
        let (side, drawn) = (Color::ALL[rng.random_range(0..2)], rng.random::<f64>());
        let result = if drawn < chances.win {
            GameResult::win_of(side)
        } else if drawn < chances.win + chances.draw {
            GameResult::Draw
        } else {
            GameResult::win_of(!side)
        };
        tally.begin_game();
        (0..positions).for_each(|_| tally.add(side, cell.material, Some(cell.score), result));
    }
    tally
}

#[test]
fn a_known_model_is_recovered() {
    let truth = WdlModel { even_chance: vec![220.0, -120.0, 70.0], spread: vec![60.0, 50.0, -25.0] };
    let tally = games_of(&truth, 400_000);
    let fitted = fit(&tally, 2).unwrap();
    for material in 12..=78 {
        let ((a, b), (fitted_a, fitted_b)) = (truth.at(material), fitted.model.at(material));
        assert!((a - fitted_a).abs() < 4.0, "a with {material}: {fitted_a} instead of {a}");
        assert!((b - fitted_b).abs() < 4.0, "b with {material}: {fitted_b} instead of {b}");
    }
    // The fit is at least as likely as the true model.
    let count = tally.total().count() as f64;
    assert!(fitted.mean >= log_likelihood(&truth, &tally) / count);
}

/// Each game counts as one observation, however many equal positions it has.
#[test]
fn errors_are_as_large_as_fits_of_other_games_differ() {
    let truth = WdlModel::constant(200.0, 80.0, 0);
    for positions in [1, 20] {
        let fits: Vec<_> =
            (0..60).map(|seed| fit(&seeded_games_of(&truth, 500, seed, positions), 0).unwrap()).collect();
        let spread = fits.iter().map(|fit| (fit.model.pawn() - 200.0).powi(2)).sum::<f64>() / 60.0;
        let told = fits.iter().map(|fit| fit.errors.of_curves(58).0.powi(2)).sum::<f64>() / 60.0;
        assert!((0.6..1.6).contains(&(told / spread)), "{positions} positions: {told} told, {spread} seen");
    }
}

#[test]
fn few_games_are_refused_and_uncertain_constants_warned_of() {
    let truth = WdlModel::constant(200.0, 80.0, 0);
    assert_eq!(fit(&games_of(&truth, 99), 0), Err(FitError::FewGames { found: 99 }));
    let fits =
        [150, 40_000].map(|count| games_of(&truth, count)).map(|tally| (fit(&tally, 0).unwrap(), tally));
    let warnings = fits.map(|(fitted, tally)| fitted.warning(&tally));
    assert!(warnings[0].as_ref().is_some_and(|warning| warning.contains("by 150 games: too uncertain")));
    assert_eq!(warnings[1], None);
}

#[test]
fn a_model_far_from_the_start_is_recovered() {
    let truth = WdlModel::constant(700.0, 30.0, 0);
    let fitted = fit(&games_of(&truth, 200_000), 0).unwrap();
    let (a, b) = fitted.model.at(58);
    assert!((a - 700.0).abs() < 5.0 && (b - 30.0).abs() < 5.0, "{a} {b}");
}

#[test]
fn expected_and_observed_agree_for_a_true_model() {
    let truth = WdlModel { even_chance: vec![220.0, -60.0], spread: vec![90.0] };
    let tally = games_of(&truth, 200_000);
    for range in ranges(BOUNDS.least_material) {
        let group = ahead(&tally, &truth, range);
        for (expected, seen) in [group.wins(), group.draws()] {
            assert!((expected - seen).abs() < 0.01, "{range:?}: {seen} instead of {expected}");
        }
        assert!(group.wins().1 > 0.6 && group.draws().1 > 0.1);
    }
}

#[test]
fn too_little_is_an_error() {
    let mut tally = ResultTable::new(BOUNDS);
    assert_eq!(fit(&tally, 0), Err(FitError::TooLittle));
    for score in 0..100 {
        tally.begin_game();
        tally.add(Color::White, 50, Some(score), GameResult::WhiteWins);
    }
    assert_eq!(fit(&tally, 0), Err(FitError::TooLittle), "there is no draw");
    for score in 0..100 {
        tally.add(Color::White, 50, Some(score), GameResult::Draw);
        tally.add(Color::White, 50, Some(-score), GameResult::BlackWins);
    }
    assert_eq!(fit(&tally, 1), Err(FitError::Undetermined), "there is one material");
}
