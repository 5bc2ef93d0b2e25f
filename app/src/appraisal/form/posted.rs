//! The whole form as a browser without JavaScript posts it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;
use shared::appraisal::PlanKind;
use shared::appraisal::save::{
    HrInput, NarrativeInput, ReviewInput, ReviewItemInput, SelfInput, SelfItemInput,
};
use shared::id::AppraisalItemId;
use shared::member::Member;
use shared::rating::Rating;

use super::batch::hr_member;
use super::field::HrField;
use super::plan::{self, PlanLine};

/// Every field of one desk's form, as texts. A score that is not chosen is not posted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedForm {
    /// The scores, by row.
    pub scores: BTreeMap<AppraisalItemId, String>,
    /// Achievements or comments, by row.
    pub texts: BTreeMap<AppraisalItemId, String>,
    /// The answers, by the key of the question.
    pub answers: BTreeMap<String, String>,
    /// The rows of the plans, by kind; a grid without rows is not posted and stays.
    pub plans: BTreeMap<String, BTreeMap<usize, PostedLine>>,
    /// The fields of human resources, by name.
    pub hr: BTreeMap<String, String>,
}

/// One row of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedLine {
    /// The first text.
    pub first: String,
    /// The second text.
    pub second: String,
    /// The third text.
    pub third: String,
    /// The date.
    pub date: String,
}

impl PostedLine {
    /// The names of the members, in the order of the columns.
    pub const NAMES: [&str; 4] = ["first", "second", "third", "date"];
}

impl PostedForm {
    /// True when nothing was posted, as from a page with JavaScript, which saves by itself.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The subject's save.
    pub fn into_self_input(self) -> SelfInput {
        let rows = rows(self.scores, self.texts);
        let items = rows.into_iter().map(|(id, (self_score, actual_achievement))| SelfItemInput {
            id,
            self_score,
            actual_achievement,
        });
        let narratives = answers(self.answers);
        SelfInput { items: items.collect(), narratives, revision: None }
    }

    /// The line manager's save.
    pub fn into_review_input(self) -> ReviewInput {
        let mut input = ReviewInput { narratives: answers(self.answers), ..ReviewInput::default() };
        for kind in PlanKind::ALL {
            if let Some(lines) = self.plans.get(kind.as_str()) {
                let lines: Vec<PlanLine> = lines.values().map(line).collect();
                plan::put(*kind, &lines, &mut input.plan_rows);
            }
        }
        let rows = rows(self.scores, self.texts);
        let items = rows.into_iter().map(|(id, (supervisor_score, supervisor_comment))| {
            ReviewItemInput { id, supervisor_score, supervisor_comment }
        });
        input.items = items.collect();
        input
    }

    /// The save of human resources.
    pub fn into_hr_input(self) -> HrInput {
        let mut input = HrInput::default();
        for field in HrField::ALL {
            if let Some(value) = self.hr.get(field.as_str()) {
                *hr_member(&mut input, field) = text(value);
            }
        }
        input
    }
}

type Row = (Member<Number>, Member<String>);

fn rows(
    scores: BTreeMap<AppraisalItemId, String>,
    texts: BTreeMap<AppraisalItemId, String>,
) -> BTreeMap<AppraisalItemId, Row> {
    let mut rows: BTreeMap<AppraisalItemId, Row> = BTreeMap::new();
    for (id, score) in scores {
        rows.entry(id).or_default().0 = score_of(&score);
    }
    for (id, value) in texts {
        rows.entry(id).or_default().1 = text(&value);
    }
    rows
}

/// A text that is no score is sent as 0, which the service refuses with the name of the field.
fn score_of(text: &str) -> Member<Number> {
    let score = text.parse::<Rating>().map(Rating::number);
    Member::Value(score.unwrap_or_else(|_| Number::from(0)))
}

fn answers(answers: BTreeMap<String, String>) -> Vec<NarrativeInput> {
    let inputs = answers
        .into_iter()
        .map(|(question_key, answer)| NarrativeInput { question_key, answer: text(&answer) });
    inputs.collect()
}

fn line(line: &PostedLine) -> PlanLine {
    let texts = [&line.first, &line.second, &line.third];
    PlanLine { texts: texts.map(|text| unix_lines(text)), date: line.date.clone() }
}

/// A blank text clears the field.
fn text(value: &str) -> Member<String> {
    Member::from((!value.trim().is_empty()).then(|| unix_lines(value)))
}

/// A posted form ends its lines the way of networks; the same text saved by script does not.
fn unix_lines(value: &str) -> String {
    value.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> AppraisalItemId {
        "018f3a52-0000-7000-8000-000000000001".parse().unwrap()
    }

    #[test]
    fn the_whole_form_becomes_one_save() {
        let form = PostedForm {
            scores: BTreeMap::from([(id(), "4".to_owned())]),
            texts: BTreeMap::from([(id(), "One\r\nTwo".to_owned())]),
            answers: BTreeMap::from([("proud".to_owned(), " ".to_owned())]),
            ..PostedForm::default()
        };
        let input = form.into_self_input();
        assert_eq!(input.items.len(), 1);
        assert_eq!(input.items[0].self_score, Member::Value(Number::from(4)));
        assert_eq!(input.items[0].actual_achievement, Member::Value("One\nTwo".to_owned()));
        assert_eq!(input.narratives[0].answer, Member::Null);
        assert!(input.check().is_ok());
    }

    #[test]
    fn a_score_that_is_none_is_refused_and_not_dropped() {
        let form = PostedForm {
            scores: BTreeMap::from([(id(), "six".to_owned())]),
            ..PostedForm::default()
        };
        assert!(form.into_review_input().check().is_err());
    }

    #[test]
    fn a_grid_that_is_not_posted_stays() {
        let line = PostedLine { first: "Sukuk".to_owned(), ..PostedLine::default() };
        let form = PostedForm {
            plans: BTreeMap::from([("development".to_owned(), BTreeMap::from([(0, line)]))]),
            ..PostedForm::default()
        };
        let input = form.into_review_input();
        assert_eq!(input.plan_rows.development.unwrap()[0].area.as_deref(), Some("Sukuk"));
        assert_eq!(input.plan_rows.pip, None);
    }

    #[test]
    fn fields_of_human_resources_are_set_and_cleared_by_name() {
        let hr = BTreeMap::from([
            ("hrRemarks".to_owned(), "Good.".to_owned()),
            ("hrSalaryRecommendation".to_owned(), String::new()),
            ("other".to_owned(), "dropped".to_owned()),
        ]);
        let input = PostedForm { hr, ..PostedForm::default() }.into_hr_input();
        assert_eq!(input.hr_remarks, Member::Value("Good.".to_owned()));
        assert_eq!(input.hr_salary_recommendation, Member::Null);
        assert_eq!(input.hr_attendance_record, Member::Absent);
    }
}
