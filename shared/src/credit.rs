//! Credit: facilities of three products, their schedules, payments and ledger.

pub mod account_map;
pub mod account_name;
pub mod ageing;
pub mod approval;
pub mod closed_period;
pub mod facility;
pub mod journal;
pub mod payment;
pub mod portal;
pub mod preview;
pub mod rate;
pub mod receipt;
pub mod report;
pub mod rounding;
pub mod schedule;
pub mod servicing;
pub mod simulation;
pub mod statement;
pub mod vocabulary;
