//! Moving of the keyboard focus.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

/// Focuses an element, or the group of scores with that id.
pub fn focus(id: &str) {
    let Some(element) = document().get_element_by_id(id) else { return };
    if element.class_name() == "score" {
        focus_group(&element);
    } else if let Ok(element) = element.dyn_into::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Focuses the checked radio button of a group, or the first one.
pub fn focus_group(group: &Element) {
    let buttons = buttons_of(group);
    let chosen = buttons.iter().find(|button| button.checked()).or_else(|| buttons.first());
    if let Some(button) = chosen {
        // A hidden button cannot take the focus, which does no harm.
        let _ = button.focus();
    }
}

/// The radio buttons of a group.
pub fn buttons_of(group: &Element) -> Vec<HtmlInputElement> {
    let Ok(found) = group.query_selector_all("input[type=radio]") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}
