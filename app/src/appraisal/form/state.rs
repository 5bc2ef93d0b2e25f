//! The form as signals: one for each field, and the values derived from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use shared::appraisal::advice::Advice;
use shared::appraisal::detail::{AppraisalItem, Narrative};
use shared::appraisal::visibility::hides_review;
use shared::appraisal::{Action, Section, Status};
use shared::scoring::{self, Scorecard, ScoredRow};

use super::autosave::Autosaver;
use super::field::{FieldKey, FieldValue, fields_of};
use super::gap::{Gap, missing_of_manager, missing_of_subject};
use super::save_queue::Summary;
use super::signals::{Field, Saving};
use shared::appraisal::form::AppraisalForm;

/// The part of the form that the user fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The subject's part.
    SelfAssessment,
    /// The line manager's part.
    Review,
    /// None: the form is read-only.
    Reading,
}

/// The state of the form page.
#[derive(Clone, Copy, Debug)]
pub struct FormState {
    form: StoredValue<Arc<AppraisalForm>>,
    fields: StoredValue<Arc<BTreeMap<FieldKey, Field>>>,
    autosave: StoredValue<Autosaver>,
    pub saving: Saving,
    /// True once all islands are hydrated. Nothing may change the form before, because hydration
    /// expects the markup that the server rendered.
    pub is_alive: RwSignal<bool>,
    /// The rows with the current scores.
    pub items: Memo<Vec<AppraisalItem>>,
    /// The result of the current scores.
    pub scorecard: Memo<Scorecard>,
    /// The items that the user has to complete before submission.
    pub missing: Memo<Vec<Gap>>,
}

/// The form of the page.
pub fn use_form() -> FormState {
    expect_context()
}

impl FormState {
    /// Creates the signals of a form.
    pub fn new(form: AppraisalForm, reader: shared::id::StaffId) -> Self {
        let fields: BTreeMap<_, _> = fields_of(&form.detail)
            .into_iter()
            .map(|(key, value)| (key, Field::new(key, value)))
            .collect();
        let fields = Arc::new(fields);
        let saving = Saving {
            summary: RwSignal::new(Summary::Saved),
            has_moved_on: RwSignal::new(false),
            leftovers: RwSignal::new(Vec::new()),
        };
        let autosave = Autosaver::new(&form, reader, Arc::clone(&fields), saving);
        let form = Arc::new(form);
        let items = items_memo(Arc::clone(&form), Arc::clone(&fields));
        let missing = missing_memo(Arc::clone(&form), Arc::clone(&fields), items);
        let post = form.detail.post();
        let scorecard = Memo::new(move |_| {
            let rows: Vec<ScoredRow> =
                items.with(|items| items.iter().map(AppraisalItem::scored_row).collect());
            scoring::score(post, &rows)
        });
        Self {
            form: StoredValue::new(form),
            fields: StoredValue::new(fields),
            autosave: StoredValue::new(autosave),
            saving,
            is_alive: RwSignal::new(false),
            items,
            scorecard,
            missing,
        }
    }

    /// The appraisal as it was loaded.
    pub fn form(&self) -> Arc<AppraisalForm> {
        self.form.get_value()
    }

    pub fn autosave(&self) -> Autosaver {
        self.autosave.get_value()
    }

    /// A field of the form; an unknown key gets an empty text that is not saved.
    pub fn field(&self, key: FieldKey) -> Field {
        let known = self.fields.with_value(|fields| fields.get(&key).copied());
        known.unwrap_or_else(|| Field::new(key, FieldValue::Text(String::new())))
    }

    /// Changes a field, which is saved after a short delay.
    pub fn change(&self, field: Field, value: FieldValue) {
        self.autosave.with_value(|autosave| autosave.change(field, value));
    }

    /// True if the user may perform the action now.
    pub fn may(&self, action: Action) -> bool {
        self.form.with_value(|form| form.detail.allowed_actions.contains(&action))
    }

