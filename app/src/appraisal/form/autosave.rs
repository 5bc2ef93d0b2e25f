//! Autosave: stores every change in the browser immediately, sends it after a short delay, and
//! updates the save state of each field.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shared::Error;
use shared::appraisal::Action;
use shared::appraisal::detail::{AppraisalDetail, Narrative};
use shared::error::Code;
use shared::id::{AppraisalId, StaffId};

use super::batch::{Batch, SaveInput};
use super::draft_storage::DraftStorage;
use super::field::{FieldKey, FieldValue, fields_of};
use super::merge::{Known, merge, same};
use super::save_queue::{Changes, Queue};
use super::serverfns::{save_hr, save_review, save_self};
use super::signals::{Field, Saving};
use crate::error::{UiError, UiResult};
use crate::session::{SessionWatch, use_session_watch};
use shared::appraisal::form::AppraisalForm;

/// The delay between the last keystroke and the save.
const PAUSE: Duration = Duration::from_millis(600);
/// The delays between attempts after a lost connection; they grow with the number of attempts.
const RETRIES: [Duration; 5] = [
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
    Duration::from_secs(30),
];

/// Saves the fields of one form. It outlives the page, so leaving the page loses no changes.
#[derive(Clone, Debug)]
pub struct Autosaver(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    id: AppraisalId,
    narratives: Vec<Narrative>,
    allowed: Vec<Action>,
    fields: Arc<BTreeMap<FieldKey, Field>>,
    drafts: DraftStorage,
    saving: Saving,
    watch: SessionWatch,
    work: Mutex<Work>,
}

#[derive(Debug, Default)]
struct Work {
    queue: Queue,
    known: Known,
    timer: Option<TimeoutHandle>,
    tries: usize,
    is_unstored: bool,
    when_settled: Option<Callback<bool>>,
}

impl Autosaver {
    /// Creates the autosaver of a form.
    pub fn new(
        form: &AppraisalForm,
        reader: StaffId,
        fields: Arc<BTreeMap<FieldKey, Field>>,
        saving: Saving,
    ) -> Self {
        let known = fields_of(&form.detail).into_iter().collect();
        Self(Arc::new(Shared {
            id: form.detail.id,
            narratives: form.detail.narratives.clone(),
            allowed: form.detail.allowed_actions.clone(),
            fields,
            drafts: DraftStorage::new(reader, form.detail.id),
            saving,
            watch: use_session_watch(),
            work: Mutex::new(Work { known, ..Work::default() }),
        }))
    }

    /// Records a change of a field and sends it when typing stops.
    pub fn change(&self, field: Field, value: FieldValue) {
        field.value.set(value.clone());
        let is_stored = self.0.drafts.put(field.key, &value);
        {
            let mut work = self.work();
            work.is_unstored |= !is_stored;
            work.queue.change(field.key, value);
        }
        self.show([field.key]);
        self.send_after(PAUSE);
    }

    /// Queues the stored changes of an earlier visit. Those that can no longer be saved are shown
    /// separately.
    pub fn restore_drafts(&self) {
        let mut leftovers = Vec::new();
        for (key, value) in self.0.drafts.all() {
            let Some(field) = self.0.fields.get(&key) else {
                self.0.drafts.remove(key);
                continue;
            };
            let is_known = self.work().known.get(&key).is_some_and(|known| same(known, &value));
            if is_known {
                self.0.drafts.remove(key);
            } else if !self.0.allowed.contains(&key.action()) {
                leftovers.push((key, value));
            } else if self.work().queue.pending(key).is_none() {
                self.change(*field, value);
            }
        }
        self.0.saving.leftovers.set(leftovers);
    }

    /// Discards the stored values that can no longer be saved.
    pub fn drop_leftovers(&self) {
        for (key, _) in self.0.saving.leftovers.get_untracked() {
            self.0.drafts.remove(key);
        }
        self.0.saving.leftovers.set(Vec::new());
    }

    /// Sends pending changes immediately, without waiting for typing to stop.
    pub fn flush(&self) {
        self.stop_timer();
        self.send();
    }

    /// Sends everything, then reports whether the server has all changes.
    pub fn settle(&self, then: Callback<bool>) {
        self.work().when_settled = Some(then);
        self.flush();
        self.report_settled();
    }

    /// True if a change is neither saved nor stored in the browser.
    pub fn would_lose(&self) -> bool {
        let work = self.work();
        work.is_unstored && !work.queue.is_empty()
    }

    /// Applies a change that another tab has stored. A field with a pending change keeps its value
    /// and shows the other one in a note.
    pub fn apply_stored(&self, name: &str, json: &str) {
        let Some((key, value)) = self.0.drafts.read(name, json) else { return };
        let Some(field) = self.0.fields.get(&key) else { return };
        let is_pending = self.work().queue.pending(key).is_some();
        if is_pending {
            field.overtaken.set(Some(value));
        } else {
            field.value.set(value);
        }
    }

    fn send(&self) {
        let taken = {
            let mut work = self.work();
            work.timer = None;
            work.queue.take()
        };
        let Some((action, changes)) = taken else { return };
        let batch = Batch::new(action, changes, &self.0.narratives);
        let this = self.clone();
        spawn_local(async move {
            let answer = save(this.0.id, batch.input.clone()).await;
            this.answered(&batch, answer);
        });
    }

    fn answered(&self, batch: &Batch, answer: UiResult<AppraisalDetail>) {
        match answer {
            Ok(detail) => self.accepted(batch, &detail),
            Err(error) => self.refused(batch, &error),
        }
        self.show(batch.keys());
        if self.work().timer.is_none() {
            self.send();
        }
        self.report_settled();
    }

