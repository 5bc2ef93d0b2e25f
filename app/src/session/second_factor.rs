//! Somebody's second factor: setting it up, its recovery codes, and new ones. Secrets come by
//! answers to what the reader presses and are in no page that the server renders.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::mfa::{MfaEnabled, MfaSetup, RecoveryCodes};

use super::codes::Codes;
use super::form::{FormFn, on_success, refusal, submit};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::password_field::PasswordField;

/// So many recovery codes are worth a warning.
const FEW: u32 = 3;
const QR_SIZE: &str = "240";
const BUTTON: &str = "button button-primary";

/// The page about the second factor of the reader.
///
/// * `begin`: begins to set it up.
/// * `complete`: sets it up with the first code.
/// * `regenerate`: replaces the recovery codes.
/// * `remaining`: recovery codes left; none without a second factor.
/// * `lead`: what it is for.
/// * `done`: where to go once the codes are kept.
/// * `below`: what else the page shows.
#[component]
pub(crate) fn SecondFactor<B, C, R>(
    begin: ServerAction<B>,
    complete: ServerAction<C>,
    regenerate: ServerAction<R>,
    remaining: Option<u32>,
    lead: &'static str,
    done: &'static str,
    #[prop(optional)] below: Option<AnyView>,
) -> impl IntoView
where
    B: FormFn<Output = MfaSetup>,
    C: FormFn<Output = MfaEnabled>,
    R: FormFn<Output = RecoveryCodes>,
{
    let i18n = use_i18n();
    let codes = RwSignal::new(None::<Vec<String>>);
    on_success(complete, move |enabled| codes.set(Some(enabled.recovery_codes)));
    on_success(regenerate, move |made| codes.set(Some(made.recovery_codes)));
    let content = move || match (codes.get(), remaining) {
        (Some(list), _) => view! { <Codes list done/> }.into_any(),
        (None, Some(_)) => view! {
            <StandingNotice remaining/>
            <Regenerate action=regenerate/>
        }
        .into_any(),
        (None, None) => view! { <Enrol begin complete/> }.into_any(),
    };

    view! {
        <Title text=tu_string!(i18n, mfa.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, mfa.title)}</h1>
                    <p>{lead}</p>
                </div>
            </div>
            {content}
            {below}
        </div>
    }
    .into_any()
}

/// Begins, shows what the app has to be told, and takes its first code.
///
/// * `begin`: begins to set it up.
/// * `complete`: sets it up with the first code.
#[component]
fn Enrol<B, C>(begin: ServerAction<B>, complete: ServerAction<C>) -> impl IntoView
where
    B: FormFn<Output = MfaSetup>,
    C: FormFn<Output = MfaEnabled>,
{
    let i18n = use_i18n();
    let error = refusal(begin);
    let content = move || match begin.value().get().and_then(Result::ok) {
        Some(setup) => view! { <FirstCode setup action=complete/> }.into_any(),
        None => view! {
            <ActionForm action=begin attr:class="card">
                <div class="card-body form">
                    <p>{tu_string!(i18n, mfa.off)}</p>
                    <PasswordField
                        id="current"
                        name="current_password"
                        label=tu_string!(i18n, password.current)
                        hint=tu_string!(i18n, mfa.password_hint)
                        autocomplete="current-password"
                    />
                </div>
                <div class="card-foot">
                    {submit(begin, BUTTON, tu_string!(i18n, mfa.begin))}
                </div>
            </ActionForm>
        }
        .into_any(),
    };

    view! {
        <ErrorSummary error/>
        {content}
    }
    .into_any()
}

