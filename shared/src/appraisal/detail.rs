//! An appraisal with all its details.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::stage::Action;
use super::vocabulary::{
    Band, NarrativeSection, ReviewAction, ReviewStage, ReviewType, RoleCategory, Section, Status,
};
use crate::date::strict_date;
use crate::id::{AppraisalId, AppraisalItemId, NarrativeId, ReviewId, StaffId, TemplateId};
use crate::patch::Patch;
use crate::rating::Rating;
use crate::scoring::{Post, Score, Scorecard, ScoredRow};
use crate::weight::Weight;

/// A person, by id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonReference {
    /// The member of staff.
    pub id: StaffId,
    /// Their name.
    pub name: String,
}

/// The subject of the appraisal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubjectReference {
    /// The member of staff.
    pub id: StaffId,
    /// Their name.
    pub name: String,
    /// Their post.
    pub job_title: Option<String>,
    /// Their department.
    pub department_name: Option<String>,
}

/// One scored row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct AppraisalItem {
    /// The id by which saves refer to the row.
    pub id: AppraisalItemId,
    /// The section of the row.
    pub section: Section,
    /// The category inside the department's KPIs; null for rows of a catalog.
    pub category_label: Option<String>,
    /// The label of the criterion.
    pub label: String,
    /// The description of the criterion.
    pub description: String,
    /// The measurement that counts as the target.
    pub target_guidance: Option<String>,
    /// Its weight.
    pub weight: Weight,
    /// The position in the section.
    pub sort_order: i64,
    /// The achievement as stated by the subject.
    pub actual_achievement: Option<String>,
    /// The subject's score; informational, it does not count.
    pub self_score: Option<Rating>,
    /// The line manager's score.
    pub supervisor_score: Option<Rating>,
    /// The line manager's comment.
    pub supervisor_comment: Option<String>,
}

impl AppraisalItem {
    /// The inputs to the score computation.
    pub fn scored_row(&self) -> ScoredRow {
        ScoredRow {
            section: self.section,
            weight: self.weight,
            supervisor_score: self.supervisor_score,
        }
    }
}

/// A free-text question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Narrative {
    /// Its id.
    pub id: NarrativeId,
    /// The section of the question.
    pub section: NarrativeSection,
    /// The key by which saves refer to the question.
    pub question_key: String,
    /// The text of the question at initiation.
    pub question_text: String,
    /// The text of the answer.
    pub answer: Option<String>,
    /// The position in the section.
    pub sort_order: i64,
}

/// One row of the development plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DevelopmentRow {
    /// The area to develop.
    pub area: Option<String>,
    /// The planned action.
    pub action: Option<String>,
    /// The support that the organization provides.
    pub support: Option<String>,
    /// The deadline.
    #[serde(deserialize_with = "strict_date")]
    pub target_date: Option<NaiveDate>,
}

/// One row of the performance improvement plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PipRow {
    /// The performance issue.
    pub issue: Option<String>,
    /// The expected improvement.
    pub expected_improvement: Option<String>,
    /// The planned action.
    pub action: Option<String>,
    /// The date of the next review.
    #[serde(deserialize_with = "strict_date")]
    pub review_date: Option<NaiveDate>,
}

/// The two grids of plan rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanRows {
    /// The development plan.
    pub development: Vec<DevelopmentRow>,
    /// The performance improvement plan.
    pub pip: Vec<PipRow>,
}

/// One row of the sign-off trail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Its id.
    pub id: ReviewId,
    /// The stage.
    pub stage: ReviewStage,
    /// The signatory.
    pub actor_staff_id: StaffId,
    /// The name of the signatory.
    pub actor_name: String,
    /// The action that was signed.
    pub action: ReviewAction,
    /// The comment of the signatory.
    pub comment: Option<String>,
    /// The time.
    pub created_at: DateTime<Utc>,
}

/// The effect of finalizing with `confirm` on the subject's employment; for human resources only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConfirmationOutlook {
    /// The start of the employment.
    pub employment_start_date: NaiveDate,
    /// The date of the confirmation, if it is confirmed.
    pub employment_confirmed_at: Option<NaiveDate>,
    /// Today, in the organization's time zone: the date that would be recorded.
    pub today: NaiveDate,
}

