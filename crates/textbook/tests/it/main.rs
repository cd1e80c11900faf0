//! The searches held against the definition of the value, on trees of all kinds.

mod bugs;
mod course;
mod deepening;
mod examples;
mod forms;
mod leaves;
mod lessons;
mod positions;
mod smothered_mate;
mod transpositions;
mod trees;
mod values;
