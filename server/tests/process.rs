//! The program itself: its commands, its start, its shutdown and its failures.

mod command;
mod crash;
mod database;
mod job;
pub(crate) mod line;
mod log;
pub(crate) mod program;
mod schedule;
mod shutdown;
