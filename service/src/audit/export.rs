//! Export of the audit log.

use shared::audit::{AuditEntry, AuditQuery};
use shared::error::Result;
use shared::permission::Permission;

use super::{Audit, days, repo};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 12] = [
    "at",
    "category",
    "action",
    "actorId",
    "actorName",
    "entityType",
    "entityId",
    "fields",
    "requestId",
    "ip",
    "apiTokenId",
    "apiTokenName",
];

impl Audit<'_> {
    /// Every entry that matches the filters as CSV, newest first; the page is ignored. Needs
    /// `audit:view`.
    ///
    /// Errors: 400 for days outside the calendar, and for more than 50,000 entries.
    pub async fn export(&self, caller: &Caller, mut query: AuditQuery) -> Result<String> {
        let caller = caller.require(Permission::AuditView)?;
        query.check()?;
        let days = days(&query, caller.time_zone());
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &query, days).await?;
        let mut lines = Vec::new();
        for chunk in spreadsheet::chunks(total, "from")? {
            query.page = chunk;
            let rows = repo::page(&mut tx, &query, days).await?;
            lines.extend(rows.into_iter().map(|row| cells(AuditEntry::from(row))));
        }
        Ok(spreadsheet::write(&HEADER, lines))
    }
}

fn cells(entry: AuditEntry) -> [String; 12] {
    [
        entry.at.to_rfc3339(),
        entry.category.to_string(),
        entry.action.to_string(),
        entry.actor_id.map(|id| id.to_string()).unwrap_or_default(),
        entry.actor_name,
        entry.entity_type,
        entry.entity_id.unwrap_or_default(),
        entry.fields.join(" "),
        entry.request_id.unwrap_or_default(),
        entry.ip.unwrap_or_default(),
        entry.api_token_id.map(|id| id.to_string()).unwrap_or_default(),
        entry.api_token_name.unwrap_or_default(),
    ]
}
