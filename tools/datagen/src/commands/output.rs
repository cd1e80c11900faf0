//! Where lines go: to standard output, or to a file that takes the place of an older one only when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Takes lines, until [`Output::finish`] says that these were all.
pub(super) struct Output {
    lines: BufWriter<Box<dyn Write>>,
    name: String,
    draft: Option<Draft>,
}

/// A file beside the one that it will be. If it is dropped before that, it is removed.
struct Draft {
    path: PathBuf,
    target: PathBuf,
    file: File,
}

impl Output {
    /// Standard output, or a file other than those that are read.
    ///
    /// # Errors
    /// If the file cannot be written or is the input.
    pub(super) fn open(path: Option<&Path>, input: &Path) -> Result<Output> {
        let Some(path) = path else {
            let lines = BufWriter::new(Box::new(io::stdout()) as Box<dyn Write>);
            return Ok(Output { lines, name: "standard output".to_owned(), draft: None });
        };
        let name = path.display().to_string();
        let about = || format!("{name}: cannot be written");
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let (lines, draft): (Box<dyn Write>, _) = if is_special {
            // A terminal or a pipe keeps its place; a folder is refused here.
            (Box::new(File::options().write(true).open(path).with_context(about)?), None)
        } else {
            let draft = Draft::beside(path, input).with_context(about)?;
            (Box::new(draft.file.try_clone().with_context(about)?), Some(draft))
        };
        Ok(Output { lines: BufWriter::new(lines), name, draft })
    }

    /// What people call it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes a line.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.lines, "{line}")
    }

    /// All is written: from now on the file is what was written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.lines.flush()?;
        self.draft.map_or(Ok(()), |draft| draft.publish())
    }
}

impl Draft {
    fn beside(path: &Path, input: &Path) -> Result<Draft> {
        // If it is a link, what it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = target.clone().into_os_string();
        beside.push(".new");
        let path = PathBuf::from(beside);
        for written in [&target, &path] {
            ensure!(!is_same(written, input), "it is read from {}, expected another file", input.display());
        }
        let file = File::create(&path)?;
        Ok(Draft { path, target, file })
    }

    fn publish(self) -> io::Result<()> {
        // Else the new name may reach the disk before the lines.
        self.file.sync_all()?;
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| fs::canonicalize(path).ok());
    one.is_some() && one == other
}
