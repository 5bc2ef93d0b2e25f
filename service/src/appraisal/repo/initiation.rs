//! SQL of initiation.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::initiation::{Chain, InitiationTerms};
use shared::appraisal::proposal::StaffGroup;
use shared::appraisal::{CatalogKind, RoleCategory, Section, Status};
use shared::calendar::confirmation_due_cutoff;
use shared::error::Result;
use shared::id::{AppraisalId, DepartmentId, StaffId, TemplateId};
use shared::weight::Weight;
use uuid::Uuid;

use super::NewId;
use crate::seed::content::{FALLBACK_TEMPLATE_NAME, QUESTIONS};
use crate::transaction::{ReadTx, WriteTx};
use database::{Row, statements};

statements! {
    // The requested people, with the data that determines their template and reviewers.
    CANDIDATES = "WITH given (id) AS (VALUES {rows: UUID})
        SELECT s.id, s.name, s.job_title, s.department_id, d.name AS department_name,
            s.employment_start_date, s.is_blocked, s.role_key,
            s.line_manager_id, lm.name AS line_manager_name,
            lm.is_blocked AS line_manager_is_blocked,
            d.supervisor_staff_id, sv.name AS supervisor_name,
            sv.is_blocked AS supervisor_is_blocked,
            t.id AS template_id, t.name AS template_name,
            f.id AS fallback_id, f.name AS fallback_name,
            o.id AS open_id,
            (SELECT a.role_category FROM appraisals a
                WHERE a.organization_id = s.organization_id AND a.staff_id = s.id
                    AND NOT EXISTS (SELECT 1 FROM appraisals later
                        WHERE later.organization_id = s.organization_id
                            AND later.staff_id = s.id
                            AND (later.created_at, later.id) > (a.created_at, a.id)))
                AS last_category,
            EXISTS (SELECT 1 FROM staff r
                WHERE r.organization_id = s.organization_id AND r.line_manager_id = s.id
                    AND r.is_blocked = FALSE)
            OR EXISTS (SELECT 1 FROM departments l
                WHERE l.organization_id = s.organization_id AND l.supervisor_staff_id = s.id)
                AS manages_people
        FROM given
        JOIN staff s ON s.organization_id = $1 AND s.id = given.id
        LEFT JOIN staff lm
            ON lm.organization_id = s.organization_id AND lm.id = s.line_manager_id
        LEFT JOIN departments d
            ON d.organization_id = s.organization_id AND d.id = s.department_id
        LEFT JOIN staff sv
            ON sv.organization_id = s.organization_id AND sv.id = d.supervisor_staff_id
        LEFT JOIN appraisal_templates t
            ON t.organization_id = s.organization_id AND t.id = d.appraisal_template_id
                AND t.is_archived = FALSE
        LEFT JOIN appraisal_templates f
            ON f.organization_id = s.organization_id AND f.name = $2 AND f.is_archived = FALSE
        LEFT JOIN appraisals o
            ON o.organization_id = s.organization_id AND o.staff_id = s.id
                AND o.status <> 'finalized'";
    // The people of a group who have access and no open appraisal. $2 a department, $3 the latest
    // start of employment of those who are due for confirmation.
    GROUP (plan per value) = "SELECT s.id FROM staff s
        WHERE s.organization_id = $1 AND s.is_blocked = FALSE
            AND ($2 IS NULL OR s.department_id = $2)
            AND ($3 IS NULL
                OR (s.employment_confirmed_at IS NULL AND s.employment_start_date <= $3))
            AND NOT EXISTS (SELECT 1 FROM appraisals o
                WHERE o.organization_id = s.organization_id AND o.staff_id = s.id
                    AND o.status <> 'finalized')
        ORDER BY s.name_sort_key, s.id LIMIT $4";
    TEMPLATE_ITEMS = "SELECT category_label, objective, kpi_description, target_guidance, weight,
            sort_order
        FROM appraisal_template_items WHERE organization_id = $1 AND template_id = $2";
    CATALOG_ITEMS = "SELECT kind, label, description, target_guidance, weight, sort_order
        FROM catalog_items WHERE organization_id = $1";
    ADD = "INSERT INTO appraisals
        (organization_id, id, staff_id, review_type, period_from, period_to, role_category,
         is_manager_role, line_manager_staff_id, department_head_staff_id, template_id,
         template_name, status, waiting_since, revision, created_at, updated_at, job_title,
         department_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, $14, $14, $15, $16)
        ON CONFLICT (organization_id, staff_id) WHERE status <> 'finalized' DO NOTHING";
    ADD_ITEMS = "INSERT INTO appraisal_items
        (organization_id, id, appraisal_id, section, section_order, category_label, label,
         description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, TEXT, TEXT, TEXT, TEXT, BIGINT, BIGINT}";
    ADD_NARRATIVES = "INSERT INTO appraisal_narratives
        (organization_id, id, appraisal_id, section, question_key, question_text, sort_order)
        VALUES {rows: UUID, UUID, UUID, TEXT, TEXT, TEXT, BIGINT}";
}

