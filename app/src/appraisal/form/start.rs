//! The state shared by the islands of the form. The server provides it for the page and embeds the
//! data from which the bundle creates it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::id::StaffId;

use super::state::FormState;
use super::submission::Submission;
use shared::appraisal::form::AppraisalForm;

/// The id of the element that holds it.
const ELEMENT: &str = "form-start";

/// The form as it was loaded, and who reads it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The form.
    pub form: AppraisalForm,
    /// The reader.
    pub reader: StaffId,
}

impl Start {
    /// Makes the signals of the form known to every part of it.
    pub fn provide(self) -> FormState {
        let state = FormState::new(self.form, self.reader);
        provide_context(state);
        provide_context(Submission::new(state));
        state
    }

    /// The element that holds it.
    #[cfg(feature = "ssr")]
    pub fn element(&self) -> AnyView {
        // In a script only the end tag has a meaning.
        let json = serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c");
        view! { <script type="application/json" id=ELEMENT inner_html=json></script> }.into_any()
    }

    /// The embedded data of the page; none on other pages.
    fn of_page() -> Option<Self> {
        let text = document().get_element_by_id(ELEMENT)?.text_content()?;
        serde_json::from_str(&text).ok()
    }
}

/// The form of the page.
pub fn use_form() -> FormState {
    expect_context()
}

/// The submission of the form; none for a reader who fills in no part of it.
pub fn use_submission() -> Option<Submission> {
    expect_context()
}

/// Makes what the islands share, before the first of them is taken over.
pub fn start() {
    if let Some(start) = Start::of_page() {
        start.provide();
    }
}

/// Takes up what was kept, and listens to the browser, once all islands are taken over.
pub fn finish() {
    if let Some(state) = use_context::<FormState>() {
        state.is_alive.set(true);
        super::listeners::listen(state);
    }
}
