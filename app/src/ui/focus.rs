//! Moving the focus.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

/// Puts the focus on an element, or into the group of scores with that id.
pub fn focus(id: &str) {
    let Some(element) = document().get_element_by_id(id) else { return };
    if element.class_name() == "score" {
        focus_group(&element);
    } else if let Ok(element) = element.dyn_into::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Puts the focus on the chosen button of a group, or on the first.
pub fn focus_group(group: &Element) {
    let buttons = buttons_of(group);
    let chosen = buttons.iter().find(|button| button.checked()).or_else(|| buttons.first());
    if let Some(button) = chosen {
        // A button that is not shown cannot take the focus; nothing is lost then.
        let _ = button.focus();
    }
}

/// The buttons of a group.
pub fn buttons_of(group: &Element) -> Vec<HtmlInputElement> {
    let Ok(found) = group.query_selector_all("input[type=radio]") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}
