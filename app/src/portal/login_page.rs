//! The sign-in page of the portal. Its forms work without WebAssembly and before it is loaded.

use leptos::prelude::*;

use super::{PORTAL_HOME, PortalLogin, portal_demo_accounts, portal_me};
use crate::i18n::{tu_string, use_i18n};
use crate::session::sign_in_page;

/// The sign-in form, and in a demo the customer accounts.
#[component]
pub fn PortalLoginPage() -> impl IntoView {
    let i18n = use_i18n();
    let words = [
        tu_string!(i18n, portal.login.title),
        tu_string!(i18n, portal.login.lead),
        tu_string!(i18n, portal.login.forgot),
    ];
    let home = || PORTAL_HOME.to_owned();
    let signed_in = async move { matches!(portal_me().await, Ok(Some(_))).then(home) };
    let accounts = (portal_demo_accounts(), "/api/ui/portal/enter-as");
    sign_in_page::<PortalLogin>(words, None, accounts, signed_in)
}
