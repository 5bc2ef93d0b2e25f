//! The switch between light and dark.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::here;
use super::theme::Theme;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};

/// Selects light, dark or the theme of the system. Without JavaScript, reloads the page.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let i18n = use_i18n();
    let chosen = Theme::of_request();
    let segment = move |theme: Theme, icon, label: &'static str| {
        view! {
            <button
                class="segment"
                type="submit"
                name="theme"
                value=theme.as_str()
                aria-pressed=if chosen == theme { "true" } else { "false" }
                aria-label=label
            >
                <Icon name=icon/>
            </button>
        }
        .into_any()
    };

    view! {
        <form action="/api/ui/session/theme" method="post">
            <input type="hidden" name="path" value=here(&use_location())/>
            <div class="segments" role="group" aria-label=tu_string!(i18n, frame.appearance)>
                {segment(Theme::Light, IconName::Sun, tu_string!(i18n, frame.light))}
                {segment(Theme::Dark, IconName::Moon, tu_string!(i18n, frame.dark))}
                {segment(Theme::System, IconName::Monitor, tu_string!(i18n, frame.system))}
            </div>
        </form>
    }
    .into_any()
}
