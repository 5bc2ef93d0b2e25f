//! SQL of people on probation.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::Status;
use shared::error::Result;
use shared::id::{AppraisalId, StaffId};
use shared::leave::balance::Balance;
use shared::page::cursor::{self, start_ascending};
use shared::probation::{OpenAppraisal, Probation, ProbationQuery, ProbationTerm};

use crate::page::bind_page;
use crate::transaction::ReadTx;
use database::{Statement, statements};

statements! {
    /// There is at most one open appraisal for each member of staff.
    PAGE (plan per value) = "SELECT staff.id, staff.staff_number, staff.name,
            departments.name AS department_name, staff.employment_start_date,
            staff.confirmation_due_notified_at, staff.is_blocked,
            appraisals.id AS appraisal_id, appraisals.status, appraisals.waiting_since, (
                SELECT COUNT(*) FROM staff
                WHERE staff.organization_id = $1 AND staff.employment_confirmed_at IS NULL
                    AND ($2 IS NULL OR (staff.employment_start_date <= $3) = $2)
                    AND ($4 IS NULL OR staff.department_id = $4)) AS total
        FROM staff
        LEFT JOIN departments ON departments.organization_id = staff.organization_id
            AND departments.id = staff.department_id
        LEFT JOIN appraisals ON appraisals.organization_id = staff.organization_id
            AND appraisals.staff_id = staff.id AND appraisals.status <> 'finalized'
        WHERE staff.organization_id = $1 AND staff.employment_confirmed_at IS NULL
            AND ($2 IS NULL OR (staff.employment_start_date <= $3) = $2)
            AND ($4 IS NULL OR staff.department_id = $4)
            AND (staff.employment_start_date, staff.id) > ($5, $6)
        ORDER BY staff.employment_start_date, staff.id LIMIT $7 OFFSET $8";

    COUNT (plan per value) = "SELECT COUNT(*) FROM staff
        WHERE staff.organization_id = $1 AND staff.employment_confirmed_at IS NULL
            AND ($2 IS NULL OR (staff.employment_start_date <= $3) = $2)
            AND ($4 IS NULL OR staff.department_id = $4)";
    HAS_RECIPIENT = "SELECT EXISTS (SELECT 1 FROM staff
        WHERE organization_id = $1 AND role_key = 'hr' AND is_blocked = FALSE)";
}

/// The stored columns of an employee on probation.
#[derive(Debug, database::FromRow)]
pub(in crate::staff) struct ProbationRow {
    pub(in crate::staff) id: StaffId,
    staff_number: String,
    name: String,
    department_name: Option<String>,
    employment_start_date: NaiveDate,
    confirmation_due_notified_at: Option<DateTime<Utc>>,
    is_blocked: bool,
    appraisal_id: Option<AppraisalId>,
    status: Option<Status>,
    waiting_since: Option<DateTime<Utc>>,
    total: i64,
}

impl ProbationRow {
    /// The cursor after the row.
    pub(in crate::staff) fn cursor(&self) -> String {
        cursor::write(&self.employment_start_date, self.id.0)
    }

    pub(in crate::staff) fn into_probation(
        self,
        today: NaiveDate,
        casual_leave: Balance,
    ) -> Probation {
        let open = (self.appraisal_id, self.status, self.waiting_since);
        let appraisal = match open {
            (Some(id), Some(status), Some(waiting_since)) => {
                Some(OpenAppraisal { id, status, waiting_since })
            }
            (None, _, _) | (_, None, _) | (_, _, None) => None,
        };
        Probation {
            staff_id: self.id,
            staff_number: self.staff_number,
            staff_name: self.name,
            department_name: self.department_name,
            term: ProbationTerm::new(self.employment_start_date, today),
            confirmation_due_notified_at: self.confirmation_due_notified_at,
            is_blocked: self.is_blocked,
            casual_leave,
            appraisal,
        }
    }
}

fn bind<'t>(statement: Statement<'t>, query: &ProbationQuery, today: NaiveDate) -> Statement<'t> {
    statement
        .bind(query.due.map(|due| due.is_due))
        .bind(query.due.map(|due| due.cutoff(today)))
        .bind(query.department_id)
}

/// Returns true if the job that reports due confirmations has a recipient.
pub(in crate::staff) async fn has_recipient(tx: &mut ReadTx) -> Result<bool> {
    Ok(tx.sql(HAS_RECIPIENT).scalar().await?)
}

/// A page of the list, and the length of the whole list.
pub(in crate::staff) async fn page(
    tx: &mut ReadTx,
    query: &ProbationQuery,
    today: NaiveDate,
) -> Result<(Vec<ProbationRow>, u64)> {
    let rows = bind(tx.sql(PAGE), query, today);
    let rows = bind_page(rows, &query.page, start_ascending::<NaiveDate>())?;
    let rows: Vec<ProbationRow> = rows.all().await?;
    let total = match rows.first() {
        Some(row) => row.total,
        None if query.page.is_first() => 0,
        None => bind(tx.sql(COUNT), query, today).scalar().await?,
    };
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}
