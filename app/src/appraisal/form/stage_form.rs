//! The form of one stage, which a browser without JavaScript posts as a whole.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::serverfns::{PostReview, PostSelf, SubmitReview, SubmitSelf};
use super::state::{FormState, Mode};
use super::submission::{FORM_ID, MissingList, Refusal, SubmitQuestion};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::one_time_key::one_time_key;

/// The form element around the sections. Without JavaScript it posts everything at once.
///
/// * `sections`: the content of the form.
pub fn stage_form(state: FormState, sections: AnyView) -> AnyView {
    let i18n = use_i18n();
    let id = state.form().detail.id.to_string();
    let (submit_address, save_address) = match state.mode() {
        Mode::SelfAssessment => (SubmitSelf::url(), PostSelf::url()),
        Mode::Review | Mode::Reading => (SubmitReview::url(), PostReview::url()),
    };
    view! {
        <form
            class="form-sections"
            id=FORM_ID
            method="post"
            action=submit_address
            autocomplete="off"
            data-asks=""
        >
            {one_time_key()}
            <input type="hidden" name="id" value=id/>
            <Refusal/>
            {sections}
            {without_script(tu_string!(i18n, appraisal.save.save), save_address)}
        </form>
        <SubmitQuestion/>
        <MissingList/>
    }
    .into_any()
}

/// A button that saves the whole form, shown only without JavaScript: with it, fields are saved
/// automatically.
pub fn without_script(label: &str, address: &str) -> AnyView {
    let label = label.replace('&', "&amp;").replace('<', "&lt;");
    let address = if address.is_empty() {
        String::new()
    } else {
        format!(" formaction=\"{}\"", address.replace('&', "&amp;").replace('"', "&quot;"))
    };
    let button = format!("<button class=\"button\"{address}>{label}</button>");
    view! { <noscript inner_html=button></noscript> }.into_any()
}
