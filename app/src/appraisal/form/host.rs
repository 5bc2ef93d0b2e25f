//! Which form the page shows, and what was just done with it.

use leptos::prelude::*;
use leptos::server::{ServerAction, ServerActionError};
use leptos::server_fn::ServerFn;
use leptos::server_fn::error::ServerFnUrlError;
use shared::appraisal::Action;
use shared::appraisal::detail::AppraisalDetail;

use super::field::FieldKey;
use super::label::done_text;
use super::serverfns::AppraisalForm;
use crate::error::{UiError, UiResult};
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::toast;

/// The form of the page: an act replaces it by what the server answers.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The form.
    pub form: RwSignal<AppraisalForm>,
    /// What was just done.
    pub done: RwSignal<Option<Action>>,
    /// True once the server has said that the form is elsewhere now.
    pub has_moved_on: RwSignal<bool>,
}

impl Host {
    /// Starts with the form as it was loaded, and with what a form posted without JavaScript did.
    pub fn new(form: AppraisalForm, done: Option<Action>) -> Self {
        Self {
            form: RwSignal::new(form),
            done: RwSignal::new(done),
            has_moved_on: RwSignal::new(false),
        }
    }

    /// Takes over the answer of an act, and confirms it.
    fn take(self, action: Action, form: AppraisalForm) {
        let i18n = use_i18n();
        let done = done_text(i18n, action);
        let left = form.left;
        let text = match left {
            0 => tu_string!(i18n, appraisal.done.none_left, done = done),
            1 => tu_string!(i18n, appraisal.done.one_left, done = done),
            left => tu_string!(i18n, appraisal.done.left, done = done, count = left),
        };
        toast::confirm(text);
        use_live().refresh();
        self.has_moved_on.set(false);
        self.done.set(Some(action));
        self.form.set(form);
    }

    /// Follows an act: its answer replaces the form, its error is answered here.
    pub fn follow<S>(self, act: ServerAction<S>, action: Action) -> Signal<Option<UiError>>
    where
        S: ServerFn<Output = AppraisalForm, Error = UiError> + Clone + Send + Sync + 'static,
    {
        let value = act.value();
        let answer = Signal::derive(move || value.get());
        self.follow_answer(answer, action)
    }

    fn follow_answer(
        self,
        answer: Signal<Option<UiResult<AppraisalForm>>>,
        action: Action,
    ) -> Signal<Option<UiError>> {
        let watch = use_session_watch();
        Effect::new(move |_| match answer.get() {
            Some(Ok(form)) => self.take(action, form),
            Some(Err(error)) if error.is_out_of_date() => self.has_moved_on.set(true),
            Some(Err(error)) => watch.report(&error),
            None => {}
        });
        Signal::derive(move || answer.get().and_then(Result::err))
    }
}

/// The error of a save that was posted without JavaScript, which comes back in the address.
pub fn posted_error() -> Option<UiError> {
    let error = use_context::<ServerActionError>()?;
    let is_save = error.path().contains("/appraisal/post-");
    is_save.then(|| ServerFnUrlError::<UiError>::decode_err(error.err()))
}

/// The id of the element that a path of an error is about.
pub fn element_of(detail: &AppraisalDetail, path: &str) -> String {
    locate(detail, path).map_or_else(|| path.to_owned(), |key| key.to_string())
}

fn locate(detail: &AppraisalDetail, path: &str) -> Option<FieldKey> {
    let (list, rest) = path.split_once('[')?;
    let (position, member) = rest.split_once("].")?;
    let position: usize = position.parse().ok()?;
    if list == "narratives" {
        return FieldKey::answer(detail.narratives.get(position)?);
    }
    let id = detail.items.get(position)?.id;
    match member {
        "selfScore" => Some(FieldKey::SelfScore(id)),
        "supervisorScore" => Some(FieldKey::SupervisorScore(id)),
        "actualAchievement" => Some(FieldKey::Achievement(id)),
        "supervisorComment" => Some(FieldKey::Comment(id)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn an_error_leads_to_its_field() {
        let detail = sample::detail();
        let row = detail.items[1].id;
        for (path, element) in [
            ("items[1].selfScore", format!("self-score-{row}")),
            ("items[1].supervisorScore", format!("supervisor-score-{row}")),
            ("narratives[0].answer", format!("self-answer-{}", detail.narratives[0].id)),
            ("items[99].selfScore", "items[99].selfScore".to_owned()),
            ("comment", "comment".to_owned()),
        ] {
            assert_eq!(element_of(&detail, path), element);
        }
    }
}
