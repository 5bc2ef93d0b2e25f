//! SQL of the templates of departments.

use shared::assignment::{Assignment, AssignmentInput};
use shared::id::TemplateId;

use crate::collation::sort_by_name;
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    LIST = "SELECT d.id AS department_id, d.name AS department_name, d.appraisal_template_id,
            t.name AS template_name
        FROM departments d
        LEFT JOIN appraisal_templates t
            ON t.organization_id = d.organization_id AND t.id = d.appraisal_template_id
        WHERE d.organization_id = $1
        ORDER BY d.id";

    TEMPLATES = "SELECT id, is_archived FROM appraisal_templates WHERE organization_id = $1";

    SAVE = "WITH given (id, template_id) AS (VALUES {rows: UUID, UUID})
        UPDATE departments SET appraisal_template_id = given.template_id FROM given
        WHERE departments.organization_id = $1 AND departments.id = given.id";
}

/// A template of the organization.
#[derive(Clone, Copy, Debug, database::FromRow)]
pub(super) struct KnownTemplate {
    pub(super) id: TemplateId,
    pub(super) is_archived: bool,
}

pub(super) async fn list(tx: &mut ReadTx) -> Result<Vec<Assignment>> {
    let mut assignments: Vec<Assignment> = tx.sql(LIST).all().await?;
    sort_by_name(&mut assignments, |it| &it.department_name);
    Ok(assignments)
}

pub(super) async fn templates(tx: &mut ReadTx) -> Result<Vec<KnownTemplate>> {
    tx.sql(TEMPLATES).all().await
}

pub(super) async fn save(tx: &mut WriteTx, changes: &[AssignmentInput]) -> Result<()> {
    let statement = tx.sql(SAVE);
    statement
        .rows(changes, |row, it| row.bind(it.department_id).bind(it.appraisal_template_id))
        .execute()
        .await?;
    Ok(())
}
