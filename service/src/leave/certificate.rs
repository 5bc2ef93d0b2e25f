//! Certificates of approved leave.

use shared::error::{Error, Result};
use shared::id::LeaveRequestId;
use shared::leave::certificate::LeaveCertificate;
use shared::leave::status::LeaveStatus;

use super::{Leave, repo, require_member};
use crate::caller::Caller;

impl Leave<'_> {
    /// The certificate of an approved request: for the employee and for managers of leave.
    ///
    /// Errors: 404 for any other caller and any other status.
    pub async fn certificate(
        &self,
        caller: &Caller,
        id: LeaveRequestId,
    ) -> Result<LeaveCertificate> {
        let caller = require_member(caller)?;
        let mut tx = self.0.read(caller).await?;
        let row = repo::request::find(&mut tx, id).await?.ok_or_else(no_certificate)?;
        let part = Self::part(&caller, &row);
        if !part.may_certify() || row.status != LeaveStatus::Approved {
            return Err(no_certificate());
        }
        Ok(LeaveCertificate {
            period: row.period,
            staff_number: row.staff_number,
            staff_name: row.staff_name,
            department_name: row.department_name,
            leave_type: row.leave_type,
            days: row.days,
            approved_at: row.decided_at,
        })
    }
}

fn no_certificate() -> Error {
    Error::not_found("Leave certificate")
}
