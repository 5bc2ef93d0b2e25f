//! SQL of calendar feeds.

use chrono::{DateTime, Utc};
use shared::id::{OrganizationId, StaffId};
use shared::leave::calendar_feed::CalendarFeed;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, Scope, statements};

statements! {
    FIND = "SELECT created_at FROM calendar_feeds WHERE organization_id = $1 AND staff_id = $2";
    OWNER = "SELECT organization_id, staff_id FROM calendar_feeds WHERE token_hash = $1";
    SET = "INSERT INTO calendar_feeds (organization_id, staff_id, token_hash, created_at)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (organization_id, staff_id) DO UPDATE SET
            token_hash = excluded.token_hash, created_at = excluded.created_at";
    REMOVE = "DELETE FROM calendar_feeds WHERE organization_id = $1 AND staff_id = $2";
}

/// The feed of a member of staff.
pub(in crate::leave) async fn find(
    tx: &mut ReadTx,
    staff: StaffId,
) -> Result<Option<CalendarFeed>> {
    let row = tx.sql(FIND).bind(staff).optional::<(DateTime<Utc>,)>().await?;
    Ok(row.map(|(created_at,)| CalendarFeed { created_at }))
}

/// The owner of the feed with this token, in any organization.
pub(in crate::leave) async fn owner(
    tx: &mut database::ReadTx<impl Scope>,
    token_hash: &str,
) -> Result<Option<(OrganizationId, StaffId)>> {
    tx.global(OWNER).bind(token_hash).optional().await
}

/// Creates the feed of a member of staff, or replaces its token.
pub(in crate::leave) async fn set(
    tx: &mut WriteTx,
    staff: StaffId,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(SET).bind(staff).bind(token_hash).bind(now).execute().await?;
    Ok(())
}

/// Removes the feed of a member of staff; false when there is none.
pub(in crate::leave) async fn remove(tx: &mut WriteTx, staff: StaffId) -> Result<bool> {
    Ok(tx.sql(REMOVE).bind(staff).execute().await? == 1)
}
