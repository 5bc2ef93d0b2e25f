//! SQL of departments.

use chrono::{DateTime, Utc};
use shared::department::{Department, DepartmentInput};
use shared::id::DepartmentId;

use crate::collation::sort_by_name;
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    LIST = "SELECT departments.id, departments.name, departments.supervisor_staff_id,
            staff.name AS supervisor_name, departments.appraisal_template_id
        FROM departments
        LEFT JOIN staff ON staff.organization_id = departments.organization_id
            AND staff.id = departments.supervisor_staff_id
        WHERE departments.organization_id = $1
        ORDER BY departments.id";

    FIND = "SELECT departments.id, departments.name, departments.supervisor_staff_id,
            staff.name AS supervisor_name, departments.appraisal_template_id
        FROM departments
        LEFT JOIN staff ON staff.organization_id = departments.organization_id
            AND staff.id = departments.supervisor_staff_id
        WHERE departments.organization_id = $1 AND departments.id = $2";

    LOCK = "UPDATE departments SET name = name WHERE organization_id = $1 AND id = $2";

    ADD = "INSERT INTO departments
        (organization_id, id, name, supervisor_staff_id, appraisal_template_id, created_at)
        VALUES ($1, $2, $3, $4, NULL, $5)";

    SAVE = "UPDATE departments SET name = $3, supervisor_staff_id = $4
        WHERE organization_id = $1 AND id = $2";
}

pub(super) async fn list(tx: &mut ReadTx) -> Result<Vec<Department>> {
    let mut departments: Vec<Department> = tx.sql(LIST).all().await?;
    sort_by_name(&mut departments, |department| &department.name);
    Ok(departments)
}

pub(super) async fn find(tx: &mut ReadTx, id: DepartmentId) -> Result<Option<Department>> {
    tx.sql(FIND).bind(id).optional().await
}

/// Serializes changes of one department.
pub(super) async fn lock(tx: &mut WriteTx, id: DepartmentId) -> Result<()> {
    tx.sql(LOCK).bind(id).execute().await?;
    Ok(())
}

pub(super) async fn add(
    tx: &mut WriteTx,
    id: DepartmentId,
    input: &DepartmentInput,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(id)
        .bind(&input.name)
        .bind(input.supervisor_staff_id)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn save(
    tx: &mut WriteTx,
    id: DepartmentId,
    input: &DepartmentInput,
) -> Result<()> {
    tx.sql(SAVE).bind(id).bind(&input.name).bind(input.supervisor_staff_id).execute().await?;
    Ok(())
}
