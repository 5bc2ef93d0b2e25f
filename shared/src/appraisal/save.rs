//! Inputs of the save and sign-off routes, and their validation.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::detail::{AppraisalItem, DevelopmentRow, Narrative, PipRow};
use super::vocabulary::{NarrativeSection, Outcome, ReviewType};
use crate::check::{Checks, is_blank};
use crate::error::{Code, Error, FieldCode, FieldError, Result};
use crate::id::AppraisalItemId;
use crate::patch::{Patch, null_clears, null_is_absent};
use crate::rating::Rating;

/// The maximum number of rows in one grid of a plan.
pub const PLAN_ROWS_MAX: usize = 50;

/// A change of the subject's part of one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SelfItemInput {
    /// The row.
    pub id: AppraisalItemId,
    /// 1 to 5, or null for unrated.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>))]
    pub self_score: Patch<Number>,
    /// The achievement.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub actual_achievement: Patch<String>,
}

/// A change of the line manager's part of one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReviewItemInput {
    /// The row.
    pub id: AppraisalItemId,
    /// 1 to 5, or null for unrated.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>))]
    pub supervisor_score: Patch<Number>,
    /// The comment on the score.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub supervisor_comment: Patch<String>,
}

/// A change of one answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NarrativeInput {
    /// The question.
    pub question_key: String,
    /// The text, or null to clear it.
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub answer: Patch<String>,
}

/// The grids that a save replaces; an absent grid stays unchanged, and null removes its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct PlanRowsInput {
    /// Replaces the development plan.
    #[serde(deserialize_with = "null_clears", skip_serializing_if = "Option::is_none")]
    pub development: Option<Vec<DevelopmentRow>>,
    /// Replaces the improvement plan.
    #[serde(deserialize_with = "null_clears", skip_serializing_if = "Option::is_none")]
    pub pip: Option<Vec<PipRow>>,
}

/// The fields that the subject saves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct SelfInput {
    /// The changed rows.
    #[serde(deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<SelfItemInput>>))]
    pub items: Vec<SelfItemInput>,
    /// The changed answers.
    #[serde(deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<NarrativeInput>>))]
    pub narratives: Vec<NarrativeInput>,
    /// The revision on which the save is based; an older one is refused, none merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
}

/// The fields that the line manager saves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ReviewInput {
    /// The changed rows.
    #[serde(deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<ReviewItemInput>>))]
    pub items: Vec<ReviewItemInput>,
    /// The changed answers.
    #[serde(deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<NarrativeInput>>))]
    pub narratives: Vec<NarrativeInput>,
    /// The replaced grids.
    #[serde(deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PlanRowsInput>))]
    pub plan_rows: PlanRowsInput,
    /// The revision on which the save is based; an older one is refused, none merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
}

/// The six fields that human resources saves, each kept, cleared or set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct HrInput {
    /// Attendance.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_attendance_record: Patch<String>,
    /// Discipline.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_disciplinary_record: Patch<String>,
    /// Training.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_training_recommendation: Patch<String>,
    /// Salary.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_salary_recommendation: Patch<String>,
    /// Promotion.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_promotion_recommendation: Patch<String>,
    /// Other remarks.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hr_remarks: Patch<String>,
    /// The revision on which the save is based; an older one is refused, none merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
}

/// The input of an approval.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct ApprovalInput {
    /// A free text.
    pub comment: Option<String>,
}

/// The input of a finalization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct FinalizeInput {
    /// The outcome of a probationary appraisal; refused for every other type.
    pub outcome: Option<Outcome>,
}

/// `None` keeps, `Some(None)` clears, `Some(Some(_))` sets.
pub type Change<T> = Option<Option<T>>;

/// A validated change of one row by the subject or the line manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemChange {
    /// The row.
    pub id: AppraisalItemId,
    /// The score of that side.
    pub score: Change<Rating>,
    /// The subject's achievement or the line manager's comment.
    pub text: Change<String>,
}

/// A validated change of one answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarrativeChange {
    /// The question.
    pub question_key: String,
    /// The change of the text.
    pub answer: Change<String>,
}

