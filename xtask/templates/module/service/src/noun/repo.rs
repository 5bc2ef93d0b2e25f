//! SQL of __nouns_text__.

use chrono::{DateTime, Utc};
use shared::__noun__::{__Noun__, __Noun__Input};
use shared::id::__Noun__Id;
use shared::page::PageRequest;
use shared::page::cursor::{self, start_descending};

use crate::transaction::{ReadTx, WriteTx};
use crate::page::bind_page;
use database::{Result, statements};

statements! {
    COUNT = "SELECT COUNT(*) FROM __nouns__ WHERE organization_id = $1";

    PAGE = "SELECT id, name, created_at FROM __nouns__
        WHERE organization_id = $1 AND (created_at, id) < ($2, $3)
        ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5";

    FIND = "SELECT id, name, created_at FROM __nouns__ WHERE organization_id = $1 AND id = $2";

    ADD = "INSERT INTO __nouns__ (organization_id, id, name, created_at)
        VALUES ($1, $2, $3, $4)";
}

#[derive(Debug, database::FromRow)]
pub(super) struct __Noun__Row {
    id: __Noun__Id,
    name: String,
    created_at: DateTime<Utc>,
}

impl From<__Noun__Row> for __Noun__ {
    fn from(row: __Noun__Row) -> Self {
        Self { id: row.id, name: row.name, created_at: row.created_at }
    }
}

pub(super) async fn count(tx: &mut ReadTx) -> Result<u64> {
    let total: i64 = tx.sql(COUNT).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(super) async fn page(
    tx: &mut ReadTx,
    page: &PageRequest,
) -> shared::error::Result<Vec<__Noun__Row>> {
    let start = start_descending::<DateTime<Utc>>();
    Ok(bind_page(tx.sql(PAGE), page, start)?.all().await?)
}

/// The cursor after a row.
pub(super) fn cursor(row: &__Noun__Row) -> String {
    cursor::write(&row.created_at, row.id.0)
}

pub(super) async fn find(tx: &mut ReadTx, id: __Noun__Id) -> Result<Option<__Noun__Row>> {
    tx.sql(FIND).bind(id).optional().await
}

pub(super) async fn add(
    tx: &mut WriteTx,
    id: __Noun__Id,
    input: &__Noun__Input,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD).bind(id).bind(&input.name).bind(now).execute().await?;
    Ok(())
}
