//! The year-end: unused days are carried forward into the next year, as far as the policy allows.

use serde::{Deserialize, Serialize};

use super::LeaveType;
use super::days::Days;
use super::policy::YEARS;
use crate::error::{Code, Error, FieldCode, Result};
use crate::id::StaffId;
use crate::patch::null_is_absent;

/// The year to close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct YearEndInput {
    /// The year whose unused days are carried forward.
    pub year: i32,
    /// True for a preview without writes.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<bool>))]
    pub dry_run: bool,
}

impl YearEndInput {
    /// Errors: 400 for a year that has not begun; 409 `YEAR_NOT_OVER` except for a dry run of the
    /// current year.
    pub fn check(self, current_year: i32) -> Result<()> {
        if !YEARS.contains(&self.year) || self.year > current_year {
            return Err(Error::field(
                "year",
                FieldCode::OutOfRange,
                "Enter a year that has started.",
            ));
        }
        if self.year == current_year && !self.dry_run {
            let message =
                format!("The year {current_year} has not ended yet: only a dry run is possible.");
            return Err(Error::conflict(Code::YearNotOver, message));
        }
        Ok(())
    }
}

/// The year-end result for one person and type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct YearEndLine {
    /// The employee.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// The days available in the closed year, before anything was carried.
    pub available: Option<Days>,
    /// The days that wait for a decision and therefore stay in the closed year.
    pub pending: Days,
    /// The days carried forward.
    pub carried: Days,
    /// True while the employment is unconfirmed: nothing is carried forward.
    pub locked: bool,
    /// True if an earlier run carried the days; they are not carried again.
    pub already_carried: bool,
}

/// The result of a year-end, or of its preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct YearEnd {
    /// The closed year.
    pub year: i32,
    /// True when nothing was written.
    pub dry_run: bool,
    /// Every person and type with days to carry, by name.
    pub data: Vec<YearEndLine>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_year_that_has_begun_can_be_closed() {
        let close = |year| YearEndInput { year, dry_run: true }.check(2026).is_ok();
        assert!(close(2025) && close(2026));
        assert!(!close(2027) && !close(0) && !close(-5));
    }

    #[test]
    fn a_year_that_is_not_over_takes_a_dry_run_only() {
        let check = |year, dry_run| YearEndInput { year, dry_run }.check(2026);
        assert!(check(2025, false).is_ok() && check(2026, true).is_ok());
        assert_eq!(check(2026, false).unwrap_err().code(), Code::YearNotOver);
    }
}
