//! The customer's second factor; the only page while it is required and not set up.

use leptos::prelude::*;
use shared::portal::PortalMe;

use super::{
    BeginPortalMfa, CompletePortalMfa, PORTAL_HOME, PORTAL_SECURITY, RegeneratePortalCodes,
};
use crate::i18n::{tu_string, use_i18n};
use crate::session::second_factor;

/// The page at `/portal/settings/security`.
#[component]
pub fn PortalSecurityPage() -> impl IntoView {
    let i18n = use_i18n();
    let me: PortalMe = expect_context();
    let remaining = me.recovery_codes_remaining;
    let (lead, done) = if me.mfa_enrollment_required {
        (tu_string!(i18n, mfa.required), PORTAL_HOME)
    } else {
        (tu_string!(i18n, mfa.lead), PORTAL_SECURITY)
    };

    second_factor::<BeginPortalMfa, CompletePortalMfa, RegeneratePortalCodes>(
        remaining, lead, done, None,
    )
}
