//! Translates the posted form into the save requests of the stages.

use std::collections::BTreeMap;

use serde_json::Number;
use shared::appraisal::PlanKind;
use shared::appraisal::save::{
    HrInput, NarrativeInput, ReviewInput, ReviewItemInput, SelfInput, SelfItemInput,
};
use shared::id::AppraisalItemId;
use shared::patch::Patch;
use shared::rating::Rating;

use super::super::batch::hr_member;
use super::super::field::HrField;
use super::super::plan::{self, PlanLine};
use super::{PostedForm, PostedLine};

impl PostedForm {
    /// True if nothing was posted, as from a page with JavaScript, which saves by itself.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The save request of the subject.
    pub fn into_self_input(self) -> SelfInput {
        let scores = chosen(self.scores, self.others, self.shown);
        let rows = rows(scores, self.texts);
        let items = rows.into_iter().map(|(id, (self_score, actual_achievement))| SelfItemInput {
            id,
            self_score,
            actual_achievement,
        });
        let narratives = answers(self.answers);
        SelfInput { items: items.collect(), narratives, revision: None }
    }

    /// The save request of the line manager.
    pub fn into_review_input(self) -> ReviewInput {
        let mut input = ReviewInput { narratives: answers(self.answers), ..ReviewInput::default() };
        for kind in PlanKind::ALL {
            if let Some(lines) = self.plans.get(kind.as_str()) {
                let lines: Vec<PlanLine> = lines.values().map(line).collect();
                plan::put(*kind, &lines, &mut input.plan_rows);
            }
        }
        let scores = chosen(self.scores, self.others, self.shown);
        let rows = rows(scores, self.texts);
        let items = rows.into_iter().map(|(id, (supervisor_score, supervisor_comment))| {
            ReviewItemInput { id, supervisor_score, supervisor_comment }
        });
        input.items = items.collect();
        input
    }

