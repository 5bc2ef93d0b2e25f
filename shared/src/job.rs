//! Scheduled jobs: which there are, and how their runs ended.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

text_enum! {
    /// A job that every installation runs once a day, for all organizations.
    Job {
        /// Marks the facilities that have become overdue.
        CreditOverdueEvaluation = "credit-overdue-evaluation",
        /// Notifies human resources of staff whose confirmation is due.
        StaffConfirmationDue = "staff-confirmation-due",
    }
}

impl Job {
    /// The times at which it runs: a cron expression of five fields.
    pub const fn schedule(self) -> &'static str {
        match self {
            Self::CreditOverdueEvaluation => "0 1 * * *",
            Self::StaffConfirmationDue => "0 10 * * *",
        }
    }
}

text_enum! {
    /// How a run of a job ended.
    JobResult {
        /// It has not ended yet.
        Running = "running",
        /// Every record was processed.
        Succeeded = "succeeded",
        /// It ended, and some records failed; the log names them.
        PartlyFailed = "partly_failed",
        /// It could not be completed; the log says why.
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
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended; `null` while it runs and after an interruption.
    pub finished_at: Option<DateTime<Utc>>,
    /// How it ended.
    pub result: JobResult,
}

/// A job, its last run and its next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobStatus {
    /// The job.
    pub name: Job,
    /// The times at which it runs, as a cron expression of five fields.
    pub schedule: String,
    /// The time zone of the schedule.
    pub time_zone: String,
    /// The last run; `null` when it has never run.
    pub last_run: Option<JobRun>,
    /// When it runs next; in the past when the run is late.
    pub next_run_at: DateTime<Utc>,
}
