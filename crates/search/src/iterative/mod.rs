//! Iterative deepening: the root is searched deeper and deeper, with narrow windows, until a limit is reached.
//!
//! | module | idea |
//! |---|---|
//! | `deepening` | depth 1, depth 2, and so on |
//! | `aspiration` | windows around the last score |
//! | `interrupted` | the lines of an iteration that does not finish |

mod aspiration;
mod deepening;
mod interrupted;
