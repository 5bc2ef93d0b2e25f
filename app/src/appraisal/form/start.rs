//! The state shared by the islands of the form. The server provides it for the page and embeds the
//! data from which the bundle creates it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::id::StaffId;

use super::state::FormState;
use super::submission::Submission;
use shared::appraisal::form::AppraisalForm;

/// The id of the element that embeds the data.
const ELEMENT: &str = "form-start";

/// The form as loaded, and its user.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    pub form: AppraisalForm,
    pub reader: StaffId,
}

impl Start {
    /// Creates the signals of the form and provides them as context.
    pub fn provide(self) -> FormState {
        let state = FormState::new(self.form, self.reader);
        provide_context(state);
        provide_context(Submission::new(state));
        state
    }

    /// The element that embeds the data.
    #[cfg(feature = "ssr")]
    pub fn element(&self) -> AnyView {
        // Only an end tag is significant inside a script element.
        let json = serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c");
        view! { <script type="application/json" id=ELEMENT inner_html=json></script> }.into_any()
    }

    /// The embedded data of the page; `None` on other pages.
    fn of_page() -> Option<Self> {
        let text = document().get_element_by_id(ELEMENT)?.text_content()?;
        serde_json::from_str(&text).ok()
    }
}

/// Creates the state that the islands share, before the first of them is hydrated.
pub fn start() {
    if let Some(start) = Start::of_page() {
        start.provide();
    }
}

/// Queues stored changes and registers the event listeners, once all islands are hydrated.
pub fn finish() {
    if let Some(state) = use_context::<FormState>() {
        state.is_alive.set(true);
        super::listeners::listen(state);
    }
}
