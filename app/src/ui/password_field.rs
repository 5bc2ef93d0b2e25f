//! A field for a password, which can be shown while it is typed.

use leptos::prelude::*;

use super::field::{Field, described_by};
use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// A field for a password. The button in it only works with JavaScript, and a style leaves it out
/// where there is none.
///
/// * `id`: of the input.
/// * `name`: by which a form sends it.
/// * `label`: what is asked for.
/// * `autocomplete`: what a browser may fill in.
/// * `hint`: what is meant; none when empty.
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

/// Shows what is typed, or hides it again, by a script. Its name leaves out the word "password", by
/// which the field itself is found.
///
/// * `id`: of the input.
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
