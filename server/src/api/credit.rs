//! Credit: facilities, payments, the account map, journals, reports.

pub(super) mod account_map;
pub(super) mod account_name;
pub(super) mod closed_period;
pub(super) mod facility;
pub(super) mod journal;
pub(super) mod payment;
pub(super) mod portal;
pub(super) mod report;
pub(super) mod servicing;
pub(super) mod statement;
