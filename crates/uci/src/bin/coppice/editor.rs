//! Input at a terminal: editing keys, a history, completion, and output that stays apart from what is being typed.

use std::collections::VecDeque;
use std::sync::Mutex;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, ExternalPrinter, Helper};
use uci::output;

/// Completes commands and the words after them with the key Tab.
struct Completion;

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(uci::completions(&line[..end]))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

/// A line editor on the terminal. While one exists, all output goes through it.
pub(crate) struct Editor {
    editor: rustyline::Editor<Completion, MemHistory>,
    /// True if Ctrl-C was pressed last. The first time it stops the search, the second time it ends the program.
    was_interrupted: bool,
    /// Lines that came as one text, because the terminal marks what is pasted, as it was told to by an earlier program.
    pasted: VecDeque<String>,
}

const PROMPT: &str = "> ";

impl Editor {
    /// An editor. There is none for terminals that cannot move the cursor.
    pub(crate) fn new() -> Option<Editor> {
        // Pasted lines come like typed ones, and each is carried out at its end.
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .bracketed_paste(false)
            .build();
        let mut editor = rustyline::Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Completion));
        let printer = Mutex::new(editor.create_external_printer().ok()?);
        output::send_to(move |text| {
            // Only a broken terminal fails, and then there is no place left to report it.
            if let Ok(mut printer) = printer.lock() {
                let _ = printer.print(text.to_owned());
            }
        });
        Some(Editor { editor, was_interrupted: false, pasted: VecDeque::new() })
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        if let Some(line) = self.pasted.pop_front() {
            return Some(line);
        }
        let was_interrupted = std::mem::take(&mut self.was_interrupted);
        match self.editor.readline(PROMPT) {
            Ok(text) => {
                self.pasted.extend(text.lines().map(str::to_owned));
                Some(self.pasted.pop_front().unwrap_or_default())
            }
            Err(ReadlineError::Interrupted) if !was_interrupted => {
                self.was_interrupted = true;
                Some("stop".to_owned())
            }
            Err(ReadlineError::Interrupted) => Some("quit".to_owned()),
            Err(_) => None,
        }
    }
}
