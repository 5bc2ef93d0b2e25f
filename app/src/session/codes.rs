//! Recovery codes, which are only displayed once.

use leptos::prelude::*;

use crate::i18n::tu_string;
use crate::ui::label::Language;

/// The recovery codes of a response, to be copied, downloaded and acknowledged.
///
/// * `done`: the path of the page that follows once they are stored.
pub(super) fn codes(i18n: Language, done: &'static str) -> AnyView {
    view! {
        <section class="card" aria-labelledby="codes-title" data-unkept="">
            <div class="card-head">
                <h2 id="codes-title">{tu_string!(i18n, mfa.codes_title)}</h2>
            </div>
            <div class="card-body form">
                <p>{tu_string!(i18n, mfa.codes_lead)}</p>
                <ul class="stack-tight" data-each="recoveryCodes">
                    <li>
                        <code></code>
                    </li>
                </ul>
                <div class="button-row">
                    <button
                        class="button"
                        type="button"
                        data-copy="recoveryCodes"
                        data-copied=tu_string!(i18n, mfa.copied)
                        data-failed=tu_string!(i18n, mfa.copy_failed)
                    >
                        {tu_string!(i18n, mfa.copy)}
                    </button>
                    <a class="button" data-file="recoveryCodes" download="recovery-codes.txt">
                        {tu_string!(i18n, mfa.download)}
                    </a>
                </div>
                <p class="muted" role="status"></p>
                <label class="choice">
                    <input type="checkbox" data-keeps=""/>
                    <span>{tu_string!(i18n, mfa.kept)}</span>
                </label>
            </div>
            <div class="card-foot">
                <button
                    class="button button-primary"
                    type="button"
                    disabled=true
                    data-leads=done
                >
                    {tu_string!(i18n, mfa.go_on)}
                </button>
            </div>
        </section>
    }
    .into_any()
}
