//! The filter form of a list.

use std::fmt::Display;

use leptos::prelude::*;
use shared::page::DEFAULT_LIMIT;

use super::button::submit_button_with;
use super::field::{SelectField, TextField};
use super::icon::{Icon, IconName};
use super::label::Language;
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
    chips: Vec<(String, String)>,
    has_button: bool,
}

impl FilterForm {
    /// The form of a list, with its accessible name.
    pub fn new(form: QueryForm, label: &'static str) -> Self {
        Self::at(form.path, label)
    }

    /// The form of the list at a path, with its accessible name.
    pub fn at(path: &'static str, label: &'static str) -> Self {
        Self {
            action: path,
            clear: Some(path.to_owned()),
            label,
            class: "filters",
            chips: Vec::new(),
            has_button: true,
        }
    }

    /// Sets the URL without filters; none hides the link, for forms with few filters.
    pub fn clear(self, clear: Option<String>) -> Self {
        Self { clear, ..self }
    }

    /// Hides the form in print.
    pub fn not_printed(self) -> Self {
        Self { class: "filters no-print", ..self }
    }

    /// Without the button that applies the fields, for forms of selects, which apply at once. It
    /// stays without JavaScript.
    pub fn of_selects(self) -> Self {
        Self { clear: None, has_button: false, ..self }
    }

    /// Filters in force without a field, each with its text and the URL that removes it.
    pub fn chips(self, chips: Vec<(String, String)>) -> Self {
        Self { chips, ..self }
    }

    /// The form with a search field; the other filters are in a panel, and those in force are chips
    /// that clear them.
    ///
    /// * `kept`: inputs that are not displayed.
    /// * `chips`: filters in force without an input of their own.
    /// * `without`: the URL of the list without one filter.
    pub fn folded(
        self,
        search: AnyView,
        kept: impl IntoView + 'static,
        filters: Vec<Choice>,
        chips: Vec<(&'static str, String)>,
        without: impl Fn(&str) -> String,
    ) -> AnyView {
        let i18n = use_i18n();
        let found = filters.iter().filter_map(|filter| Some((filter.name, filter.chip()?)));
        let chips: Vec<_> = found.chain(chips).map(|(name, text)| (text, without(name))).collect();
        let chips = chip_list(i18n, chips, self.clear);
        let fields: Vec<_> = filters.into_iter().map(Choice::view).collect();
        let panel = view! {
            <button class="button" type="button" id="open-filters" popovertarget=PANEL>
                <Icon name=IconName::Filter/>
                {tu_string!(i18n, list.open_filters)}
            </button>
            <div
                class="popover popover-anchored filter-panel"
                id=PANEL
                popover="auto"
                role="group"
                aria-label=tu_string!(i18n, list.open_filters)
            >
                {fields}
                <noscript>
                    <button class="button" type="submit">{tu_string!(i18n, list.filter)}</button>
                </noscript>
            </div>
        };
        view! {
            <form
                class="filters filters-folded"
                role="search"
                aria-label=self.label
                action=self.action
                data-applies=""
            >
                {search}
                {kept.into_any()}
                <button class="button" type="submit">{tu_string!(i18n, list.filter)}</button>
                {panel}
                {chips}
            </form>
        }
        .into_any()
    }

    /// The form with its fields, and the controls that apply or clear them. A changed select
    /// applies at once.
    pub fn view(self, fields: impl IntoView + 'static) -> AnyView {
        let i18n = use_i18n();
        let chips = chip_list(i18n, self.chips, None);
        let buttons = if self.has_button {
            let clear = self.clear.map(|address| clear_link(i18n, address));
            view! { <div class="button-row">{apply_button(i18n)} {clear}</div> }.into_any()
        } else {
            view! { <noscript>{apply_button(i18n)}</noscript> }.into_any()
        };
        view! {
            <form
                class=self.class
                role="search"
                aria-label=self.label
                action=self.action
                data-applies=""
            >
                {fields.into_any()}
                {buttons}
                {chips}
            </form>
        }
        .into_any()
    }
}

fn apply_button(i18n: Language) -> AnyView {
    submit_button_with(IconName::Filter, tu_string!(i18n, list.filter))
}

fn clear_link(i18n: Language, address: String) -> AnyView {
    view! {
        <a class="button button-quiet" href=address>
            {tu_string!(i18n, list.clear_short)}
        </a>
    }
    .into_any()
}

const PANEL: &str = "filters";

/// The filters in force, each a link that clears it.
fn chip_list(
    i18n: Language,
    chips: Vec<(String, String)>,
    clear: Option<String>,
) -> Option<AnyView> {
    if chips.is_empty() {
        return None;
    }
    let chips: Vec<_> = chips
        .into_iter()
        .map(|(text, address)| {
            let label = tu_string!(i18n, list.remove_filter, filter = text.clone());
            view! {
                <li>
                    <a class="filter-chip" href=address aria-label=label data-noscroll="">
                        {text}
                        <Icon name=IconName::X/>
                    </a>
                </li>
            }
            .into_any()
        })
        .collect();
    let clear = clear.map(|address| view! { <li>{clear_link(i18n, address)}</li> });
    let list = view! { <ul class="chips">{chips} {clear}</ul> };
    Some(list.into_any())
}

/// A select of a filter form.
#[derive(Clone, Debug)]
pub struct Choice {
    id: &'static str,
    name: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
    value: String,
}

impl Choice {
    /// A select whose id differs from its name.
    pub fn new(
        (id, name): (&'static str, &'static str),
        label: &'static str,
        options: Vec<(String, String)>,
        value: String,
    ) -> Self {
        Self { id, name, label, options, value }
    }

    /// A select for a filter in the URL.
    pub fn of(
        name: &'static str,
        label: &'static str,
        options: Vec<(String, String)>,
        address: &QueryAddress,
    ) -> Self {
        Self::new((name, name), label, options, address.shown(name))
    }

    /// The select.
    pub fn view(self) -> AnyView {
        let Self { id, name, label, options, value } = self;
        view! { <SelectField id name label options value/> }.into_any()
    }

    /// The filter in words; none if it is not set or has an unknown value.
    fn chip(&self) -> Option<String> {
        let (_, text) =
            self.options.iter().find(|(value, _)| !value.is_empty() && *value == self.value)?;
        Some(format!("{}: {text}", self.label))
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
    Choice::of(name, label, options, address).view()
}

/// A text field for a filter in the URL.
pub fn text(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = address.shown(name);
    view! { <TextField id=name name label value/> }.into_any()
}

/// A date field for a filter in the URL.
pub fn day(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    day_field(name, label, address.shown(name))
}

/// A date field with its value.
pub fn day_field(name: &'static str, label: &'static str, value: String) -> AnyView {
    view! { <TextField id=name name label kind="date" value/> }.into_any()
}

/// Hidden inputs that keep the given filters of the URL, and the page size, when the form is
/// submitted.
pub fn preserved(names: &[&'static str], address: &QueryAddress) -> Vec<AnyView> {
    let filters = names.iter().filter_map(|name| Some(hidden(name, address.text(name)?)));
    let limit = address.page().limit;
    let limit = (limit != DEFAULT_LIMIT).then(|| hidden("limit", limit));
    filters.chain(limit).collect()
}

/// The options for the values of an enum.
pub fn named<T: Copy + Display>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> impl Iterator<Item = (String, String)> {
    all.iter().map(move |member| (member.to_string(), name(*member).to_owned()))
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