    /// The save request of HR.
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

/// The score of each row: the entered one if the user changed it, otherwise that of the button. It
/// is empty if the user removed the entered score.
fn chosen(
    buttons: BTreeMap<String, String>,
    typed: BTreeMap<String, String>,
    mut shown: BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut chosen = buttons;
    for (row, typed) in typed {
        let shown = shown.remove(&row).unwrap_or_default();
        let is_changed = typed.trim() != shown.trim();
        let is_taken_out = typed.trim().is_empty();
        if is_changed && !(is_taken_out && chosen.contains_key(&row)) {
            chosen.insert(row, typed);
        }
    }
    chosen
}

type Row = (Patch<Number>, Patch<String>);

fn rows(
    scores: BTreeMap<String, String>,
    texts: BTreeMap<String, String>,
) -> BTreeMap<AppraisalItemId, Row> {
    let mut rows: BTreeMap<AppraisalItemId, Row> = BTreeMap::new();
    for (id, score) in named(scores) {
        rows.entry(id).or_default().0 = score_of(&score);
    }
    for (id, value) in named(texts) {
        rows.entry(id).or_default().1 = text(&value);
    }
    rows
}

/// The values by row; a name that is not a row name is ignored.
fn named(values: BTreeMap<String, String>) -> impl Iterator<Item = (AppraisalItemId, String)> {
    values.into_iter().filter_map(|(name, value)| {
        let id = name.strip_prefix("row-")?.parse().ok()?;
        Some((id, value))
    })
}

/// An invalid score is sent as 0, which the service rejects with the name of the field.
fn score_of(text: &str) -> Patch<Number> {
    if text.trim().is_empty() {
        return Patch::Null;
    }
    let score = Rating::typed(text).map(Rating::number);
    Patch::Value(score.unwrap_or_else(|_| Number::from(0)))
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
fn text(value: &str) -> Patch<String> {
    Patch::from((!value.trim().is_empty()).then(|| unix_lines(value)))
}

/// A posted form ends its lines with CRLF; a save by the script ends them with LF.
fn unix_lines(value: &str) -> String {
    value.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::super::super::serverfns::PostReview;
    use super::super::row_name;
    use super::*;
    use crate::error::UiError;

    fn id() -> AppraisalItemId {
        "018f3a52-0000-7000-8000-000000000001".parse().unwrap()
    }

    #[test]
    fn the_whole_form_becomes_one_save() {
        let form = PostedForm {
            scores: BTreeMap::from([(row_name(id()), "4".to_owned())]),
            texts: BTreeMap::from([(row_name(id()), "One\r\nTwo".to_owned())]),
            answers: BTreeMap::from([("proud".to_owned(), " ".to_owned())]),
            ..PostedForm::default()
        };
        let input = form.into_self_input();
        assert_eq!(input.items.len(), 1);
        assert_eq!(input.items[0].self_score, Patch::Value(Number::from(4)));
        assert_eq!(input.items[0].actual_achievement, Patch::Value("One\nTwo".to_owned()));
        assert_eq!(input.narratives[0].answer, Patch::Null);
        assert!(input.check().is_ok());
    }

    #[tokio::test]
    async fn the_names_of_the_page_reach_their_members() {
        use leptos::server_fn::codec::{FromReq, PostUrl};

        let id = id();
        let body = format!(
            "id={id}&form[scores][row-{id}]=4&form[texts][row-{id}]=A%0D%0AB&\
             form[answers][proud]=Yes&\
             form[plans][pip][1][first]=One&form[plans][pip][1][date]=2027-01-01&\
             form[hr][hrRemarks]=Good"
        );
        let request = axum::http::Request::post("/")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(axum::body::Body::from(body))
            .unwrap();
        let posted: PostReview =
            <PostReview as FromReq<PostUrl, _, UiError>>::from_req(request).await.unwrap();
        let form = posted.form;
        assert_eq!(form.scores[&row_name(id)], "4");
        assert_eq!(form.texts[&row_name(id)], "A\r\nB");
        assert_eq!(form.answers["proud"], "Yes");
        assert_eq!(form.plans["pip"][&1].date, "2027-01-01");
        assert_eq!(form.hr["hrRemarks"], "Good");
    }

    #[test]
    fn a_score_that_is_none_is_refused_and_not_dropped() {
        let form = PostedForm {
            scores: BTreeMap::from([(row_name(id()), "six".to_owned())]),
            ..PostedForm::default()
        };
        assert!(form.into_review_input().check().is_err());
    }

    /// The score that is saved for a posted button, an entered text and a displayed text.
    fn saved(button: Option<&str>, typed: &str, shown: &str) -> Patch<Number> {
        let row = |text: &str| BTreeMap::from([(row_name(id()), text.to_owned())]);
        let form = PostedForm {
            scores: button.map(row).unwrap_or_default(),
            others: row(typed),
            shown: if shown.is_empty() { BTreeMap::new() } else { row(shown) },
            ..PostedForm::default()
        };
        let items = form.into_self_input().items;
        items.into_iter().next().map(|it| it.self_score).unwrap_or_default()
    }

    #[test]
    fn a_typed_score_wins_over_the_button_when_the_reader_changed_it() {
        let half: Number = "3.5".parse().unwrap();
        assert_eq!(saved(None, "3.5", ""), Patch::Value(half.clone()));
        assert_eq!(saved(Some("4"), "3,5", ""), Patch::Value(half.clone()));
        assert_eq!(saved(None, "٣٫٥", "2.5"), Patch::Value(half));
        assert_eq!(saved(Some("4"), "3.5", "3.5"), Patch::Value(Number::from(4)));
        assert_eq!(saved(Some("4"), "", ""), Patch::Value(Number::from(4)));
        assert_eq!(saved(Some("4"), "", "3.5"), Patch::Value(Number::from(4)));
        assert_eq!(saved(None, "", "3.5"), Patch::Null);
        assert_eq!(saved(None, "3.5", "3.5"), Patch::Absent);
        assert_eq!(saved(None, "7", ""), Patch::Value(Number::from(0)));
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
        assert_eq!(input.hr_remarks, Patch::Value("Good.".to_owned()));
        assert_eq!(input.hr_salary_recommendation, Patch::Null);
        assert_eq!(input.hr_attendance_record, Patch::Absent);
    }
}
