//! The results of actions on the form, and the element ids of rejected fields.

use leptos::prelude::*;
#[cfg(feature = "ssr")]
use leptos::server::ServerActionError;
use leptos::server_fn::ServerFn;
#[cfg(feature = "ssr")]
use leptos::server_fn::error::ServerFnUrlError;
use shared::appraisal::Action;
use shared::appraisal::detail::AppraisalDetail;

use super::field::FieldKey;
use super::label::done_text;
#[cfg(feature = "ssr")]
use super::serverfns::{ApproveDeptHead, ApproveMd};
use super::state::FormState;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::go::go_to;
use crate::ui::label::Language;
use crate::ui::toast;
use shared::appraisal::form::AppraisalForm;

/// Follows a server action: success opens the updated form, and an error is reported and returned.
pub fn follow<S>(state: FormState, act: ServerAction<S>, action: Action) -> Signal<Option<UiError>>
where
    S: ServerFn<Output = AppraisalForm, Error = UiError> + Clone + Send + Sync + 'static,
{
    let (i18n, watch) = (use_i18n(), use_session_watch());
    let value = act.value();
    Effect::new(move |_| match value.get() {
        Some(Ok(form)) => {
            toast::confirm(confirmation(i18n, action, form.left));
            go_to(&format!("/appraisals/{}?done={action}", form.detail.id));
        }
        Some(Err(error)) if error.is_out_of_date() => state.saving.has_moved_on.set(true),
        Some(Err(error)) => watch.report(&error),
        None => {}
    });
    // Without JavaScript, the server renders the error into the page.
    Signal::derive(move || value.get().and_then(Result::err).filter(|_| cfg!(not(feature = "ssr"))))
}

/// The confirmation of an action, with the number of other pending appraisals.
pub fn confirmation(i18n: Language, action: Action, left: u64) -> String {
    let done = done_text(i18n, action);
    match left {
        0 => tu_string!(i18n, appraisal.done.none_left, done = done),
        1 => tu_string!(i18n, appraisal.done.one_left, done = done),
        left => tu_string!(i18n, appraisal.done.left, done = done, count = left),
    }
}

/// The error of a form that was posted without JavaScript, which is passed in the address. The
/// forms of the approvals show their errors themselves.
#[cfg(feature = "ssr")]
pub fn posted_error() -> Option<UiError> {
    const SENT: [&str; 2] = [ApproveDeptHead::PATH, ApproveMd::PATH];
    let error = use_context::<ServerActionError>()?;
    let is_shown = error.path().contains("/appraisal/") && !SENT.contains(&error.path());
    is_shown.then(|| ServerFnUrlError::<UiError>::decode_err(error.err()))
}

/// The id of the element that an error path refers to.
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
