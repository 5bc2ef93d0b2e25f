//! The program itself: its commands, its start and its end, kind and unkind.

mod command;
mod crash;
mod database;
mod job;
pub(crate) mod line;
mod log;
pub(crate) mod program;
mod schedule;
mod upgrade;
