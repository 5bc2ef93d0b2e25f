//! Closed periods: the days in the books that accept no more postings.

mod repo;

use shared::audit::AuditAction;
use shared::credit::closed_period::ClosedPeriod;
use shared::error::Result;
use shared::permission::Permission;

use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;

pub(in crate::credit) use repo::{find, share};

use_cases! {
    /// Closed periods.
    ClosedPeriods, closed_periods
}

impl ClosedPeriods<'_> {
    /// The day up to which the books are closed. Needs `credit:config_manage`.
    pub async fn find(&self, caller: &Caller) -> Result<ClosedPeriod> {
        let caller = caller.require(Permission::CreditConfigManage)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx).await
    }

    /// Closes the books up to a day, or reopens days. Needs `credit:config_manage`, and
    /// `org:manage` in addition to reopen. Waits for postings in progress.
    ///
    /// Errors: 400 for a day in the future; 403 without `org:manage` for an earlier day or none.
    pub async fn change(&self, caller: &Caller, input: ClosedPeriod) -> Result<ClosedPeriod> {
        let caller = caller.require(Permission::CreditConfigManage)?;
        let after = input.check(self.0.today(caller.time_zone()))?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("closed_period.change", &after).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let before = find(&mut act).await?;
        if after == before {
            return Ok(before);
        }
        if after.reopens(before) {
            caller.require(Permission::OrgManage)?;
        }
        repo::save(&mut act, after).await?;
        let field = change_of(before, after);
        act.audit(entry(&[&field])).await?;
        act.respond(after).await
    }
}

/// The change for the audit entry, as in `closedThrough=2026-01-31→2026-02-28`.
fn change_of(before: ClosedPeriod, after: ClosedPeriod) -> String {
    let [before, after] = [before, after].map(|it| it.closed_through);
    let [before, after] = [before, after].map(|day| day.map(|day| day.to_string()));
    audit::change("closedThrough", before.as_deref(), after.as_deref())
}

fn entry<'f>(fields: &'f [&'f str]) -> Entry<'f> {
    Entry {
        action: AuditAction::ClosedPeriodChanged,
        entity_type: "closed_period",
        entity_id: None,
        fields,
    }
}
