//! The home page of the portal: the customer's facilities.

use leptos::prelude::*;
use shared::portal::PortalMe;

use super::PortalFacilities;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::page::PageHead;

/// The page at `/portal`.
#[component]
pub fn PortalHomePage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let welcome = tu_string!(i18n, portal.home.welcome, name = me.name);

    PageHead::new(tu_string!(i18n, portal.home.title), welcome).narrow().page(view! {
        <PortalFacilities/>
    })
}