/// A person who may be appraised, with the data that determines their template and reviewers.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::appraisal) struct Candidate {
    pub(in crate::appraisal) id: StaffId,
    pub(in crate::appraisal) name: String,
    pub(in crate::appraisal) job_title: Option<String>,
    pub(in crate::appraisal) department_id: Option<DepartmentId>,
    pub(in crate::appraisal) department_name: Option<String>,
    pub(in crate::appraisal) employment_start_date: NaiveDate,
    pub(in crate::appraisal) is_blocked: bool,
    pub(in crate::appraisal) role_key: String,
    pub(in crate::appraisal) line_manager_id: Option<StaffId>,
    pub(in crate::appraisal) line_manager_name: Option<String>,
    pub(in crate::appraisal) line_manager_is_blocked: Option<bool>,
    pub(in crate::appraisal) supervisor_staff_id: Option<StaffId>,
    pub(in crate::appraisal) supervisor_name: Option<String>,
    pub(in crate::appraisal) supervisor_is_blocked: Option<bool>,
    pub(in crate::appraisal) template_id: Option<TemplateId>,
    pub(in crate::appraisal) template_name: Option<String>,
    pub(in crate::appraisal) fallback_id: Option<TemplateId>,
    pub(in crate::appraisal) fallback_name: Option<String>,
    pub(in crate::appraisal) open_id: Option<AppraisalId>,
    pub(in crate::appraisal) last_category: Option<RoleCategory>,
    pub(in crate::appraisal) manages_people: bool,
}

#[derive(database::FromRow)]
struct TemplateItemRow {
    category_label: String,
    objective: String,
    kpi_description: String,
    target_guidance: String,
    weight: Weight,
    sort_order: i64,
}

#[derive(database::FromRow)]
struct CatalogItemRow {
    kind: CatalogKind,
    label: String,
    description: String,
    target_guidance: Option<String>,
    weight: Weight,
    sort_order: i64,
}

/// A row of a new appraisal's form.
#[derive(Debug)]
pub(in crate::appraisal) struct NewItem {
    section: Section,
    category_label: Option<String>,
    label: String,
    description: String,
    target_guidance: Option<String>,
    weight: Weight,
    sort_order: i64,
}

/// The row of a new appraisal.
#[derive(Debug)]
pub(in crate::appraisal) struct NewAppraisal<'a> {
    pub(in crate::appraisal) id: AppraisalId,
    pub(in crate::appraisal) staff: StaffId,
    pub(in crate::appraisal) job_title: Option<&'a str>,
    pub(in crate::appraisal) department: Option<DepartmentId>,
    pub(in crate::appraisal) terms: InitiationTerms,
    pub(in crate::appraisal) chain: Chain,
    pub(in crate::appraisal) template: TemplateId,
    pub(in crate::appraisal) template_name: &'a str,
    pub(in crate::appraisal) at: DateTime<Utc>,
}

pub(in crate::appraisal) async fn candidates(
    tx: &mut ReadTx,
    people: &[StaffId],
) -> Result<Vec<Candidate>> {
    let statement = tx.sql(CANDIDATES).bind(FALLBACK_TEMPLATE_NAME);
    Ok(statement.rows(people, Row::bind).all().await?)
}

