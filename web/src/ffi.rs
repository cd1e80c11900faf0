//! The functions that the module imports and exports.
//!
//! Texts come in through one buffer: the worker asks for a place with [`allocate`], writes UTF-8 there, and calls the
//! function that takes it. Texts and bytes go out as an address and a length, which are valid during the call.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

use treeview::tree::SearchTree;

use crate::clock::{PageClock, PageTime};
use crate::{host, questions, trees};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn pause(milliseconds: f64) -> bool;
    /// Takes a message: its kind, the address of its bytes and their number. The bytes must be readable.
    fn send(kind: u32, at: *const u8, length: usize);
}

/// The kinds of messages to the worker.
#[repr(u32)]
enum Message {
    /// Lines of UCI.
    Uci = 0,
    /// The text of a panic, after which the module is of no use.
    Panic = 1,
    /// The answer to a question, in JSON.
    Answer = 2,
    /// The reason why a question or a request for a tree has no answer.
    Refusal = 3,
    /// A search tree so far, as a log of `treeview` that is not compressed.
    GrowingTree = 4,
    /// The whole tree of a search, likewise.
    Tree = 5,
    /// Lines that do a job elsewhere.
    Job = 6,
}

fn tell(kind: Message, bytes: &[u8]) {
    // SAFETY: the slice is valid for reads during the call, and the worker copies it before it returns.
    unsafe { send(kind as u32, bytes.as_ptr(), bytes.len()) }
}

static CLOCK: PageClock = PageClock::new(PageTime { now: read_clock, pause: give_turn });

fn read_clock() -> f64 {
    now()
}

fn give_turn(milliseconds: f64) -> bool {
    pause(milliseconds)
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The text that the worker wrote. Bytes that are no UTF-8 are replaced.
fn take_input() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

/// Returns the address of a place for `length` bytes, valid until the next call of a function that takes text.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Prepares the module. Must be called once before all others.
#[unsafe(no_mangle)]
extern "C" fn start() {
    panic::set_hook(Box::new(|panic| tell(Message::Panic, panic.to_string().as_bytes())));
    search::set_host_clock(&CLOCK);
    uci::output::send_to(|text| tell(Message::Uci, text.as_bytes()));
    if let Err(error) = host::start() {
        panic!("{error}");
    }
}

/// Handles the line of the input. A job may be suspended meanwhile, but a line reads the clock without a pause.
#[unsafe(no_mangle)]
extern "C" fn line() {
    let allowed = CLOCK.allow_pauses(false);
    host::line(&take_input());
    CLOCK.allow_pauses(allowed);
}

/// Answers the question of the input. The answer is sent before the function returns, and a running search goes on.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    match questions::answer(&take_input()) {
        Ok(json) => tell(Message::Answer, json.to_string().as_bytes()),
        Err(problem) => tell(Message::Refusal, problem.as_bytes()),
    }
}

/// Searches as the request in the buffer says, and sends the tree while it grows. Nothing but its limits ends the search.
#[unsafe(no_mangle)]
extern "C" fn draw() {
    let tell_tree = |kind, tree: &SearchTree| match tree.to_bytes() {
        Ok(bytes) => tell(kind, &bytes),
        Err(error) => tell(Message::Refusal, error.to_string().as_bytes()),
    };
    let now = || Duration::from_secs_f64(read_clock() / 1000.0);
    match trees::draw(&take_input(), &now, &|tree| tell_tree(Message::GrowingTree, tree)) {
        Ok(tree) => tell_tree(Message::Tree, &tree),
        Err(problem) => tell(Message::Refusal, problem.as_bytes()),
    }
}

/// The state of the job that waits, a [`host::JobState`].
#[unsafe(no_mangle)]
extern "C" fn job() -> u32 {
    host::job() as u32
}

/// Sends the lines with which another module does the job that waits.
#[unsafe(no_mangle)]
extern "C" fn tell_job() {
    tell(Message::Job, host::job_lines().join("\n").as_bytes());
}

/// Ends the job that waits, after running it if `runs`.
#[unsafe(no_mangle)]
extern "C" fn end_job(runs: bool) {
    host::end_job(runs);
}

/// Runs all jobs that lines have begun. With `may_pause` the worker may suspend this call, or handle signals meanwhile.
#[unsafe(no_mangle)]
extern "C" fn run(may_pause: bool) {
    host::run_jobs(|runs| {
        CLOCK.allow_pauses(runs && may_pause);
    });
}