    fn accepted(&self, batch: &Batch, detail: &AppraisalDetail) {
        let (saved, merged) = {
            let mut work = self.work();
            work.tries = 0;
            let saved = work.queue.saved();
            work.known.extend(batch.changes().clone());
            let Work { known, queue, .. } = &mut *work;
            let merged = merge(known, queue, fields_of(detail));
            if queue.is_empty() {
                work.is_unstored = false;
            }
            (saved, merged)
        };
        for (key, value) in &saved {
            self.0.drafts.settle(*key, value);
        }
        let focused = focused_key();
        for (key, value) in merged.taken {
            let Some(field) = self.0.fields.get(&key) else { continue };
            if focused == Some(key) {
                field.overtaken.try_set(Some(value));
            } else {
                field.value.try_set(value);
            }
        }
        for (key, value) in merged.overtaken {
            if let Some(field) = self.0.fields.get(&key) {
                field.overtaken.try_set(Some(value));
            }
        }
    }

    fn refused(&self, batch: &Batch, error: &UiError) {
        let message = &error.message();
        match save_outcome(error) {
            SaveOutcome::Again => {
                self.0.watch.report(error);
                let tries = {
                    let mut work = self.work();
                    work.queue.interrupt();
                    work.tries += 1;
                    work.tries
                };
                let index = tries.min(RETRIES.len()) - 1;
                self.send_after(RETRIES[index]);
            }
            SaveOutcome::Fields => {
                let reasons = batch.reasons(error.fields());
                self.work().queue.refuse(&reasons, message);
            }
            SaveOutcome::MovedOn => {
                self.work().queue.refuse(&[], message);
                self.0.saving.has_moved_on.try_set(true);
            }
        }
    }

    fn send_after(&self, delay: Duration) {
        self.stop_timer();
        let this = self.clone();
        let timer = set_timeout_with_handle(move || this.send(), delay).ok();
        self.work().timer = timer;
    }

    fn stop_timer(&self) {
        if let Some(timer) = self.work().timer.take() {
            timer.clear();
        }
    }

    /// Updates the save state of these fields and of the form. Has no effect once the page is left,
    /// because its signals are disposed of.
    fn show(&self, keys: impl IntoIterator<Item = FieldKey>) {
        let (marks, summary) = {
            let work = self.work();
            let marks: Vec<_> = keys.into_iter().map(|key| (key, work.queue.mark(key))).collect();
            (marks, work.queue.summary())
        };
        for (key, mark) in marks {
            if let Some(field) = self.0.fields.get(&key) {
                field.show(mark);
            }
        }
        let shown = self.0.saving.summary.try_get_untracked();
        if shown.is_some_and(|shown| shown != summary) {
            self.0.saving.summary.set(summary);
        }
    }

    fn report_settled(&self) {
        let (then, is_saved) = {
            let mut work = self.work();
            let goes_on =
                work.queue.is_under_way() || (work.queue.is_ready() && work.timer.is_none());
            if goes_on {
                return;
            }
            (work.when_settled.take(), work.queue.is_empty())
        };
        if let Some(then) = then {
            then.try_run(is_saved);
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn save(id: AppraisalId, input: SaveInput) -> UiResult<AppraisalDetail> {
    match input {
        SaveInput::SelfPart(input) => save_self(id, input).await,
        SaveInput::Review(input) => save_review(id, input).await,
        SaveInput::Hr(input) => save_hr(id, input).await,
    }
}

/// The outcome of a failed save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaveOutcome {
    /// The save is retried: no connection, no session, or a server error.
    Again,
    /// The server rejected fields of the save.
    Fields,
    /// The form is no longer at the user's stage.
    MovedOn,
}

fn save_outcome(error: &UiError) -> SaveOutcome {
    match &error.0 {
        Error::Unauthenticated(_)
        | Error::TooManyRequests { .. }
        | Error::Unavailable(_)
        | Error::Internal(_) => SaveOutcome::Again,
        Error::Forbidden(_) | Error::NotFound(_) | Error::Conflict(_) | Error::Unprocessable(_) => {
            SaveOutcome::MovedOn
        }
        Error::Invalid(problem) if problem.code == Code::WrongStage => SaveOutcome::MovedOn,
        Error::Invalid(_)
        | Error::TooLarge(_)
        | Error::UnsupportedMedia(_)
        | Error::MethodNotAllowed(_) => SaveOutcome::Fields,
    }
}

/// The focused field, whose text is never replaced.
fn focused_key() -> Option<FieldKey> {
    document().active_element()?.id().parse().ok()
}

impl Batch {
    fn keys(&self) -> Vec<FieldKey> {
        let changes: &Changes = self.changes();
        changes.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use shared::error::FieldCode;

    use super::*;

    #[test]
    fn transient_failures_are_retried() {
        for error in [Error::unauthenticated(), Error::unavailable(), Error::internal()] {
            assert_eq!(save_outcome(&UiError(error)), SaveOutcome::Again);
        }
    }

    #[test]
    fn a_form_at_a_later_stage_is_distinguished_from_an_invalid_text() {
        assert_eq!(
            save_outcome(&UiError(shared::appraisal::stage::wrong_stage())),
            SaveOutcome::MovedOn
        );
        assert_eq!(save_outcome(&UiError(Error::not_found("Appraisal"))), SaveOutcome::MovedOn);
        assert_eq!(
            save_outcome(&UiError(Error::field("a", FieldCode::TooLong, "No."))),
            SaveOutcome::Fields
        );
    }
}
