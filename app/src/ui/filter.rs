//! The form that narrows a list.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use super::query::{QueryAddress, QueryForm};
use crate::i18n::{tu_string, use_i18n};

/// The form that narrows a list: a search, its own filters, and what applies or clears them.
pub fn filter_form(
    form: QueryForm,
    address: Memo<QueryAddress>,
    label: &'static str,
    hint: &'static str,
    filters: impl IntoView,
) -> AnyView {
    let i18n = use_i18n();
    let q = address.read_untracked().shown("q");
    view! {
        <form
            class="filters"
            role="search"
            aria-label=label
            action=form.path
        >
            <div class="field field-search">
                <label class="field-label" for="q">{tu_string!(i18n, people.list.search)}</label>
                <div class="search">
                    <Icon name=IconName::Search/>
                    <input
                        class="input"
                        id="q"
                        name="q"
                        type="search"
                        placeholder=hint
                        value=q
                    />
                </div>
            </div>
            {filters.into_any()}
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
                <a class="button button-quiet" href=form.path>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

/// The options of a filter: any, or one of these.
pub fn any_or(
    any: &str,
    options: impl IntoIterator<Item = (String, String)>,
) -> Vec<(String, String)> {
    std::iter::once((String::new(), any.to_owned())).chain(options).collect()
}
