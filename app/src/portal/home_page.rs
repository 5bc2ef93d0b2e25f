//! What the organization finances for the customer.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::portal::PortalMe;

use super::PortalFacilities;
use crate::i18n::{tu_string, use_i18n};

/// The page at `/portal`.
#[component]
pub fn PortalHomePage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let welcome = tu_string!(i18n, portal.home.welcome, name = me.name);

    view! {
        <Title text=tu_string!(i18n, portal.home.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, portal.home.title)}</h1>
                    <p>{welcome}</p>
                </div>
            </div>
            <PortalFacilities/>
        </div>
    }
    .into_any()
}