/// What the app has to be told, and its first code.
///
/// * `setup`: secret and picture.
/// * `action`: the server function.
#[component]
fn FirstCode<C: FormFn<Output = MfaEnabled>>(
    setup: MfaSetup,
    action: ServerAction<C>,
) -> impl IntoView {
    let i18n = use_i18n();
    let key = setup.secret;
    let error = refusal(action);

    view! {
        <ErrorSummary error/>
        <ActionForm action attr:class="card">
            <div class="card-body form">
                <p>{tu_string!(i18n, mfa.scan)}</p>
                <img
                    src=setup.qr_code
                    alt=tu_string!(i18n, mfa.picture)
                    width=QR_SIZE
                    height=QR_SIZE
                />
                <label class="field">
                    <span class="field-label">{tu_string!(i18n, mfa.secret)}</span>
                    <input class="input" type="text" readonly autocomplete="off" value=key/>
                    <span class="field-hint">{tu_string!(i18n, mfa.secret_hint)}</span>
                </label>
                <TextField
                    id="code"
                    name="code"
                    label=tu_string!(i18n, mfa.first_code)
                    hint=tu_string!(i18n, mfa.first_code_hint)
                    autocomplete="one-time-code"
                    required=true
                />
            </div>
            <div class="card-foot">
                {submit(action, BUTTON, tu_string!(i18n, mfa.complete))}
            </div>
        </ActionForm>
    }
    .into_any()
}

/// Makes new recovery codes.
///
/// * `action`: the server function.
#[component]
fn Regenerate<R: FormFn<Output = RecoveryCodes>>(action: ServerAction<R>) -> impl IntoView {
    let i18n = use_i18n();
    let error = refusal(action);

    view! {
        <ErrorSummary error/>
        <ActionForm action attr:class="card">
            <div class="card-body form">
                <p>{tu_string!(i18n, mfa.regenerate_lead)}</p>
                <PasswordField
                    id="current"
                    name="current_password"
                    label=tu_string!(i18n, password.current)
                    autocomplete="current-password"
                />
                <TextField
                    id="code"
                    name="code"
                    label=tu_string!(i18n, mfa.first_code)
                    autocomplete="one-time-code"
                    required=true
                />
            </div>
            <div class="card-foot">
                {submit(action, BUTTON, tu_string!(i18n, mfa.regenerate))}
            </div>
        </ActionForm>
    }
    .into_any()
}

/// How things stand with the reader's second factor.
///
/// * `remaining`: recovery codes left; none without a second factor.
#[component]
pub(crate) fn StandingNotice(remaining: Option<u32>) -> impl IntoView {
    let i18n = use_i18n();
    let (tone, title) = match remaining {
        None => (Tone::Neutral, tu_string!(i18n, mfa.off_title).to_owned()),
        Some(0) => (Tone::Danger, tu_string!(i18n, mfa.none_left).to_owned()),
        Some(left) => {
            let tone = if left <= FEW { Tone::Warning } else { Tone::Success };
            (tone, tu_string!(i18n, mfa.left, count = left.to_string()))
        }
    };
    view! { <Notice tone title/> }
}

/// Above every page, while few recovery codes are left or none.
///
/// * `remaining`: recovery codes left; none without a second factor.
/// * `page`: where new ones are made.
#[component]
pub(crate) fn CodesBanner(remaining: Option<u32>, page: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let notice = match remaining {
        Some(0) => none_left(i18n, page),
        Some(left @ 1..=FEW) => few_left(i18n, left, page),
        Some(_) | None => return ().into_any(),
    };
    view! {
        <aside class="page page-narrow page-banner" aria-label=tu_string!(i18n, mfa.title)>
            {notice}
        </aside>
    }
    .into_any()
}

fn few_left(i18n: Language, left: u32, page: &'static str) -> AnyView {
    let title = tu_string!(i18n, mfa.banner_few, count = left.to_string());
    view! {
        <Notice tone=Tone::Warning title>
            <p>
                {tu_string!(i18n, mfa.banner_text)} " "
                <a href=page>{tu_string!(i18n, mfa.regenerate)}</a>
            </p>
        </Notice>
    }
    .into_any()
}

/// Says what a lost phone would mean now, and leads out of it.
fn none_left(i18n: Language, page: &'static str) -> AnyView {
    view! {
        <Notice tone=Tone::Danger title=tu_string!(i18n, mfa.banner_none)>
            <p>{tu_string!(i18n, mfa.banner_none_text)}</p>
            <a class="button button-danger" href=page>
                <Icon name=IconName::Key/>
                {tu_string!(i18n, mfa.regenerate)}
            </a>
        </Notice>
    }
    .into_any()
}
