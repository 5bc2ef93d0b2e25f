//! SQL of appraisals: single rows and lists.

pub(super) mod analytics;
pub(super) mod form;
pub(super) mod initiation;
pub(super) mod initiation_batch;
pub(super) mod listing;
pub(super) mod sorted;
pub(super) mod stuck;

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::detail::{AppraisalDetail, PersonReference, SubjectReference};
use shared::appraisal::save::HrInput;
use shared::appraisal::{Band, ReviewType, RoleCategory, Status};
use shared::error::Result;
use shared::id::{AppraisalId, StaffId, TemplateId};
use shared::scoring::{Score, Scorecard};
use uuid::Uuid;

use crate::collation::sort_key;
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

pub(super) use listing::{list, queue_length, role_holders};

statements! {
    FIND = "SELECT a.*, s.name AS staff_name, a.job_title, d.name AS department_name,
            s.employment_start_date, s.employment_confirmed_at,
            lm.name AS line_manager_name, dh.name AS department_head_name
        FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        LEFT JOIN departments d
            ON d.organization_id = a.organization_id AND d.id = a.department_id
        JOIN staff lm
            ON lm.organization_id = a.organization_id AND lm.id = a.line_manager_staff_id
        LEFT JOIN staff dh
            ON dh.organization_id = a.organization_id AND dh.id = a.department_head_staff_id
        WHERE a.organization_id = $1 AND a.id = $2";
    PREVIOUS = "SELECT id FROM appraisals
        WHERE organization_id = $1 AND staff_id = $2 AND status = 'finalized'
            AND id <> $3 AND finalized_at <= $4
        ORDER BY finalized_at DESC, id DESC LIMIT 1";
    // Sorted in Rust: with an ORDER BY, SQLite would scan all staff of the organization.
    MANAGING_DIRECTORS = "SELECT id, name FROM staff
        WHERE organization_id = $1 AND role_key = 'md' AND is_blocked = FALSE";
    // The first statement of every change: it loads and locks the appraisal until the end of the
    // transaction, so that it cannot change after the checks.
    LOCK = "UPDATE appraisals SET revision = revision + 1, updated_at = $3
        WHERE organization_id = $1 AND id = $2 RETURNING *";
    SUBMIT_SELF = "UPDATE appraisals SET status = $4, waiting_since = $5,
            self_submitted_at = $5, self_submitted_by_id = $6
        WHERE organization_id = $1 AND id = $2 AND status = $3";
    SUBMIT_REVIEW = "UPDATE appraisals SET status = $4, waiting_since = $5,
            lm_submitted_at = $5, lm_submitted_by_id = $6
        WHERE organization_id = $1 AND id = $2 AND status = $3";
    APPROVE_DEPT_HEAD = "UPDATE appraisals SET status = $4, waiting_since = $5,
            dept_head_approved_at = $5, dept_head_approved_by_id = $6
        WHERE organization_id = $1 AND id = $2 AND status = $3";
    APPROVE_MD = "UPDATE appraisals SET status = $4, waiting_since = $5,
            md_approved_at = $5, md_approved_by_id = $6, md_comment = $7
        WHERE organization_id = $1 AND id = $2 AND status = $3";
    FINALIZE = "UPDATE appraisals SET status = $4, waiting_since = $5,
            finalized_at = $5, finalized_by_id = $6, kpi_score = $7, competency_score = $8,
            behaviour_score = $9, overall_score = $10, overall_band = $11
        WHERE organization_id = $1 AND id = $2 AND status = $3";
    CONFIRM_EMPLOYMENT = "UPDATE staff SET employment_confirmed_at = $3, updated_at = $4
        WHERE organization_id = $1 AND id = $2 AND employment_confirmed_at IS NULL
            AND employment_start_date <= $3";
    EMPLOYMENT = "SELECT employment_start_date, employment_confirmed_at FROM staff
        WHERE organization_id = $1 AND id = $2";
    SAVE_HR = "UPDATE appraisals SET
            hr_attendance_record = CASE WHEN $3 THEN $4 ELSE hr_attendance_record END,
            hr_disciplinary_record = CASE WHEN $5 THEN $6 ELSE hr_disciplinary_record END,
            hr_training_recommendation =
                CASE WHEN $7 THEN $8 ELSE hr_training_recommendation END,
            hr_salary_recommendation = CASE WHEN $9 THEN $10 ELSE hr_salary_recommendation END,
            hr_promotion_recommendation =
                CASE WHEN $11 THEN $12 ELSE hr_promotion_recommendation END,
            hr_remarks = CASE WHEN $13 THEN $14 ELSE hr_remarks END
        WHERE organization_id = $1 AND id = $2";
}

