//! Identifiers: a type for each noun, so that they cannot be confused.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

/// Only the hyphenated form of a UUID has that length.
const LENGTH: usize = 36;

/// Parses an id in its canonical form; the library would accept four.
fn parse(text: &str) -> Result<Uuid, uuid::Error> {
    Uuid::try_parse(if text.len() == LENGTH { text } else { "" })
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Uuid;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an id of 36 characters")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Uuid, E> {
        parse(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

macro_rules! id {
    ($($(#[$meta:meta])* $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse(text).map(Self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Reader).map(Self)
            }
        }
    )+};
}

id! {
    /// An organization: the tenant of every record.
    OrganizationId;
    /// A department of an organization.
    DepartmentId;
    /// A member of staff.
    StaffId;
    /// A signed-in session of a member of staff.
    SessionId;
    /// An uploaded file of an import.
    UploadId;
    /// An API token of an integration.
    ApiTokenId;
    /// A webhook of an integration.
    WebhookId;
    /// A KPI template.
    TemplateId;
    /// A row of a KPI template.
    TemplateItemId;
    /// A row of an organization-wide catalog.
    CatalogItemId;
    /// An appraisal of one member of staff.
    AppraisalId;
    /// A batch of initiations.
    InitiationBatchId;
    /// A scored row of an appraisal.
    AppraisalItemId;
    /// A free-text question of an appraisal.
    NarrativeId;
    /// A row of a development or improvement plan.
    PlanRowId;
    /// A row of the sign-off trail.
    ReviewId;
    /// A domain event in the outbox.
    EventId;
    /// A notification to one member of staff.
    NotificationId;
    /// An entry of the audit log.
    AuditEntryId;
    /// A correction of an employee's leave balance.
    LeaveAdjustmentId;
    /// A leave request.
    LeaveRequestId;
    /// A customer.
    CustomerId;
    /// The portal account of a customer.
    PortalAccountId;
    /// A signed-in session of a customer.
    PortalSessionId;
    /// A facility; people and paths use its reference instead.
    FacilityId;
    /// A journal: the postings of one action in the ledger.
    JournalId;
    /// A payment received on a facility.
    PaymentId;
    /// An event of a facility.
    FacilityEventId;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_form() {
        let text = "0192e4a0-0000-7000-8000-000000000001";
        let id: StaffId = text.parse().unwrap();
        assert_eq!(serde_json::from_str::<StaffId>(&format!("\"{text}\"")).unwrap(), id);
        for other in [text.replace('-', ""), format!("{{{text}}}"), format!("urn:uuid:{text}")] {
            assert!(other.parse::<StaffId>().is_err(), "{other}");
            assert!(serde_json::from_str::<StaffId>(&format!("\"{other}\"")).is_err(), "{other}");
        }
    }
}
