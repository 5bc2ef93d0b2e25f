//! Certificates of approved leave.

use chrono::{DateTime, Utc};

use super::LeaveType;
use super::days::Days;
use super::period::Period;

/// A certificate of approved leave, for the employee to hand on: without the reason, and without
/// any balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveCertificate {
    /// The employee's staff number.
    pub staff_number: String,
    /// Their name.
    pub staff_name: String,
    /// Their department.
    pub department_name: Option<String>,
    /// The type of leave.
    pub leave_type: LeaveType,
    /// The dates.
    pub period: Period,
    /// The working days.
    pub days: Days,
    /// The time of the approval.
    pub approved_at: Option<DateTime<Utc>>,
}
