//! A result in the bar at the bottom of a form, which expands to its explanation.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// A result and its explanation.
///
/// * `result`: the part that is always displayed.
/// * `label`: the accessible name of the explanation.
pub fn preview(
    result: impl IntoView + 'static,
    label: &'static str,
    explanation: impl IntoView + 'static,
) -> AnyView {
    view! {
        <details class="preview">
            <summary>
                {result.into_any()}
                <Icon name=IconName::ChevronUp/>
            </summary>
            <div class="preview-panel" tabindex="0" role="region" aria-label=label>
                {explanation.into_any()}
            </div>
        </details>
    }
    .into_any()
}
