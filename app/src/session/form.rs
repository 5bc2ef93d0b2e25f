//! Forms that staff and customers fill in alike, each with a server function of their own.

use leptos::prelude::*;
use leptos::server_fn::client::Client;
use leptos::server_fn::codec::PostUrl;
use leptos::server_fn::request::ClientReq;
use leptos::server_fn::{Http, ServerFn};
use leptos::web_sys::FormData;
use serde::de::DeserializeOwned;

use crate::error::{UiError, UiResult};
use crate::wire::Json;

/// A server function that a form can be sent to, with JavaScript and without.
pub(crate) trait FormFn:
    ServerFn<
        Protocol = Http<PostUrl, Json>,
        Error = UiError,
        Output: Clone + Send + Sync + 'static,
        Client: Client<UiError, Request: ClientReq<UiError, FormData: From<FormData>>>,
    > + DeserializeOwned
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<F> FormFn for F where
    F: ServerFn<
            Protocol = Http<PostUrl, Json>,
            Error = UiError,
            Output: Clone + Send + Sync + 'static,
            Client: Client<UiError, Request: ClientReq<UiError, FormData: From<FormData>>>,
        > + DeserializeOwned
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// Why the last attempt was refused.
pub(super) fn refusal<F: FormFn>(action: ServerAction<F>) -> Signal<Option<UiError>> {
    Signal::derive(move || action.value().get().and_then(Result::err))
}

/// Does something with what a success brought.
pub(super) fn on_success<F: FormFn>(action: ServerAction<F>, act: impl Fn(F::Output) + 'static) {
    Effect::new(move |_| {
        let done: Option<UiResult<F::Output>> = action.value().get();
        if let Some(Ok(output)) = done {
            act(output);
        }
    });
}

/// Loads a page anew: the session is another one, and nothing of the former page may stay.
pub(super) fn load(path: &str) {
    // The browser refuses only addresses that are none.
    let _ = window().location().set_href(path);
}

/// The button that sends a form.
pub(super) fn submit<F: FormFn>(
    action: ServerAction<F>,
    class: &'static str,
    text: &'static str,
) -> AnyView {
    let pending = action.pending();
    view! {
        <button class=class type="submit" aria-busy=move || pending.get().then_some("true")>
            {text}
        </button>
    }
    .into_any()
}
