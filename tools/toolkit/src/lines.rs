//! The output of a program, line by line.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};

/// Reads lines, without the white space around them, until the program closes its output, which closes the channel.
/// Invalid UTF-8 is replaced.
///
/// Reads on its own thread, because only waiting on a channel can time out.
pub fn read(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_are_read_one_by_one() {
        let lines: Vec<String> = read(&b"uciok\r\n\n a \xff b \nlast without an end"[..]).iter().collect();
        assert_eq!(lines, ["uciok", "", "a \u{fffd} b", "last without an end"]);
    }
}
