//! The second factor of a member of staff.

use leptos::prelude::*;

use super::second_factor::SecondFactor;
use super::{BeginMfa, CompleteMfa, RegenerateCodes, use_me};
use crate::i18n::{tu_string, use_i18n};

/// The page at `/security`.
#[component]
pub fn SecurityPage() -> impl IntoView {
    let lead = tu_string!(use_i18n(), mfa.lead);
    let begin = ServerAction::<BeginMfa>::new();
    let complete = ServerAction::<CompleteMfa>::new();
    let regenerate = ServerAction::<RegenerateCodes>::new();
    let remaining = use_me().recovery_codes_remaining;

    view! { <SecondFactor begin complete regenerate remaining lead done="/security"/> }.into_any()
}
