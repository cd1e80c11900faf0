//! Output of `export`: standard output, or a file that replaces an older one only when complete.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use toolkit::{AtomicFile, expect_apart, is_special};

/// An output, complete after [`Output::finish`].
pub(super) struct Output {
    lines: BufWriter<Box<dyn Write>>,
    name: String,
    draft: Option<AtomicFile>,
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
        expect_apart(&[input], &[path])?;
        let (lines, draft): (Box<dyn Write>, _) = if is_special(path) {
            // A device is written to, not replaced.
            (Box::new(File::options().write(true).open(path).with_context(about)?), None)
        } else {
            let draft = AtomicFile::of(path).with_context(about)?;
            (Box::new(draft.file().try_clone().with_context(about)?), Some(draft))
        };
        Ok(Output { lines: BufWriter::new(lines), name, draft })
    }

    /// Name for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Flushes the output and puts the file in place.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.lines.flush()?;
        self.draft.map_or(Ok(()), |draft| draft.commit())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lines.flush()
    }
}
