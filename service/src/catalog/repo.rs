//! SQL of catalogs.

use shared::appraisal::CatalogKind;
use shared::catalog::{CatalogItem, CatalogItemInput};
use uuid::Uuid;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    ITEMS = "SELECT id, label, description, target_guidance, weight, sort_order
        FROM catalog_items WHERE organization_id = $1 AND kind = $2 ORDER BY sort_order, id";

    REMOVE_ITEMS = "DELETE FROM catalog_items WHERE organization_id = $1 AND kind = $2";

    ADD_ITEMS = "INSERT INTO catalog_items
        (organization_id, id, kind, label, description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, TEXT, BIGINT, BIGINT}";
}

pub(super) async fn items(tx: &mut ReadTx, kind: CatalogKind) -> Result<Vec<CatalogItem>> {
    tx.sql(ITEMS).bind(kind).all().await
}

pub(super) async fn remove_items(tx: &mut WriteTx, kind: CatalogKind) -> Result<()> {
    tx.sql(REMOVE_ITEMS).bind(kind).execute().await?;
    Ok(())
}

/// Writes the rows in the given order.
pub(super) async fn add_items(
    tx: &mut WriteTx,
    kind: CatalogKind,
    items: &[CatalogItemInput],
    mut id: impl FnMut() -> Uuid,
) -> Result<()> {
    tx.insert(ADD_ITEMS, (1_i64..).zip(items), |row, (place, item)| {
        row.bind(id())
            .bind(kind)
            .bind(item.label.as_str())
            .bind(item.description.as_str())
            .bind(item.target_guidance.as_deref())
            .bind(item.weight)
            .bind(place)
    })
    .execute()
    .await?;
    Ok(())
}
