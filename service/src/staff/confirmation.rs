//! Letters of confirmation.

use shared::error::{Error, Result};
use shared::id::StaffId;
use shared::permission::Permission;
use shared::probation::ConfirmationLetter;

use super::{StaffMembers, find};
use crate::caller::Caller;

impl StaffMembers<'_> {
    /// The letter of confirmation of an employee: for the employee and for human resources.
    ///
    /// Errors: 404 for any other caller, and while the employment is not confirmed.
    pub async fn confirmation_letter(
        &self,
        caller: &Caller,
        id: StaffId,
    ) -> Result<ConfirmationLetter> {
        let member = [Permission::AppraisalsHrManage, Permission::AppraisalsRespond];
        let caller = caller.require_any(&member)?;
        if id != caller.staff() && !caller.may(Permission::AppraisalsHrManage) {
            return Err(no_letter());
        }
        let mut tx = self.0.read(caller).await?;
        let staff = find(&mut tx, id, self.today(&caller)).await?;
        Ok(ConfirmationLetter {
            employment_confirmed_at: staff.employment_confirmed_at.ok_or_else(no_letter)?,
            staff_id: staff.id,
            staff_number: staff.staff_number,
            staff_name: staff.name,
            job_title: staff.job_title,
            department_name: staff.department_name,
            employment_start_date: staff.employment_start_date,
        })
    }
}

/// The same as for an unknown person.
fn no_letter() -> Error {
    Error::not_found("Staff member")
}
