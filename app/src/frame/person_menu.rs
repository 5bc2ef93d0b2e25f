//! The menu of the signed-in user: appearance, password and sign-out.

use leptos::prelude::*;
use shared::permission::Permission;

use super::side_bar::sees_customers;
use super::theme_switch::ThemeSwitch;
use crate::credit::sees_credit;
use crate::i18n::{tu_string, use_i18n};
use crate::session::{Me, may};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::Person;

/// The menu that the avatar button opens.
///
/// * `me`: the signed-in user.
#[component]
pub fn PersonMenu(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div
            class="popover popover-menu"
            id="person-menu"
            popover="auto"
            role="dialog"
            aria-label=tu_string!(i18n, frame.person_menu)
        >
            {reader(me)}
            <div class="menu-part">
                <span class="menu-label" aria-hidden="true">
                    {tu_string!(i18n, frame.appearance)}
                </span>
                <ThemeSwitch/>
            </div>
            {links(i18n)}
        </div>
    }
    .into_any()
}

/// The name, e-mail address and role of the signed-in user.
fn reader(me: Me) -> AnyView {
    view! {
        <div class="menu-part">
            <div class="line-item">
                <Person name=me.name sub=me.email/>
            </div>
        </div>
    }
    .into_any()
}

fn links(i18n: Language) -> AnyView {
    view! {
        <div class="menu-part">
            {sees_credit().then(|| {
                view! {
                    <a class="menu-item" href="/credit">
                        <Icon name=IconName::Scale/>
                        {tu_string!(i18n, credit.title)}
                    </a>
                }
            })}
            {sees_customers().then(|| {
                view! {
                    <a class="menu-item" href="/customers">
                        <Icon name=IconName::Building/>
                        {tu_string!(i18n, customer.title)}
                    </a>
                }
            })}
            {may(Permission::AppraisalsHrManage).then(|| {
                view! {
                    <a class="menu-item" href="/settings/templates">
                        <Icon name=IconName::Settings/>
                        {tu_string!(i18n, settings.title)}
                    </a>
                }
            })}
            <a class="menu-item" href="/guide">
                <Icon name=IconName::Info/>
                {tu_string!(i18n, guide.title)}
            </a>
            <a class="menu-item" href="/password">
                <Icon name=IconName::Key/>
                {tu_string!(i18n, frame.change_password)}
            </a>
            <a class="menu-item" href="/security">
                <Icon name=IconName::Lock/>
                {tu_string!(i18n, mfa.title)}
            </a>
            <form action="/api/ui/session/logout" method="post">
                <button class="menu-item" type="submit">
                    <Icon name=IconName::LogOut/>
                    {tu_string!(i18n, frame.sign_out)}
                </button>
            </form>
        </div>
    }
    .into_any()
}
