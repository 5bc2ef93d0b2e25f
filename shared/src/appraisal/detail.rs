//! The shape of one appraisal, with everything that belongs to it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::desk::Action;
use super::vocabulary::{
    Band, NarrativeSection, ReviewAction, ReviewStage, ReviewType, RoleCategory, Section, Status,
};
use crate::id::{AppraisalId, AppraisalItemId, NarrativeId, ReviewId, StaffId, TemplateId};
use crate::member::Member;
use crate::moment;
use crate::rating::Rating;
use crate::scoring::{Post, Score, ScoredRow};
use crate::weight::Weight;

/// A person, by id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonReference {
    /// Who.
    pub id: StaffId,
    /// Their name.
    pub name: String,
}

/// The person appraised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubjectReference {
    /// Who.
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
#[serde(rename_all = "camelCase")]
pub struct AppraisalItem {
    /// Its id, by which saves address it.
    pub id: AppraisalItemId,
    /// Where it stands.
    pub section: Section,
    /// The category inside the department's KPIs; null for rows of a catalog.
    pub category_label: Option<String>,
    /// What is scored.
    pub label: String,
    /// What that means.
    pub description: String,
    /// What would be good.
    pub target_guidance: Option<String>,
    /// Its weight.
    pub weight: Weight,
    /// Its place in the section.
    pub sort_order: i64,
    /// What the subject says was achieved.
    pub actual_achievement: Option<String>,
    /// The subject's score; feeds nothing.
    pub self_score: Option<Rating>,
    /// The line manager's score.
    pub supervisor_score: Option<Rating>,
    /// The line manager's comment.
    pub supervisor_comment: Option<String>,
}

impl AppraisalItem {
    /// What the computation needs of the row.
    pub fn scored_row(&self) -> ScoredRow {
        ScoredRow {
            section: self.section,
            weight: self.weight,
            supervisor_score: self.supervisor_score,
        }
    }
}

/// One free-text question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Narrative {
    /// Its id.
    pub id: NarrativeId,
    /// Where it stands.
    pub section: NarrativeSection,
    /// The key by which saves address it.
    pub question_key: String,
    /// The question, as it was asked at initiation.
    pub question_text: String,
    /// The answer.
    pub answer: Option<String>,
    /// Its place.
    pub sort_order: i64,
}

/// One row of the development plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DevelopmentRow {
    /// What to develop.
    pub area: Option<String>,
    /// What will be done.
    pub action: Option<String>,
    /// What the house gives.
    pub support: Option<String>,
    /// By when.
    #[serde(serialize_with = "moment::write")]
    pub target_date: Option<NaiveDate>,
}

/// One row of the performance improvement plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PipRow {
    /// What is not good enough.
    pub issue: Option<String>,
    /// What is expected.
    pub expected_improvement: Option<String>,
    /// What will be done.
    pub action: Option<String>,
    /// When it is looked at again.
    #[serde(serialize_with = "moment::write")]
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
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Its id.
    pub id: ReviewId,
    /// The desk.
    pub stage: ReviewStage,
    /// Who signed.
    pub actor_staff_id: StaffId,
    /// Their name.
    pub actor_name: String,
    /// What they did.
    pub action: ReviewAction,
    /// What they said.
    pub comment: Option<String>,
    /// When.
    #[serde(serialize_with = "moment::write")]
    pub created_at: DateTime<Utc>,
}

/// What finalizing with `confirm` would do to the subject's employment; for human resources only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConfirmationOutlook {
    /// When the employment started.
    #[serde(serialize_with = "moment::write")]
    pub employment_start_date: NaiveDate,
    /// When it was confirmed, if it was.
    #[serde(serialize_with = "moment::write")]
    pub employment_confirmed_at: Option<NaiveDate>,
    /// Today, in the organization's time zone: the date that would be set.
    #[serde(serialize_with = "moment::write")]
    pub today: NaiveDate,
}

/// One appraisal, as one reader may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppraisalDetail {
    /// Its id.
    pub id: AppraisalId,
    /// The subject.
    pub staff_id: StaffId,
    /// Why it is held.
    pub review_type: ReviewType,
    /// First day of the period.
    #[serde(serialize_with = "moment::write")]
    pub period_from: NaiveDate,
    /// Last day of the period.
    #[serde(serialize_with = "moment::write")]
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
    /// Its name at that time.
    pub template_name: String,
    /// Where the appraisal stands.
    pub status: Status,
    /// Stamps of the desks, each with a time and a person.
    #[serde(serialize_with = "moment::write")]
    pub self_submitted_at: Option<DateTime<Utc>>,
    pub self_submitted_by_id: Option<StaffId>,
    #[serde(serialize_with = "moment::write")]
    pub lm_submitted_at: Option<DateTime<Utc>>,
    pub lm_submitted_by_id: Option<StaffId>,
    #[serde(serialize_with = "moment::write")]
    pub dept_head_approved_at: Option<DateTime<Utc>>,
    pub dept_head_approved_by_id: Option<StaffId>,
    #[serde(serialize_with = "moment::write")]
    pub md_approved_at: Option<DateTime<Utc>>,
    pub md_approved_by_id: Option<StaffId>,
    #[serde(serialize_with = "moment::write")]
    pub finalized_at: Option<DateTime<Utc>>,
    pub finalized_by_id: Option<StaffId>,
    /// What the managing director said.
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
    /// The six fields of human resources: absent for everybody else.
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_attendance_record: Member<String>,
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_disciplinary_record: Member<String>,
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_training_recommendation: Member<String>,
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_salary_recommendation: Member<String>,
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_promotion_recommendation: Member<String>,
    #[serde(default, skip_serializing_if = "Member::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_remarks: Member<String>,
    /// When it was initiated.
    #[serde(serialize_with = "moment::write")]
    pub created_at: DateTime<Utc>,
    /// When anything of it last changed.
    #[serde(serialize_with = "moment::write")]
    pub updated_at: DateTime<Utc>,
    /// Since when the desk that holds it has held it.
    #[serde(serialize_with = "moment::write")]
    pub waiting_since: Option<DateTime<Utc>>,
    /// The person appraised.
    pub staff: SubjectReference,
    /// The line manager of the snapshot.
    pub line_manager: PersonReference,
    /// The department head of the snapshot.
    pub department_head: Option<PersonReference>,
    /// Whoever has the role of managing director now.
    pub managing_directors: Vec<PersonReference>,
    /// The scored rows, by section and place.
    pub items: Vec<AppraisalItem>,
    /// The questions, by section and place.
    pub narratives: Vec<Narrative>,
    /// The two grids.
    pub plan_rows: PlanRows,
    /// The trail, oldest first.
    pub reviews: Vec<Review>,
    /// What finalizing would do to the employment: absent for everybody but human resources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<ConfirmationOutlook>,
    /// What the reader may do now.
    pub allowed_actions: Vec<Action>,
    /// Rows that take part in the arithmetic.
    pub item_count: u32,
    /// Those of them that are scored.
    pub rated_count: u32,
    /// Grows with every change; a save that names an older one is refused.
    pub revision: i64,
}

impl AppraisalDetail {
    /// The post, as far as the arithmetic cares.
    pub fn post(&self) -> Post {
        Post { role_category: self.role_category, is_manager_role: self.is_manager_role }
    }

    /// What the computation needs of the rows.
    pub fn scored_rows(&self) -> Vec<ScoredRow> {
        self.items.iter().map(AppraisalItem::scored_row).collect()
    }
}
