//! Live facilities: payments, reversals, lateness, non-accrual and reports.

mod benchmark;
mod budget;
mod cases;
mod check;
mod job;
mod non_accrual;
mod payment;
mod portal;
mod random;
mod report;
mod reversal;
