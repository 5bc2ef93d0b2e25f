//! The timeline of a facility, in readable form.

mod repo;

use shared::credit::journal::FacilityEventType;
use shared::id::{JournalId, StaffId};

pub(in crate::credit) use repo::{list, record, record_of_each};

/// An event to be recorded.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Event<'e> {
    pub(in crate::credit) event_type: FacilityEventType,
    /// None for the service itself.
    pub(in crate::credit) actor: Option<StaffId>,
    /// A reason, a document or an amount, as text.
    pub(in crate::credit) text: Option<&'e str>,
    pub(in crate::credit) journal: Option<JournalId>,
}

impl Event<'_> {
    /// An action of a person, without text.
    pub(in crate::credit) fn by(actor: StaffId, event_type: FacilityEventType) -> Self {
        Self { event_type, actor: Some(actor), text: None, journal: None }
    }
}