/// The row of an appraisal.
#[derive(Debug, database::FromRow)]
pub(super) struct AppraisalRow {
    pub(super) id: AppraisalId,
    pub(super) staff_id: StaffId,
    pub(super) review_type: ReviewType,
    pub(super) period_from: NaiveDate,
    pub(super) period_to: NaiveDate,
    pub(super) role_category: RoleCategory,
    pub(super) is_manager_role: bool,
    pub(super) line_manager_staff_id: StaffId,
    pub(super) department_head_staff_id: Option<StaffId>,
    pub(super) template_id: TemplateId,
    pub(super) template_name: String,
    pub(super) status: Status,
    pub(super) waiting_since: DateTime<Utc>,
    pub(super) self_submitted_at: Option<DateTime<Utc>>,
    pub(super) self_submitted_by_id: Option<StaffId>,
    pub(super) lm_submitted_at: Option<DateTime<Utc>>,
    pub(super) lm_submitted_by_id: Option<StaffId>,
    pub(super) dept_head_approved_at: Option<DateTime<Utc>>,
    pub(super) dept_head_approved_by_id: Option<StaffId>,
    pub(super) md_approved_at: Option<DateTime<Utc>>,
    pub(super) md_approved_by_id: Option<StaffId>,
    pub(super) md_comment: Option<String>,
    pub(super) hr_attendance_record: Option<String>,
    pub(super) hr_disciplinary_record: Option<String>,
    pub(super) hr_training_recommendation: Option<String>,
    pub(super) hr_salary_recommendation: Option<String>,
    pub(super) hr_promotion_recommendation: Option<String>,
    pub(super) hr_remarks: Option<String>,
    pub(super) kpi_score: Option<Score>,
    pub(super) competency_score: Option<Score>,
    pub(super) behaviour_score: Option<Score>,
    pub(super) overall_score: Option<Score>,
    pub(super) overall_band: Option<Band>,
    pub(super) finalized_at: Option<DateTime<Utc>>,
    pub(super) finalized_by_id: Option<StaffId>,
    pub(super) revision: i64,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
}

/// The row with its names.
#[derive(Debug, database::FromRow)]
pub(super) struct DetailRow {
    #[sqlx(flatten)]
    pub(super) appraisal: AppraisalRow,
    staff_name: String,
    job_title: Option<String>,
    department_name: Option<String>,
    pub(super) employment_start_date: NaiveDate,
    pub(super) employment_confirmed_at: Option<NaiveDate>,
    line_manager_name: String,
    department_head_name: Option<String>,
}

impl DetailRow {
    pub(super) fn subject(&self) -> SubjectReference {
        SubjectReference {
            id: self.appraisal.staff_id,
            name: self.staff_name.clone(),
            job_title: self.job_title.clone(),
            department_name: self.department_name.clone(),
        }
    }

    pub(super) fn line_manager(&self) -> PersonReference {
        PersonReference {
            id: self.appraisal.line_manager_staff_id,
            name: self.line_manager_name.clone(),
        }
    }

    pub(super) fn department_head(&self) -> Option<PersonReference> {
        let id = self.appraisal.department_head_staff_id?;
        Some(PersonReference { id, name: self.department_head_name.clone()? })
    }
}

/// The start and the confirmation of the subject's employment.
#[derive(Clone, Copy, Debug, database::FromRow)]
pub(super) struct Employment {
    pub(super) employment_start_date: NaiveDate,
    pub(super) employment_confirmed_at: Option<NaiveDate>,
}

