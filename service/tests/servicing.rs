//! Live facilities: payments, reversals, lateness, non-accrual and reports.

mod benchmark;
mod budget;
mod cases;
mod check;
mod job;
mod non_accrual;
mod ownership;
mod payment;
mod portal;
mod presentation;
mod random;
mod receipt;
mod reference;
mod report;
mod reversal;
mod rounding;
mod settlement;
mod statement;
mod statement_random;
mod waiver;
