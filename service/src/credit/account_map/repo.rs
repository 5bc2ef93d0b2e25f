//! SQL of the account map.

use chrono::{DateTime, Utc};
use shared::credit::account_map::{AccountMap, AccountMapping, AccountMappingInput};
use shared::credit::vocabulary::Presentation;
use shared::id::StaffId;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    ALL = "SELECT product_type, event_type, side, gl_account FROM account_mappings
        WHERE organization_id = $1";
    /// The presentations of murabahas in use: the setting, and those of live facilities.
    PRESENTATIONS = "SELECT murabaha_presentation FROM organizations WHERE id = $1
        UNION
        SELECT presentation FROM facilities
        WHERE organization_id = $1 AND status IN ('active', 'overdue', 'non_accrual')
            AND product_type = 'murabaha' AND presentation IS NOT NULL";
    SET = "INSERT INTO account_mappings (organization_id, product_type, event_type, side,
            gl_account, updated_at, updated_by_id)
        VALUES {rows: UUID, TEXT, TEXT, TEXT, TEXT, TIMESTAMPTZ, UUID}
        ON CONFLICT (organization_id, product_type, event_type, side) DO UPDATE
            SET gl_account = excluded.gl_account, updated_at = excluded.updated_at,
                updated_by_id = excluded.updated_by_id";
    CLEAR = "WITH given (product_type, event_type, side) AS (VALUES {rows: TEXT, TEXT, TEXT})
        DELETE FROM account_mappings WHERE organization_id = $1 AND EXISTS (
            SELECT 1 FROM given
            WHERE given.product_type = account_mappings.product_type
                AND given.event_type = account_mappings.event_type
                AND given.side = account_mappings.side)";
}

/// The map with its gaps.
pub(super) async fn map(tx: &mut ReadTx) -> Result<AccountMap> {
    let mappings = all(tx).await?;
    let mut presentations: Vec<Presentation> = tx.sql(PRESENTATIONS).scalars().await?;
    presentations.sort();
    Ok(AccountMap::of(mappings, &presentations))
}

/// All mappings, by product, event and side.
pub(super) async fn all(tx: &mut ReadTx) -> Result<Vec<AccountMapping>> {
    let mut mappings: Vec<AccountMapping> = tx.sql(ALL).all().await?;
    mappings.sort_by(|one, other| {
        let place = |it: &AccountMapping| (it.product_type, it.event_type.clone(), it.side);
        place(one).cmp(&place(other))
    });
    Ok(mappings)
}

pub(super) async fn set<'m>(
    tx: &mut WriteTx,
    mappings: impl IntoIterator<Item = &'m AccountMappingInput>,
    (actor, now): (StaffId, DateTime<Utc>),
) -> Result<()> {
    tx.insert(SET, mappings, |row, mapping| {
        row.bind(mapping.product_type)
            .bind(&mapping.event_type)
            .bind(mapping.side)
            .bind(&mapping.gl_account)
            .bind(now)
            .bind(actor)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn clear<'m>(
    tx: &mut WriteTx,
    places: impl IntoIterator<Item = &'m AccountMappingInput>,
) -> Result<()> {
    tx.sql(CLEAR)
        .rows(places, |row, place| {
            row.bind(place.product_type).bind(&place.event_type).bind(place.side)
        })
        .execute()
        .await?;
    Ok(())
}
