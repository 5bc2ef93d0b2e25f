//! The credit desk: facilities of three products, their schedules, payments and ledger.

pub mod rate;
pub mod schedule;
pub mod servicing;
pub mod vocabulary;
