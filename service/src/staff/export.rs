//! Export of staff; an import accepts the same columns.

use shared::error::Result;
use shared::page::PageRequest;
use shared::permission::Permission;
use shared::staff::{ImportColumn, Staff, StaffQuery};

use super::{StaffMembers, repo};
use crate::caller::Caller;
use crate::spreadsheet;

impl StaffMembers<'_> {
    /// Everyone who matches the filters as CSV, in the order of the list; the page is ignored.
    /// Needs `staff:view`.
    pub async fn export(&self, caller: &Caller, query: StaffQuery) -> Result<String> {
        let caller = caller.require(Permission::StaffView)?;
        query.check()?;
        let today = self.today(&caller);
        let filter = repo::Filter::new(&query, today);
        let everybody = PageRequest::new(1, u32::MAX);
        let mut tx = self.0.read_on_replica(caller).await?;
        let rows = repo::page(&mut tx, &filter, &everybody).await?;
        let numbers = repo::staff_numbers(&mut tx).await?;
        let lines = rows.into_iter().map(|row| {
            let staff = row.into_staff(today);
            let manager = staff.line_manager_id.and_then(|id| numbers.get(&id).cloned());
            cells(staff, manager)
        });
        let columns = ImportColumn::ALL.iter().map(|column| column.as_str());
        let header: Vec<_> = columns.chain(["dueForConfirmation", "isBlocked"]).collect();
        Ok(spreadsheet::write(&header, lines))
    }
}

fn cells(staff: Staff, line_manager: Option<String>) -> [String; 11] {
    [
        staff.staff_number,
        staff.name,
        staff.email,
        staff.role,
        staff.job_title.unwrap_or_default(),
        staff.department_name.unwrap_or_default(),
        line_manager.unwrap_or_default(),
        staff.employment_start_date.to_string(),
        staff.employment_confirmed_at.map(|date| date.to_string()).unwrap_or_default(),
        staff.due_for_confirmation.to_string(),
        staff.is_blocked.to_string(),
    ]
}
