//! Notifications to members of staff about events.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::appraisal::Status;
use crate::extensible::Extensible;
use crate::id::{AppraisalId, NotificationId};

text_enum! {
    /// The event that a notification reports.
    NotificationKind {
        /// An appraisal was started for the reader.
        AppraisalStarted = "appraisal.started",
        /// An appraisal has reached the reader's stage.
        AppraisalStageAdvanced = "appraisal.stage_advanced",
        /// An appraisal of the reader, or of one of their staff, is final.
        AppraisalFinalized = "appraisal.finalized",
        /// A leave request waits for the reader's decision.
        LeaveRequested = "leave.requested",
        /// A request of the reader was approved, rejected or cancelled.
        LeaveDecided = "leave.decided",
        /// The requester cancelled a request that waited for the reader's decision.
        LeaveCancelled = "leave.cancelled",
        /// A member of staff is due for confirmation.
        StaffConfirmationDue = "staff.confirmation_due",
        /// The reader, who holds API tokens, signed in from a new place.
        SignInElsewhere = "session.elsewhere",
        /// An API token of the reader is about to expire.
        ApiTokenExpiring = "api_token.expiring",
        /// The reader's batch of initiations is finished.
        InitiationBatchFinished = "appraisal.batch_finished",
    }
}

/// One notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// The event that it reports.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "openapi", schema(value_type = NotificationKind))]
    #[cfg_attr(feature = "database", sqlx(rename = "type"))]
    pub kind: Extensible<NotificationKind>,
    /// The title, a short line.
    pub title: String,
    /// The person, the event and the required action.
    pub body: String,
    /// The appraisal.
    pub appraisal_id: Option<AppraisalId>,
    /// The member of staff concerned.
    pub subject_name: String,
    /// The status that the appraisal reached.
    pub status: Option<Status>,
    /// The target page, as a path of this site.
    pub link: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time of reading.
    pub read_at: Option<DateTime<Utc>>,
}

/// The count of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Count {
    /// The count.
    pub count: u64,
}

/// The counts of the reader's badges, as sent by the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counts {
    /// Appraisals that wait for the reader.
    pub pending: u64,
    /// Leave requests that wait for the reader's decision.
    pub leave: u64,
    /// Unread notifications.
    pub unread: u64,
}
