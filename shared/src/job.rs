//! Scheduled jobs and the results of their runs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

text_enum! {
    /// A job that every installation runs once a day, for all organizations.
    Job {
        /// Notifies the holders of API tokens that are about to expire.
        ApiTokenExpiry = "api-token-expiry",
        /// Marks the facilities that have become overdue.
        CreditOverdueEvaluation = "credit-overdue-evaluation",
        /// Notifies human resources of staff whose confirmation is due.
        StaffConfirmationDue = "staff-confirmation-due",
    }
}

impl Job {
    /// The schedule: a cron expression of five fields.
    pub const fn schedule(self) -> &'static str {
        match self {
            Self::ApiTokenExpiry => "0 9 * * *",
            Self::CreditOverdueEvaluation => "0 1 * * *",
            Self::StaffConfirmationDue => "0 10 * * *",
        }
    }
}

text_enum! {
    /// The result of a job run.
    JobResult {
        /// The run is in progress.
        Running = "running",
        /// Every record was processed.
        Succeeded = "succeeded",
        /// The run completed, and some records failed; the log names them.
        PartlyFailed = "partly_failed",
        /// The run could not be completed; the log gives the reason.
        Failed = "failed",
        /// The server stopped during the run.
        Interrupted = "interrupted",
    }
}

/// A run of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobRun {
    /// The start.
    pub started_at: DateTime<Utc>,
    /// The end; `null` during the run and after an interruption.
    pub finished_at: Option<DateTime<Utc>>,
    /// The result.
    pub result: JobResult,
}

/// A job, its last run and its next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobStatus {
    /// The job.
    pub name: Job,
    /// The schedule, as a cron expression of five fields.
    pub schedule: String,
    /// The time zone of the schedule.
    pub time_zone: String,
    /// The last run; `null` before the first one.
    pub last_run: Option<JobRun>,
    /// The time of the next run; in the past when the run is late.
    pub next_run_at: DateTime<Utc>,
}
