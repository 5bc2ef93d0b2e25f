//! Employees on probation.

use chrono::Datelike;
use shared::error::Result;
use shared::leave::LeaveType;
use shared::page::Page;
use shared::permission::Permission;
use shared::probation::{Probation, ProbationOverview, ProbationQuery};

use super::StaffMembers;
use super::repo::probation;
use crate::caller::Caller;
use crate::leave::Accounts;

impl StaffMembers<'_> {
    /// A page of unconfirmed employees, longest employed first, with their open appraisal and their
    /// casual leave of this year. "Due" is defined as in the confirmation-due job.
    ///
    /// Errors: 403 without `appraisals:hr_manage`.
    pub async fn probation(
        &self,
        caller: &Caller,
        query: ProbationQuery,
    ) -> Result<Page<Probation>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let today = self.today(&caller);
        let mut tx = self.0.read_on_replica(caller).await?;
        let (rows, total) = probation::page(&mut tx, &query, today).await?;
        let next = query.page.next_cursor(&rows, total, probation::ProbationRow::cursor);
        let year = today.year();
        let ids = rows.iter().map(|row| row.id);
        let accounts = Accounts::load_of(&mut tx, ids, (year, year)).await?;
        let people = rows.into_iter().map(|row| {
            let casual = accounts.balance_of((row.id, None), LeaveType::Casual, year);
            row.into_probation(today, casual)
        });
        Ok(Page::new(people.collect(), &query.page, total, next))
    }

    /// The same page, and whether a due confirmation has any recipient.
    ///
    /// Errors: those of `probation`.
    pub async fn probation_overview(
        &self,
        caller: &Caller,
        query: ProbationQuery,
    ) -> Result<ProbationOverview> {
        let people = self.probation(caller, query).await?;
        let mut tx = self.0.read(caller.signed_in()).await?;
        let has_recipient = probation::has_recipient(&mut tx).await?;
        Ok(ProbationOverview { people, has_recipient })
    }
}
