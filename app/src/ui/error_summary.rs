//! The summary of the errors of a form.

use leptos::html::Div;
use leptos::prelude::*;
use leptos::server::ServerActionError;
use shared::error::Code;

use super::icon::{Icon, IconName};
use super::validity;
use crate::error::UiError;
use crate::error::words::field_message;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;

/// The summary of an error above a form. It takes the focus when it appears, and links each error
/// to its field.
///
/// * `error`: the error to display; none hides the summary.
/// * `anchor`: maps the path of a field to the id of its input; by default they are the same.
#[component]
pub fn ErrorSummary(
    #[prop(into)] error: Signal<Option<UiError>>,
    #[prop(optional)] anchor: Option<Callback<String, String>>,
) -> impl IntoView {
    let node = NodeRef::<Div>::new();
    let watch = use_session_watch();
    // The error of a form that is restored with its refused input does not concern the current
    // session.
    Effect::new(move |before: Option<()>| {
        let refused = error.get().filter(|error| error.code() == Code::Unauthenticated);
        if let Some(error) = refused.filter(|_| before.is_some()) {
            watch.report(&error);
        }
    });
    Effect::new(move |_| {
        if error.read().is_none() {
            return;
        }
        if let Some(element) = node.get() {
            // A hidden element cannot take the focus, which does no harm.
            let _ = element.focus();
        }
    });
    mark_fields(error, anchor);
    let shown = move || error.get().map(|error| summary(&error, node, anchor));

    view! { {shown} }.into_any()
}

/// Displays the errors at the fields until the next response.
fn mark_fields(error: Signal<Option<UiError>>, anchor: Option<Callback<String, String>>) {
    Effect::new(move |before: Option<Vec<String>>| {
        for id in before.iter().flatten() {
            validity::unmark(id);
        }
        let error = error.get();
        let fields = error.iter().flat_map(UiError::fields);
        let fields: Vec<_> =
            fields.map(|field| (id_of(&field.field, anchor), field_message(field))).collect();
        let ids = fields.iter().map(|(id, _)| id.clone()).collect();
        // After the fields have rendered errors of their own.
        request_animation_frame(move || {
            for (id, text) in &fields {
                validity::mark(id, text);
            }
        });
        ids
    });
}

/// The id of the input for the path of an error.
fn id_of(path: &str, anchor: Option<Callback<String, String>>) -> String {
    anchor.map_or_else(|| path.to_owned(), |at| at.run(path.to_owned()))
}

/// The summary as a static view.
pub fn summary(
    error: &UiError,
    node: NodeRef<Div>,
    anchor: Option<Callback<String, String>>,
) -> AnyView {
    let i18n = use_i18n();
    // Without JavaScript the error is in the URL, which anyone could have constructed.
    let from_address = use_context::<ServerActionError>().is_some();
    let text = if from_address { error.safe_text(i18n) } else { error.text(i18n) };
    let fields = if from_address { &[] } else { error.fields() };
    let title = if fields.is_empty() {
        tu_string!(i18n, error.summary_title)
    } else {
        tu_string!(i18n, error.summary)
    };
    let items: Vec<_> = fields
        .iter()
        .map(|field| {
            let id = id_of(&field.field, anchor);
            let message = field_message(field);
            view! { <li><a href=format!("#{id}")>{message}</a></li> }.into_any()
        })
        .collect();
    let details = if items.is_empty() {
        view! { <p>{text}</p> }.into_any()
    } else {
        view! { <ul>{items}</ul> }.into_any()
    };
    view! {
        <div class="notice" data-tone="danger" role="alert" tabindex="-1" node_ref=node>
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                {details}
            </div>
        </div>
    }
    .into_any()
}
