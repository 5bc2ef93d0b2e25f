//! Notifications: what happened that concerns a member of staff.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::appraisal::Status;
use crate::id::{AppraisalId, NotificationId};

text_enum! {
    /// What a notification tells of.
    NotificationKind {
        /// An appraisal was started for the reader.
        AppraisalStarted = "appraisal.started",
        /// An appraisal has come to the reader's desk.
        AppraisalStageAdvanced = "appraisal.stage_advanced",
        /// An appraisal of the reader, or of one of their staff, is final.
        AppraisalFinalized = "appraisal.finalized",
        /// Somebody asks the reader for leave.
        LeaveRequested = "leave.requested",
        /// A request of the reader was approved, rejected or cancelled.
        LeaveDecided = "leave.decided",
        /// Somebody took back a request that the reader decides on.
        LeaveCancelled = "leave.cancelled",
        /// A member of staff is due for confirmation.
        StaffConfirmationDue = "staff.confirmation_due",
        /// The reader, who holds API tokens, signed in from another place than before.
        SignInElsewhere = "session.elsewhere",
    }
}

/// One notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// What it tells of.
    #[serde(rename = "type")]
    pub kind: NotificationKind,
    /// A short line.
    pub title: String,
    /// Who, what, and what to do.
    pub body: String,
    /// The appraisal it is about.
    pub appraisal_id: Option<AppraisalId>,
    /// The member of staff it is about.
    pub subject_name: String,
    /// The status that the appraisal had reached.
    pub status: Option<Status>,
    /// Where to go, as a path of this site.
    pub link: String,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was read.
    pub read_at: Option<DateTime<Utc>>,
}

/// A number for a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Count {
    /// How many.
    pub count: u64,
}

/// The numbers of the reader's badges, as the stream sends them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counts {
    /// Appraisals where it is the reader's move.
    pub pending: u64,
    /// Requests for leave that wait for the reader's decision.
    pub leave: u64,
    /// Unread notifications.
    pub unread: u64,
}
