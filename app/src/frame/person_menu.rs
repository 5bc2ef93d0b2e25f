//! The menu of the signed-in user: appearance, password and sign-out.

use leptos::prelude::*;
use shared::permission::Permission;

use super::side_bar::sees_customers;
use super::theme_switch::ThemeSwitch;
use crate::credit::sees_credit;
use crate::i18n::{tu_string, use_i18n};
use crate::people::Area;
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
            {sees_credit()
                .then(|| menu_link("/credit", IconName::Scale, tu_string!(i18n, credit.title)))}
            {sees_customers()
                .then(|| {
                    menu_link("/customers", IconName::Building, tu_string!(i18n, customer.title))
                })}
            {may(Permission::AppraisalsHrManage)
                .then(|| {
                    let text = tu_string!(i18n, settings.title);
                    menu_link("/settings/templates", IconName::Settings, text)
                })}
            {Area::administration()
                .map(|address| {
                    let text = tu_string!(i18n, people.area.administration);
                    menu_link(address, IconName::Shield, text)
                })}
            {menu_link("/guide", IconName::Info, tu_string!(i18n, guide.title))}
            {menu_link("/password", IconName::Key, tu_string!(i18n, frame.change_password))}
            {menu_link("/security", IconName::Lock, tu_string!(i18n, mfa.title))}
            {sign_out_form("/api/ui/session/logout", "menu-item")}
        </div>
    }
    .into_any()
}

fn menu_link(address: &'static str, icon: IconName, text: &'static str) -> AnyView {
    view! {
        <a class="menu-item" href=address>
            <Icon name=icon/>
            {text}
        </a>
    }
    .into_any()
}

/// The form that ends the session.
pub fn sign_out_form(action: &'static str, class: &'static str) -> AnyView {
    view! {
        <form action=action method="post">
            <button class=class type="submit">
                <Icon name=IconName::LogOut/>
                {tu_string!(use_i18n(), frame.sign_out)}
            </button>
        </form>
    }
    .into_any()
}
