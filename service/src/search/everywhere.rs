//! The search in all records that the caller may see.

use shared::appraisal::list::{AppraisalQuery, AppraisalSummary, Scope};
use shared::error::Result;
use shared::page::PageRequest;
use shared::permission::Permission;
use shared::search::result::{FOUND_MAX, SearchResults};

use super::{folded, repo};
use crate::appraisal::Appraisals;
use crate::caller::Caller;
use crate::context::use_cases;

/// The maximum length of the text, in characters: longer than any name or reference.
const TEXT_MAX: usize = 200;

use_cases! {
    /// The search in all records.
    Everywhere, everywhere
}

impl Everywhere<'_> {
    /// The records that contain the text in a name, a number or a reference. Each kind is only
    /// searched for a caller who may see its list, and only in the records of that list.
    pub async fn search(&self, caller: &Caller, text: &str) -> Result<SearchResults> {
        let permitted = caller.require(Permission::AppraisalsRespond)?;
        let text: String = folded(text).chars().take(TEXT_MAX).collect();
        let text = text.trim_end();
        if text.is_empty() {
            return Ok(SearchResults::default());
        }
        let appraisals = self.appraisals(caller, text).await?;
        let mut found = SearchResults { appraisals, ..SearchResults::default() };
        let mut tx = self.0.read_on_replica(permitted).await?;
        if caller.may(Permission::StaffView) {
            found.staff = repo::staff(&mut tx, text).await?;
        }
        if caller.may(Permission::CustomersView) {
            found.customers = repo::customers(&mut tx, text).await?;
        }
        if caller.may(Permission::CreditView) {
            found.facilities = repo::facilities(&mut tx, text).await?;
        }
        Ok(found)
    }

    /// All appraisals for human resources; for others those that wait for them, then their own.
    async fn appraisals(&self, caller: &Caller, text: &str) -> Result<Vec<AppraisalSummary>> {
        if caller.may(Permission::AppraisalsHrManage) {
            return self.listed(caller, Scope::All, text).await;
        }
        let mut found = self.listed(caller, Scope::Queue, text).await?;
        for own in self.listed(caller, Scope::Mine, text).await? {
            if found.iter().all(|it| it.id != own.id) {
                found.push(own);
            }
        }
        found.truncate(FOUND_MAX.try_into().unwrap_or(usize::MAX));
        Ok(found)
    }

    async fn listed(
        &self,
        caller: &Caller,
        scope: Scope,
        text: &str,
    ) -> Result<Vec<AppraisalSummary>> {
        let page = PageRequest::new(1, FOUND_MAX);
        let query = AppraisalQuery { q: Some(text.to_owned()), page, ..AppraisalQuery::of(scope) };
        Ok(Appraisals(self.0).list(caller, query).await?.data)
    }
}
