//! The rules and their text, held against a second rules library, against definitions, and against random damage.

mod fen_mutations;
mod fen_refusals;
mod fuzz_seeds;
mod games_rules;
mod games_text;
mod legality;
mod see;
mod support;
