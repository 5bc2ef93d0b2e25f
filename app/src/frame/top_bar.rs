//! The top bar: organization, search, language, notifications and user menu.

use leptos::prelude::*;

use super::count::{Counted, live_dot};
use super::live::use_live;
use super::side_bar::Brand;
use crate::frame::language_switch::LanguageSwitch;
use crate::i18n::{tu_string, use_i18n};
use crate::search::SearchField;
use crate::session::Me;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::initials;

/// * `me`: the signed-in user.
#[component]
pub fn TopBar(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <header class="top-bar">
            <Brand/>
            <span class="top-bar-organization">{me.organization_name}</span>
            <SearchField/>
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
