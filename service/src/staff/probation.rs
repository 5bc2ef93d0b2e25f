//! Who is on probation.

use shared::error::Result;
use shared::page::Page;
use shared::permission::Permission;
use shared::probation::{Probation, ProbationQuery};

use super::StaffMembers;
use super::repo::probation;
use crate::caller::Caller;

impl StaffMembers<'_> {
    /// A page of those whose employment is not confirmed, the longest employed first, with their
    /// open appraisal. "Due" is what the confirmation-due job counts as due.
    ///
    /// Errors: 403 without `appraisals:hr_manage`.
    pub async fn probation(
        &self,
        caller: &Caller,
        query: ProbationQuery,
    ) -> Result<Page<Probation>> {
        caller.require(Permission::AppraisalsHrManage)?;
        let today = self.today(caller);
        let mut tx = self.0.db.read().await?;
        let organization = caller.organization();
        let (rows, total) = probation::page(&mut tx, organization, &query, today).await?;
        let people = rows.into_iter().map(|row| row.into_probation(today)).collect();
        Ok(Page::new(people, query.page, total))
    }
}
