//! SQL of the last closed day of an organization.

use chrono::NaiveDate;
use shared::credit::closed_period::ClosedPeriod;
use shared::error::Result;
use shared::id::OrganizationId;

use database::{Engine, ReadTx, WriteTx, statements};

statements! {
    FIND = "SELECT closed_through FROM organizations WHERE id = $1";
    SAVE = "UPDATE organizations SET closed_through = $2 WHERE id = $1";
}

/// SQLite has no such clause, but its writers wait for each other anyway.
const SHARE: &str = "SELECT closed_through FROM organizations WHERE id = $1 FOR SHARE";

pub(in crate::credit) async fn find(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<ClosedPeriod> {
    let closed_through: Option<NaiveDate> = tx.sql(FIND).bind(organization).scalar().await?;
    Ok(ClosedPeriod { closed_through })
}

/// Reads it for a posting, and locks it against changes until the posting has ended. One statement.
pub(in crate::credit) async fn share(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<ClosedPeriod> {
    let statement = match tx.engine() {
        Engine::Sqlite => FIND,
        Engine::Postgres => SHARE.into(),
    };
    let closed_through: Option<NaiveDate> = tx.sql(statement).bind(organization).scalar().await?;
    Ok(ClosedPeriod { closed_through })
}

pub(super) async fn save(
    tx: &mut WriteTx,
    organization: OrganizationId,
    closed: ClosedPeriod,
) -> Result<()> {
    tx.sql(SAVE).bind(organization).bind(closed.closed_through).execute().await?;
    Ok(())
}
