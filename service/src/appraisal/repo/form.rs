//! SQL of the form: rows, answers, plans and the trail.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::detail::{
    AppraisalItem, DevelopmentRow, Narrative, PipRow, PlanRows, Review,
};
use shared::appraisal::save::{ItemChange, NarrativeChange, PlanRowsInput};
use shared::appraisal::{NarrativeSection, PlanKind, ReviewAction, ReviewStage};
use shared::error::Result;
use shared::id::{AppraisalId, StaffId};

use super::NewId;
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    ITEMS = "SELECT id, section, category_label, label, description, target_guidance, weight,
            sort_order, actual_achievement, self_score, supervisor_score, supervisor_comment
        FROM appraisal_items WHERE organization_id = $1 AND appraisal_id = $2
        ORDER BY section_order, sort_order, id";
    NARRATIVES = "SELECT id, section, question_key, question_text, answer, sort_order
        FROM appraisal_narratives WHERE organization_id = $1 AND appraisal_id = $2
        ORDER BY sort_order, id";
    PLAN_ROWS = "SELECT kind, area, action, support, target_date, issue, expected_improvement,
            review_date
        FROM appraisal_plan_rows WHERE organization_id = $1 AND appraisal_id = $2
        ORDER BY kind, sort_order";
    REVIEWS = "SELECT r.id, r.stage, r.actor_staff_id, s.name AS actor_name, r.action, r.comment,
            r.created_at
        FROM appraisal_reviews r
        JOIN staff s ON s.organization_id = r.organization_id AND s.id = r.actor_staff_id
        WHERE r.organization_id = $1 AND r.appraisal_id = $2 ORDER BY r.created_at, r.id";
    ADD_REVIEW = "INSERT INTO appraisal_reviews
        (organization_id, id, appraisal_id, stage, actor_staff_id, action, comment, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    // The subject's required input: every row's score and every self question, in one statement.
    SELF_ANSWERS = "SELECT 'items' AS list, label,
            ROW_NUMBER() OVER (ORDER BY section_order, sort_order, id) - 1 AS position,
            CAST(self_score AS TEXT) AS answer
        FROM appraisal_items WHERE organization_id = $1 AND appraisal_id = $2
        UNION ALL
        SELECT 'narratives' AS list, question_text AS label,
            ROW_NUMBER() OVER (ORDER BY sort_order, id) - 1 AS position, answer
        FROM appraisal_narratives
        WHERE organization_id = $1 AND appraisal_id = $2 AND section = 'self_assessment'
        ORDER BY list, position";
    SAVE_SELF_ITEMS = "WITH given (id, sets_score, score, sets_text, text)
            AS (VALUES {rows: UUID, BOOLEAN, BIGINT, BOOLEAN, TEXT})
        UPDATE appraisal_items SET
            self_score = CASE WHEN given.sets_score THEN given.score ELSE self_score END,
            actual_achievement =
                CASE WHEN given.sets_text THEN given.text ELSE actual_achievement END
        FROM given
        WHERE organization_id = $1 AND appraisal_id = $2 AND appraisal_items.id = given.id";
    SAVE_REVIEW_ITEMS = "WITH given (id, sets_score, score, sets_text, text)
            AS (VALUES {rows: UUID, BOOLEAN, BIGINT, BOOLEAN, TEXT})
        UPDATE appraisal_items SET
            supervisor_score =
                CASE WHEN given.sets_score THEN given.score ELSE supervisor_score END,
            supervisor_comment =
                CASE WHEN given.sets_text THEN given.text ELSE supervisor_comment END
        FROM given
        WHERE organization_id = $1 AND appraisal_id = $2 AND appraisal_items.id = given.id";
    SAVE_SELF_ANSWERS = "WITH given (question_key, sets_answer, answer)
            AS (VALUES {rows: TEXT, BOOLEAN, TEXT})
        UPDATE appraisal_narratives SET answer =
            CASE WHEN given.sets_answer THEN given.answer ELSE appraisal_narratives.answer END
        FROM given
        WHERE organization_id = $1 AND appraisal_id = $2 AND section = 'self_assessment'
            AND appraisal_narratives.question_key = given.question_key";
    SAVE_REVIEW_ANSWERS = "WITH given (question_key, sets_answer, answer)
            AS (VALUES {rows: TEXT, BOOLEAN, TEXT})
        UPDATE appraisal_narratives SET answer =
            CASE WHEN given.sets_answer THEN given.answer ELSE appraisal_narratives.answer END
        FROM given
        WHERE organization_id = $1 AND appraisal_id = $2
            AND section IN ('supervisor_assessment', 'career_discussion')
            AND appraisal_narratives.question_key = given.question_key";
    REMOVE_PLAN_ROWS = "DELETE FROM appraisal_plan_rows
        WHERE organization_id = $1 AND appraisal_id = $2 AND kind IN ($3, $4)";
    ADD_PLAN_ROWS = "INSERT INTO appraisal_plan_rows
        (organization_id, id, appraisal_id, kind, sort_order, area, action, support, target_date,
         issue, expected_improvement, review_date)
        VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, TEXT, TEXT, TEXT, DATE, TEXT, TEXT, DATE}";
}

