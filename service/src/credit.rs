//! Credit: facilities from draft to settlement, their ledger and the account map.

mod account_map;
mod account_name;
mod closed_period;
mod facility;
mod journal;
mod live;
mod payment;
mod portal;
mod receipt;
mod report;
mod servicing;
mod statement;
mod timeline;
pub(crate) mod total;
mod waiver;

pub use account_map::AccountMaps;
pub use account_name::NamesOfAccounts;
pub use closed_period::ClosedPeriods;
pub use facility::Facilities;
pub use journal::Journals;
pub(crate) use live::{DueFacility, due_for_evaluation};
pub use payment::Payments;
pub use report::CreditReports;
pub(crate) use servicing::{evaluate_daily, regrade};

use shared::audit::AuditAction;

use crate::audit::Entry;

/// The audit entry of an action on a facility.
fn entry<'f>(action: AuditAction, facility_ref: &str, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "facility", entity_id: Some(facility_ref.to_owned()), fields }
}
