//! Form fields: label, hint, input and error.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// The frame of a field: the label above, the hint and the error below. The input must set
/// `aria-describedby=described_by(id, …)` and `aria-invalid`.
///
/// * `id`: the id of the input.
/// * `label`: the label.
/// * `hint`: the hint; empty for none.
/// * `error`: the error and its remedy.
/// * `optional`: true if the field may be empty.
/// * `wide`: true if the field spans the row of a grid.
/// * `children`: the input.
#[component]
pub fn Field(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into, optional)] hint: String,
    #[prop(optional_no_strip)] error: Option<String>,
    #[prop(optional)] optional: bool,
    #[prop(optional)] wide: bool,
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let optional = optional
        .then(|| view! { <span class="field-optional">{tu_string!(i18n, ui.optional)}</span> });
    let hint = (!hint.is_empty())
        .then(|| view! { <p class="field-hint" id=hint_id>{hint}</p> }.into_any());
    view! {
        <div class=if wide { "field field-wide" } else { "field" }>
            <div class="field-head">
                <label class="field-label" for=id>
                    {label} " " {optional}
                </label>
            </div>
            {children()}
            {hint}
            {error.map(|text| view! { <FieldError id=error_id text/> })}
        </div>
    }
    .into_any()
}

/// The error below a field.
///
/// * `id`: the id by which the input refers to it.
/// * `text`: the error and its remedy.
#[component]
pub fn FieldError(id: String, text: String) -> impl IntoView {
    view! {
        <div class="field-foot">
            <p class="field-error" id=id>
                <Icon name=IconName::AlertTriangle/>
                {text}
            </p>
        </div>
    }
    .into_any()
}

/// The value of `aria-describedby` of an input.
pub fn described_by(id: &str, has_hint: bool, has_error: bool) -> Option<String> {
    let parts = [(has_hint, "hint"), (has_error, "error")];
    let named: Vec<_> =
        parts.iter().filter(|(shown, _)| *shown).map(|(_, part)| format!("{id}-{part}")).collect();
    (!named.is_empty()).then(|| named.join(" "))
}

/// A single-line field.
///
/// * `id`: the id of the input.
/// * `name`: the name in the submitted form.
/// * `label`: the label.
/// * `kind`: the type of the input; by default `text`.
/// * `value`: the initial value.
/// * `hint`: the hint; empty for none.
/// * `error`: the error and its remedy.
/// * `autocomplete`: the value of the attribute `autocomplete`.
/// * `required`: true if the browser must not submit an empty value.
#[component]
pub fn TextField(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    #[prop(default = "text")] kind: &'static str,
    #[prop(into, optional)] value: String,
    #[prop(into, optional)] hint: String,
    #[prop(optional_no_strip)] error: Option<String>,
    #[prop(default = "off")] autocomplete: &'static str,
    #[prop(optional)] required: bool,
) -> impl IntoView {
    let described_by = described_by(id, !hint.is_empty(), error.is_some());
    let invalid = error.is_some().then_some("true");
    view! {
        <Field id label hint error>
            <input
                class="input"
                id=id
                name=name
                type=kind
                autocomplete=autocomplete
                required=required
                value=value
                aria-invalid=invalid
                aria-describedby=described_by
            />
        </Field>
    }
    .into_any()
}

/// A select.
///
/// * `id`: the id of the input.
/// * `name`: the name in the submitted form.
/// * `label`: the label.
/// * `options`: the options as value and label; a first one with an empty value means any.
/// * `value`: the selected value.
/// * `hint`: the hint; empty for none.
/// * `error`: the error and its remedy.
#[component]
pub fn SelectField(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    options: Vec<(String, String)>,
    #[prop(into)] value: String,
    #[prop(into, optional)] hint: String,
    #[prop(optional_no_strip)] error: Option<String>,
) -> impl IntoView {
    let described_by = described_by(id, !hint.is_empty(), error.is_some());
    let invalid = error.is_some().then_some("true");
    let options = options_of(options, &value);
    view! {
        <Field id label hint error>
            <select
                class="input"
                id=id
                name=name
                aria-invalid=invalid
                aria-describedby=described_by
            >
                {options}
            </select>
        </Field>
    }
    .into_any()
}

/// The options of a select, as value and label.
pub fn options_of(options: Vec<(String, String)>, chosen: &str) -> Vec<AnyView> {
    let option = |(value, text): (String, String)| {
        let selected = value == chosen;
        view! { <option value=value selected=selected>{text}</option> }.into_any()
    };
    options.into_iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::described_by;

    #[test]
    fn an_input_names_only_what_is_there() {
        assert_eq!(described_by("a", false, false), None);
        assert_eq!(described_by("a", true, false).as_deref(), Some("a-hint"));
        assert_eq!(described_by("a", true, true).as_deref(), Some("a-hint a-error"));
    }
}