    /// The part of the form that the user fills in.
    pub fn mode(&self) -> Mode {
        if self.may(Action::SaveSelf) {
            Mode::SelfAssessment
        } else if self.may(Action::SaveReview) {
            Mode::Review
        } else {
            Mode::Reading
        }
    }

    /// The advice on the user's part of the form, from the current scores and texts.
    pub fn advice(&self) -> Advice {
        let text = |key| self.field(key).value.with_untracked(|value| value.text().to_owned());
        let mut items = self.items.get_untracked();
        if self.mode() == Mode::SelfAssessment {
            for item in &mut items {
                item.actual_achievement = Some(text(FieldKey::Achievement(item.id)));
            }
            return Advice::for_subject(&items);
        }
        for item in &mut items {
            item.supervisor_comment = Some(text(FieldKey::Comment(item.id)));
        }
        let mut narratives = self.form().detail.narratives.clone();
        for narrative in &mut narratives {
            narrative.answer = FieldKey::answer(narrative).map(text);
        }
        Advice::for_manager(&items, &narratives)
    }

    /// True if the line manager's part is in progress and the user is the subject.
    pub fn hides_review(&self) -> bool {
        self.form.with_value(|form| hides_review(form.relation, form.detail.status))
    }

    /// The number of rows of a section that are scored at the decisive stage, and the number of all
    /// its rows.
    pub fn scored(&self, section: Section) -> (usize, usize) {
        let counts_self = self.counts_self_scores();
        self.items.with(|items| {
            let rows = items.iter().filter(|item| item.section == section);
            let scored = rows.clone().filter(|item| {
                let score = if counts_self { item.self_score } else { item.supervisor_score };
                score.is_some()
            });
            (scored.count(), rows.count())
        })
    }

    /// The number of rows that are scored at the decisive stage, and the number of all rows.
    pub fn progress(&self) -> (usize, usize) {
        let sections = Section::ALL.iter().map(|section| self.scored(*section));
        sections.fold((0, 0), |(done, all), (scored, rows)| (done + scored, all + rows))
    }

    /// True while the page counts the subject's scores instead of the line manager's.
    fn counts_self_scores(&self) -> bool {
        self.hides_review()
            || self.form.with_value(|form| {
                matches!(form.detail.status, Status::Draft | Status::PendingSelf)
            })
    }
}

/// The rows depend only on the scores, so that typing a text recomputes nothing.
fn items_memo(
    form: Arc<AppraisalForm>,
    fields: Arc<BTreeMap<FieldKey, Field>>,
) -> Memo<Vec<AppraisalItem>> {
    Memo::new(move |_| {
        let score = |key| fields.get(&key).and_then(|field| field.value.read().score());
        let mut items = form.detail.items.clone();
        for item in &mut items {
            item.self_score = score(FieldKey::SelfScore(item.id));
            item.supervisor_score = score(FieldKey::SupervisorScore(item.id));
        }
        items
    })
}

fn missing_memo(
    form: Arc<AppraisalForm>,
    fields: Arc<BTreeMap<FieldKey, Field>>,
    items: Memo<Vec<AppraisalItem>>,
) -> Memo<Vec<Gap>> {
    let answers = Memo::new({
        let form = Arc::clone(&form);
        move |_| {
            let answered = |narrative: &Narrative| {
                let field = FieldKey::answer(narrative).and_then(|key| fields.get(&key));
                field.is_some_and(|field| !field.value.read().text().trim().is_empty())
            };
            form.detail.narratives.iter().map(answered).collect::<Vec<bool>>()
        }
    });
    Memo::new(move |_| {
        if form.detail.allowed_actions.contains(&Action::SubmitReview) {
            return items.with(|items| missing_of_manager(items));
        }
        if !form.detail.allowed_actions.contains(&Action::SubmitSelf) {
            return Vec::new();
        }
        let mut narratives = form.detail.narratives.clone();
        for (narrative, answered) in narratives.iter_mut().zip(answers.get()) {
            narrative.answer = answered.then(|| String::from("answered"));
        }
        items.with(|items| missing_of_subject(items, &narratives))
    })
}
