//! The form that narrows a list.

use std::fmt::Display;

use leptos::prelude::*;

use super::field::{SelectField, TextField};
use super::icon::{Icon, IconName};
use super::query::{QueryAddress, QueryForm};
use super::sent_form::hidden;
use crate::i18n::{tu_string, use_i18n};

/// The form that narrows a list.
#[derive(Clone, Debug)]
pub struct FilterForm {
    action: &'static str,
    clear: Option<String>,
    label: &'static str,
    class: &'static str,
}

impl FilterForm {
    /// The form of a list, and its name.
    pub fn new(form: QueryForm, label: &'static str) -> Self {
        Self::at(form.path, label)
    }

    /// The form of the list at a path, and its name.
    pub fn at(path: &'static str, label: &'static str) -> Self {
        Self { action: path, clear: Some(path.to_owned()), label, class: "filters" }
    }

    /// Another address without filters, or none where few filters need none.
    pub fn clear(self, clear: Option<String>) -> Self {
        Self { clear, ..self }
    }

    /// A form that is not printed.
    pub fn not_printed(self) -> Self {
        Self { class: "filters no-print", ..self }
    }

    /// The form with its fields, and what applies or clears them.
    pub fn view(self, fields: impl IntoView + 'static) -> AnyView {
        let i18n = use_i18n();
        let clear = self.clear.map(|address| {
            view! {
                <a class="button button-quiet" href=address>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            }
        });
        view! {
            <form class=self.class role="search" aria-label=self.label action=self.action>
                {fields.into_any()}
                <div class="button-row">
                    <button class="button" type="submit">
                        <Icon name=IconName::Filter/>
                        {tu_string!(i18n, list.filter)}
                    </button>
                    {clear}
                </div>
            </form>
        }
        .into_any()
    }
}

/// The field `q` of a form that narrows a list.
pub fn search_field(label: &'static str, hint: &'static str, value: String) -> AnyView {
    view! {
        <div class="field field-search">
            <label class="field-label" for="q">{label}</label>
            <div class="search">
                <Icon name=IconName::Search/>
                <input
                    class="input"
                    id="q"
                    name="q"
                    type="search"
                    placeholder=hint
                    value=value
                />
            </div>
        </div>
    }
    .into_any()
}

/// A choice that the address holds.
pub fn choice(
    name: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
    address: &QueryAddress,
) -> AnyView {
    choice_of((name, name), label, options, address.shown(name))
}

/// A choice with an id of its own.
pub fn choice_of(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    options: Vec<(String, String)>,
    value: String,
) -> AnyView {
    view! { <SelectField id name label options value/> }.into_any()
}

/// A text that the address holds.
pub fn text(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = address.shown(name);
    view! { <TextField id=name name label value/> }.into_any()
}

/// A day that the address holds.
pub fn day(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = address.shown(name);
    view! { <TextField id=name name label kind="date" value/> }.into_any()
}

/// Hidden inputs that keep the filters of a link when the list is filtered further.
pub fn kept(names: &[&'static str], address: &QueryAddress) -> Vec<AnyView> {
    names.iter().filter_map(|name| Some(hidden(name, address.text(name)?))).collect()
}

/// The members of a vocabulary with their names.
pub fn named<T: Copy + Display>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> impl Iterator<Item = (String, String)> {
    all.iter().map(move |member| (member.to_string(), name(*member).to_owned()))
}

/// A few values with their names.
pub fn few<const COUNT: usize>(
    options: [(&'static str, &'static str); COUNT],
) -> [(String, String); COUNT] {
    options.map(|(value, text)| (value.to_owned(), text.to_owned()))
}

/// The options of a filter: any, or one of these.
pub fn any_or(
    any: &str,
    options: impl IntoIterator<Item = (String, String)>,
) -> Vec<(String, String)> {
    std::iter::once((String::new(), any.to_owned())).chain(options).collect()
}
