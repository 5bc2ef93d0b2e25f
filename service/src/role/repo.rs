//! SQL of roles.

use shared::permission::Permission;
use shared::role::Role;

use super::permission_list::{format_permissions, parse_permissions, replace_permissions};
use crate::collation::sort_key;
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    LIST = "SELECT key, name, permissions, is_seeded FROM roles
        WHERE organization_id = $1 ORDER BY key";

    KEYS = "SELECT key FROM roles WHERE organization_id = $1";

    FIND = "SELECT key, name, permissions, is_seeded FROM roles
        WHERE organization_id = $1 AND key = $2";

    ADD = "INSERT INTO roles (organization_id, key, name, permissions, is_seeded)
        VALUES {rows: UUID, TEXT, TEXT, TEXT, BOOLEAN}";

    SAVE = "UPDATE roles SET name = $3, permissions = $4
        WHERE organization_id = $1 AND key = $2";

    /// Keys of permissions contain no `%`; `_` also matches itself.
    HAS_WITH_PERMISSION = "SELECT EXISTS (
        SELECT 1 FROM staff
        WHERE organization_id = $1 AND is_blocked = FALSE
            AND role_key IN (SELECT key FROM roles WHERE organization_id = $1
                AND ' ' || permissions || ' ' LIKE '% ' || $2 || ' %'))";
}

#[derive(Clone, Debug, database::FromRow)]
pub(crate) struct RoleRow {
    key: String,
    name: String,
    permissions: String,
    is_seeded: bool,
}

impl From<RoleRow> for Role {
    fn from(row: RoleRow) -> Self {
        Self {
            permissions: parse_permissions(&row.permissions).into_iter().collect(),
            key: row.key,
            name: row.name,
            is_seeded: row.is_seeded,
        }
    }
}

pub(super) async fn list(tx: &mut ReadTx) -> Result<Vec<RoleRow>> {
    let mut rows: Vec<RoleRow> = tx.sql(LIST).all().await?;
    rows.sort_by_cached_key(|row| (!row.is_seeded, sort_key(&row.name)));
    Ok(rows)
}

pub(super) async fn keys(tx: &mut ReadTx) -> Result<Vec<String>> {
    tx.sql(KEYS).scalars().await
}

pub(crate) async fn find(tx: &mut ReadTx, key: &str) -> Result<Option<RoleRow>> {
    tx.sql(FIND).bind(key).optional().await
}

pub(crate) async fn add(tx: &mut WriteTx, roles: &[Role]) -> Result<()> {
    tx.insert(ADD, roles, |row, role| {
        row.bind(&role.key)
            .bind(&role.name)
            .bind(format_permissions(&role.permissions))
            .bind(role.is_seeded)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, before: &RoleRow, role: &Role) -> Result<()> {
    tx.sql(SAVE)
        .bind(&role.key)
        .bind(&role.name)
        .bind(replace_permissions(&before.permissions, &role.permissions))
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn has_administrator(tx: &mut ReadTx) -> Result<bool> {
    let permission = Permission::OrgManage.as_str();
    tx.sql(HAS_WITH_PERMISSION).bind(permission).scalar().await
}
