//! SQL of the last closed day of an organization.

use chrono::NaiveDate;
use shared::credit::closed_period::ClosedPeriod;
use shared::error::Result;

use crate::transaction::{ReadTx, WriteTx};
use database::{Engine, statements};

statements! {
    FIND = "SELECT closed_through FROM organizations WHERE id = $1";
    SAVE = "UPDATE organizations SET closed_through = $2 WHERE id = $1";
}

/// SQLite has no such clause, but its writers wait for each other anyway.
const SHARE: &str = "SELECT closed_through FROM organizations WHERE id = $1 FOR SHARE";

pub(in crate::credit) async fn find(tx: &mut ReadTx) -> Result<ClosedPeriod> {
    let closed_through: Option<NaiveDate> = tx.sql(FIND).scalar().await?;
    Ok(ClosedPeriod { closed_through })
}

/// Reads it for a posting, and locks it against changes until the posting has ended. One statement.
pub(in crate::credit) async fn share(tx: &mut ReadTx) -> Result<ClosedPeriod> {
    let statement = match tx.engine() {
        Engine::Sqlite => FIND,
        Engine::Postgres => SHARE.into(),
    };
    let closed_through: Option<NaiveDate> = tx.sql(statement).scalar().await?;
    Ok(ClosedPeriod { closed_through })
}

pub(super) async fn save(tx: &mut WriteTx, closed: ClosedPeriod) -> Result<()> {
    tx.sql(SAVE).bind(closed.closed_through).execute().await?;
    Ok(())
}