impl SelfInput {
    /// Validates everything that needs no database.
    ///
    /// Errors: 400 naming scores out of range, overlong texts, and duplicate rows or questions.
    pub fn check(self) -> Result<(Vec<ItemChange>, Vec<NarrativeChange>)> {
        let mut checks = Checks::new();
        unique(&mut checks, "items", "id", self.items.iter().map(|item| item.id));
        let items = self.items.into_iter().enumerate().map(|(position, item)| {
            let path = format!("items[{position}]");
            ItemChange {
                id: item.id,
                score: rating(&mut checks, &format!("{path}.selfScore"), item.self_score),
                text: text(
                    &mut checks,
                    &format!("{path}.actualAchievement"),
                    item.actual_achievement,
                ),
            }
        });
        let items = items.collect();
        let narratives = narratives(&mut checks, self.narratives);
        checks.finish()?;
        Ok((items, narratives))
    }
}

/// A validated save of the line manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewChanges {
    /// The changed rows.
    pub items: Vec<ItemChange>,
    /// The changed answers.
    pub narratives: Vec<NarrativeChange>,
    /// The replaced grids.
    pub plan_rows: PlanRowsInput,
}

impl ReviewInput {
    /// Validates everything that needs no database.
    ///
    /// Errors: 400 naming scores out of range, overlong texts, duplicate rows or questions, and
    /// plans with too many rows.
    pub fn check(self) -> Result<ReviewChanges> {
        let mut checks = Checks::new();
        unique(&mut checks, "items", "id", self.items.iter().map(|item| item.id));
        let mut items = Vec::with_capacity(self.items.len());
        for (position, item) in self.items.into_iter().enumerate() {
            let path = format!("items[{position}]");
            items.push(ItemChange {
                id: item.id,
                score: rating(
                    &mut checks,
                    &format!("{path}.supervisorScore"),
                    item.supervisor_score,
                ),
                text: text(
                    &mut checks,
                    &format!("{path}.supervisorComment"),
                    item.supervisor_comment,
                ),
            });
        }
        let narratives = narratives(&mut checks, self.narratives);
        check_plan_rows(&mut checks, &self.plan_rows);
        checks.finish()?;
        Ok(ReviewChanges { items, narratives, plan_rows: self.plan_rows })
    }
}

impl HrInput {
    /// The six fields by their JSON names.
    pub fn fields(&self) -> [(&'static str, &Patch<String>); 6] {
        [
            ("hrAttendanceRecord", &self.hr_attendance_record),
            ("hrDisciplinaryRecord", &self.hr_disciplinary_record),
            ("hrTrainingRecommendation", &self.hr_training_recommendation),
            ("hrSalaryRecommendation", &self.hr_salary_recommendation),
            ("hrPromotionRecommendation", &self.hr_promotion_recommendation),
            ("hrRemarks", &self.hr_remarks),
        ]
    }

    /// Errors: 400 naming overlong texts.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        for (name, member) in self.fields() {
            if let Some(value) = member.value() {
                checks.text(name, value);
            }
        }
        checks.finish()
    }
}

impl ApprovalInput {
    /// The comment; none when it is blank.
    ///
    /// Errors: 400 when it is too long.
    pub fn check(self) -> Result<Option<String>> {
        let mut checks = Checks::new();
        if let Some(comment) = &self.comment {
            checks.text("comment", comment);
        }
        checks.finish()?;
        Ok(self.comment.filter(|comment| !is_blank(comment)))
    }
}

impl FinalizeInput {
    /// The outcome is required for a probationary appraisal and refused for every other.
    ///
    /// Errors: 400 `OUTCOME_REQUIRED` and `OUTCOME_NOT_ALLOWED`.
    pub fn check(self, review_type: ReviewType) -> Result<Option<Outcome>> {
        match (review_type, self.outcome) {
            (ReviewType::Probationary, None) => Err(Error::invalid(
                Code::OutcomeRequired,
                "A probationary appraisal requires the outcome `confirm`.",
            )),
            (ReviewType::Annual | ReviewType::MidYear, Some(_)) => Err(Error::invalid(
                Code::OutcomeNotAllowed,
                "Only a probationary appraisal can have an outcome.",
            )),
            (_, outcome) => Ok(outcome),
        }
    }
}

/// The subject's missing input: rows without a self score, self questions without an answer.
pub fn self_gaps(items: &[AppraisalItem], narratives: &[Narrative]) -> Vec<FieldError> {
    let scores = (0_i64..).zip(items).filter_map(|(position, item)| {
        let score = item.self_score.map(|rating| rating.to_string());
        self_gap("items", position, &item.label, score.as_deref())
    });
    let answers = (0_i64..).zip(narratives).filter_map(|(position, narrative)| {
        let is_self_assessment = matches!(narrative.section, NarrativeSection::SelfAssessment);
        let text = &narrative.question_text;
        self_gap("narratives", position, text, narrative.answer.as_deref())
            .filter(|_| is_self_assessment)
    });
    scores.chain(answers).collect()
}

