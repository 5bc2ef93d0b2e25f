//! One save: the request body, and the mapping from the server's errors back to the fields.

use shared::appraisal::Action;
use shared::appraisal::detail::Narrative;
use shared::appraisal::save::{
    HrInput, NarrativeInput, ReviewInput, ReviewItemInput, SelfInput, SelfItemInput,
};
use shared::check::is_blank;
use shared::error::FieldError;
use shared::id::{AppraisalItemId, NarrativeId};
use shared::patch::Patch;
use shared::rating::Rating;

use super::field::{FieldKey, FieldValue, HrField};
use super::plan;
use super::save_queue::Changes;
use crate::error::words::field_message;

/// The request body of a save, by stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveInput {
    /// The self-assessment.
    SelfPart(SelfInput),
    /// The line manager's review.
    Review(ReviewInput),
    /// The HR fields.
    Hr(HrInput),
}

/// A save, and the path of each field within its request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub input: SaveInput,
    paths: Vec<(String, FieldKey)>,
    changes: Changes,
}

impl Batch {
    /// Builds the save for the changes of one stage. No revision is sent, because changes are
    /// merged field by field.
    pub fn new(action: Action, changes: Changes, narratives: &[Narrative]) -> Self {
        let mut paths = Vec::new();
        let input = match action {
            Action::SaveSelf | Action::SubmitSelf => {
                SaveInput::SelfPart(self_input(&changes, narratives, &mut paths))
            }
            Action::SaveReview
            | Action::SubmitReview
            | Action::ApproveDeptHead
            | Action::ApproveMd => {
                SaveInput::Review(review_input(&changes, narratives, &mut paths))
            }
            Action::SaveHr | Action::Finalize => SaveInput::Hr(hr_input(&changes, &mut paths)),
        };
        Self { input, paths, changes }
    }

    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The fields that the server's errors refer to, each with its message.
    pub fn reasons(&self, errors: &[FieldError]) -> Vec<(FieldKey, String)> {
        let reasons = errors.iter().filter_map(|error| {
            let (path, key) =
                self.paths.iter().find(|(path, _)| error.field.starts_with(path.as_str()))?;
            Some((*key, self.reason(error, path, *key)))
        });
        reasons.collect()
    }

    /// The message of an error. A plan is one field with many rows, so its message names the row.
    fn reason(&self, error: &FieldError, path: &str, key: FieldKey) -> String {
        let position = error.field[path.len()..]
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']')?.0.parse::<usize>().ok());
        match (position, self.changes.get(&key)) {
            (Some(position), Some(value)) => {
                let place = plan::shown_place(value.lines(), position);
                format!("{place}: {}", field_message(error))
            }
            (_, _) => field_message(error),
        }
    }
}

type Paths = Vec<(String, FieldKey)>;

fn self_input(changes: &Changes, narratives: &[Narrative], paths: &mut Paths) -> SelfInput {
    let mut input = SelfInput::default();
    for (key, value) in changes {
        match *key {
            FieldKey::SelfScore(id) => {
                let (position, item) = self_item(&mut input.items, id);
                item.self_score = score(value);
                paths.push((format!("items[{position}].selfScore"), *key));
            }
            FieldKey::Achievement(id) => {
                let (position, item) = self_item(&mut input.items, id);
                item.actual_achievement = text(value);
                paths.push((format!("items[{position}].actualAchievement"), *key));
            }
            FieldKey::SelfAnswer(id) => {
                answer(&mut input.narratives, narratives, (id, *key), value, paths);
            }
            FieldKey::SupervisorScore(_)
            | FieldKey::Comment(_)
            | FieldKey::ReviewAnswer(_)
            | FieldKey::Plan(_)
            | FieldKey::Hr(_) => {}
        }
    }
    input
}

fn review_input(changes: &Changes, narratives: &[Narrative], paths: &mut Paths) -> ReviewInput {
    let mut input = ReviewInput::default();
    for (key, value) in changes {
        match *key {
            FieldKey::SupervisorScore(id) => {
                let (position, item) = review_item(&mut input.items, id);
                item.supervisor_score = score(value);
                paths.push((format!("items[{position}].supervisorScore"), *key));
            }
            FieldKey::Comment(id) => {
                let (position, item) = review_item(&mut input.items, id);
                item.supervisor_comment = text(value);
                paths.push((format!("items[{position}].supervisorComment"), *key));
            }
            FieldKey::ReviewAnswer(id) => {
                answer(&mut input.narratives, narratives, (id, *key), value, paths);
            }
            FieldKey::Plan(kind) => {
                plan::put(kind, value.lines(), &mut input.plan_rows);
                paths.push((format!("planRows.{kind}"), *key));
            }
            FieldKey::SelfScore(_)
            | FieldKey::Achievement(_)
            | FieldKey::SelfAnswer(_)
            | FieldKey::Hr(_) => {}
        }
    }
    input
}

fn hr_input(changes: &Changes, paths: &mut Paths) -> HrInput {
    let mut input = HrInput::default();
    for (key, value) in changes {
        let FieldKey::Hr(field) = *key else { continue };
        *hr_member(&mut input, field) = text(value);
        paths.push((field.as_str().to_owned(), *key));
    }
    input
}

