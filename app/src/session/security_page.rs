//! The security page of staff: second factor and sessions.

use leptos::prelude::*;

use super::second_factor::second_factor;
use super::{
    BeginMfa, CompleteMfa, EndOtherSessions, EndSession, RegenerateCodes, list_sessions,
    sessions_card, use_me,
};
use crate::i18n::{tu_string, use_i18n};

/// The page at `/security`.
#[component]
pub fn SecurityPage() -> impl IntoView {
    let lead = tu_string!(use_i18n(), mfa.lead);
    let remaining = use_me().recovery_codes_remaining;
    let sessions = sessions_card::<EndSession, EndOtherSessions>(list_sessions());
    second_factor::<BeginMfa, CompleteMfa, RegenerateCodes>(
        remaining,
        lead,
        "/security",
        Some(sessions),
    )
}