/// A sign-off: the two statuses, the time, and the person.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advance {
    pub(super) id: AppraisalId,
    pub(super) from: Status,
    pub(super) to: Status,
    pub(super) at: DateTime<Utc>,
    pub(super) by: StaffId,
}

/// The additional columns that a signature writes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stamp<'a> {
    SubmitSelf,
    SubmitReview,
    ApproveDeptHead,
    ApproveMd(Option<&'a str>),
    Finalize(&'a Scorecard),
}

pub(super) async fn find(tx: &mut ReadTx, id: AppraisalId) -> Result<Option<DetailRow>> {
    Ok(tx.sql(FIND).bind(id).optional().await?)
}

/// The other appraisal of the person that was the last to be finalized before this one began.
pub(super) async fn previous(
    tx: &mut ReadTx,
    current: &AppraisalDetail,
) -> Result<Option<AppraisalId>> {
    let query = tx.sql(PREVIOUS).bind(current.staff_id).bind(current.id).bind(current.created_at);
    let row: Option<(AppraisalId,)> = query.optional().await?;
    Ok(row.map(|(id,)| id))
}

pub(super) async fn managing_directors(tx: &mut ReadTx) -> Result<Vec<PersonReference>> {
    let mut rows: Vec<(StaffId, String)> = tx.sql(MANAGING_DIRECTORS).all().await?;
    rows.sort_by_cached_key(|(id, name)| (sort_key(name), *id));
    Ok(rows.into_iter().map(|(id, name)| PersonReference { id, name }).collect())
}

/// Loads and locks the appraisal until the end of the transaction; its revision is the new one.
pub(super) async fn lock(
    tx: &mut WriteTx,
    id: AppraisalId,
    now: DateTime<Utc>,
) -> Result<Option<AppraisalRow>> {
    Ok(tx.sql(LOCK).bind(id).bind(now).optional().await?)
}

/// Advances the appraisal; false when it was not in the expected status.
pub(super) async fn advance(tx: &mut WriteTx, advance: Advance, stamp: Stamp<'_>) -> Result<bool> {
    let Advance { id, from, to, at, by } = advance;
    let text = match stamp {
        Stamp::SubmitSelf => SUBMIT_SELF,
        Stamp::SubmitReview => SUBMIT_REVIEW,
        Stamp::ApproveDeptHead => APPROVE_DEPT_HEAD,
        Stamp::ApproveMd(_) => APPROVE_MD,
        Stamp::Finalize(_) => FINALIZE,
    };
    let statement = tx.sql(text).bind(id).bind(from).bind(to).bind(at).bind(by);
    let statement = match stamp {
        Stamp::SubmitSelf | Stamp::SubmitReview | Stamp::ApproveDeptHead => statement,
        Stamp::ApproveMd(comment) => statement.bind(comment),
        Stamp::Finalize(card) => statement
            .bind(card.kpi_score)
            .bind(card.competency_score)
            .bind(card.behaviour_score)
            .bind(card.overall_score)
            .bind(card.overall_band),
    };
    Ok(statement.execute().await? == 1)
}

/// Confirms the employment as of today; false when it is confirmed already or starts later.
pub(super) async fn confirm_employment(
    tx: &mut WriteTx,
    staff: StaffId,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> Result<bool> {
    let confirm = tx.sql(CONFIRM_EMPLOYMENT).bind(staff).bind(today).bind(now);
    Ok(confirm.execute().await? == 1)
}

pub(super) async fn employment(tx: &mut ReadTx, staff: StaffId) -> Result<Employment> {
    Ok(tx.sql(EMPLOYMENT).bind(staff).one().await?)
}

pub(super) async fn save_hr(tx: &mut WriteTx, id: AppraisalId, input: &HrInput) -> Result<()> {
    let mut statement = tx.sql(SAVE_HR).bind(id);
    for (_, member) in input.fields() {
        let text = member.value().map(String::as_str);
        statement = statement.bind(!member.is_absent()).bind(text);
    }
    statement.execute().await?;
    Ok(())
}

/// The id of a new row of the form.
pub(super) type NewId = Uuid;
