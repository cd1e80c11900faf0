//! The tunable parameters of the search, one line each.
//!
//! In the shipped build a parameter is a constant. A tuning build (feature `tuning`) reads it from memory, so
//! that a tuner can change it between games; [`ALL`] lists them for that, with range and step, in both.
//! The formula that uses a parameter explains its meaning.
//!
//! **Where the values come from**: all but the clock's and the counts of plies are tuned on 3,582 games of our own at 60,000
//! nodes (`docs/notes/search-tune.md`). That tune started from the values of Stockfish 15.1 (`search.cpp`, GPL-3.0), converted
//! to our units of evaluation and history, and from our own for the corrections. The clock's are from our own matches
//! (`docs/notes/time.md`). `docs/notes/search-tune.md` has the reason of each count of plies.
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
    aspiration_delta = 5 in 2..=60 step 1;
    aspiration_growth = 27 in 10..=200 step 6;

    // Reverse futility pruning: the margin for each ply left, and the history of the opponent's move that adds 1 to it.
    reverse_futility_depth = 7 in 3..=14 step 1;
    reverse_futility_margin = 62 in 30..=160 step 7;
    reverse_futility_history = 1031 in 300..=4000 step 120;

    // Former principal variations: a node below one where no move raises alpha counts as one if it is deeper than this.
    former_pv_depth = 3 in 0..=8 step 1;

    // Razoring: the margin below alpha, for no ply and for the square of the plies left.
    razoring_base = 143 in 50..=500 step 25;
    razoring_margin = 106 in 30..=400 step 14;

    // Null-move pruning: the reduction, without and with depth (in 1024ths of a ply), and the margin of the static
    // evaluation.
    null_move_base = 4030 in 1024..=7168 step 200;
    null_move_depth_slope = 365 in 100..=700 step 24;
    null_move_eval_divisor = 73 in 30..=400 step 8;
    null_move_eval_max = 7 in 1..=10 step 1;
    null_move_margin_base = 77 in 0..=300 step 14;
    null_move_margin_slope = 7 in 0..=50 step 2;

    null_move_verify_depth = 14 in 8..=24 step 1;

    // ProbCut: the margin above beta, and the reduction in plies.
    probcut_reduction = 4 in 2..=6 step 1;
    probcut_margin = 85 in 40..=320 step 10;
    probcut_improving = 29 in 0..=120 step 8;

    // Internal iterative reduction: the reduction of PV nodes and of cut nodes, and the least depth of the latter.
    internal_iterative_pv = 3 in 0..=5 step 1;
    internal_iterative_cut = 2 in 0..=4 step 1;
    internal_iterative_cut_depth = 9 in 3..=14 step 1;

    // Late-move pruning: the number of moves, captures included, after which quiet moves are skipped, for no ply and for
    // the square of the plies left (in hundredths), and the part of it if the evaluation does not improve (in percent).
    late_move_base = 297 in 0..=1200 step 60;
    late_move_slope = 108 in 30..=250 step 8;
    late_move_not_improving = 50 in 25..=100 step 5;

    // Futility pruning: the greatest reduced depth and the margin, in which this much history counts 1.
    futility_depth = 12 in 3..=16 step 1;
    futility_base = 45 in 0..=250 step 10;
    futility_margin = 46 in 20..=200 step 7;
    futility_history = 158 in 50..=1000 step 20;
    futility_capture_depth = 6 in 3..=14 step 1;
    futility_capture_base = 59 in 0..=250 step 12;
    futility_capture_margin = 89 in 30..=200 step 10;
    futility_capture_history = 25 in 8..=200 step 4;

    // Pruning by history.
    history_pruning_depth = 4 in 1..=8 step 1;
    history_pruning_slope = 5197 in 1000..=12000 step 600;

    // Pruning by static exchange.
    exchange_quiet = 9 in 2..=40 step 1;
    exchange_capture = 84 in 30..=200 step 10;

    // Late-move reductions, in 1024ths of a ply.
    reduction_base = 1679 in 0..=3000 step 120;
    reduction_divisor = 2498 in 1200..=5000 step 150;
    reduction_window = 1080 in 0..=2500 step 120;
    reduction_not_improving = 1002 in 0..=2000 step 120;
    reduction_cut = 2051 in 0..=4000 step 180;
    reduction_pv = 2008 in 0..=4000 step 180;
    reduction_pv_node = 1004 in 0..=2500 step 120;
    reduction_pv_node_shallow = 1043 in 0..=2500 step 120;
    reduction_pv_node_depth = 8 in 0..=20 step 1;
    reduction_late_parent = 913 in 0..=2500 step 120;
    reduction_singular_parent = 958 in 0..=2500 step 120;
    reduction_singular_parent_depth = 7 in 1..=20 step 1;
    reduction_table_capture = 942 in 0..=2500 step 120;
    reduction_singular = 915 in 0..=2500 step 120;
    reduction_cutoffs = 1245 in 0..=2500 step 120;
    // The history that changes a reduction by 1.
    reduction_history = 19 in 4..=60 step 2;

    // Re-search of a reduced move that beat alpha: the gain from which on it is deeper.
    re_search_deeper = 28 in 10..=150 step 6;

    // Less depth for the moves after one that raised alpha.
    raise_min_depth = 2 in 2..=6 step 1;
    raise_max_depth = 5 in 4..=20 step 1;

    // Singular extensions. The margin for each ply is in hundredths.
    singular_depth = 4 in 3..=10 step 1;
    singular_table_depth = 3 in 1..=5 step 1;
    singular_margin = 114 in 50..=500 step 14;
    singular_former_pv = 32 in 0..=200 step 10;
    singular_double = 9 in 0..=60 step 3;

    // Quiescence futility: the assumed largest gain of a capture besides the captured piece.
    quiescence_futility = 67 in 20..=400 step 10;

    // Histories: the bonus of a move that raised alpha or cut, and the malus of those that did not.
    history_slope = 201 in 40..=400 step 20;
    history_offset = 231 in 0..=500 step 24;
    history_max = 910 in 300..=4000 step 90;
    // The margin above beta from which on a cut counts as one ply deeper.
    history_clear_cut = 49 in 10..=200 step 8;
    // The least depth at which the opponent's move gains if none of ours raises alpha.
    history_fail_low_depth = 5 in 1..=10 step 1;
    // A score below alpha by this much for each ply doubles the bonus of that move.
    history_far_below = 26 in 5..=100 step 4;
    // The factors of the bonus for the butterfly and the capture history, in 16ths.
    butterfly_rate = 62 in 8..=160 step 6;
    capture_rate = 45 in 8..=160 step 6;

    // The number of half-moves without progress at which the evaluation would be damped to zero.
    fifty_move_damping = 200 in 120..=400 step 20;

    // Correction of the static evaluation: the share of each remembered error that is added, in 4096ths.
    correction_pawns = 314 in 0..=500 step 30;
    correction_pieces = 243 in 0..=500 step 25;
    correction_minors = 216 in 0..=500 step 25;
    correction_majors = 123 in 0..=500 step 20;
    correction_line = 167 in 0..=500 step 20;

    // Move ordering: the weight of a captured piece, and the part of a capture's score that it may lose by static exchange.
    capture_victim = 22 in 4..=60 step 3;
    good_capture_divisor = 52 in 16..=256 step 7;
    // The bonus of a quiet check, and that of an attacked piece that flees from cheaper ones, for each unit of its value.
    quiet_check_bonus = 17402 in 0..=60000 step 2000;
    quiet_escape_bonus = 46 in 0..=200 step 6;

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
}
