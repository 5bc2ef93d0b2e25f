//! The timeline of a facility, in readable form.

mod repo;

use shared::credit::journal::FacilityEventType;
use shared::id::{JournalId, StaffId};

pub(in crate::credit) use repo::{list, record, record_of_each};

/// Something to be written down.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Event<'e> {
    pub(in crate::credit) event_type: FacilityEventType,
    /// None for the service itself.
    pub(in crate::credit) actor: Option<StaffId>,
    /// A reason, a document or an amount, in words.
    pub(in crate::credit) text: Option<&'e str>,
    pub(in crate::credit) journal: Option<JournalId>,
}

impl Event<'_> {
    /// Something that a person did, without further words.
    pub(in crate::credit) fn by(actor: StaffId, event_type: FacilityEventType) -> Self {
        Self { event_type, actor: Some(actor), text: None, journal: None }
    }
}
