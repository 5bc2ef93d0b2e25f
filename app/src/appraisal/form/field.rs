//! The autosaved fields of the form: their keys and values.

use serde::{Deserialize, Serialize};
use shared::appraisal::detail::{AppraisalDetail, AppraisalItem, Narrative, PlanRows};
use shared::appraisal::{Action, NarrativeSection, PlanKind};
use shared::id::{AppraisalItemId, NarrativeId};
use shared::rating::Rating;

use super::plan::{self, PlanLine};

/// One of the six fields that only HR sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HrField {
    Attendance,
    Discipline,
    Training,
    Salary,
    Promotion,
    Remarks,
}

impl HrField {
    /// All six fields, in the order of the form.
    pub const ALL: [Self; 6] = [
        Self::Attendance,
        Self::Discipline,
        Self::Training,
        Self::Salary,
        Self::Promotion,
        Self::Remarks,
    ];

    /// The JSON name, which the server uses in its errors.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Attendance => "hrAttendanceRecord",
            Self::Discipline => "hrDisciplinaryRecord",
            Self::Training => "hrTrainingRecommendation",
            Self::Salary => "hrSalaryRecommendation",
            Self::Promotion => "hrPromotionRecommendation",
            Self::Remarks => "hrRemarks",
        }
    }
}

/// A field of the form. Its text form is the id of the element and the storage key of an unsent
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldKey {
    /// The subject's score of a row.
    SelfScore(AppraisalItemId),
    /// The subject's achievement on a row.
    Achievement(AppraisalItemId),
    /// The subject's answer to a question.
    SelfAnswer(NarrativeId),
    /// The line manager's score of a row.
    SupervisorScore(AppraisalItemId),
    /// The line manager's comment on a row.
    Comment(AppraisalItemId),
    /// The line manager's answer to a question.
    ReviewAnswer(NarrativeId),
    /// A plan grid.
    Plan(PlanKind),
    /// An HR field.
    Hr(HrField),
}

impl FieldKey {
    /// The save action that the field belongs to.
    pub const fn action(self) -> Action {
        match self {
            Self::SelfScore(_) | Self::Achievement(_) | Self::SelfAnswer(_) => Action::SaveSelf,
            Self::SupervisorScore(_) | Self::Comment(_) | Self::ReviewAnswer(_) | Self::Plan(_) => {
                Action::SaveReview
            }
            Self::Hr(_) => Action::SaveHr,
        }
    }

    /// The key of the answer to a question; `None` for a section that is not answered on the form.
    pub fn answer(narrative: &Narrative) -> Option<Self> {
        match narrative.section {
            NarrativeSection::SelfAssessment => Some(Self::SelfAnswer(narrative.id)),
            NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion => {
                Some(Self::ReviewAnswer(narrative.id))
            }
            NarrativeSection::EmployeeComment => None,
        }
    }
}

impl std::fmt::Display for FieldKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SelfScore(id) => write!(formatter, "self-score-{id}"),
            Self::Achievement(id) => write!(formatter, "achievement-{id}"),
            Self::SelfAnswer(id) => write!(formatter, "self-answer-{id}"),
            Self::SupervisorScore(id) => write!(formatter, "supervisor-score-{id}"),
            Self::Comment(id) => write!(formatter, "comment-{id}"),
            Self::ReviewAnswer(id) => write!(formatter, "review-answer-{id}"),
            Self::Plan(kind) => write!(formatter, "plan-{kind}"),
            Self::Hr(field) => write!(formatter, "hr-{}", field.as_str()),
        }
    }
}

