//! Changing the password; the only page there is while a temporary one stands.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::form::{FormFn, load, on_success, refusal, submit};
use super::{CHANGED, ChangePassword, own_tokens, use_me};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::tick;
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::loaded;
use crate::ui::password_field::PasswordField;
use crate::ui::time::{date_text, local_date};
use shared::api_token::ApiToken;
use shared::error::Code;
use shared::session::{PasswordFault, password_length_min};

/// The page at `/password`.
#[component]
pub fn PasswordPage() -> impl IntoView {
    let i18n = use_i18n();
    let changed = use_query_map().get_untracked().get("changed").is_some();
    let action = ServerAction::<ChangePassword>::new();
    let me = use_me();
    let lead = if me.password_change_required {
        tu_string!(i18n, password.lead_temporary)
    } else {
        tu_string!(i18n, password.lead)
    };

    let tokens = loaded(Resource::new(|| (), |()| own_tokens()), move |it| tokens(i18n, it));

    view! {
        <Title text=tu_string!(i18n, password.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, password.title)}</h1>
                    <p>{lead}</p>
                </div>
            </div>
            {changed.then(|| view! { <Changed/> })}
            <PasswordForm action done=CHANGED has_second_factor=me.mfa_enabled below=tokens/>
        </div>
    }
    .into_any()
}

/// The form. Afterwards the page is loaded anew: the session is a new one.
///
/// * `action`: the server function.
/// * `done`: the page that says that it is done.
/// * `has_second_factor`: a password may be shorter beside one.
/// * `below`: what else the form asks for.
#[component]
pub(crate) fn PasswordForm<F: FormFn<Output = ()>>(
    action: ServerAction<F>,
    done: &'static str,
    has_second_factor: bool,
    #[prop(optional)] below: Option<AnyView>,
) -> impl IntoView {
    let i18n = use_i18n();
    let length_min = password_length_min(has_second_factor);
    let error = refusal(action);
    let at = Callback::new(move |field: &'static str| {
        Signal::derive(move || {
            error.read().as_ref().and_then(|error| at_field(i18n, error, field, length_min))
        })
    });
    let anchor = Callback::new(|field: String| match field.as_str() {
        "newPassword" => "new-password".to_owned(),
        _ => field,
    });
    on_success(action, move |()| load(done));

    view! {
        <ErrorSummary error anchor/>
        <ActionForm action attr:class="card">
            <div class="card-body form">
                <Passwords at length_min/>
                {below}
            </div>
            <div class="card-foot">
                {submit(action, "button button-primary", tu_string!(i18n, password.submit))}
            </div>
        </ActionForm>
    }
    .into_any()
}

/// Which API tokens stay valid; the others end with the password.
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

    view! {
        <fieldset class="stack-tight" id="keep">
            <legend class="field-label">{tu_string!(i18n, password.keep_tokens)}</legend>
            {choices}
            <p class="field-hint">{tu_string!(i18n, password.keep_tokens_hint)}</p>
        </fieldset>
    }
    .into_any()
}

/// The three inputs.
///
/// * `at`: what is wrong with a field.
/// * `length_min`: the fewest characters.
#[component]
fn Passwords(
    at: Callback<&'static str, Signal<Option<String>>>,
    length_min: usize,
) -> impl IntoView {
    let i18n = use_i18n();
    let hint = tu_string!(i18n, password.new_hint, count = length_min.to_string());
    view! {
        <PasswordField
            id="current"
            name="current_password"
            label=tu_string!(i18n, password.current)
            autocomplete="current-password"
            error=at.run("current")
        />
        <PasswordField
            id="new-password"
            name="new_password"
            label=tu_string!(i18n, password.new)
            hint
            autocomplete="new-password"
            error=at.run("newPassword")
        />
        <PasswordField
            id="again"
            name="again"
            label=tu_string!(i18n, password.again)
            autocomplete="new-password"
            error=at.run("again")
        />
    }
    .into_any()
}

/// Says that it is done, and leads on.
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

/// What is wrong with a field, in texts of our own: without JavaScript the error comes back in the
/// address, where anybody could have put it.
fn at_field(i18n: Language, error: &UiError, field: &str, length_min: usize) -> Option<String> {
    let text = match (field, error.code()) {
        ("current", Code::InvalidCurrentPassword) => tu_string!(i18n, password.wrong_current),
        ("again", Code::ValidationFailed) if error.at("again").is_some() => {
            tu_string!(i18n, password.again_wrong)
        }
        ("newPassword", Code::ValidationFailed) => return fault_text(i18n, error, length_min),
        _ => return None,
    };
    Some(text.to_owned())
}

fn fault_text(i18n: Language, error: &UiError, length_min: usize) -> Option<String> {
    let detail = error.fields().iter().find(|detail| detail.field == "newPassword")?;
    let text = match detail.code.parse() {
        Ok(PasswordFault::TooShort) => {
            return Some(tu_string!(i18n, password.too_short, count = length_min.to_string()));
        }
        Ok(PasswordFault::TooLong) => tu_string!(i18n, password.too_long),
        Ok(PasswordFault::Common) => tu_string!(i18n, password.common),
        Ok(PasswordFault::Context) => tu_string!(i18n, password.context),
        Ok(PasswordFault::Unchanged) => tu_string!(i18n, password.unchanged),
        Err(_) => tu_string!(i18n, error.refused),
    };
    Some(text.to_owned())
}