/// The side whose part of the form is concerned.
#[derive(Clone, Copy, Debug)]
pub(in crate::appraisal) enum Side {
    Subject,
    LineManager,
}

#[derive(database::FromRow)]
struct PlanRow {
    kind: PlanKind,
    area: Option<String>,
    action: Option<String>,
    support: Option<String>,
    target_date: Option<NaiveDate>,
    issue: Option<String>,
    expected_improvement: Option<String>,
    review_date: Option<NaiveDate>,
}

/// A field that the subject has to fill in.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct SelfAnswer {
    pub(in crate::appraisal) list: String,
    pub(in crate::appraisal) position: i64,
    pub(in crate::appraisal) label: String,
    pub(in crate::appraisal) answer: Option<String>,
}

/// A sign-off for the trail.
#[derive(Debug)]
pub(in crate::appraisal) struct NewReview<'a> {
    pub(in crate::appraisal) id: NewId,
    pub(in crate::appraisal) stage: ReviewStage,
    pub(in crate::appraisal) actor: StaffId,
    pub(in crate::appraisal) comment: Option<&'a str>,
    pub(in crate::appraisal) at: DateTime<Utc>,
}

pub(in crate::appraisal) async fn items(
    tx: &mut ReadTx,
    appraisal: AppraisalId,
) -> Result<Vec<AppraisalItem>> {
    Ok(tx.sql(ITEMS).bind(appraisal).all().await?)
}

pub(in crate::appraisal) async fn narratives(
    tx: &mut ReadTx,
    appraisal: AppraisalId,
) -> Result<Vec<Narrative>> {
    Ok(tx.sql(NARRATIVES).bind(appraisal).all().await?)
}

pub(in crate::appraisal) async fn plan_rows(
    tx: &mut ReadTx,
    appraisal: AppraisalId,
) -> Result<PlanRows> {
    let rows: Vec<PlanRow> = tx.sql(PLAN_ROWS).bind(appraisal).all().await?;
    let mut plan = PlanRows::default();
    for row in rows {
        match row.kind {
            PlanKind::Development => plan.development.push(DevelopmentRow {
                area: row.area,
                action: row.action,
                support: row.support,
                target_date: row.target_date,
            }),
            PlanKind::Pip => plan.pip.push(PipRow {
                issue: row.issue,
                expected_improvement: row.expected_improvement,
                action: row.action,
                review_date: row.review_date,
            }),
        }
    }
    Ok(plan)
}

pub(in crate::appraisal) async fn reviews(
    tx: &mut ReadTx,
    appraisal: AppraisalId,
) -> Result<Vec<Review>> {
    Ok(tx.sql(REVIEWS).bind(appraisal).all().await?)
}

pub(in crate::appraisal) async fn add_review(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    review: NewReview<'_>,
) -> Result<()> {
    tx.sql(ADD_REVIEW)
        .bind(review.id)
        .bind(appraisal)
        .bind(review.stage)
        .bind(review.actor)
        .bind(ReviewAction::Approved)
        .bind(review.comment)
        .bind(review.at)
        .execute()
        .await?;
    Ok(())
}

