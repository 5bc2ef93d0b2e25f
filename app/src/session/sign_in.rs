//! What the pages before the sign-in are made of, for staff and customers: a frame, a step that
//! takes the password, and one that takes a code. The forms work before and without WebAssembly.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;

use super::form::{FormFn, load, on_success, refusal, submit};
use crate::error::UiError;
use crate::frame::theme_switch::ThemeSwitch;
use crate::i18n::{tu_string, use_i18n};
use crate::language::LanguageSwitch;
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::password_field::PasswordField;
use shared::error::Code;

const WIDE_BUTTON: &str = "button button-primary button-wide";

/// The frame.
///
/// * `title`: of the document.
/// * `foot`: what stands below.
/// * `children`: the card.
#[component]
pub(crate) fn SignInFrame(
    title: &'static str,
    #[prop(into)] foot: ViewFn,
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Title text=title/>
        <main class="sign-in" id="main">
            <div class="sign-in-brand">
                <img src="/logo.svg" alt="" width="40" height="40"/>
                {tu_string!(i18n, app.name)}
            </div>
            {children()}
            <p class="sign-in-foot">{foot.run()}</p>
            <div class="sign-in-tools">
                <LanguageSwitch/>
                <ThemeSwitch/>
            </div>
        </main>
    }
    .into_any()
}

/// The first step: address and password. It answers where to go.
///
/// * `action`: the server function.
/// * `title`: what is signed in to.
/// * `lead`: with what.
/// * `next`: where to go in the end, for who can go to several places.
#[component]
pub(crate) fn PasswordStep<F: FormFn<Output = String>>(
    action: ServerAction<F>,
    title: &'static str,
    lead: &'static str,
    #[prop(optional)] next: Option<String>,
) -> impl IntoView {
    let i18n = use_i18n();
    on_success(action, |path| load(&path));
    let fields = view! {
        <TextField
            id="email"
            name="email"
            label=tu_string!(i18n, login.email)
            kind="email"
            autocomplete="username"
            required=true
        />
        <PasswordField
            id="password"
            name="password"
            label=tu_string!(i18n, login.password)
            autocomplete="current-password"
        />
    };
    step(action, (title, lead), next, fields.into_any())
}

/// The second step: one field for a code of the app or for a recovery code. It answers where to
/// go.
///
/// * `action`: the server function.
/// * `next`: where to go in the end, for who can go to several places.
#[component]
pub(crate) fn CodeStep<F: FormFn<Output = String>>(
    action: ServerAction<F>,
    #[prop(optional)] next: Option<String>,
) -> impl IntoView {
    let i18n = use_i18n();
    on_success(action, |path| load(&path));
    let words = (tu_string!(i18n, mfa.code_title), tu_string!(i18n, mfa.code_lead));
    let field = view! {
        <TextField
            id="code"
            name="code"
            label=tu_string!(i18n, mfa.code)
            hint=tu_string!(i18n, mfa.code_hint)
            autocomplete="one-time-code"
            required=true
        />
    };
    step(action, words, next, field.into_any())
}

fn step<F: FormFn<Output = String>>(
    action: ServerAction<F>,
    (title, lead): (&'static str, &'static str),
    next: Option<String>,
    fields: AnyView,
) -> AnyView {
    let i18n = use_i18n();
    let error = refusal(action);
    let refused = move || error.get().map(|error| view! { <Refused error/> });
    let next = next.map(|next| view! { <input type="hidden" name="next" value=next/> });
    view! {
        <section class="sign-in-part" aria-labelledby="sign-in-title">
            <div class="sign-in-lead">
                <h1 id="sign-in-title">{title}</h1>
                <p>{lead}</p>
            </div>
            {refused}
            <ActionForm action attr:class="form">
                {next} {fields} {submit(action, WIDE_BUTTON, tu_string!(i18n, login.submit))}
            </ActionForm>
        </section>
    }
    .into_any()
}

/// Why nobody was signed in. The error comes in the address, so only known texts are shown.
///
/// * `error`: what the server said.
#[component]
fn Refused(error: UiError) -> impl IntoView {
    let i18n = use_i18n();
    let (title, text) = match error.code() {
        Code::InvalidCredentials => {
            (tu_string!(i18n, login.invalid), tu_string!(i18n, login.invalid_text).to_owned())
        }
        Code::InvalidMfaCode | Code::ValidationFailed => {
            (tu_string!(i18n, mfa.wrong), tu_string!(i18n, mfa.wrong_text).to_owned())
        }
        Code::InvalidPreAuthToken => {
            (tu_string!(i18n, mfa.expired), tu_string!(i18n, mfa.expired_text).to_owned())
        }
        Code::MfaLocked => {
            (tu_string!(i18n, mfa.locked), tu_string!(i18n, mfa.locked_text).to_owned())
        }
        Code::RateLimited => {
            (tu_string!(i18n, login.limited), tu_string!(i18n, login.limited_text).to_owned())
        }
        _ => (tu_string!(i18n, login.failed), error.safe_text(i18n)),
    };
    let node = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(element) = node.get() {
            // An element that is not shown cannot take the focus; nothing is lost then.
            let _ = element.focus();
        }
    });

    view! {
        <div class="notice" data-tone="danger" role="alert" tabindex="-1" node_ref=node>
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                <p>{text}</p>
            </div>
        </div>
    }
    .into_any()
}
