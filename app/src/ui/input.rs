//! Inputs of forms that display their errors in a summary above the form.

use leptos::prelude::*;

use super::field::{Field, SelectField, described_by};
use super::text_area::textarea_content;

/// A single-line input, whose error is displayed above the form.
#[derive(Clone, Debug)]
pub struct Input {
    id: &'static str,
    name: &'static str,
    label: &'static str,
    kind: &'static str,
    value: String,
    hint: &'static str,
    is_optional: bool,
    list: Option<&'static str>,
}

impl Input {
    /// A text input. The id is the path of the field in errors of the service; the name is that in
    /// the submitted form.
    pub fn new(id: &'static str, name: &'static str, label: &'static str) -> Self {
        let (kind, value, hint) = ("text", String::new(), "");
        Self { id, name, label, kind, value, hint, is_optional: false, list: None }
    }

    /// Sets the type of the input.
    pub fn kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Sets the initial value.
    pub fn value(self, value: impl Into<String>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// Sets the hint.
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Marks the input as optional.
    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Sets the id of the list of suggestions.
    pub fn list(self, list: &'static str) -> Self {
        Self { list: Some(list), ..self }
    }
}

/// A single-line input with its label.
pub fn input(input: Input) -> AnyView {
    let Input { id, name, label, kind, value, hint, is_optional, list } = input;
    view! {
        <Field id label hint optional=is_optional>
            <input
                class="input"
                id=id
                name=name
                type=kind
                value=value
                list=list
                autocomplete="off"
                required=!is_optional
                aria-describedby=described_by(id, !hint.is_empty(), false)
            />
        </Field>
    }
    .into_any()
}

/// A multi-line input with its label.
pub fn text_area(input: Input) -> AnyView {
    let Input { id, name, label, value, hint, is_optional, .. } = input;
    view! {
        <Field id label hint optional=is_optional>
            <textarea
                class="input"
                id=id
                name=name
                rows="3"
                autocomplete="off"
                required=!is_optional
                aria-describedby=described_by(id, !hint.is_empty(), false)
                inner_html=textarea_content(&value)
            ></textarea>
        </Field>
    }
    .into_any()
}

/// A select with its label.
pub fn select(
    (id, name): (&'static str, &'static str),
    (label, hint): (&'static str, &'static str),
    options: Vec<(String, String)>,
    value: String,
) -> AnyView {
    view! { <SelectField id name label hint options value/> }.into_any()
}

/// The field for the rows of a table, pasted from a spreadsheet or a file.
pub fn pasted_rows(name: &'static str, label: &'static str, hint: &'static str) -> AnyView {
    let input = view! {
        <textarea
            class="input"
            id=name
            name=name
            rows="6"
            spellcheck="false"
            autocomplete="off"
            aria-describedby=described_by(name, true, false)
        ></textarea>
    };
    with_hint((name, label), input, hint)
}

/// A field that uploads a file of the accepted types.
pub fn file_field(
    (id, label): (&'static str, &'static str),
    accept: &'static str,
    is_required: bool,
    hint: impl IntoView + 'static,
) -> AnyView {
    let input = view! {
        <input
            class="input"
            id=id
            name="file"
            type="file"
            accept=accept
            required=is_required
            aria-describedby=described_by(id, true, false)
        />
    };
    with_hint((id, label), input, hint)
}

fn with_hint(
    (id, label): (&'static str, &'static str),
    input: impl IntoView + 'static,
    hint: impl IntoView + 'static,
) -> AnyView {
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {label}
            </label>
            {input.into_any()}
            <p class="field-hint" id=format!("{id}-hint")>
                {hint.into_any()}
            </p>
        </div>
    }
    .into_any()
}

/// Checkboxes of which any number can be chosen.
pub fn tick_list(
    id: &'static str,
    label: &'static str,
    ticks: Vec<AnyView>,
    hint: &'static str,
) -> AnyView {
    view! {
        <fieldset class="stack-tight" id=id>
            <legend class="field-label">{label}</legend>
            <div class="choices">{ticks}</div>
            <p class="field-hint">{hint}</p>
        </fieldset>
    }
    .into_any()
}

/// A checkbox with its label.
pub fn tick(name: &'static str, value: &str, label: String, ticked: bool) -> AnyView {
    let value = value.to_owned();
    view! {
        <label class="choice">
            <input type="checkbox" name=name value=value checked=ticked/>
            <span>{label}</span>
        </label>
    }
    .into_any()
}
