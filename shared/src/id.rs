//! Identifiers: one type for each noun, so that one can never be taken for another.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

/// Of the forms of a UUID only the one with hyphens is that long.
const LENGTH: usize = 36;

/// Reads an id in its one form; the library would take four.
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
        parse(text).map_err(|_| E::custom("Expected an id of 36 characters"))
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
    /// An organization: the tenant that every record belongs to.
    OrganizationId;
    /// A department of an organization.
    DepartmentId;
    /// A member of staff.
    StaffId;
    /// A signed-in session of a member of staff.
    SessionId;
    /// The file of an import that was uploaded.
    UploadId;
    /// A token that an integration calls the API with.
    ApiTokenId;
    /// A KPI template.
    TemplateId;
    /// A row of a KPI template.
    TemplateItemId;
    /// A row of an organization-wide catalog.
    CatalogItemId;
    /// An appraisal of one member of staff.
    AppraisalId;
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
    /// A correction of somebody's leave.
    LeaveAdjustmentId;
    /// A request for leave.
    LeaveRequestId;
    /// A customer.
    CustomerId;
    /// The account of a customer at the portal.
    PortalAccountId;
    /// A signed-in session of a customer.
    PortalSessionId;
    /// A facility; people and paths know it by its reference.
    FacilityId;
    /// A journal: what one act posted to the ledger.
    JournalId;
    /// A payment received on a facility.
    PaymentId;
    /// Something that happened to a facility.
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
