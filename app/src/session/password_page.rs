//! The page that changes the password. It is the only page that users with a temporary password can
//! open.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;

use super::{ChangePassword, own_tokens, use_me};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::input::{tick, tick_list};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::{PageHead, found};
use crate::ui::password_field::PasswordField;
use crate::ui::sent_form::{SentForm, form_card, sent_form};
use crate::ui::time::{date_text, local_date};
use shared::api_token::ApiToken;
use shared::session::password_length_min;

/// The page at `/password`.
#[component]
pub fn PasswordPage() -> impl IntoView {
    let i18n = use_i18n();
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let me = use_me();
    let lead = if me.password_change_required {
        tu_string!(i18n, password.lead_temporary)
    } else {
        tu_string!(i18n, password.lead)
    };

    let tokens = found(own_tokens(), move |it| tokens(i18n, it));

    PageHead::new(tu_string!(i18n, password.title), lead).narrow().page((
        changed.then(|| view! { <Changed/> }),
        password_form::<ChangePassword>(me.mfa_enabled, Some(tokens)),
    ))
}

/// The form. Afterwards the page is reloaded, because the session has been replaced.
///
/// * `has_second_factor`: true if the minimum length is shorter.
///
/// * `below`: additional fields of the form.
pub(crate) fn password_form<F: ServerFn<Error = UiError>>(
    has_second_factor: bool,
    below: Option<AnyView>,
) -> AnyView {
    let i18n = use_i18n();
    let form = SentForm {
        class: "card",
        has_no_key: true,
        anchors: r#"{"newPassword":"new-password"}"#.to_owned(),
        ..SentForm::default()
    };
    let fields = (passwords(i18n, has_second_factor), below);
    sent_form::<F>(form, form_card(fields, tu_string!(i18n, password.submit)))
}

/// The API tokens of the user, of which those selected stay valid after the change.
fn tokens(i18n: Language, tokens: Vec<ApiToken>) -> AnyView {
    if tokens.is_empty() {
        return ().into_any();
    }
    let choices: Vec<_> = tokens
        .into_iter()
        .map(|token| {
            let ends = date_text(i18n, local_date(token.expires_at));
            let text = tu_string!(i18n, password.token, name = token.name, date = ends);
            tick("keep[]", &token.id.to_string(), text, false)
        })
        .collect();

    let label = tu_string!(i18n, password.keep_tokens);
    tick_list("keep", label, choices, tu_string!(i18n, password.keep_tokens_hint))
}

/// The fields for the current password, the new one and its repetition.
fn passwords(i18n: Language, has_second_factor: bool) -> AnyView {
    let length_min = password_length_min(has_second_factor);
    let hint = tu_string!(i18n, password.new_hint, count = length_min.to_string());
    view! {
        {current_password(i18n, "")}
        <PasswordField
            id="new-password"
            name="new_password"
            label=tu_string!(i18n, password.new)
            hint
            autocomplete="new-password"
        />
        <PasswordField
            id="again"
            name="again"
            label=tu_string!(i18n, password.again)
            autocomplete="new-password"
        />
    }
    .into_any()
}

/// The field for the current password; an empty hint is omitted.
pub(super) fn current_password(i18n: Language, hint: &'static str) -> AnyView {
    view! {
        <PasswordField
            id="current"
            name="current_password"
            label=tu_string!(i18n, password.current)
            hint
            autocomplete="current-password"
        />
    }
    .into_any()
}

/// The confirmation, with a link to the home page.
#[component]
fn Changed() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Notice tone=Tone::Success title=tu_string!(i18n, password.done)>
            <p>
                <a href="/">{tu_string!(i18n, error.go_home)}</a>
            </p>
        </Notice>
    }
}
