//! The inputs of forms.

use leptos::prelude::*;

use super::field::{Field, SelectField, described_by};

/// An input of one line. The form says above itself what is wrong with it.
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
    /// An input of text: its id is the name of the member that it is about, and by its name the
    /// form sends it.
    pub fn new(id: &'static str, name: &'static str, label: &'static str) -> Self {
        let (kind, value, hint) = ("text", String::new(), "");
        Self { id, name, label, kind, value, hint, is_optional: false, list: None }
    }

    /// The type of the input.
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

    /// It may stay empty.
    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// The id of the list of what may be meant.
    pub fn list(self, list: &'static str) -> Self {
        Self { list: Some(list), ..self }
    }
}

/// An input of one line with its label.
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

/// A choice of one among few, with its label.
pub fn select(
    (id, name): (&'static str, &'static str),
    (label, hint): (&'static str, &'static str),
    options: Vec<(String, String)>,
    value: String,
) -> AnyView {
    view! { <SelectField id name label hint options value/> }.into_any()
}

/// A box to tick.
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
