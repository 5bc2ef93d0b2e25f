//! The filter form of a list.

use std::fmt::Display;

use leptos::prelude::*;

use super::field::{SelectField, TextField};
use super::icon::{Icon, IconName};
use super::query::{QueryAddress, QueryForm};
use super::sent_form::hidden;
use crate::i18n::{tu_string, use_i18n};

/// The filter form of a list, which submits to the URL of the list.
#[derive(Clone, Debug)]
pub struct FilterForm {
    action: &'static str,
    clear: Option<String>,
    label: &'static str,
    class: &'static str,
}

impl FilterForm {
    /// The form of a list, with its accessible name.
    pub fn new(form: QueryForm, label: &'static str) -> Self {
        Self::at(form.path, label)
    }

    /// The form of the list at a path, with its accessible name.
    pub fn at(path: &'static str, label: &'static str) -> Self {
        Self { action: path, clear: Some(path.to_owned()), label, class: "filters" }
    }

    /// Sets the URL without filters; none hides the link, for forms with few filters.
    pub fn clear(self, clear: Option<String>) -> Self {
        Self { clear, ..self }
    }

    /// Hides the form in print.
    pub fn not_printed(self) -> Self {
        Self { class: "filters no-print", ..self }
    }

    /// The form with its fields, and the controls that apply or clear them.
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

/// The field for the search parameter `q`.
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

/// A select for a filter in the URL.
pub fn choice(
    name: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
    address: &QueryAddress,
) -> AnyView {
    choice_of((name, name), label, options, address.shown(name))
}

/// A select whose id differs from its name.
pub fn choice_of(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    options: Vec<(String, String)>,
    value: String,
) -> AnyView {
    view! { <SelectField id name label options value/> }.into_any()
}

/// A text field for a filter in the URL.
pub fn text(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = address.shown(name);
    view! { <TextField id=name name label value/> }.into_any()
}

/// A date field for a filter in the URL.
pub fn day(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = address.shown(name);
    view! { <TextField id=name name label kind="date" value/> }.into_any()
}

/// Hidden inputs that keep the given filters of the URL when the form is submitted.
pub fn preserved(names: &[&'static str], address: &QueryAddress) -> Vec<AnyView> {
    names.iter().filter_map(|name| Some(hidden(name, address.text(name)?))).collect()
}

/// The options for the values of an enum.
pub fn named<T: Copy + Display>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> impl Iterator<Item = (String, String)> {
    all.iter().map(move |member| (member.to_string(), name(*member).to_owned()))
}

/// The options for the sort orders of a list; that of the default order has no value.
pub fn sort_options<T: Copy + Display + PartialEq>(
    all: &[T],
    default: T,
    name: impl Fn(T) -> &'static str,
) -> Vec<(String, String)> {
    let value = |sort: T| if sort == default { String::new() } else { sort.to_string() };
    all.iter().map(|sort| (value(*sort), name(*sort).to_owned())).collect()
}

/// Options from static texts.
pub fn few<const COUNT: usize>(
    options: [(&'static str, &'static str); COUNT],
) -> [(String, String); COUNT] {
    options.map(|(value, text)| (value.to_owned(), text.to_owned()))
}

/// The options of a filter, after one for any value.
pub fn any_or(
    any: &str,
    options: impl IntoIterator<Item = (String, String)>,
) -> Vec<(String, String)> {
    std::iter::once((String::new(), any.to_owned())).chain(options).collect()
}
