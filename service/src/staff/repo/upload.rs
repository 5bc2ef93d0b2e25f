//! SQL of uploaded files, one for each member of staff.

use chrono::{DateTime, Utc};
use shared::id::{StaffId, UploadId};

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    STORE = "INSERT INTO staff_uploads (organization_id, staff_id, id, content, created_at)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (organization_id, staff_id) DO UPDATE
            SET id = excluded.id, content = excluded.content, created_at = excluded.created_at";
    FIND = "SELECT content FROM staff_uploads
        WHERE organization_id = $1 AND staff_id = $2 AND id = $3";
    DELETE = "DELETE FROM staff_uploads
        WHERE organization_id = $1 AND staff_id = $2 AND id = $3";
    PRUNE = "DELETE FROM staff_uploads WHERE created_at <= $1";
}

pub(in crate::staff) async fn store_upload(
    tx: &mut WriteTx,
    staff: StaffId,
    id: UploadId,
    content: &[u8],
    now: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.sql(STORE).bind(staff).bind(id).bind(content).bind(now);
    statement.execute().await?;
    Ok(())
}

pub(in crate::staff) async fn upload(
    tx: &mut ReadTx,
    staff: StaffId,
    id: UploadId,
) -> Result<Option<Vec<u8>>> {
    let statement = tx.sql(FIND).bind(staff).bind(id);
    Ok(statement.optional::<(Vec<u8>,)>().await?.map(|(content,)| content))
}

pub(in crate::staff) async fn delete_upload(
    tx: &mut WriteTx,
    staff: StaffId,
    id: UploadId,
) -> Result<()> {
    tx.sql(DELETE).bind(staff).bind(id).execute().await?;
    Ok(())
}

/// Removes the files of every organization that were uploaded up to a time.
pub(in crate::staff) async fn prune_uploads(
    tx: &mut database::WriteTx,
    before: DateTime<Utc>,
) -> Result<u64> {
    tx.global(PRUNE).bind(before).execute().await
}
