//! Breadcrumbs.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// The breadcrumbs: the parent page and this page.
///
/// * `address`: the URL of the parent.
/// * `parent`: the title of the parent.
/// * `current`: the title of this page.
#[component]
pub fn Crumbs(
    #[prop(into)] address: String,
    #[prop(into)] parent: String,
    #[prop(into)] current: String,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <nav aria-label=tu_string!(i18n, ui.breadcrumb)>
            <ol class="crumbs">
                <li>
                    <a href=address>{parent}</a>
                </li>
                <li>
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                    <span aria-current="page">{current}</span>
                </li>
            </ol>
        </nav>
    }
    .into_any()
}
