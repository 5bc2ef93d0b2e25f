//! SQL of KPI templates.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared::id::{DepartmentId, TemplateId};
use shared::template::{DepartmentReference, Template, TemplateItem, TemplateItemInput};
use uuid::Uuid;

use crate::collation::{sort_by_name, sort_key};
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    LIST = "SELECT id, name, description, is_archived, updated_at
        FROM appraisal_templates
        WHERE organization_id = $1 AND (is_archived = FALSE OR $2 = TRUE)
        ORDER BY id";

    FIND = "SELECT id, name, description, is_archived, updated_at
        FROM appraisal_templates WHERE organization_id = $1 AND id = $2";

    LIST_ITEMS = "SELECT id, template_id, category_label, category_weight, objective,
            kpi_description, target_guidance, weight, sort_order
        FROM appraisal_template_items
        WHERE organization_id = $1
        ORDER BY template_id, sort_order, id";

    ITEMS = "SELECT id, template_id, category_label, category_weight, objective,
            kpi_description, target_guidance, weight, sort_order
        FROM appraisal_template_items
        WHERE organization_id = $1 AND template_id = $2
        ORDER BY sort_order, id";

    LIST_DEPARTMENTS = "SELECT appraisal_template_id AS template_id, id, name FROM departments
        WHERE organization_id = $1 AND appraisal_template_id IS NOT NULL ORDER BY id";

    DEPARTMENTS = "SELECT appraisal_template_id AS template_id, id, name FROM departments
        WHERE organization_id = $1 AND appraisal_template_id = $2 ORDER BY id";

    ADD = "INSERT INTO appraisal_templates
        (organization_id, id, name, description, is_archived, created_at, updated_at)
        VALUES ($1, $2, $3, $4, FALSE, $5, $5)";

    ADD_ITEMS = "INSERT INTO appraisal_template_items
        (organization_id, id, template_id, category_label, category_weight, objective,
         kpi_description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, TEXT, TEXT, TEXT, BIGINT, BIGINT}";

    SAVE = "UPDATE appraisal_templates SET name = $3, description = $4, updated_at = $5
        WHERE organization_id = $1 AND id = $2";

    REMOVE_ITEMS = "DELETE FROM appraisal_template_items
        WHERE organization_id = $1 AND template_id = $2";

    ARCHIVE = "UPDATE appraisal_templates SET is_archived = TRUE, updated_at = $3
        WHERE organization_id = $1 AND id = $2";

    UNLINK_DEPARTMENTS = "UPDATE departments SET appraisal_template_id = NULL
        WHERE organization_id = $1 AND appraisal_template_id = $2";
}

#[derive(database::FromRow)]
struct TemplateRow {
    id: TemplateId,
    name: String,
    description: String,
    is_archived: bool,
    updated_at: DateTime<Utc>,
}

#[derive(database::FromRow)]
struct ItemRow {
    template_id: TemplateId,
    #[sqlx(flatten)]
    item: TemplateItem,
}

#[derive(database::FromRow)]
struct DepartmentRow {
    template_id: TemplateId,
    id: DepartmentId,
    name: String,
}

/// Every template with its rows and departments; archived ones last.
pub(super) async fn list(tx: &mut ReadTx, with_archived: bool) -> Result<Vec<Template>> {
    let list = tx.sql(LIST).bind(with_archived);
    let mut rows: Vec<TemplateRow> = list.all().await?;
    rows.sort_by_cached_key(|row| (row.is_archived, sort_key(&row.name)));
    let items = tx.sql(LIST_ITEMS).all().await?;
    let departments = tx.sql(LIST_DEPARTMENTS).all().await?;
    Ok(put_together(rows, items, departments))
}

pub(super) async fn find(tx: &mut ReadTx, id: TemplateId) -> Result<Option<Template>> {
    let Some(row) = tx.sql(FIND).bind(id).optional().await? else {
        return Ok(None);
    };
    let items = tx.sql(ITEMS).bind(id).all().await?;
    let departments = tx.sql(DEPARTMENTS).bind(id).all().await?;
    Ok(put_together(vec![row], items, departments).pop())
}

fn put_together(
    rows: Vec<TemplateRow>,
    items: Vec<ItemRow>,
    mut departments: Vec<DepartmentRow>,
) -> Vec<Template> {
    sort_by_name(&mut departments, |department| &department.name);
    let mut items_of: HashMap<TemplateId, Vec<TemplateItem>> = HashMap::new();
    for ItemRow { template_id, item } in items {
        items_of.entry(template_id).or_default().push(item);
    }
    let mut departments_of: HashMap<TemplateId, Vec<DepartmentReference>> = HashMap::new();
    for DepartmentRow { template_id, id, name } in departments {
        departments_of.entry(template_id).or_default().push(DepartmentReference { id, name });
    }
    let template = |row: TemplateRow| Template {
        items: items_of.remove(&row.id).unwrap_or_default(),
        departments: departments_of.remove(&row.id).unwrap_or_default(),
        id: row.id,
        name: row.name,
        description: row.description,
        is_archived: row.is_archived,
        updated_at: row.updated_at,
    };
    rows.into_iter().map(template).collect()
}

pub(super) async fn add(
    tx: &mut WriteTx,
    id: TemplateId,
    (name, description): (&str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.sql(ADD).bind(id).bind(name);
    statement.bind(description).bind(now).execute().await?;
    Ok(())
}

/// Writes the rows in the given order.
pub(super) async fn add_items(
    tx: &mut WriteTx,
    template: TemplateId,
    items: &[TemplateItemInput],
    mut id: impl FnMut() -> Uuid,
) -> Result<()> {
    tx.insert(ADD_ITEMS, (1_i64..).zip(items), |row, (place, item)| {
        row.bind(id())
            .bind(template)
            .bind(item.category_label.as_str())
            .bind(item.category_weight)
            .bind(item.objective.as_str())
            .bind(item.kpi_description.as_str())
            .bind(item.target_guidance.as_str())
            .bind(item.weight)
            .bind(place)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn save(
    tx: &mut WriteTx,
    id: TemplateId,
    (name, description): (&str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.sql(SAVE).bind(id).bind(name);
    statement.bind(description).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn remove_items(tx: &mut WriteTx, id: TemplateId) -> Result<()> {
    tx.sql(REMOVE_ITEMS).bind(id).execute().await?;
    Ok(())
}

pub(super) async fn archive(tx: &mut WriteTx, id: TemplateId, now: DateTime<Utc>) -> Result<()> {
    tx.sql(ARCHIVE).bind(id).bind(now).execute().await?;
    Ok(())
}

/// Moves the departments of a template to the fallback.
pub(super) async fn unlink_departments(tx: &mut WriteTx, id: TemplateId) -> Result<()> {
    tx.sql(UNLINK_DEPARTMENTS).bind(id).execute().await?;
    Ok(())
}
