//! Every interleaving of threads on one cluster, and every order in which relaxed stores may be seen.
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test -p tt --lib model
//! ```
//!
//! The races of `tests/stress.rs`, tried in turn by loom: each point at which a thread can be interrupted, and for
//! each load any store that the memory model lets it see. More than three interruptions in one run are not tried, which
//! keeps it to seconds; a torn slot needs one.

use std::sync::Arc;

use loom::thread;
use types::{Depth, Key, Ply};

use super::Cluster;
use crate::Entry;
use crate::packed::{Age, Packed};

const NOW: Age = Age::of_search(1);

/// The only entry that is stored for a key: its depth is the key.
fn content(key: u64) -> Packed {
    let entry = Entry { depth: Depth(key as i32), ..Entry::unsearched(None, false) };
    Packed::new(entry, Ply::ROOT, NOW)
}

fn store(cluster: &Cluster, key: u64) {
    cluster.store(Key(key), content(key));
}

/// Runs threads that store, and probes meanwhile and afterwards.
fn check(stored_before: &'static [u64], stored: [u64; 2], probed: &'static [u64]) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let cluster = Arc::new(Cluster::empty());
        stored_before.iter().for_each(|&key| store(&cluster, key));
        let threads = stored.map(|key| {
            let cluster = Arc::clone(&cluster);
            thread::spawn(move || store(&cluster, key))
        });
        let probe = || {
            for &key in probed {
                let found = cluster.probe(Key(key));
                assert!(found.is_none_or(|found| found == content(key)), "{key}: {found:?}");
            }
        };
        probe();
        threads.into_iter().for_each(|thread| thread.join().expect("a store does not panic"));
        probe();
    });
}

/// Two threads find the same slot to have the least worth.
#[test]
fn no_probe_returns_data_that_was_not_stored_for_its_key() {
    check(&[], [3, 4], &[3, 4]);
}

/// The slot that is fought for had an owner.
#[test]
fn a_replaced_entry_is_complete_or_absent() {
    check(&[9, 8, 2, 7, 6], [3, 4], &[2, 3]);
}
