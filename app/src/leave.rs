//! Leave: the reader's own, that of their people, and keeping it.

mod card;
mod home_card;
mod keeping;
pub(crate) mod label;
mod manage_page;
mod own_page;
mod request_form;
mod serverfns;
mod table;
mod team_page;

pub use home_card::LeaveCard;
pub use manage_page::LeaveManagePage;
pub use own_page::LeavePage;
pub use serverfns::*;
pub use team_page::LeaveTeamPage;

use leptos::prelude::*;

use crate::error::{UiError, UiResult};
use crate::ui::toast;

/// What went wrong with the last try of an action.
fn error_of<S, T>(action: ServerAction<S>) -> Signal<Option<UiError>>
where
    S: leptos::server_fn::ServerFn<Output = T, Error = UiError> + Send + Sync + Clone + 'static,
    T: Clone + Send + Sync + 'static,
{
    Signal::derive(move || action.value().get().and_then(UiResult::err))
}

/// How often an action was answered: what is shown is then loaded again. Where nothing came back,
/// or the session has ended, the page stays as it is, and what was typed on it.
fn answered<S, T>(action: ServerAction<S>) -> Signal<usize>
where
    S: leptos::server_fn::ServerFn<Output = T, Error = UiError> + Send + Sync + Clone + 'static,
    T: Clone + Send + Sync + 'static,
{
    let count = RwSignal::new(0_usize);
    Effect::new(move |_| {
        let is_answer = match &*action.value().read() {
            None => false,
            Some(Ok(_)) => true,
            Some(Err(error)) => !error.is_signed_out() && !error.is_passing(),
        };
        if is_answer {
            count.update(|count| *count = count.wrapping_add(1));
        }
    });
    count.into()
}

/// Confirms that an action has worked.
fn confirm_done<S, T>(action: ServerAction<S>, text: &'static str)
where
    S: leptos::server_fn::ServerFn<Output = T, Error = UiError> + Send + Sync + Clone + 'static,
    T: Clone + Send + Sync + 'static,
{
    Effect::new(move |_| {
        if matches!(&*action.value().read(), Some(Ok(_))) {
            toast::confirm(text);
        }
    });
}
