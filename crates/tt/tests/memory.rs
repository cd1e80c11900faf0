//! Real memory equals the setting, also while the setting changes.
//!
//! This test has a process of its own, because the system counts memory by process.

#![cfg(target_os = "linux")]

use std::fs;
use std::num::NonZero;

use tt::{Mebibytes, TranspositionTable};

const THREADS: NonZero<usize> = NonZero::new(2).unwrap();

/// A line of one of the system's accounts of this process, in KiB.
fn account(file: &str, name: &str) -> usize {
    let text = fs::read_to_string(format!("/proc/self/{file}")).expect("Linux has it");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("it has this line");
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("it is a number")
}

/// Memory that was asked for and is resident, now. Pages of the program itself come when its code is first run, which is
/// no table's doing.
fn anonymous() -> usize {
    account("smaps_rollup", "Anonymous:")
}

/// The same and the pages of the program.
fn resident() -> usize {
    account("smaps_rollup", "Rss:")
}

/// The most that was ever resident.
fn peak() -> usize {
    account("status", "VmHWM:")
}

fn assert_within_a_percent(real: usize, setting: Mebibytes) {
    let expected = setting.0 << 10;
    let slack = expected / 100;
    assert!((expected - slack..=expected + slack).contains(&real), "{real} KiB for a table of {setting}");
}

#[test]
fn real_memory_is_the_setting_and_two_tables_never_coexist() {
    // The first time, threads leave their stacks behind.
    drop(table_of(Mebibytes(4)));
    let (before, before_with_program) = (anonymous(), resident());

    let mut table = table_of(Mebibytes(64));
    assert_within_a_percent(anonymous() - before, Mebibytes(64));
    for size in [100, 16, 31, 160, 192].map(Mebibytes) {
        resize(&mut table, size);
        assert_within_a_percent(anonymous() - before, size);
    }
    // The last change would have needed 352 with old and new at once.
    assert_within_a_percent(peak() - before_with_program, Mebibytes(192));

    table.resize(Mebibytes(isize::MAX as usize >> 20)).expect_err("no machine has this much");
    table.clear();
    table.prepare(THREADS, &|| false);
    assert_within_a_percent(anonymous() - before, Mebibytes(192));
    assert_within_a_percent(peak() - before_with_program, Mebibytes(192));

    drop(table);
    assert!(anonymous().saturating_sub(before) < 1 << 10);
}

fn table_of(size: Mebibytes) -> TranspositionTable {
    let mut table = TranspositionTable::new(Mebibytes(1)).expect("the machine has this much");
    resize(&mut table, size);
    table
}

fn resize(table: &mut TranspositionTable, size: Mebibytes) {
    table.resize(size).expect("the machine has this much");
    table.prepare(THREADS, &|| false);
}