/// One appraisal, as the reader may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppraisalDetail {
    /// Its id.
    pub id: AppraisalId,
    /// The subject.
    pub staff_id: StaffId,
    /// The type of review.
    pub review_type: ReviewType,
    /// First day of the period.
    pub period_from: NaiveDate,
    /// Last day of the period.
    pub period_to: NaiveDate,
    /// The kind of post.
    pub role_category: RoleCategory,
    /// True on a manager's form.
    pub is_manager_role: bool,
    /// The line manager of the snapshot.
    pub line_manager_staff_id: StaffId,
    /// The department head of the snapshot.
    pub department_head_staff_id: Option<StaffId>,
    /// The template that was used.
    pub template_id: TemplateId,
    /// The name of the template at that time.
    pub template_name: String,
    /// The status of the appraisal.
    pub status: Status,
    /// Stamps of the stages, each with a time and a person.
    pub self_submitted_at: Option<DateTime<Utc>>,
    pub self_submitted_by_id: Option<StaffId>,
    pub lm_submitted_at: Option<DateTime<Utc>>,
    pub lm_submitted_by_id: Option<StaffId>,
    pub dept_head_approved_at: Option<DateTime<Utc>>,
    pub dept_head_approved_by_id: Option<StaffId>,
    pub md_approved_at: Option<DateTime<Utc>>,
    pub md_approved_by_id: Option<StaffId>,
    pub finalized_at: Option<DateTime<Utc>>,
    pub finalized_by_id: Option<StaffId>,
    /// The comment of the managing director.
    pub md_comment: Option<String>,
    /// The stamped KPI score.
    pub kpi_score: Option<Score>,
    /// The stamped competency score.
    pub competency_score: Option<Score>,
    /// The stamped behaviour score.
    pub behaviour_score: Option<Score>,
    /// The stamped overall score.
    pub overall_score: Option<Score>,
    /// The stamped band.
    pub overall_band: Option<Band>,
    /// The six fields of human resources: absent for all other readers.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_attendance_record: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_disciplinary_record: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_training_recommendation: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_salary_recommendation: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_promotion_recommendation: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_remarks: Patch<String>,
    /// The time of initiation.
    pub created_at: DateTime<Utc>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
    /// The start of the current stage.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The subject of the appraisal.
    pub staff: SubjectReference,
    /// The line manager of the snapshot.
    pub line_manager: PersonReference,
    /// The department head of the snapshot.
    pub department_head: Option<PersonReference>,
    /// The current holders of the role of managing director.
    pub managing_directors: Vec<PersonReference>,
    /// The scored rows, by section and place.
    pub items: Vec<AppraisalItem>,
    /// The questions, by section and place.
    pub narratives: Vec<Narrative>,
    /// The two grids.
    pub plan_rows: PlanRows,
    /// The sign-off trail, oldest first.
    pub reviews: Vec<Review>,
    /// The effect of finalizing on the employment: absent for everyone except human resources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<ConfirmationOutlook>,
    /// The actions that the reader may perform now.
    pub allowed_actions: Vec<Action>,
    /// Rows that count towards the score.
    pub item_count: u32,
    /// Rows among them that are scored.
    pub rated_count: u32,
    /// Grows with every change; a save based on an older revision is refused.
    pub revision: i64,
}

impl AppraisalDetail {
    /// The properties of the post that affect the scores.
    pub fn post(&self) -> Post {
        Post { role_category: self.role_category, is_manager_role: self.is_manager_role }
    }

    /// The scores of a finalized appraisal, with the counts of its rows; `None` before
    /// finalization.
    pub fn stamp(&self) -> Option<Scorecard> {
        Some(Scorecard {
            kpi_score: self.kpi_score?,
            competency_score: self.competency_score?,
            behaviour_score: self.behaviour_score?,
            overall_score: self.overall_score?,
            overall_band: self.overall_band?,
            item_count: self.item_count,
            rated_count: self.rated_count,
        })
    }

    /// The inputs to the score computation, by row.
    pub fn scored_rows(&self) -> Vec<ScoredRow> {
        self.items.iter().map(AppraisalItem::scored_row).collect()
    }
}
