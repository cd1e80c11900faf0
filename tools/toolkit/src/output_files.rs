//! Checks of output files before the work begins: each can be written, and none is also an input.
//!
//! ```text
//!   wdl games.bin --plot games.bin     would overwrite the games
//!   node-savings --csv a --json a      would keep one of the two
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::atomic_file::{AtomicFile, is_special};
use crate::resolve::resolve;

/// Checks that every output can be written and is neither an input nor another output.
///
/// # Errors
/// If an output is an input or another output, under any name, or cannot be written.
pub fn expect_outputs(inputs: &[&Path], outputs: &[&Path]) -> Result<()> {
    expect_apart(inputs, outputs)?;
    outputs.iter().try_for_each(|path| expect_writable(path).with_context(|| about(path)))
}

/// Checks that no output is an input or another output. Leave out inputs that an output may replace.
///
/// # Errors
/// If an output is an input or another output, under any name.
pub fn expect_apart(inputs: &[&Path], outputs: &[&Path]) -> Result<()> {
    for (index, output) in outputs.iter().enumerate() {
        // A terminal or a pipe may be written to twice.
        if is_special(output) {
            continue;
        }
        let is_same = |other: &&&Path| is_same(output, other);
        if let Some(input) = inputs.iter().find(is_same) {
            let why = format!("it is read from {}, expected another file", input.display());
            return Err(anyhow::anyhow!(why).context(about(output)));
        }
        let other = outputs[..index].iter().find(is_same);
        ensure!(other.is_none(), "{}: it is written twice, expected another file", about(output));
    }
    Ok(())
}

fn about(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// Opens the file for writing to find out. Its contents stay; a file that did not exist is removed again.
fn expect_writable(path: &Path) -> std::io::Result<()> {
    if is_special(path) {
        fs::File::options().append(true).open(path).map(drop)
    } else {
        AtomicFile::of(path).map(drop)
    }
}

/// A path that cannot be resolved names no existing file, so nothing can be lost.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(resolve);
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_must_not_be_an_input_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("games.bin"), "games").unwrap();
        let (games, other) = (path("games.bin"), path("other.bin"));
        expect_outputs(&[&games], &[&other]).unwrap();
        for output in [path("games.bin"), path("./games.bin")] {
            let error = expect_outputs(&[&other, &games], &[&output]).unwrap_err();
            let (output, games) = (output.display(), games.display());
            let expected =
                format!("{output}: cannot be written: it is read from {games}, expected another file");
            assert_eq!(format!("{error:#}"), expected);
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&games, path("link")).unwrap();
            assert!(expect_outputs(&[&games], &[&path("link")]).is_err());
        }
        assert_eq!(fs::read_to_string(games).unwrap(), "games");
    }

    #[test]
    fn outputs_must_differ_also_before_they_exist() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (one, two) = (path("a.csv"), path("./a.csv"));
        let error = format!("{:#}", expect_outputs(&[], &[&one, &path("b.csv"), &two]).unwrap_err());
        assert!(error.ends_with("a.csv: cannot be written: it is written twice, expected another file"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn unwritable_outputs_are_found_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        for nowhere in [folder.path().to_owned(), folder.path().join("missing").join("page.html")] {
            let error = format!("{:#}", expect_outputs(&[], &[&nowhere]).unwrap_err());
            assert!(error.starts_with(&format!("{}: cannot be written: ", nowhere.display())), "{error}");
        }
        let page = folder.path().join("page.html");
        fs::write(&page, "kept").unwrap();
        expect_outputs(&[], &[&page]).unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), "kept");
    }

    /// Two outputs to the null device do not conflict.
    #[cfg(unix)]
    #[test]
    fn a_device_may_be_named_twice() {
        let null = Path::new("/dev/null");
        expect_outputs(&[null], &[null, null]).unwrap();
    }
}
