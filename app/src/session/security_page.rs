//! The second factor of a member of staff, and where they are signed in.

use leptos::prelude::*;

use super::second_factor::SecondFactor;
use super::{
    BeginMfa, CompleteMfa, EndOtherSessions, EndSession, RegenerateCodes, SessionsCard,
    list_sessions, use_me,
};
use crate::i18n::{tu_string, use_i18n};

/// The page at `/security`.
#[component]
pub fn SecurityPage() -> impl IntoView {
    let lead = tu_string!(use_i18n(), mfa.lead);
    let begin = ServerAction::<BeginMfa>::new();
    let complete = ServerAction::<CompleteMfa>::new();
    let regenerate = ServerAction::<RegenerateCodes>::new();
    let remaining = use_me().recovery_codes_remaining;

    let end = ServerAction::<EndSession>::new();
    let end_others = ServerAction::<EndOtherSessions>::new();
    let sessions = view! { <SessionsCard list=list_sessions end end_others/> }.into_any();

    view! {
        <SecondFactor begin complete regenerate remaining lead done="/security" below=sessions/>
    }
    .into_any()
}
