//! The credit desk: facilities, the map of accounts, journals.

pub(super) mod account_map;
pub(super) mod facility;
pub(super) mod journal;
