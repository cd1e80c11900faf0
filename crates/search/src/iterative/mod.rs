//! The search of the root: deeper and deeper, with narrow windows, until it is interrupted or done.
//!
//! | module | idea |
//! |---|---|
//! | `deepening` | depth 1, depth 2, and so on |
//! | `aspiration` | windows around the last score |
//! | `interrupted` | the lines that stand when an iteration does not finish |

mod aspiration;
mod deepening;
mod interrupted;
