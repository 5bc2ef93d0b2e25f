//! Credit: facilities from draft to activation, the account map and journals.

mod account_map;
mod account_names;
pub(crate) mod actions;
mod activation;
mod budget;
mod checker;
mod closed_period;
mod gap;
mod grid;
mod idempotency;
mod input;
mod ledger;
mod lifecycle;
mod list;
mod preview;
mod race;
mod repeated;
mod revision;
mod rollback;
mod withdrawal;