/// The member of the request body for an HR field.
pub fn hr_member(input: &mut HrInput, field: HrField) -> &mut Patch<String> {
    match field {
        HrField::Attendance => &mut input.hr_attendance_record,
        HrField::Discipline => &mut input.hr_disciplinary_record,
        HrField::Training => &mut input.hr_training_recommendation,
        HrField::Salary => &mut input.hr_salary_recommendation,
        HrField::Promotion => &mut input.hr_promotion_recommendation,
        HrField::Remarks => &mut input.hr_remarks,
    }
}

fn self_item(items: &mut Vec<SelfItemInput>, id: AppraisalItemId) -> (usize, &mut SelfItemInput) {
    let known = items.iter().position(|item| item.id == id);
    let position = known.unwrap_or(items.len());
    if known.is_none() {
        items.push(SelfItemInput {
            id,
            self_score: Patch::Absent,
            actual_achievement: Patch::Absent,
        });
    }
    (position, &mut items[position])
}

fn review_item(
    items: &mut Vec<ReviewItemInput>,
    id: AppraisalItemId,
) -> (usize, &mut ReviewItemInput) {
    let known = items.iter().position(|item| item.id == id);
    let position = known.unwrap_or(items.len());
    if known.is_none() {
        items.push(ReviewItemInput {
            id,
            supervisor_score: Patch::Absent,
            supervisor_comment: Patch::Absent,
        });
    }
    (position, &mut items[position])
}

fn answer(
    inputs: &mut Vec<NarrativeInput>,
    narratives: &[Narrative],
    (id, key): (NarrativeId, FieldKey),
    value: &FieldValue,
    paths: &mut Paths,
) {
    let Some(narrative) = narratives.iter().find(|narrative| narrative.id == id) else { return };
    paths.push((format!("narratives[{}].answer", inputs.len()), key));
    let question_key = narrative.question_key.clone();
    inputs.push(NarrativeInput { question_key, answer: text(value) });
}

fn score(value: &FieldValue) -> Patch<serde_json::Number> {
    Patch::from(value.score().map(Rating::number))
}

/// A blank text clears the field.
fn text(value: &FieldValue) -> Patch<String> {
    let text = value.text();
    Patch::from((!is_blank(text)).then(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::plan::PlanLine;
    use super::*;
    use shared::appraisal::{NarrativeSection, PlanKind};
    use shared::error::FieldCode;

    fn row(number: u8) -> AppraisalItemId {
        format!("018f3a52-0000-7000-8000-0000000000{number:02}").parse().unwrap()
    }

    fn question(number: u8, section: NarrativeSection) -> Narrative {
        Narrative {
            id: format!("018f3a52-0000-7000-8000-0000000000{number:02}").parse().unwrap(),
            section,
            question_key: format!("question_{number}"),
            question_text: "Why?".to_owned(),
            answer: None,
            sort_order: 1,
        }
    }

    fn text_value(text: &str) -> FieldValue {
        FieldValue::Text(text.to_owned())
    }

    #[test]
    fn a_save_holds_what_changed_and_nothing_else() {
        let questions = [question(9, NarrativeSection::SelfAssessment)];
        let changes = Changes::from([
            (FieldKey::SelfScore(row(1)), FieldValue::Score(Some("4".parse().unwrap()))),
            (FieldKey::Achievement(row(2)), text_value("  ")),
            (FieldKey::SelfAnswer(questions[0].id), text_value("Because.")),
        ]);
        let batch = Batch::new(Action::SaveSelf, changes, &questions);
        let SaveInput::SelfPart(input) = batch.input else { panic!("the subject's save") };
        let expected = serde_json::json!({
            "items": [
                { "id": row(1), "selfScore": 4 },
                { "id": row(2), "actualAchievement": null },
            ],
            "narratives": [{ "questionKey": "question_9", "answer": "Because." }],
        });
        assert_eq!(serde_json::to_value(&input).unwrap(), expected);
    }

    #[test]
    fn both_fields_of_a_row_share_one_entry() {
        let changes = Changes::from([
            (FieldKey::SupervisorScore(row(1)), FieldValue::Score(None)),
            (FieldKey::Comment(row(1)), text_value("Good.")),
        ]);
        let batch = Batch::new(Action::SaveReview, changes, &[]);
        let SaveInput::Review(input) = batch.input else { panic!("the line manager's save") };
        assert_eq!(input.items.len(), 1);
        assert_eq!(input.items[0].supervisor_score, Patch::Null);
    }

    #[test]
    fn an_error_finds_the_field_it_is_about() {
        let changes = Changes::from([
            (FieldKey::Comment(row(1)), text_value("a")),
            (FieldKey::Comment(row(2)), text_value("b")),
            (
                FieldKey::Plan(PlanKind::Pip),
                FieldValue::Plan(vec![
                    PlanLine::default(),
                    PlanLine { date: "0001-01-01".to_owned(), ..PlanLine::default() },
                ]),
            ),
        ]);
        let batch = Batch::new(Action::SaveReview, changes, &[]);
        let reasons = batch.reasons(&[
            FieldError::new("items[1].supervisorComment", FieldCode::TooLong, "Too long."),
            FieldError::new("planRows.pip[0].reviewDate", FieldCode::OutOfRange, "Enter a date."),
            FieldError::new("elsewhere", FieldCode::Invalid, "Not ours."),
        ]);
        assert_eq!(
            reasons,
            [
                (FieldKey::Comment(row(2)), "Too long.".to_owned()),
                (FieldKey::Plan(PlanKind::Pip), "2: Enter a date.".to_owned()),
            ]
        );
    }
}
