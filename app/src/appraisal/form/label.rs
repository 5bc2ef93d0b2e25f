//! The labels of the form in the user's language.

use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::stage::Stage;
use shared::appraisal::{Action, NarrativeSection, PlanKind};
use shared::rating::Rating;

use super::field::{FieldKey, HrField};
use crate::i18n::tu_string;
use crate::ui::digits::listed;
use crate::ui::label::Language;

/// The name of a section of questions.
pub fn questions_label(i18n: Language, section: NarrativeSection) -> &'static str {
    match section {
        NarrativeSection::SelfAssessment => tu_string!(i18n, appraisal.section.self_assessment),
        NarrativeSection::SupervisorAssessment => {
            tu_string!(i18n, appraisal.section.supervisor_assessment)
        }
        NarrativeSection::CareerDiscussion => {
            tu_string!(i18n, appraisal.section.career_discussion)
        }
        NarrativeSection::EmployeeComment => tu_string!(i18n, appraisal.section.employee_comment),
    }
}

/// The name of a plan grid.
pub fn plan_label(i18n: Language, kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Development => tu_string!(i18n, appraisal.plan.development),
        PlanKind::Pip => tu_string!(i18n, appraisal.plan.pip),
    }
}

/// The column headings of a grid, the date last.
pub fn plan_columns(i18n: Language, kind: PlanKind) -> [&'static str; 4] {
    match kind {
        PlanKind::Development => [
            tu_string!(i18n, appraisal.plan.area),
            tu_string!(i18n, appraisal.plan.action),
            tu_string!(i18n, appraisal.plan.support),
            tu_string!(i18n, appraisal.plan.target_date),
        ],
        PlanKind::Pip => [
            tu_string!(i18n, appraisal.plan.issue),
            tu_string!(i18n, appraisal.plan.expected_improvement),
            tu_string!(i18n, appraisal.plan.action),
            tu_string!(i18n, appraisal.plan.review_date),
        ],
    }
}

/// The label of an HR field.
pub fn hr_label(i18n: Language, field: HrField) -> &'static str {
    match field {
        HrField::Attendance => tu_string!(i18n, appraisal.hr.attendance),
        HrField::Discipline => tu_string!(i18n, appraisal.hr.discipline),
        HrField::Training => tu_string!(i18n, appraisal.hr.training),
        HrField::Salary => tu_string!(i18n, appraisal.hr.salary),
        HrField::Promotion => tu_string!(i18n, appraisal.hr.promotion),
        HrField::Remarks => tu_string!(i18n, appraisal.hr.remarks),
    }
}

/// A stage in a sentence, with the names of its people: `the line manager, Sara Khan`.
pub fn stage_with_people(i18n: Language, detail: &AppraisalDetail, stage: Stage) -> String {
    let names = listed(&people_at(detail, stage));
    match stage {
        Stage::Subject => tu_string!(i18n, appraisal.stage.subject, names = names),
        Stage::LineManager => tu_string!(i18n, appraisal.stage.line_manager, names = names),
        Stage::DepartmentHead => tu_string!(i18n, appraisal.stage.department_head, names = names),
        Stage::ManagingDirector if names.is_empty() => {
            tu_string!(i18n, appraisal.stage.no_managing_director).to_owned()
        }
        Stage::ManagingDirector => {
            tu_string!(i18n, appraisal.stage.managing_director, names = names)
        }
        Stage::HumanResources => tu_string!(i18n, appraisal.stage.human_resources).to_owned(),
    }
}

/// The names of the people at a stage; empty for HR, which is a role.
pub fn people_at(detail: &AppraisalDetail, stage: Stage) -> Vec<String> {
    match stage {
        Stage::Subject => vec![detail.staff.name.clone()],
        Stage::LineManager => vec![detail.line_manager.name.clone()],
        Stage::DepartmentHead => {
            detail.department_head.iter().map(|person| person.name.clone()).collect()
        }
        Stage::ManagingDirector => {
            detail.managing_directors.iter().map(|person| person.name.clone()).collect()
        }
        Stage::HumanResources => Vec::new(),
    }
}

/// The confirmation of an action.
pub fn done_text(i18n: Language, action: Action) -> &'static str {
    match action {
        Action::SaveSelf | Action::SaveReview | Action::SaveHr => {
            tu_string!(i18n, appraisal.done.saved)
        }
        Action::SubmitSelf => tu_string!(i18n, appraisal.done.submit_self),
        Action::SubmitReview => tu_string!(i18n, appraisal.done.submit_review),
        Action::ApproveDeptHead | Action::ApproveMd => tu_string!(i18n, appraisal.done.approved),
        Action::Finalize => tu_string!(i18n, appraisal.done.finalized),
    }
}

/// The word for a whole score.
pub fn score_word(i18n: Language, whole: i64) -> &'static str {
    match whole {
        ..=1 => tu_string!(i18n, appraisal.score.word_1),
        2 => tu_string!(i18n, appraisal.score.word_2),
        3 => tu_string!(i18n, appraisal.score.word_3),
        4 => tu_string!(i18n, appraisal.score.word_4),
        _ => tu_string!(i18n, appraisal.score.word_5),
    }
}

/// The words for any score: `Exceeds expectations`, or for 3.5 the words of 3 and 4.
pub fn score_words(i18n: Language, score: Rating) -> String {
    if let Some(whole) = score.whole() {
        return score_word(i18n, whole).to_owned();
    }
    let below = score.ten_thousandths() / 10_000;
    let (low, high) = (score_word(i18n, below), score_word(i18n, below + 1));
    tu_string!(i18n, appraisal.score.between, low = low, high = high)
}

/// The label of a field in a list of fields.
pub fn field_label(i18n: Language, detail: &AppraisalDetail, key: FieldKey) -> String {
    let row = |id| {
        let item = detail.items.iter().find(|item| item.id == id);
        item.map(|item| item.label.clone()).unwrap_or_default()
    };
    let question = |id| {
        let narrative = detail.narratives.iter().find(|narrative| narrative.id == id);
        narrative.map(|narrative| narrative.question_text.clone()).unwrap_or_default()
    };
    match key {
        FieldKey::SelfScore(id) => {
            tu_string!(i18n, appraisal.score.self_name, row = row(id))
        }
        FieldKey::SupervisorScore(id) => {
            tu_string!(i18n, appraisal.score.supervisor_name, row = row(id))
        }
        FieldKey::Achievement(id) => tu_string!(i18n, appraisal.row.achievement_of, row = row(id)),
        FieldKey::Comment(id) => tu_string!(i18n, appraisal.row.comment_on, row = row(id)),
        FieldKey::SelfAnswer(id) | FieldKey::ReviewAnswer(id) => question(id),
        FieldKey::Plan(kind) => plan_label(i18n, kind).to_owned(),
        FieldKey::Hr(field) => hr_label(i18n, field).to_owned(),
    }
}
