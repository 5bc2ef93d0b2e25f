//! The inputs of forms.

use leptos::prelude::*;
use leptos::server::ServerActionError;

use super::field::{Field, SelectField, described_by};
use crate::error::UiError;

/// What went wrong with a form.
pub type FormError = Signal<Option<UiError>>;

/// A form that says above itself what is wrong with its fields.
pub const NO_ERROR: Option<UiError> = None;

/// An input of one line.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Its id: the name of the member that it is about.
    pub id: &'static str,
    /// By which the form sends it.
    pub name: &'static str,
    /// What it asks for.
    pub label: &'static str,
    /// The type of the input; text when empty.
    pub kind: &'static str,
    /// What it holds at first.
    pub value: String,
    /// What helps to fill it in; none when empty.
    pub hint: &'static str,
    /// True when it may stay empty.
    pub optional: bool,
    /// The id of the list of what may be meant.
    pub list: Option<&'static str>,
}

/// What is wrong with a field. Without JavaScript the error comes back in the address, where
/// anybody could have put it: then the summary alone says that something is wrong.
pub fn at(error: FormError, field: &'static str) -> Signal<Option<String>> {
    let from_address = use_context::<ServerActionError>().is_some();
    Signal::derive(move || {
        let error = error.read();
        error.as_ref().filter(|_| !from_address).and_then(|error| error.at(field))
    })
}

/// An input of one line with its label.
pub fn input(input: Input, error: impl Into<FormError>) -> AnyView {
    let Input { id, name, label, kind, value, hint, optional, list } = input;
    let error = at(error.into(), id);
    let kind = if kind.is_empty() { "text" } else { kind };
    view! {
        <Field id label hint error optional>
            <input
                class="input"
                id=id
                name=name
                type=kind
                value=value
                list=list
                autocomplete="off"
                required=!optional
                aria-invalid=move || error.read().is_some().then_some("true")
                aria-describedby=move || {
                    described_by(id, !hint.is_empty(), error.read().is_some())
                }
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
    error: impl Into<FormError>,
) -> AnyView {
    let error = at(error.into(), id);
    view! { <SelectField id name label hint options value=Signal::stored(value) error/> }.into_any()
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