pub(in crate::appraisal) async fn self_answers(
    tx: &mut ReadTx,
    appraisal: AppraisalId,
) -> Result<Vec<SelfAnswer>> {
    Ok(tx.sql(SELF_ANSWERS).bind(appraisal).all().await?)
}

/// Changes rows of the form; false when one of them does not belong to it.
pub(in crate::appraisal) async fn save_items(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    side: Side,
    changes: &[ItemChange],
) -> Result<bool> {
    let text = match side {
        Side::Subject => SAVE_SELF_ITEMS,
        Side::LineManager => SAVE_REVIEW_ITEMS,
    };
    let rows = tx.sql(text).bind(appraisal).rows(changes, |row, change| {
        row.bind(change.id)
            .bind(change.score.is_some())
            .bind(change.score.flatten())
            .bind(change.text.is_some())
            .bind(change.text.as_ref().and_then(Option::as_deref))
    });
    Ok(usize::try_from(rows.execute().await?) == Ok(changes.len()))
}

/// Changes answers of the side's questions; false when a question does not belong to the side.
pub(in crate::appraisal) async fn save_answers(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    side: Side,
    changes: &[NarrativeChange],
) -> Result<bool> {
    let text = match side {
        Side::Subject => SAVE_SELF_ANSWERS,
        Side::LineManager => SAVE_REVIEW_ANSWERS,
    };
    let rows = tx.sql(text).bind(appraisal).rows(changes, |row, change| {
        row.bind(change.question_key.as_str())
            .bind(change.answer.is_some())
            .bind(change.answer.as_ref().and_then(Option::as_deref))
    });
    Ok(usize::try_from(rows.execute().await?) == Ok(changes.len()))
}

/// Replaces the grids that were sent; the others stay unchanged.
pub(in crate::appraisal) async fn replace_plan_rows(
    tx: &mut WriteTx,
    appraisal: AppraisalId,
    plan: &PlanRowsInput,
    mut id: impl FnMut() -> NewId,
) -> Result<()> {
    let development = plan.development.as_ref().map(|_| PlanKind::Development);
    let pip = plan.pip.as_ref().map(|_| PlanKind::Pip);
    let Some(first) = development.or(pip) else { return Ok(()) };
    let remove = tx.sql(REMOVE_PLAN_ROWS).bind(appraisal);
    remove.bind(first).bind(pip.unwrap_or(first)).execute().await?;
    let development = plan.development.iter().flatten().map(|row| PlanRow {
        kind: PlanKind::Development,
        area: row.area.clone(),
        action: row.action.clone(),
        support: row.support.clone(),
        target_date: row.target_date,
        issue: None,
        expected_improvement: None,
        review_date: None,
    });
    let pip = plan.pip.iter().flatten().map(|row| PlanRow {
        kind: PlanKind::Pip,
        area: None,
        action: row.action.clone(),
        support: None,
        target_date: None,
        issue: row.issue.clone(),
        expected_improvement: row.expected_improvement.clone(),
        review_date: row.review_date,
    });
    tx.insert(ADD_PLAN_ROWS, (1_i64..).zip(development.chain(pip)), |row, (place, it)| {
        row.bind(id())
            .bind(appraisal)
            .bind(it.kind)
            .bind(place)
            .bind(it.area)
            .bind(it.action)
            .bind(it.support)
            .bind(it.target_date)
            .bind(it.issue)
            .bind(it.expected_improvement)
            .bind(it.review_date)
    })
    .execute()
    .await?;
    Ok(())
}

impl Side {
    /// Returns true if this side answers the question.
    pub(in crate::appraisal) fn answers(self, narrative: &Narrative) -> bool {
        match narrative.section {
            NarrativeSection::SelfAssessment => matches!(self, Self::Subject),
            NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion => {
                matches!(self, Self::LineManager)
            }
            NarrativeSection::EmployeeComment => false,
        }
    }
}
