//! Export of leave requests.

use shared::error::Result;
use shared::leave::period::YearDays;
use shared::leave::request::LeaveQuery;

use super::repo::request::RequestRow;
use super::{Leave, repo, require_list};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 18] = [
    "id",
    "staffNumber",
    "staffName",
    "department",
    "type",
    "startDate",
    "endDate",
    "startHalf",
    "endHalf",
    "days",
    "daysByYear",
    "status",
    "reason",
    "decider",
    "decidedBy",
    "decidedAt",
    "decisionComment",
    "createdAt",
];

impl Leave<'_> {
    /// Every request that matches the filters as CSV, newest first; the page is ignored.
    ///
    /// Errors: 403 for the scope of all requests without `leave:manage`; 400 for an impossible
    /// year, and for more than 50,000 requests.
    pub async fn export(&self, caller: &Caller, mut query: LeaveQuery) -> Result<String> {
        let caller = require_list(caller, &query)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::request::count(&mut tx, &caller, &query).await?;
        let mut lines = Vec::new();
        for chunk in spreadsheet::chunks(total, "year")? {
            query.page = chunk;
            let rows = repo::request::list(&mut tx, &caller, &query).await?;
            let ids = rows.iter().map(|row| row.id);
            let mut days = repo::request::days(&mut tx, ids).await?;
            lines.extend(rows.into_iter().map(|row| {
                let days = days.remove(&row.id).unwrap_or_default();
                cells(row, &days)
            }));
        }
        Ok(spreadsheet::write(&HEADER, lines))
    }
}

fn cells(row: RequestRow, days: &[YearDays]) -> [String; 18] {
    [
        row.id.to_string(),
        row.staff_number,
        row.staff_name,
        row.department_name.unwrap_or_default(),
        row.leave_type.to_string(),
        row.period.start.to_string(),
        row.period.end.to_string(),
        row.period.start_half.to_string(),
        row.period.end_half.to_string(),
        row.days.to_string(),
        days.iter().map(|it| format!("{}: {}", it.year, it.days)).collect::<Vec<_>>().join(", "),
        row.status.to_string(),
        row.reason,
        row.decider_name.unwrap_or_default(),
        row.decided_by_name.unwrap_or_default(),
        row.decided_at.map(|at| at.to_rfc3339()).unwrap_or_default(),
        row.decision_comment.unwrap_or_default(),
        row.created_at.to_rfc3339(),
    ]
}
