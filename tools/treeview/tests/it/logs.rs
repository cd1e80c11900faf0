//! The binary log keeps everything, and other files are refused.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use treeview::algorithm::Algorithm;
use treeview::tree::SearchTree;

use crate::support::{POSITIONS, search};

#[test]
fn a_log_gives_back_the_tree() {
    for algorithm in [Algorithm::Minimax, Algorithm::Engine] {
        let tree = search(algorithm, POSITIONS[3], 3);
        assert_eq!(SearchTree::from_log(&tree.to_log().unwrap()).unwrap(), tree, "{algorithm}");
    }
}

/// A log with some bytes replaced.
fn damaged(log: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(log).read_to_end(&mut plain).unwrap();
    plain[at..at + bytes.len()].copy_from_slice(bytes);
    packed(&plain)
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn damage_is_refused_and_named() {
    let log = search(Algorithm::Engine, POSITIONS[3], 3).to_log().unwrap();
    let mut plain = Vec::new();
    GzDecoder::new(&log[..]).read_to_end(&mut plain).unwrap();
    let head = u32::from_le_bytes(plain[12..16].try_into().unwrap()) as usize;
    let second_record = 24 + head + 40;
    for (bytes, complaint) in [
        (b"not a log".to_vec(), "not a compressed log"),
        (log[..log.len() / 2].to_vec(), "not a compressed log"),
        (packed(b"COPP"), "cut short"),
        (damaged(&log, 0, b"X"), "not a log"),
        (damaged(&log, 8, &[9]), "version 9"),
        (damaged(&log, 24, b"?"), "head is damaged"),
        (damaged(&log, 16, &u32::MAX.to_le_bytes()), "cut short"),
        (damaged(&log, 20, &[0; 4]), "too many"),
        (damaged(&log, second_record, &7u32.to_le_bytes()), "record 1 of the log is damaged"),
        (damaged(&log, second_record + 34, &[77]), "record 1 of the log is damaged"),
    ] {
        let error = format!("{:#}", SearchTree::from_log(&bytes).unwrap_err());
        assert!(error.contains(complaint), "{complaint}: {error}");
    }
}
