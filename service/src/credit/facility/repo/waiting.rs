//! Facilities that wait for an action of the caller.

use shared::credit::facility::WaitingFacilities;
use shared::credit::vocabulary::FacilityStatus;
use shared::permission::Permission;

use crate::caller::Caller;
use crate::transaction::ReadTx;
use database::{Result, statements};

statements! {
    // $2 the caller; $3 to $5 whether they structure, review and approve facilities.
    WAITING = "SELECT f.status, COUNT(*) AS count FROM facilities f
        JOIN organizations o ON o.id = f.organization_id
        WHERE f.organization_id = $1
            AND f.status IN ('draft', 'pending_review', 'shariah_review', 'approved')
            AND ((f.status = 'draft' AND $3 AND f.created_by_id = $2)
                OR (f.status = 'pending_review' AND $4 AND f.created_by_id <> $2)
                OR (f.status = 'shariah_review' AND $5 AND f.created_by_id <> $2
                    AND (o.separate_shariah_approver = FALSE OR f.reviewed_by_id IS NULL
                        OR f.reviewed_by_id <> $2))
                OR (f.status = 'approved' AND $5))
        GROUP BY f.status";
}

#[derive(Debug, database::FromRow)]
struct WaitingRow {
    status: FacilityStatus,
    count: i64,
}

/// The number of facilities that wait for the caller by status, in the order of the workflow.
pub(in crate::credit) async fn waiting(
    tx: &mut ReadTx,
    caller: &Caller,
) -> Result<Vec<WaitingFacilities>> {
    let rows: Vec<WaitingRow> = tx
        .sql(WAITING)
        .bind(caller.staff())
        .bind(caller.may(Permission::CreditCreate))
        .bind(caller.may(Permission::CreditReview))
        .bind(caller.may(Permission::CreditApprove))
        .all()
        .await?;
    let way = FacilityStatus::ALL.iter();
    let found = way.filter_map(|status| rows.iter().find(|row| row.status == *status));
    Ok(found
        .map(|row| WaitingFacilities {
            status: row.status,
            count: u64::try_from(row.count).unwrap_or_default(),
        })
        .collect())
}
