//! The search in people, customers, facilities, appraisals, pages and actions.

mod dialog;
mod keys;
mod page;
mod places;
mod serverfns;

pub(crate) use dialog::{SearchDialog, SearchField};
pub(crate) use keys::KeysDialog;
pub use page::SearchPage;
pub use serverfns::*;
