//! Bulk reads and writes of an import.

use shared::id::{DepartmentId, StaffId};

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, Row, statements};

statements! {
    KNOWN_STAFF = "SELECT id, staff_number, email, line_manager_id FROM staff
        WHERE organization_id = $1";

    DEPARTMENTS = "SELECT id, name FROM departments WHERE organization_id = $1";

    ROLE_KEYS = "SELECT key FROM roles WHERE organization_id = $1";

    /// Addresses are unique on the whole platform.
    TAKEN_EMAILS = "WITH given (email) AS (VALUES {rows: TEXT})
        SELECT staff.email FROM staff JOIN given ON given.email = staff.email";

    SET_LINE_MANAGERS = "WITH given (id, line_manager_id) AS (VALUES {rows: UUID, UUID})
        UPDATE staff SET line_manager_id = given.line_manager_id FROM given
        WHERE staff.organization_id = $1 AND staff.id = given.id";
}

/// An existing member of staff.
#[derive(Clone, Debug, PartialEq, Eq, database::FromRow)]
pub(in crate::staff) struct KnownStaff {
    pub id: StaffId,
    pub staff_number: String,
    pub email: String,
    pub line_manager_id: Option<StaffId>,
}

pub(in crate::staff) async fn known_staff(tx: &mut ReadTx) -> Result<Vec<KnownStaff>> {
    tx.sql(KNOWN_STAFF).all().await
}

pub(in crate::staff) async fn departments(tx: &mut ReadTx) -> Result<Vec<(DepartmentId, String)>> {
    tx.sql(DEPARTMENTS).all().await
}

pub(in crate::staff) async fn role_keys(tx: &mut ReadTx) -> Result<Vec<String>> {
    tx.sql(ROLE_KEYS).scalars().await
}

pub(in crate::staff) async fn taken_emails(
    tx: &mut ReadTx,
    emails: impl IntoIterator<Item = String>,
) -> Result<Vec<String>> {
    let taken = tx.global(TAKEN_EMAILS).rows(emails, Row::bind);
    let taken = taken.all::<(String,)>().await?;
    Ok(taken.into_iter().map(|(email,)| email).collect())
}

pub(in crate::staff) async fn set_line_managers(
    tx: &mut WriteTx,
    managers: &[(StaffId, StaffId)],
) -> Result<()> {
    tx.sql(SET_LINE_MANAGERS)
        .rows(managers, |row, (staff, manager)| row.bind(*staff).bind(*manager))
        .execute()
        .await?;
    Ok(())
}
