//! A password field whose content can be made visible.

use leptos::prelude::*;

use super::field::{Field, described_by};
use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// A password field. Its button needs JavaScript, and CSS hides it without.
///
/// * `id`: the id of the input.
/// * `name`: the name in the submitted form.
/// * `label`: the label.
/// * `autocomplete`: the value of the attribute `autocomplete`.
/// * `hint`: the hint; empty for none.
#[component]
pub fn PasswordField(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    autocomplete: &'static str,
    #[prop(into, optional)] hint: String,
) -> impl IntoView {
    let described_by = described_by(id, !hint.is_empty(), false);
    view! {
        <Field id label hint>
            <div class="password">
                <input
                    class="input"
                    id=id
                    name=name
                    type="password"
                    autocomplete=autocomplete
                    autocapitalize="none"
                    spellcheck="false"
                    required=true
                    aria-describedby=described_by
                />
                {show_button(id)}
            </div>
        </Field>
    }
    .into_any()
}

/// The button that makes the password visible or hides it, by a script. Its name does not contain
/// the word "password", by which tests find the field itself.
///
/// * `id`: the id of the input.
fn show_button(id: &'static str) -> AnyView {
    view! {
        <button
            class="button button-icon password-show"
            type="button"
            aria-label=tu_string!(use_i18n(), ui.show_typed)
            aria-controls=id
            aria-pressed="false"
        >
            <Icon name=IconName::Eye class="password-hidden"/>
            <Icon name=IconName::EyeOff class="password-shown"/>
        </button>
    }
    .into_any()
}