/// The error for one field of the subject's form whose input is missing or blank. `list` is `items`
/// or `narratives`.
pub fn self_gap(
    list: &str,
    position: i64,
    label: &str,
    answer: Option<&str>,
) -> Option<FieldError> {
    let member = if list == "items" { "selfScore" } else { "answer" };
    let is_missing = answer.is_none_or(is_blank);
    is_missing.then(|| gap(format!("{list}[{position}].{member}"), label))
}

/// The line manager's missing input: rows without a supervisor score, of either competency set.
pub fn review_gaps(items: &[AppraisalItem]) -> Vec<FieldError> {
    let unscored = items.iter().enumerate().filter(|(_, item)| item.supervisor_score.is_none());
    unscored
        .map(|(position, item)| gap(format!("items[{position}].supervisorScore"), &item.label))
        .collect()
}

/// Errors: 400 `INCOMPLETE` naming every gap, if there is one.
pub fn require_complete(gaps: Vec<FieldError>) -> Result<()> {
    if gaps.is_empty() {
        return Ok(());
    }
    Err(Error::invalid_with(Code::Incomplete, "Required items are missing.", gaps))
}

fn gap(field: String, label: &str) -> FieldError {
    FieldError::new(field, FieldCode::Missing, label)
}

fn rating(checks: &mut Checks, field: &str, member: Patch<Number>) -> Change<Rating> {
    Some(match member.change()? {
        None => None,
        Some(number) => match Rating::try_from(&number) {
            Ok(rating) => Some(rating),
            Err(error) => {
                checks.add(field, error.code(), error.to_string());
                None
            }
        },
    })
}

fn text(checks: &mut Checks, field: &str, member: Patch<String>) -> Change<String> {
    let change = member.change();
    if let Some(Some(value)) = &change {
        checks.text(field, value);
    }
    change
}

fn narratives(checks: &mut Checks, inputs: Vec<NarrativeInput>) -> Vec<NarrativeChange> {
    let keys = inputs.iter().map(|input| input.question_key.clone());
    unique(checks, "narratives", "questionKey", keys);
    inputs
        .into_iter()
        .enumerate()
        .map(|(position, input)| NarrativeChange {
            question_key: input.question_key,
            answer: text(checks, &format!("narratives[{position}].answer"), input.answer),
        })
        .collect()
}

fn unique<T: Eq + std::hash::Hash>(
    checks: &mut Checks,
    list: &str,
    member: &str,
    values: impl Iterator<Item = T>,
) {
    let mut seen = HashSet::new();
    for (position, value) in values.enumerate() {
        if !seen.insert(value) {
            let field = format!("{list}[{position}].{member}");
            checks.add(field, FieldCode::Duplicate, "Duplicate entry.");
        }
    }
}

fn check_plan_rows(checks: &mut Checks, plan: &PlanRowsInput) {
    let development = plan.development.as_deref().unwrap_or_default();
    let pip = plan.pip.as_deref().unwrap_or_default();
    for (name, length) in [("development", development.len()), ("pip", pip.len())] {
        if length > PLAN_ROWS_MAX {
            let message = format!("Maximum {PLAN_ROWS_MAX} rows.");
            checks.add(format!("planRows.{name}"), FieldCode::TooMany, message);
        }
    }
    for (position, row) in development.iter().enumerate() {
        let path = format!("planRows.development[{position}]");
        let texts = [("area", &row.area), ("action", &row.action), ("support", &row.support)];
        plan_row(checks, &path, &texts, ("targetDate", row.target_date));
    }
    for (position, row) in pip.iter().enumerate() {
        let path = format!("planRows.pip[{position}]");
        let texts = [
            ("issue", &row.issue),
            ("expectedImprovement", &row.expected_improvement),
            ("action", &row.action),
        ];
        plan_row(checks, &path, &texts, ("reviewDate", row.review_date));
    }
}

fn plan_row(
    checks: &mut Checks,
    path: &str,
    texts: &[(&str, &Option<String>)],
    (date_name, date): (&str, Option<chrono::NaiveDate>),
) {
    for (name, value) in texts {
        if let Some(value) = value {
            checks.text(&format!("{path}.{name}"), value);
        }
    }
    if let Some(date) = date {
        checks.date(&format!("{path}.{date_name}"), date);
    }
}
