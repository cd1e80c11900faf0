//! Integration tests of the search.

mod cuts;
mod depths;
mod draws;
mod ends;
mod games;
mod interrupted;
mod limits;
mod lines;
mod mate_solver;
mod mates;
mod oracle;
mod repetitions;
mod support;
mod table;
mod tablebases;
mod threads;
mod time;
