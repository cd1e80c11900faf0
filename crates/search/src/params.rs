//! The tunable parameters of the search, one line each.
//!
//! In the shipped build a parameter is a constant. A tuning build (feature `tuning`) reads it from memory, so
//! that a tuner can change it between games; [`ALL`] lists them for that, with range and step, in both.
//! The formula that uses a parameter explains its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, also as a UCI option of a tuning build.
    pub name: &'static str,
    /// The value that is shipped.
    pub default: i32,
    pub min: i32,
    pub max: i32,
    /// The smallest change that a match can measure.
    pub step: i32,
}

macro_rules! params {
    ($($name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// All parameters, in the order of the list.
        pub const ALL: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
        }),*];

        $(
            #[cfg(not(feature = "tuning"))]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            #[cfg(feature = "tuning")]
            pub(crate) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tuning")]
        #[expect(non_upper_case_globals, reason = "a value has the name of its parameter")]
        mod values {
            use std::sync::atomic::AtomicI32;

            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// Changes a parameter of a tuning build, for the searches that begin after this. Returns false if there is no such
        /// parameter, if the value is out of its range, or if this is no tuning build.
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if cfg!(feature = "tuning") && ($min..=$max).contains(&value) => {
                    #[cfg(feature = "tuning")]
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

params! {
    // Aspiration windows: half the first width, and how much it grows with each failure (in percent).
    aspiration_delta = 10 in 4..=60 step 4;
    aspiration_growth = 99 in 10..=200 step 20;

    // Reverse futility pruning: the margin for each ply left, less if the position improves.
    reverse_futility_depth = 8 in 3..=14 step 1;
    reverse_futility_margin = 80 in 30..=160 step 8;
    reverse_futility_improving = 65 in 0..=160 step 10;
    reverse_futility_worsening = 15 in 0..=60 step 6;

    // Razoring: the margin below alpha.
    razoring_depth = 3 in 1..=6 step 1;
    razoring_base = 200 in 50..=500 step 30;
    razoring_margin = 230 in 50..=400 step 25;

    // Null-move pruning: the reduction, and the margin of the static evaluation.
    null_move_depth = 3 in 1..=5 step 1;
    null_move_base = 4 in 2..=6 step 1;
    null_move_depth_divisor = 4 in 2..=8 step 1;
    null_move_eval_divisor = 169 in 80..=400 step 20;
    null_move_eval_max = 3 in 1..=6 step 1;
    null_move_margin_base = 105 in 0..=300 step 20;
    null_move_margin_slope = 24 in 0..=50 step 3;

    null_move_verify_depth = 14 in 8..=24 step 1;

    // ProbCut: the margin above beta, and the reduction in plies.
    probcut_depth = 5 in 3..=9 step 1;
    probcut_reduction = 4 in 2..=6 step 1;
    probcut_margin = 154 in 80..=320 step 15;
    probcut_improving = 44 in 0..=120 step 10;

    // Internal iterative reduction: the reduction of PV nodes and of cut nodes, and the least depth of the latter.
    internal_iterative_pv = 3 in 0..=5 step 1;
    internal_iterative_cut = 2 in 0..=4 step 1;
    internal_iterative_cut_depth = 9 in 3..=14 step 1;

    // Late-move pruning: the number of moves, captures included, after which quiet moves are skipped.
    late_move_base = 6 in 1..=12 step 1;
    late_move_depth = 9 in 4..=14 step 1;

    // Futility pruning of quiet moves.
    futility_depth = 8 in 3..=14 step 1;
    futility_base = 103 in 0..=250 step 12;
    futility_margin = 73 in 30..=200 step 8;

    // Pruning by history.
    history_pruning_depth = 4 in 1..=8 step 1;
    history_pruning_slope = 4138 in 1000..=9000 step 400;

    // Pruning by static exchange.
    exchange_depth = 9 in 4..=14 step 1;
    exchange_quiet = 17 in 5..=80 step 4;
    exchange_capture = 104 in 30..=200 step 10;

    // Late-move reductions, in 1024ths of a ply.
    reduction_quiet_base = 900 in 0..=2000 step 90;
    reduction_quiet_divisor = 1929 in 1200..=4000 step 130;
    reduction_capture_base = 398 in -600..=1500 step 90;
    reduction_capture_divisor = 3143 in 1800..=5000 step 150;
    reduction_not_improving = 759 in 0..=2000 step 100;
    reduction_cut = 1508 in 0..=3000 step 120;
    reduction_pv = 889 in 0..=2500 step 100;
    reduction_check = 806 in 0..=2000 step 100;
    reduction_refutation = 917 in 0..=2500 step 100;
    reduction_table_capture = 710 in 0..=2000 step 100;
    reduction_history = 9859 in 4000..=24000 step 600;

    reduction_correction = 8 in 0..=40 step 3;
    reduction_cutoffs_limit = 3 in 0..=8 step 1;
    reduction_cutoffs = 744 in 0..=2500 step 100;

    // Re-search of a reduced move that beat alpha: the gains from which on it is deeper, and below which it is
    // shallower.
    re_search_deeper = 41 in 10..=150 step 8;
    re_search_shallower = 11 in 0..=40 step 3;

    // Hindsight: the least reductions that it corrects, and the gain from which on it reduces more.
    hindsight_deeper_reduction = 3 in 1..=6 step 1;
    hindsight_shallower_reduction = 2 in 1..=6 step 1;
    hindsight_shallower_gain = 47 in 20..=250 step 15;

    // Less depth for the moves after one that raised alpha.
    raise_min_depth = 3 in 2..=6 step 1;
    raise_max_depth = 6 in 6..=20 step 1;

    // Singular extensions.
    singular_depth = 4 in 3..=10 step 1;
    singular_table_depth = 3 in 1..=5 step 1;
    singular_margin = 13 in 5..=50 step 3;
    singular_double = 14 in 0..=60 step 4;
    singular_triple = 60 in 30..=250 step 12;
    singular_negative = 2 in 1..=3 step 1;
    singular_double_limit = 6 in 0..=16 step 2;

    // Quiescence futility: the assumed largest gain of a capture besides the captured piece.
    quiescence_futility = 183 in 50..=400 step 20;

    // Histories: bonus of a move that cut, malus of those that did not.
    history_bonus_slope = 134 in 40..=400 step 20;
    history_bonus_offset = 69 in 0..=300 step 20;
    history_bonus_max = 1284 in 600..=4000 step 150;
    history_malus_slope = 170 in 40..=400 step 20;
    history_malus_offset = 22 in 0..=300 step 20;
    history_malus_max = 941 in 400..=4000 step 150;
    // The factor of the bonus for the butterfly history.
    butterfly_rate = 3 in 1..=8 step 1;

    // The number of half-moves without progress at which the evaluation would be damped to zero.
    fifty_move_damping = 200 in 120..=400 step 20;

    // Correction of the static evaluation: the share of each remembered error that is added, in 4096ths.
    correction_pawns = 310 in 0..=500 step 25;
    correction_pieces = 225 in 0..=500 step 25;
    correction_minors = 217 in 0..=500 step 25;
    correction_majors = 141 in 0..=500 step 25;
    correction_line = 171 in 0..=500 step 25;

    // Move ordering: the least static exchange value of a good capture.
    good_capture_threshold = -10 in -150..=50 step 12;
    good_capture_history = 66 in 16..=256 step 12;
    capture_victim = 18 in 4..=40 step 2;
    quiet_check_bonus = 9815 in 0..=40000 step 1200;

    // The weights of the histories of quiet moves; that of the butterfly history is 1024.
    quiet_pawns = 322 in 0..=4096 step 100;
    quiet_last = 1643 in 0..=4096 step 100;
    quiet_second = 1177 in 0..=4096 step 100;
    quiet_fourth = 392 in 0..=4096 step 60;
    quiet_sixth = 344 in 0..=4096 step 60;

    // Time: the number of moves that share the time left, and the number of increments that count as time left.
    time_moves_ahead = 32 in 20..=60 step 3;
    time_increments_ahead = 40 in 10..=80 step 4;
    // In percent: the largest parts of the time left for the soft and for the hard limit, the hard limit in terms of
    // the soft one, and the factors by which confidence scales the soft limit.
    time_max_soft_share = 20 in 10..=40 step 2;
    time_max_share = 70 in 30..=90 step 5;
    time_hard_per_soft = 600 in 200..=900 step 40;
    time_pondering = 125 in 100..=160 step 5;
    time_stability_base = 160 in 90..=220 step 6;
    time_stability_step = 8 in 0..=20 step 1;
    time_stability_iterations = 10 in 3..=20 step 1;
    time_effort_base = 240 in 110..=320 step 8;
    time_effort_slope = 190 in 0..=280 step 10;
    time_trend_slope = 100 in 0..=250 step 12;
    time_trend_less = 15 in 0..=50 step 4;
    time_trend_more = 60 in 0..=150 step 8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range_with_room_for_a_step() {
        for param in ALL {
            let Param { name, default, min, max, step } = *param;
            assert!(min <= default && default <= max && 0 < step && step <= max - min, "{name}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = ALL.iter().map(|param| param.name).collect();
        assert_eq!(names.len(), ALL.len());
    }
}