impl std::str::FromStr for FieldKey {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        fn id<T: std::str::FromStr>(text: &str, prefix: &str) -> Option<T> {
            text.strip_prefix(prefix)?.parse().ok()
        }
        let hr = |text: &str| {
            let name = text.strip_prefix("hr-")?;
            HrField::ALL.into_iter().find(|field| field.as_str() == name)
        };
        id(text, "self-score-")
            .map(Self::SelfScore)
            .or_else(|| id(text, "achievement-").map(Self::Achievement))
            .or_else(|| id(text, "self-answer-").map(Self::SelfAnswer))
            .or_else(|| id(text, "supervisor-score-").map(Self::SupervisorScore))
            .or_else(|| id(text, "comment-").map(Self::Comment))
            .or_else(|| id(text, "review-answer-").map(Self::ReviewAnswer))
            .or_else(|| id(text, "plan-").map(Self::Plan))
            .or_else(|| hr(text).map(Self::Hr))
            .ok_or(())
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldValue {
    /// A score, or none yet.
    Score(Option<Rating>),
    /// A text; blank if there is none.
    Text(String),
    /// The rows of a plan.
    Plan(Vec<PlanLine>),
}

impl FieldValue {
    /// The text of a text field; empty for other fields.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Score(_) | Self::Plan(_) => "",
        }
    }

    /// The score of a score field; `None` for other fields.
    pub const fn score(&self) -> Option<Rating> {
        match self {
            Self::Score(score) => *score,
            Self::Text(_) | Self::Plan(_) => None,
        }
    }

    /// The rows of a plan; empty for other fields.
    pub fn lines(&self) -> &[PlanLine] {
        match self {
            Self::Plan(lines) => lines,
            Self::Score(_) | Self::Text(_) => &[],
        }
    }

    /// The value as plain text, for copying.
    pub fn readable(&self) -> String {
        match self {
            Self::Score(None) => String::new(),
            Self::Score(Some(score)) => score.to_string(),
            Self::Text(text) => text.clone(),
            Self::Plan(lines) => {
                lines.iter().map(PlanLine::readable).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// Every field of the form with the value that the server sent.
pub fn fields_of(detail: &AppraisalDetail) -> Vec<(FieldKey, FieldValue)> {
    let mut fields = Vec::new();
    fields.extend(detail.items.iter().flat_map(row_fields));
    fields.extend(detail.narratives.iter().filter_map(|narrative| {
        Some((FieldKey::answer(narrative)?, text(narrative.answer.as_ref())))
    }));
    fields.extend(PlanKind::ALL.iter().map(|kind| plan_field(*kind, &detail.plan_rows)));
    fields.extend(hr_fields(detail));
    fields
}

fn row_fields(item: &AppraisalItem) -> [(FieldKey, FieldValue); 4] {
    [
        (FieldKey::SelfScore(item.id), FieldValue::Score(item.self_score)),
        (FieldKey::Achievement(item.id), text(item.actual_achievement.as_ref())),
        (FieldKey::SupervisorScore(item.id), FieldValue::Score(item.supervisor_score)),
        (FieldKey::Comment(item.id), text(item.supervisor_comment.as_ref())),
    ]
}

fn plan_field(kind: PlanKind, rows: &PlanRows) -> (FieldKey, FieldValue) {
    (FieldKey::Plan(kind), FieldValue::Plan(plan::lines_of(kind, rows)))
}

fn hr_fields(detail: &AppraisalDetail) -> [(FieldKey, FieldValue); 6] {
    HrField::ALL.map(|field| (FieldKey::Hr(field), text(hr_text(detail, field))))
}

/// The text of one of the six fields of human resources.
pub fn hr_text(detail: &AppraisalDetail, field: HrField) -> Option<&String> {
    let member = match field {
        HrField::Attendance => &detail.hr_attendance_record,
        HrField::Discipline => &detail.hr_disciplinary_record,
        HrField::Training => &detail.hr_training_recommendation,
        HrField::Salary => &detail.hr_salary_recommendation,
        HrField::Promotion => &detail.hr_promotion_recommendation,
        HrField::Remarks => &detail.hr_remarks,
    };
    member.value()
}

fn text(value: Option<&String>) -> FieldValue {
    FieldValue::Text(value.cloned().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "018f3a52-0000-7000-8000-000000000001";

    #[test]
    fn every_key_is_read_back_from_its_text() {
        let mut keys = vec![
            FieldKey::SelfScore(ID.parse().unwrap()),
            FieldKey::Achievement(ID.parse().unwrap()),
            FieldKey::SelfAnswer(ID.parse().unwrap()),
            FieldKey::SupervisorScore(ID.parse().unwrap()),
            FieldKey::Comment(ID.parse().unwrap()),
            FieldKey::ReviewAnswer(ID.parse().unwrap()),
        ];
        keys.extend(PlanKind::ALL.iter().map(|kind| FieldKey::Plan(*kind)));
        keys.extend(HrField::ALL.map(FieldKey::Hr));
        for key in keys {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "comment-", "comment-x", "plan-", "hr-x", "self-score", "other-1"] {
            assert_eq!(text.parse::<FieldKey>(), Err(()), "{text}");
        }
    }

    #[test]
    fn a_stored_value_is_read_back_unchanged() {
        for value in [
            FieldValue::Score(None),
            FieldValue::Score(Some("3.5".parse().unwrap())),
            FieldValue::Text("</textarea><script>\n\u{1F600}".to_owned()),
            FieldValue::Plan(vec![PlanLine::default()]),
        ] {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<FieldValue>(&json).unwrap(), value, "{json}");
        }
    }
}
