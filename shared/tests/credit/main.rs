//! The credit desk, natively and in WebAssembly: worked figures, ten thousand schedules that must
//! be the same bit for bit on both, and, natively, what holds for any terms and any receipts.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod numbers;
#[cfg(not(target_arch = "wasm32"))]
mod oracle;
mod schedule;
#[cfg(not(target_arch = "wasm32"))]
mod schedule_rules;
mod servicing;
#[cfg(not(target_arch = "wasm32"))]
mod servicing_rules;
#[cfg(not(target_arch = "wasm32"))]
mod strategy;
mod worked;
