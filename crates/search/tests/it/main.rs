//! Integration tests of the search.

mod draws;
mod ends;
mod games;
mod interrupted;
mod limits;
mod lines;
mod mate_solver;
mod mates;
mod nodes;
mod oracle;
mod support;
mod tablebases;
mod threads;
mod time;
