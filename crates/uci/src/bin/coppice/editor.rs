//! Input at a terminal: editing keys, a history, and output that stays apart from what is being typed.

use std::sync::Mutex;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, ExternalPrinter};
use uci::output;

/// A line editor on the terminal. While one exists, all output goes through it.
pub(crate) struct Editor {
    editor: rustyline::Editor<(), MemHistory>,
    /// True if Ctrl-C was pressed last. The first time it stops the search, the second time it ends the program.
    was_interrupted: bool,
}

const PROMPT: &str = "> ";

impl Editor {
    /// An editor. There is none for terminals that cannot move the cursor.
    pub(crate) fn new() -> Option<Editor> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = rustyline::Editor::with_history(config, MemHistory::new()).ok()?;
        let printer = Mutex::new(editor.create_external_printer().ok()?);
        output::send_to(move |text| {
            // Only a broken terminal fails, and then there is no place left to report it.
            if let Ok(mut printer) = printer.lock() {
                let _ = printer.print(text.to_owned());
            }
        });
        Some(Editor { editor, was_interrupted: false })
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        let was_interrupted = std::mem::take(&mut self.was_interrupted);
        match self.editor.readline(PROMPT) {
            Ok(line) => Some(line),
            Err(ReadlineError::Interrupted) if !was_interrupted => {
                self.was_interrupted = true;
                Some("stop".to_owned())
            }
            Err(ReadlineError::Interrupted) => Some("quit".to_owned()),
            Err(_) => None,
        }
    }
}
