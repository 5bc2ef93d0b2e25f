//! The reader's second factor: setting it up, its recovery codes, and new ones. Secrets come by
//! answers to what the reader presses and are in no page that the server renders.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::mfa::MfaSetup;
use shared::session::Me;

use super::{BeginMfa, CompleteMfa, RegenerateCodes, use_me};
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::TextField;
use crate::ui::notice::Notice;

/// So many recovery codes are worth a warning.
const FEW: u32 = 3;
const QR_SIZE: &str = "240";

/// The page at `/security`.
#[component]
pub fn SecurityPage() -> impl IntoView {
    let i18n = use_i18n();
    let me = use_me();
    let codes = RwSignal::new(None::<Vec<String>>);
    let content = move || match (codes.get(), me.mfa_enabled) {
        (Some(list), _) => view! { <Codes list/> }.into_any(),
        (None, true) => view! { <Regenerate me=me.clone() codes/> }.into_any(),
        (None, false) => view! { <Enrol codes/> }.into_any(),
    };

    view! {
        <Title text=tu_string!(i18n, mfa.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, mfa.title)}</h1>
                    <p>{tu_string!(i18n, mfa.lead)}</p>
                </div>
            </div>
            {content}
        </div>
    }
    .into_any()
}

/// Begins, shows what the app has to be told, and takes its first code.
///
/// * `codes`: where the recovery codes go.
#[component]
fn Enrol(codes: RwSignal<Option<Vec<String>>>) -> impl IntoView {
    let i18n = use_i18n();
    let begin = ServerAction::<BeginMfa>::new();
    let error = Signal::derive(move || begin.value().get().and_then(Result::err));
    let content = move || match begin.value().get().and_then(Result::ok) {
        Some(setup) => view! { <FirstCode setup codes/> }.into_any(),
        None => view! {
            <ActionForm action=begin attr:class="card">
                <div class="card-body">
                    <p>{tu_string!(i18n, mfa.off)}</p>
                </div>
                <div class="card-foot">
                    <button class="button button-primary" type="submit">
                        {tu_string!(i18n, mfa.begin)}
                    </button>
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
/// * `codes`: where the recovery codes go.
#[component]
fn FirstCode(setup: MfaSetup, codes: RwSignal<Option<Vec<String>>>) -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<CompleteMfa>::new();
    let key = setup.secret;
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    Effect::new(move |_| {
        if let Some(Ok(enabled)) = action.value().get() {
            codes.set(Some(enabled.recovery_codes));
        }
    });

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
                <button
                    class="button button-primary"
                    type="submit"
                    aria-busy=move || action.pending().get().then_some("true")
                >
                    {tu_string!(i18n, mfa.complete)}
                </button>
            </div>
        </ActionForm>
    }
    .into_any()
}

/// How many recovery codes are left, and how to get new ones.
///
/// * `me`: the reader.
/// * `codes`: where the recovery codes go.
#[component]
fn Regenerate(me: Me, codes: RwSignal<Option<Vec<String>>>) -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<RegenerateCodes>::new();
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    Effect::new(move |_| {
        if let Some(Ok(made)) = action.value().get() {
            codes.set(Some(made.recovery_codes));
        }
    });
    let left = me.recovery_codes_remaining.unwrap_or(0);
    let (tone, title) = match left {
        0 => (Tone::Danger, tu_string!(i18n, mfa.none_left).to_owned()),
        1..=FEW => (Tone::Warning, tu_string!(i18n, mfa.left, count = left.to_string())),
        _ => (Tone::Success, tu_string!(i18n, mfa.left, count = left.to_string())),
    };

    view! {
        <Notice tone title/>
        <ErrorSummary error/>
        <ActionForm action attr:class="card">
            <div class="card-body form">
                <p>{tu_string!(i18n, mfa.regenerate_lead)}</p>
                <TextField
                    id="current"
                    name="current_password"
                    label=tu_string!(i18n, password.current)
                    kind="password"
                    autocomplete="current-password"
                    required=true
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
                <button
                    class="button button-primary"
                    type="submit"
                    aria-busy=move || action.pending().get().then_some("true")
                >
                    {tu_string!(i18n, mfa.regenerate)}
                </button>
            </div>
        </ActionForm>
    }
    .into_any()
}

/// The recovery codes, this once: to copy, to keep as a file, and to acknowledge.
///
/// * `list`: the codes.
#[component]
fn Codes(list: Vec<String>) -> impl IntoView {
    let i18n = use_i18n();
    let text = list.join("\n");
    let file = format!("data:text/plain;charset=utf-8,{}", encode(&format!("{text}\n")));
    let kept = RwSignal::new(false);
    let copied = RwSignal::new(false);
    let copy = move |_| {
        // What became of it shows when it is pasted; the codes stay on the page.
        drop(window().navigator().clipboard().write_text(&text));
        copied.set(true);
    };
    let lines: Vec<_> =
        list.into_iter().map(|code| view! { <li><code>{code}</code></li> }.into_any()).collect();

    view! {
        <section class="card" aria-labelledby="codes-title">
            <div class="card-head">
                <h2 id="codes-title">{tu_string!(i18n, mfa.codes_title)}</h2>
            </div>
            <div class="card-body form">
                <p>{tu_string!(i18n, mfa.codes_lead)}</p>
                <ul class="stack-tight">{lines}</ul>
                <div class="button-row">
                    <button class="button" type="button" on:click=copy>
                        {move || {
                            if copied.get() {
                                tu_string!(i18n, mfa.copied)
                            } else {
                                tu_string!(i18n, mfa.copy)
                            }
                        }}
                    </button>
                    <a class="button" href=file download="recovery-codes.txt">
                        {tu_string!(i18n, mfa.download)}
                    </a>
                </div>
                <label class="choice">
                    <input
                        type="checkbox"
                        prop:checked=kept
                        on:change=move |event| kept.set(event_target_checked(&event))
                    />
                    <span>{tu_string!(i18n, mfa.kept)}</span>
                </label>
            </div>
            <div class="card-foot">
                <button
                    class="button button-primary"
                    type="button"
                    disabled=move || !kept.get()
                    on:click=move |_| {
                        // The browser refuses only addresses that are none.
                        let _ = window().location().set_href("/security");
                    }
                >
                    {tu_string!(i18n, mfa.go_on)}
                </button>
            </div>
        </section>
    }
    .into_any()
}
