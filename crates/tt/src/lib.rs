//! The transposition table: results of searches, stored by position and shared by all threads.
//!
//! Different orders of the same moves lead to the same position. A search that has stored its
//! result there need not search again; otherwise the stored best move is the first to try. The table is indexed by
//! the Zobrist key. It holds keys, moves and scores, and depends on no rule of chess.
//!
//! ```text
//!   key   63 …… 32 31 …… 0         cluster: one cache line, 64 bytes
//!          │         │             ┌──────┬──────┬──────┬──────┬──────┐
//!          │         └─ seal ──┐   │ word │ word │ word │ word │ word │  5 × 64 bits: the entries
//!          │                   ├─▶ ├───┬──┴┬───┬─┴─┬───┬┴──┬──────────┘
//!          └─ × clusters ──────┘   │ s │ s │ s │ s │ s │ – │             5 × 32 bits: their seals
//!             = which cluster      └───┴───┴───┴───┴───┴───┘
//! ```
//!
//! | module | content |
//! |---|---|
//! | `table` | [`TranspositionTable`]: index, ageing, sizes |
//! | `cluster` | five entries in a cache line, each sealed to its key; the entry that makes room for another |
//! | `entry` | [`Entry`], its form in one word, and mate scores counted from the node |
//! | `memory`, `pages` | memory that is reserved first and filled later; pages from the system, not from the heap |
//!
//! # What a race can and cannot cause
//!
//! Threads read and write without locks or order, by relaxed atomics of 64 bits (the word) and 32 bits
//! (the seal). There is no undefined behaviour to be had from that; what remains is which values can meet.
//!
//! The fields of an entry share one word, so they always come from one store. A word and a seal may come
//! from two: a thread reads between another's two writes, or two threads write the same slot at once and
//! leave the word of one with the seal of the other. Such a slot is *torn*. A seal is the low half of the
//! key combined with a 32-bit hash of the word, so a torn slot answers to no key, neither of the two.
//!
//! **A race can** make a probe miss what is being written at that moment; lose a store, or the slot of a
//! torn pair until it is replaced like any other; leave one position in two slots of its cluster; let a
//! shallower result overwrite a deeper one that arrived after the store looked; and count a store into
//! the search before or after the one that it belongs to.
//!
//! **A race cannot** make a probe return an entry that was never stored for that key, except when 32 bits
//! agree by chance: 2⁻³² for a torn slot, rare as those are. It is the same 2⁻³² for each sound slot
//! that holds another position of the same cluster, on any table and with one thread. The search therefore
//! checks that a table move is legal, and needs to check nothing more.
//!
//! # Why 12 bytes
//!
//! Everything worth keeping fits 64 bits, so the question is the number of check bits. With 64 of them
//! (16 bytes, four to a line) a table holds a fifth less. With 16 (10 bytes, six to a line) it holds a
//! fifth more, but a probe that should miss hits by chance once in 11,000: many times a second, each a
//! wrong score or a foreign move, and as often a torn slot passes for sound. With 32 bits five entries fit
//! a line, and chance strikes once in 860 million missing probes, one in a quarter of an hour at a million
//! per second. A fifth of the capacity is worth far less than that.

#![allow(missing_docs)]

mod cluster;
mod entry;
mod memory;
mod pages;
mod table;

pub use entry::{Entry, from_node};
pub use memory::has_room;
pub use table::{AllocError, Mebibytes, Permill, TranspositionTable, prefetch};
pub use types::Bound;
