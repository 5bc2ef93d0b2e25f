//! The top bar: organization, search, language, notifications and user menu.

use leptos::prelude::*;
use shared::permission::Permission;

use super::count::{Counted, live_dot};
use super::live::use_live;
use super::side_bar::Brand;
use crate::frame::language_switch::LanguageSwitch;
use crate::i18n::{tu_string, use_i18n};
use crate::session::{Me, may};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::initials;

/// * `me`: the signed-in user.
#[component]
pub fn TopBar(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    let search = SearchTarget::of_reader().map(|target| view! { <Search target/> });

    view! {
        <header class="top-bar">
            <Brand/>
            <span class="top-bar-organization">{me.organization_name}</span>
            {search}
            <div class="top-bar-tools">
                <LanguageSwitch/>
                <BellButton/>
                {person_button(i18n, &me.name)}
            </div>
        </header>
    }
    .into_any()
}

/// The button that opens the user menu.
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

/// The button that opens the notifications; its label includes the number of unread ones.
#[component]
fn BellButton() -> impl IntoView {
    let i18n = use_i18n();
    let none = tu_string!(i18n, frame.bell);
    let label = match use_live().counts.unread {
        0 => none.to_owned(),
        count => tu_string!(i18n, frame.bell_unread, count = count),
    };
    let some = tu_string!(i18n, frame.bell_unread, count = "#");

    view! {
        <button
            class="button button-icon"
            id="bell"
            type="button"
            popovertarget="notifications"
            aria-label=label
            data-none=none
            data-some=some
        >
            <Icon name=IconName::Bell/>
            {live_dot(Counted::Unread)}
        </button>
    }
    .into_any()
}

/// The records that the search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchTarget {
    Appraisals,
    Facilities,
    Staff,
}

impl SearchTarget {
    /// The target for the signed-in user, by permission; none without any of them.
    fn of_reader() -> Option<Self> {
        let choices = [
            (Permission::AppraisalsHrManage, Self::Appraisals),
            (Permission::CreditView, Self::Facilities),
            (Permission::StaffView, Self::Staff),
        ];
        choices.into_iter().find_map(|(permission, target)| may(permission).then_some(target))
    }

    /// The path of the list page, which takes the parameter `q`.
    const fn address(self) -> &'static str {
        match self {
            Self::Appraisals => "/appraisals",
            Self::Facilities => "/credit",
            Self::Staff => "/people",
        }
    }

    /// The label and the placeholder of the search field.
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

/// The search field; the key `/` focuses it on any page.
///
/// * `target`: the records to search.
#[component]
fn Search(target: SearchTarget) -> impl IntoView {
    let i18n = use_i18n();
    let (label, hint) = target.texts(i18n);
    let scope = (target == SearchTarget::Appraisals)
        .then(|| view! { <input type="hidden" name="scope" value="all"/> });

    view! {
        <form
            class="top-bar-search search"
            role="search"
            action=target.address()
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
            />
            <kbd aria-hidden="true">"/"</kbd>
        </form>
    }
    .into_any()
}
