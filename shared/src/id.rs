//! Identifiers: one type for each noun, so that one can never be taken for another.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($($(#[$meta:meta])* $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
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
                Uuid::try_parse(text).map(Self)
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
