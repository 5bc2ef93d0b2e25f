//! The search field of the top bar, and the dialog that the page script opens instead of it.

use leptos::prelude::*;

use super::page::PATH;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};

/// The search in the top bar. It is a plain form; with the page script, typing in it, Ctrl or
/// Command with K, and `/` open the dialog. On a narrow screen it is a link to the page.
#[component]
pub fn SearchField() -> impl IntoView {
    let i18n = use_i18n();
    let label = tu_string!(i18n, search.title);
    view! {
        <form class="top-bar-search search" role="search" action=PATH aria-label=label>
            <label class="visually-hidden" for="search">{tu_string!(i18n, search.label)}</label>
            <Icon name=IconName::Search/>
            <input
                class="input"
                id="search"
                name="q"
                type="search"
                autocomplete="off"
                placeholder=label
            />
            <kbd aria-hidden="true">"/"</kbd>
        </form>
        <a class="button button-icon top-bar-find" href=PATH aria-label=label data-search="">
            <Icon name=IconName::Search/>
        </a>
    }
    .into_any()
}

/// The dialog with the search and its results, which the page script fills while the user types.
/// Enter without a selected result submits the form: the server opens an exact match at once.
#[component]
pub fn SearchDialog() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <dialog
            class="dialog palette"
            id="palette"
            aria-label=tu_string!(i18n, search.title)
            data-source="/api/ui/search/everywhere"
            data-found=tu_string!(i18n, search.found, count = "#")
            data-none=tu_string!(i18n, search.none)
        >
            <form class="palette-head" role="search" action=PATH>
                <div class="search">
                    <label class="visually-hidden" for="palette-text">
                        {tu_string!(i18n, search.label)}
                    </label>
                    <Icon name=IconName::Search/>
                    <input
                        class="input"
                        id="palette-text"
                        name="q"
                        type="text"
                        role="combobox"
                        inputmode="search"
                        enterkeyhint="search"
                        autocomplete="off"
                        spellcheck="false"
                        maxlength="200"
                        aria-autocomplete="list"
                        aria-expanded="false"
                        aria-controls="palette-results"
                        placeholder=tu_string!(i18n, search.hint)
                    />
                </div>
                <button
                    class="button button-icon"
                    type="button"
                    aria-label=tu_string!(i18n, ui.close)
                    data-close=""
                >
                    <Icon name=IconName::X/>
                </button>
            </form>
            <div
                class="palette-results"
                id="palette-results"
                role="listbox"
                aria-label=tu_string!(i18n, search.results)
                hidden
            ></div>
            <div class="palette-foot">
                <p role="status"></p>
                <button class="button button-quiet" type="button" data-keys="">
                    {tu_string!(i18n, search.keys)}
                </button>
            </div>
        </dialog>
    }
    .into_any()
}