/// The people of a group who have access and no open appraisal, by name.
pub(in crate::appraisal) async fn group(
    tx: &mut ReadTx,
    group: StaffGroup,
    today: NaiveDate,
    limit: usize,
) -> Result<Vec<StaffId>> {
    let (department, cutoff) = match group {
        StaffGroup::Everyone => (None, None),
        StaffGroup::DueForConfirmation => (None, Some(confirmation_due_cutoff(today))),
        StaffGroup::Department(department) => (Some(department), None),
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let statement = tx.sql(GROUP).bind(department).bind(cutoff).bind(limit);
    let rows: Vec<(StaffId,)> = statement.all().await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The rows of a form: the template's, then the catalogs'; the managerial set only for managers.
pub(in crate::appraisal) async fn form_items(
    tx: &mut ReadTx,
    template: TemplateId,
    is_manager_role: bool,
) -> Result<Vec<NewItem>> {
    let rows: Vec<TemplateItemRow> = tx.sql(TEMPLATE_ITEMS).bind(template).all().await?;
    let catalog: Vec<CatalogItemRow> = tx.sql(CATALOG_ITEMS).all().await?;
    let mut items: Vec<NewItem> = rows
        .into_iter()
        .map(|row| NewItem {
            section: Section::DeptKpi,
            category_label: Some(row.category_label),
            label: row.objective,
            description: row.kpi_description,
            target_guidance: Some(row.target_guidance),
            weight: row.weight,
            sort_order: row.sort_order,
        })
        .collect();
    let wanted = |row: &CatalogItemRow| match row.kind {
        CatalogKind::ManagerialCompetency => is_manager_role,
        CatalogKind::RiskComplianceKpi | CatalogKind::Competency | CatalogKind::Behaviour => true,
    };
    items.extend(catalog.into_iter().filter(wanted).map(|row| NewItem {
        section: row.kind.section(),
        category_label: None,
        label: row.label,
        description: row.description,
        target_guidance: row.target_guidance,
        weight: row.weight,
        sort_order: row.sort_order,
    }));
    Ok(items)
}

/// Writes the row; false when the subject has an open appraisal already.
pub(in crate::appraisal) async fn add(tx: &mut WriteTx, new: &NewAppraisal<'_>) -> Result<bool> {
    let added = tx
        .sql(ADD)
        .bind(new.id)
        .bind(new.staff)
        .bind(new.terms.review_type)
        .bind(new.terms.period_from)
        .bind(new.terms.period_to)
        .bind(new.terms.role_category)
        .bind(new.terms.is_manager_role)
        .bind(new.chain.line_manager)
        .bind(new.chain.department_head)
        .bind(new.template)
        .bind(new.template_name)
        .bind(Status::PendingSelf)
        .bind(new.at)
        .bind(new.job_title)
        .bind(new.department);
    Ok(added.execute().await? == 1)
}

pub(in crate::appraisal) async fn add_items(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    items: &[NewItem],
    mut id: impl FnMut() -> Uuid,
) -> Result<()> {
    let place = |section: Section| {
        let position = Section::ALL.iter().position(|it| *it == section);
        position.and_then(|it| i64::try_from(it).ok()).unwrap_or(i64::MAX)
    };
    tx.insert(ADD_ITEMS, items, |row, item| {
        row.bind(id())
            .bind(appraisal)
            .bind(item.section)
            .bind(place(item.section))
            .bind(item.category_label.as_deref())
            .bind(item.label.as_str())
            .bind(item.description.as_str())
            .bind(item.target_guidance.as_deref())
            .bind(item.weight)
            .bind(item.sort_order)
    })
    .execute()
    .await?;
    Ok(())
}

/// Copies the fixed question set into the appraisal.
pub(in crate::appraisal) async fn add_narratives(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    mut id: impl FnMut() -> NewId,
) -> Result<()> {
    tx.insert(ADD_NARRATIVES, (1_i64..).zip(&QUESTIONS), |row, (place, question)| {
        row.bind(id())
            .bind(appraisal)
            .bind(question.section)
            .bind(question.key)
            .bind(question.text)
            .bind(place)
    })
    .execute()
    .await?;
    Ok(())
}
