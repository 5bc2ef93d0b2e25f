//! Parts of the sign-in pages of staff and customers: frame, password step and code step. The forms
//! work before WebAssembly is loaded, and without it.

use std::future::Future;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;
use leptos_router::components::Redirect;

use super::DemoAccountCard;
use super::demo_account_list::DemoAccountList;
use super::second_factor::code_field;
use crate::error::{UiError, UiResult};
use crate::frame::language_switch::LanguageSwitch;
use crate::frame::theme_switch::ThemeSwitch;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::awaited;
use crate::ui::password_field::PasswordField;
use crate::ui::sent_form::refused;
use shared::error::Code;

const WIDE_BUTTON: &str = "button button-primary button-wide";

/// The frame of a sign-in page.
///
/// * `title`: the title of the document.
/// * `foot`: the content below the card.
/// * `children`: the card.
#[component]
fn SignInFrame(
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

/// The page of the first step, with the demo accounts if there are any.
///
/// * `words`: the title, the lead and the text about forgotten passwords.
///
/// * `next`: the page after sign-in; none at the portal, which always opens the same one.
///
/// * `accounts`: the demo accounts, and the URL that their forms post to.
///
/// * `signed_in`: the path to redirect to if there already is a session.
pub(crate) fn sign_in_page<F: ServerFn<Error = UiError>>(
    [title, lead, forgot]: [&'static str; 3],
    next: Option<String>,
    (accounts, action): (
        impl Future<Output = UiResult<Vec<DemoAccountCard>>> + Send + 'static,
        &'static str,
    ),
    signed_in: impl Future<Output = Option<String>> + Send + 'static,
) -> AnyView {
    let card = awaited(async move {
        let accounts = accounts.await.unwrap_or_default();
        let wide = !accounts.is_empty();
        let enter = wide.then(|| {
            let next = next.clone().unwrap_or_default();
            view! { <DemoAccountList accounts next action/> }
        });
        view! {
            <div class=if wide { "sign-in-card sign-in-card-wide" } else { "sign-in-card" }>
                {password_step::<F>(title, lead, next)}
                {enter}
            </div>
        }
        .into_any()
    });
    let goes_on = awaited(async move {
        let path = signed_in.await;
        path.map(|path| view! { <Redirect path/> }).into_any()
    });

    view! {
        <SignInFrame title foot=move || forgot>
            {goes_on}
            {card}
        </SignInFrame>
    }
    .into_any()
}

/// The page of the second step.
///
/// * `first`: the path of the page of the first step.
pub(crate) fn code_page<F: ServerFn<Error = UiError>>(
    first: &'static str,
    next: Option<String>,
) -> AnyView {
    let i18n = use_i18n();
    let foot = move || view! { <a href=first>{tu_string!(i18n, mfa.start_over)}</a> };
    view! {
        <SignInFrame title=tu_string!(i18n, mfa.code_title) foot>
            <div class="sign-in-card">{code_step::<F>(next)}</div>
        </SignInFrame>
    }
    .into_any()
}

/// The form of the first step: e-mail address and password.
///
/// * `title`: the title of the form.
/// * `lead`: the introduction of the form.
/// * `next`: the page after sign-in; none at the portal.
fn password_step<F: ServerFn<Error = UiError>>(
    title: &'static str,
    lead: &'static str,
    next: Option<String>,
) -> AnyView {
    let i18n = use_i18n();
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
    step::<F>((title, lead), next, fields.into_any())
}

/// The form of the second step: one field for a code of the app or a recovery code.
///
/// * `next`: the page after sign-in; none at the portal.
fn code_step<F: ServerFn<Error = UiError>>(next: Option<String>) -> AnyView {
    let i18n = use_i18n();
    let words = (tu_string!(i18n, mfa.code_title), tu_string!(i18n, mfa.code_lead));
    let field = code_field(tu_string!(i18n, mfa.code), tu_string!(i18n, mfa.code_hint));
    step::<F>(words, next, field)
}

fn step<F: ServerFn<Error = UiError>>(
    (title, lead): (&'static str, &'static str),
    next: Option<String>,
    fields: AnyView,
) -> AnyView {
    let i18n = use_i18n();
    let refused = refused::<F>().map(|error| view! { <Refused error/> });
    let next = next.map(|next| view! { <input type="hidden" name="next" value=next/> });
    view! {
        <section class="sign-in-part" aria-labelledby="sign-in-title">
            <div class="sign-in-lead">
                <h1 id="sign-in-title">{title}</h1>
                <p>{lead}</p>
            </div>
            {refused}
            <form class="form" method="post" action=F::PATH>
                {next} {fields}
                <button class=WIDE_BUTTON type="submit">
                    {tu_string!(i18n, login.submit)}
                </button>
            </form>
        </section>
    }
    .into_any()
}

/// The reason for a failed sign-in. The error comes from the URL, so only known texts are
/// displayed.
///
/// * `error`: the error of the service.
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
    view! {
        <div class="notice" data-tone="danger" role="alert" tabindex="-1">
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                <p>{text}</p>
            </div>
        </div>
    }
    .into_any()
}
