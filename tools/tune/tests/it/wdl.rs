//! The fit of what a score is worth recovers the models that made the games, and every format gives the same table.

use std::path::Path;

use eval::wdl::REFERENCE_MATERIAL;
use movegen::Position;
use pgn::GameResult;
use rand::{RngExt as _, SeedableRng as _};
use tune::wdl::fit::{WdlModel, fit};
use tune::wdl::report::{ahead, ranges};
use tune::wdl::tally::{Cell, Counts, ResultTable};
use tune::{Record, RecordWriter, Source};
use types::{Color, Score};

/// Positions with random material and scores, and results as a model makes them.
fn games_of(model: &WdlModel, count: u32) -> ResultTable {
    seeded_games_of(model, count, 11, 1)
}

/// The same with another seed and with this number of positions in each game.
fn seeded_games_of(model: &WdlModel, count: u32, seed: u64, positions: u32) -> ResultTable {
    let mut rng = rand::rngs::ChaCha8Rng::seed_from_u64(seed);
    let mut tally = ResultTable::new(12, 1000);
    for _ in 0..count {
        let cell = Cell { material: rng.random_range(12..=78), score: rng.random_range(-900..=900) };
        let chances = model.chances(cell);
        let (side, drawn) = (Color::ALL[rng.random_range(0..2)], rng.random::<f64>());
        let result = if drawn < chances[2] {
            GameResult::win_of(side)
        } else if drawn < chances[2] + chances[1] {
            GameResult::Draw
        } else {
            GameResult::win_of(!side)
        };
        tally.begin_game();
        (0..positions).for_each(|_| tally.add(side, cell.material, Some(Score(cell.score)), result));
    }
    tally
}

#[test]
fn a_known_model_is_recovered() {
    let usual = WdlModel { even_chance: vec![220.0, -120.0, 70.0], spread: vec![60.0, 50.0, -25.0] };
    let far_from_the_start = WdlModel::constant(700.0, 30.0, 0);
    for (truth, games) in [(usual, 400_000), (far_from_the_start, 200_000)] {
        let tally = games_of(&truth, games);
        let fitted = fit(&tally, truth.spread.len() - 1, None).unwrap();
        for material in 12..=78 {
            let ((a, b), (fitted_a, fitted_b)) = (truth.at(material), fitted.model.at(material));
            assert!((a - fitted_a).abs() < 4.0, "a with {material}: {fitted_a} instead of {a}");
            assert!((b - fitted_b).abs() < 4.0, "b with {material}: {fitted_b} instead of {b}");
        }
        // The fit is at least as likely as the true model.
        let count = tally.total().iter().sum::<u64>() as f64;
        assert!(fitted.mean >= truth.log_likelihood(&tally) / count);
    }
}

#[test]
fn a_held_pawn_stays_and_the_rest_is_the_most_likely() {
    let truth = WdlModel { even_chance: vec![220.0, -120.0, 70.0], spread: vec![60.0, 50.0, -25.0] };
    let tally = games_of(&truth, 50_000);
    let free = fit(&tally, 2, None).unwrap();
    for pawn in [150.0, truth.pawn(), 200.0] {
        let held = fit(&tally, 2, Some(pawn)).unwrap();
        assert!((held.model.pawn() - pawn).abs() < 1e-9 && held.errors(REFERENCE_MATERIAL).0 < 1e-6);
        assert!(held.mean <= free.mean);
        let best = held.model.log_likelihood(&tally);
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            for change in [-1.0, 1.0] {
                let mut other = held.model.clone();
                other.even_chance[from] -= change;
                other.even_chance[to] += change;
                assert!(other.log_likelihood(&tally) < best, "{pawn}: {from} to {to}");
                let mut other = held.model.clone();
                other.spread[from] += change;
                assert!(other.log_likelihood(&tally) < best, "{pawn}: spread {from}");
            }
        }
    }
}

/// Each game counts as one observation, however many equal positions it has.
#[test]
fn errors_are_as_large_as_fits_of_other_games_differ() {
    let truth = WdlModel::constant(200.0, 80.0, 0);
    for positions in [1, 20] {
        let fits: Vec<_> = (0..60)
            .map(|seed| fit(&seeded_games_of(&truth, 500, seed, positions), 0, None).unwrap())
            .collect();
        let spread = fits.iter().map(|fit| (fit.model.pawn() - 200.0).powi(2)).sum::<f64>() / 60.0;
        let told = fits.iter().map(|fit| fit.errors(58).0.powi(2)).sum::<f64>() / 60.0;
        assert!((0.6..1.6).contains(&(told / spread)), "{positions} positions: {told} told, {spread} seen");
    }
}

#[test]
fn few_games_and_curves_no_better_than_none_are_refused_and_uncertain_ones_warned_of() {
    let check = |truth: &WdlModel, count| {
        let tally = games_of(truth, count);
        fit(&tally, 0, None).and_then(|fitted| fitted.check(&tally)).map_err(|error| error.to_string())
    };
    let truth = WdlModel::constant(200.0, 80.0, 0);
    let few = check(&truth, 99).unwrap_err();
    assert!(few.starts_with("99 games are too few"), "{few}");
    assert!(check(&truth, 150).unwrap().is_some_and(|warning| warning.contains("by 150 games: uncertain")));
    assert_eq!(check(&truth, 40_000), Ok(None));
    // One draw in 150 games says next to nothing of the score that does not win.
    let mut tally = ResultTable::new(12, 1000);
    for step in -75..=75 {
        let is_upset = step % 5 == 0;
        let result = match step {
            0 => GameResult::Draw,
            _ => GameResult::win_of(if (step > 0) == is_upset { Color::Black } else { Color::White }),
        };
        tally.begin_game();
        tally.add(Color::White, 50, Some(Score(10 * step)), result);
    }
    let faint = fit(&tally, 0, None).and_then(|fitted| fitted.check(&tally)).unwrap_err().to_string();
    assert!(faint.contains("no better than none"), "{faint}");
}

