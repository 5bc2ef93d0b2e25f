//! The top bar: organization, search, language, bell and the reader.

use leptos::ev::{KeyboardEvent, keydown};
use leptos::html::Input;
use leptos::prelude::*;
use shared::permission::Permission;
use wasm_bindgen::JsCast;

use super::live::use_live;
use super::side_bar::Brand;
use crate::i18n::{tu_string, use_i18n};
use crate::language::LanguageSwitch;
use crate::session::{Me, may};
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::initials;
use crate::ui::take_over::{later, still};

/// The top bar.
///
/// * `me`: the reader.
#[component]
pub fn TopBar(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    let search =
        Found::of_reader().map(|found| later(move || view! { <Search found/> }.into_any()));

    view! {
        <header class="top-bar">
            <Brand/>
            <span class="top-bar-organization">{me.organization_name}</span>
            {search}
            <div class="top-bar-tools">
                {later(move || view! { <LanguageSwitch/> }.into_any())}
                {later(move || view! { <BellButton/> }.into_any())}
                {still(move || person_button(i18n, &me.name))}
            </div>
        </header>
    }
    .into_any()
}

/// Opens the menu of the reader.
fn person_button(i18n: Language, name: &str) -> AnyView {
    view! {
        <button
            class="button button-icon"
            type="button"
            popovertarget="person-menu"
        >
            <span class="avatar">{initials(name)}</span>
            <span class="visually-hidden">
                {format!(" {}", tu_string!(i18n, frame.person, name = name))}
            </span>
        </button>
    }
    .into_any()
}

/// Opens the panel of notifications; says how many are unread.
#[component]
fn BellButton() -> impl IntoView {
    let i18n = use_i18n();
    let unread = use_live().unread;
    let label = move || match unread.get() {
        0 => tu_string!(i18n, frame.bell).to_owned(),
        count => tu_string!(i18n, frame.bell_unread, count = count),
    };
    let dot = move || {
        let count = unread.get();
        (count > 0).then(|| {
            view! {
                <span class="count count-strong button-dot" aria-hidden="true">
                    {number(count)}
                </span>
            }
        })
    };

    view! {
        <button
            class="button button-icon"
            type="button"
            popovertarget="notifications"
            aria-label=label
        >
            <Icon name=IconName::Bell/>
            {dot}
        </button>
    }
    .into_any()
}

/// What the search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Appraisals,
    Facilities,
    Staff,
}

impl Found {
    /// What the reader works with, of what they may see.
    fn of_reader() -> Option<Self> {
        let choices = [
            (Permission::AppraisalsHrManage, Self::Appraisals),
            (Permission::CreditView, Self::Facilities),
            (Permission::StaffView, Self::Staff),
        ];
        choices.into_iter().find_map(|(permission, found)| may(permission).then_some(found))
    }

    /// The page with the list; it takes `q`.
    const fn address(self) -> &'static str {
        match self {
            Self::Appraisals => "/appraisals",
            Self::Facilities => "/credit",
            Self::Staff => "/people",
        }
    }

    /// What the input is called, and what it shows while it is empty.
    fn texts(self, i18n: Language) -> (&'static str, &'static str) {
        match self {
            Self::Appraisals => {
                (tu_string!(i18n, frame.search), tu_string!(i18n, frame.search_hint))
            }
            Self::Facilities => (
                tu_string!(i18n, frame.search_facilities),
                tu_string!(i18n, frame.search_facilities_hint),
            ),
            Self::Staff => {
                (tu_string!(i18n, frame.search_staff), tu_string!(i18n, frame.search_staff_hint))
            }
        }
    }
}

/// Finds what the reader works with; `/` comes here from anywhere.
///
/// * `found`: what that is.
#[component]
fn Search(found: Found) -> impl IntoView {
    let i18n = use_i18n();
    let (label, hint) = found.texts(i18n);
    let scope = (found == Found::Appraisals)
        .then(|| view! { <input type="hidden" name="scope" value="all"/> });
    let node = NodeRef::<Input>::new();
    Effect::new(move |_| {
        let handle = window_event_listener(keydown, move |event| {
            if event.key() == "/"
                && !is_typing(&event)
                && let Some(input) = node.get_untracked()
            {
                event.prevent_default();
                // An input that is not shown cannot take the focus; nothing is lost then.
                let _ = input.focus();
            }
        });
        on_cleanup(move || handle.remove());
    });

    view! {
        <form
            class="top-bar-search search"
            role="search"
            action=found.address()
            aria-label=label
        >
            <label class="visually-hidden" for="search">{label}</label>
            <Icon name=IconName::Search/>
            {scope}
            <input
                class="input"
                id="search"
                name="q"
                type="search"
                placeholder=hint
                node_ref=node
            />
            <kbd aria-hidden="true">"/"</kbd>
        </form>
    }
    .into_any()
}

/// True when the key belongs to a field that is being typed in, or to a shortcut of the browser.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let typing = target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    });
    typing || event.ctrl_key() || event.meta_key() || event.alt_key()
}
