//! Many threads on few slots: no probe returns an entry that was never stored for its key.
//!
//! The entry that a thread stores for a key is a function of the key, so each entry that is read can be checked. More keys than slots share one cluster; there, threads write over each other's slots
//! all the time, and a word that stayed with another key's seal would soon be seen. (It is: with the
//! word left out of the seal, so that a slot names its key and no more, this test fails in 39 of 40
//! runs on two busy cores.)

use std::thread;

use tt::{Bound, Entry, Mebibytes, TranspositionTable};
use types::{Depth, Key, Move, Ply, Score};

const THREADS: u64 = 4;
const STEPS: u64 = 4_000_000;
const KEYS: u64 = 8;

/// The finaliser of SplitMix64: a fixed shuffle of all 64-bit numbers.
fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The `n`-th of the keys, all of the first cluster: in a table of 1 MiB it holds 2⁵⁰.
fn key(n: u64) -> Key {
    Key(u64::from(mix(n) as u32))
}

/// The only entry that is stored for a key, except for the move.
fn content(key: Key) -> Entry {
    let bits = mix(key.0 ^ 0x5eed);
    Entry {
        mv: Move::from_bits(bits as u16 | 1),
        score: Score((bits >> 16) as i32 % Score::MAX_EVAL.0),
        eval: Some(Score((bits >> 32) as i32 % Score::MAX_EVAL.0)),
        depth: Depth((bits >> 48) as i32 % 20),
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][(bits >> 60) as usize % 3],
        was_pv: bits >> 63 != 0,
    }
}

/// One thread's random probes and stores; how many probes hit.
fn stress(table: &TranspositionTable, thread: u64) -> u64 {
    let mut hits = 0;
    for step in 0..STEPS {
        let dice = mix(thread << 32 | step);
        let key = key(dice % KEYS);
        let content = content(key);
        match dice >> 60 {
            0 => table.store(key, Ply::ROOT, Entry { mv: None, ..content }),
            1..8 => table.store(key, Ply::ROOT, content),
            _ => {
                if let Some(found) = table.probe(key, Ply::ROOT) {
                    hits += 1;
                    assert!(found.mv.is_none() || found.mv == content.mv, "{key}: {found:?}");
                    assert_eq!(Entry { mv: None, ..found }, Entry { mv: None, ..content }, "{key}");
                }
            }
        }
        if dice.is_multiple_of(1 << 10) {
            table.new_search();
        }
    }
    hits
}

#[test]
fn no_probe_returns_an_entry_that_was_never_stored_for_its_key() {
    let keys: Vec<Key> = (0..KEYS).map(key).collect();
    for (i, one) in keys.iter().enumerate() {
        for other in &keys[..i] {
            // Else the table could not tell them apart, or the test could not.
            assert_ne!(one.0 as u32, other.0 as u32);
            assert_ne!(content(*one), content(*other));
        }
    }
    let table = &TranspositionTable::new(Mebibytes(1)).expect("so little memory is always there");
    let hits: u64 = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || stress(table, thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread saw a wrong entry")).sum()
    });
    // There were hits to be wrong, and misses: entries did make room for others.
    let probes = THREADS * STEPS / 2;
    assert!((probes / 10..probes * 9 / 10).contains(&hits), "{hits} hits in {probes} probes");
}