#[test]
fn expected_and_observed_agree_for_a_true_model() {
    let truth = WdlModel { even_chance: vec![220.0, -60.0], spread: vec![90.0] };
    let tally = games_of(&truth, 200_000);
    for range in ranges(12) {
        let group = ahead(&tally, &truth, |cell| (range.0..=range.1).contains(&cell.material));
        for (expected, seen) in group.expected.into_iter().zip(group.seen) {
            assert!((expected - seen).abs() < 0.01, "{range:?}: {seen} instead of {expected}");
        }
        assert!(group.seen[2] > 0.6 && group.seen[1] > 0.1);
    }
}

#[test]
fn too_little_is_an_error() {
    let mut tally = ResultTable::new(12, 1000);
    let is_refused =
        |tally: &ResultTable, degree, why| fit(tally, degree, None).unwrap_err().to_string().contains(why);
    assert!(is_refused(&tally, 0, "too few positions"));
    for score in 0..100 {
        tally.begin_game();
        tally.add(Color::White, 50, Some(Score(score)), GameResult::WhiteWins);
    }
    assert!(is_refused(&tally, 0, "too few positions"), "there is no draw");
    for score in 0..100 {
        tally.add(Color::White, 50, Some(Score(score)), GameResult::Draw);
        tally.add(Color::White, 50, Some(Score(-score)), GameResult::BlackWins);
    }
    assert!(is_refused(&tally, 1, "do not determine"), "there is one material");
}

const GAMES: &str = r#"
[White "a"]
[Black "b"]
[Result "1-0"]

1. e4 {+0.50/14 0.068s} e5 {-0.25/13 0.029s} 2. Nf3 {book} Nc6 {-M3/9 0.1s}
3. Bb5 {+9.00/9 0.1s, White wins by adjudication} 1-0

[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4q3/7K b - - 0 1"]
[Result "0-1"]

1... Kd7 {+4.00/3 0s} 0-1

[Result "1-0"]
[Termination "time forfeit"]

1. d4 {+0.30/9 0s} 1-0

[Result "*"]

1. d4 {+0.30/9 0s} *
"#;

fn cells(tally: &ResultTable) -> Vec<(u32, i32, Counts)> {
    tally.cells().map(|(Cell { material, score }, outcomes)| (material, score, outcomes)).collect()
}

const WON: Counts = [0, 0, 1];
const LOST: Counts = [1, 0, 0];

fn table(path: &Path) -> (ResultTable, Source) {
    let mut source = Source::open(path, Some(200.0)).unwrap();
    let mut tally = ResultTable::new(12, 1000);
    while let Some(game) = source.next_game().unwrap() {
        tally.add_game(&game).unwrap();
    }
    (tally, source)
}

/// A game that cannot be read or is void is left out and counted, and the score belongs to the move before it, in whichever
/// notation that is.
#[test]
fn games_are_read_from_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    let (tally, source) = table(&path);
    let expected = [(12, 800, WON), (78, -50, LOST), (78, 100, WON)];
    assert_eq!(cells(&tally), expected);
    assert_eq!((tally.games(), source.void_games, source.bad_games, tally.left_out), (2, 2, 0, 3));
    for bad in [
        "[Result \"1-0\"]\n\n1. e4 {+0.1/1 0s} Ke4 1-0\n",
        "[Result \"1-0\"]\n\n1. e4 {+0.1/1 0s} e5 {0.1/1} 2. Nxx3 {+5.0/1} Nc6 {0.2/1} 1-0\n",
        "[FEN \"4k3/8/8/8 w\"]\n\n1. e4 {+0.1/1 0s} 1-0\n",
        "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 128 200\"]\n\n1. Ra2 {+0.1/1 0s} 1-0\n",
        // Like a match that is still being played.
        "[Result \"1-0\"]\n\n1. e4 {+0.1/1 0",
    ] {
        std::fs::write(&path, format!("{GAMES}\n{bad}")).unwrap();
        let (tally, source) = table(&path);
        assert_eq!((cells(&tally), tally.games(), source.bad_games), (expected.to_vec(), 2, 1), "{bad}");
    }
    let old = "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6e.p. {+1.00/5} Kd7 {-3.00/5} 1-0\n";
    std::fs::write(&path, old).unwrap();
    assert_eq!(cells(&table(&path).0), [(12, -600, LOST), (12, 200, WON)]);
}

#[test]
fn positions_are_read_from_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let start = Position::startpos();
    let second = start.after(start.parse_uci("e2e4").unwrap());
    let pack = |position: &Position, score: i32| {
        Record::pack(position, Some(Score(score)), None, GameResult::WhiteWins).unwrap()
    };
    // A position from inside a search has no result.
    let leaf = Record::pack(&second, Some(Score(500)), None, None).unwrap();
    let mut writer = RecordWriter::resume(&path, "a test", |_| ()).unwrap();
    writer.write_game(&[pack(&start, 30), pack(&second, -40), leaf]).unwrap();
    // A game of which only such positions are left does not count either.
    writer.write_game(&[leaf]).unwrap();
    let (tally, _) = table(&path);
    assert_eq!(cells(&tally), [(78, -40, LOST), (78, 30, WON)]);
    assert_eq!(tally.games(), 1);
}
