//! The second step of a customer's sign-in.

use leptos::prelude::*;

use super::{PORTAL_LOGIN, PortalLoginCode};
use crate::session::code_page;

/// The page at `/portal/login/code`.
#[component]
pub fn PortalCodePage() -> impl IntoView {
    code_page::<PortalLoginCode>(PORTAL_LOGIN, None)
}
