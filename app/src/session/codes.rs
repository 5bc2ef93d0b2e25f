//! Recovery codes, which are shown once.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::form::load;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::guard::guard;

/// The recovery codes, this once: to copy, to keep as a file, and to acknowledge.
///
/// * `list`: the codes.
/// * `done`: where to go once they are kept.
#[component]
pub(super) fn Codes(list: Vec<String>, done: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let text = list.join("\n");
    let file = format!("data:text/plain;charset=utf-8,{}", encode(&format!("{text}\n")));
    let kept = RwSignal::new(false);
    let copied = RwSignal::new(None::<bool>);
    guard(Signal::derive(move || !kept.get()), tu_string!(i18n, mfa.leave));
    let copy = move |_| {
        let writing = JsFuture::from(window().navigator().clipboard().write_text(&text));
        leptos::task::spawn_local(async move { copied.set(Some(writing.await.is_ok())) });
    };
    let outcome = move || {
        copied.get().map(|is_copied| {
            if is_copied { tu_string!(i18n, mfa.copied) } else { tu_string!(i18n, mfa.copy_failed) }
        })
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
                        {tu_string!(i18n, mfa.copy)}
                    </button>
                    <a class="button" href=file download="recovery-codes.txt">
                        {tu_string!(i18n, mfa.download)}
                    </a>
                </div>
                <p class="muted" role="status">{outcome}</p>
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
                    on:click=move |_| load(done)
                >
                    {tu_string!(i18n, mfa.go_on)}
                </button>
            </div>
        </section>
    }
    .into_any()
}
