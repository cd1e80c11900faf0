//! Lines of standard input, or of a terminal with editing keys.

#[cfg(feature = "line-editor")]
use std::io::IsTerminal;
use std::io::{self, BufRead};
use std::process;
use std::sync::mpsc::Sender;
use std::time::Duration;

#[cfg(unix)]
use rustix::event::PollFlags;
use uci::output::{self, say_error};
use uci::{Event, session};

/// The byte-order mark that some shells put before everything that they send.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Sends every line up to `quit`, and the end. Then makes sure that the program ends.
pub(crate) fn read(sender: &Sender<Event>) {
    let mut next_line = open();
    let mut has_gui = false;
    let mut has_quit = false;
    while !has_quit && let Some(line) = next_line() {
        output::keep_status();
        has_quit = line.trim() == "quit";
        has_gui |= line.trim() == "uci";
        if sender.send(Event::line(line)).is_err() {
            return;
        }
    }
    // It fails if the main thread has ended already.
    let _ = sender.send(Event::EndOfInput);
    // If the output is no longer read, a write never returns, and the program would outlive its GUI.
    if has_gui {
        output::wait_until_stuck_for(if has_quit { session::QUIT_TIMEOUT } else { UNREAD_TIMEOUT });
        process::exit(0);
    }
    // The output of a script may be read slowly.
    output::wait_until_stuck_for(session::GRACE);
    let seconds = session::GRACE.as_secs();
    output::fail(format_args!("the output was not read for {seconds} s: the rest is lost"))
}

/// A function that returns the next line of a terminal, or else of standard input; `None` at the end.
fn open() -> Box<dyn FnMut() -> Option<String>> {
    #[cfg(feature = "line-editor")]
    if io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && let Some(mut editor) = editor::Editor::new()
    {
        return Box::new(move || editor.next_line());
    }
    let mut input = io::stdin().lock();
    let mut mark = BYTE_ORDER_MARK;
    Box::new(move || {
        let mut bytes = Vec::new();
        loop {
            match input.read_until(b'\n', &mut bytes) {
                Ok(_) => break,
                #[cfg(unix)]
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    output::wait_until_ready(io::stdin(), PollFlags::IN);
                }
                Err(error) => {
                    say_error(format_args!("standard input cannot be read: {error}"));
                    break;
                }
            }
        }
        let text = bytes.strip_prefix(std::mem::take(&mut mark)).unwrap_or(&bytes);
        (!bytes.is_empty()).then(|| String::from_utf8_lossy(text).into_owned())
    })
}

/// The time that a GUI may leave a line unread, after it has closed the input without `quit`.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(1);

/// Input at a terminal: editing keys, a history, completion, and output that stays apart from what is being typed.
#[cfg(feature = "line-editor")]
mod editor {
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

        fn complete(
            &self,
            line: &str,
            end: usize,
            _: &Context<'_>,
        ) -> rustyline::Result<(usize, Vec<String>)> {
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
    pub(super) struct Editor {
        editor: rustyline::Editor<Completion, MemHistory>,
        /// True if Ctrl-C was pressed last. The first time it stops the search, the second time it ends the program.
        was_interrupted: bool,
        /// Lines that came as one text, because the terminal marks what is pasted, as it was told to by an earlier program.
        pasted: VecDeque<String>,
    }

    const PROMPT: &str = "> ";

    impl Editor {
        /// An editor. There is none for terminals that cannot move the cursor.
        pub(super) fn new() -> Option<Editor> {
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
        pub(super) fn next_line(&mut self) -> Option<String> {
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
}
