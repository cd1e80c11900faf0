//! The functions that the module imports and exports.
//!
//! Texts come in through one buffer: the script asks for a place with [`allocate`], writes UTF-8 there, and calls the
//! function that takes it. Texts and bytes go out as an address and a length, which are valid during the call.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

use search::Clock;
use treeview::tree::SearchTree;

use crate::{lessons, questions, trees};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since 1970. They never decrease.
    safe fn now() -> f64;
    /// Takes a message: its kind, the address of its bytes and their number. The bytes must be readable.
    fn send(kind: u32, at: *const u8, length: usize);
}

/// The kinds of messages to the script.
#[repr(u32)]
enum Message {
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
}

fn tell(kind: Message, bytes: &[u8]) {
    // SAFETY: the slice is valid for reads during the call, and the script copies it before it returns.
    unsafe { send(kind as u32, bytes.as_ptr(), bytes.len()) }
}

/// The clock of the page, for searches.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now() / 1000.0)
    }
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The text that the script wrote. Bytes that are no UTF-8 are replaced.
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
    search::set_host_clock(&PageClock);
}

/// Answers the question of the input; after the line `lesson`, one of the course. The answer is sent before the function returns.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    let input = take_input();
    let answered = match input.strip_prefix("lesson\n") {
        Some(request) => lessons::answer(request),
        None => questions::answer(&input),
    };
    match answered {
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
    match trees::draw(&take_input(), &|| PageClock.now(), &|tree| tell_tree(Message::GrowingTree, tree)) {
        Ok(tree) => tell_tree(Message::Tree, &tree),
        Err(problem) => tell(Message::Refusal, problem.as_bytes()),
    }
}
