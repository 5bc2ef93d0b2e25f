//! What is wrong with a field, said below it in the language of the page: what the browser finds
//! before it sends a form, and what the server answered.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Render};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, ValidityState};

use super::field::FieldError;
use super::take_over::afterwards;
use super::time::short_date_in;
use crate::i18n::td_string;
use crate::language::spoken;

/// A text below a field.
struct Note {
    field: Element,
    view: AnyViewState,
    described_by: Option<String>,
    was_invalid: bool,
}

thread_local! {
    static NOTES: RefCell<Vec<Note>> = const { RefCell::new(Vec::new()) };
    static HAS_FOCUSED: Cell<bool> = const { Cell::new(false) };
}

/// Says what is wrong with fields in place of the browser, which would use its own language, once
/// the page has been taken over. Typing takes the text away.
pub fn follow() {
    Effect::new(move |_| {
        afterwards(|| {
            listen("invalid", refused_by_browser);
            for change in ["input", "change"] {
                listen(change, |event| {
                    if let Some(field) = field_of(event) {
                        clear(&field);
                    }
                });
            }
        });
    });
}

/// Says below a field what is wrong with it, unless the page says so already. Other elements than
/// fields have places of their own for it.
///
/// * `id`: of the field.
/// * `text`: what is wrong and what to do.
pub fn mark(id: &str, text: &str) {
    let Some(field) = document().get_element_by_id(id) else { return };
    let is_field = ["INPUT", "SELECT", "TEXTAREA"].contains(&&*field.tag_name());
    if is_field && document().get_element_by_id(&format!("{id}-error")).is_none() {
        note(&field, text);
    }
}

/// Takes the text below a field away.
///
/// * `id`: of the field.
pub fn unmark(id: &str) {
    if let Some(field) = document().get_element_by_id(id) {
        clear(&field);
    }
}

fn refused_by_browser(event: &Event) {
    let Some(field) = field_of(event) else { return };
    event.prevent_default();
    note(&field, &text_of(&field));
    // The first one, as the browser does it.
    if !HAS_FOCUSED.replace(true) {
        set_timeout(|| HAS_FOCUSED.set(false), std::time::Duration::ZERO);
        if let Some(field) = field.dyn_ref::<HtmlElement>() {
            // An element that is not shown cannot take the focus; nothing is lost then.
            let _ = field.focus();
        }
    }
}

fn note(field: &Element, text: &str) {
    clear(field);
    let (parent, next) = match field.closest(".field").ok().flatten() {
        Some(around) => (Some(around), None),
        None => (field.parent_element(), field.next_sibling()),
    };
    let Some(parent) = parent else { return };
    let id = format!("{}-note", field.id());
    let mut view = view! { <FieldError id=id.clone() text=text.to_owned()/> }.into_any().build();
    view.mount(&parent, next.as_ref());
    let described_by = field.get_attribute("aria-describedby");
    let was_invalid = field.has_attribute("aria-invalid");
    let all = described_by.iter().cloned().chain([id]).collect::<Vec<_>>().join(" ");
    // Both names are valid names of attributes.
    let _ = field.set_attribute("aria-describedby", &all);
    let _ = field.set_attribute("aria-invalid", "true");
    let note = Note { field: field.clone(), view, described_by, was_invalid };
    NOTES.with_borrow_mut(|notes| {
        notes.retain(|note| note.field.is_connected());
        notes.push(note);
    });
}

fn clear(field: &Element) {
    let found = NOTES.with_borrow_mut(|notes| {
        let place = notes.iter().position(|note| note.field.is_same_node(Some(field)))?;
        Some(notes.swap_remove(place))
    });
    let Some(mut note) = found else { return };
    note.view.unmount();
    let _ = match note.described_by {
        Some(ids) => field.set_attribute("aria-describedby", &ids),
        None => field.remove_attribute("aria-describedby"),
    };
    if !note.was_invalid {
        let _ = field.remove_attribute("aria-invalid");
    }
}

/// What the browser has found.
fn text_of(field: &Element) -> String {
    let locale = spoken();
    let validity = js_sys::Reflect::get(field, &JsValue::from_str("validity"));
    let Some(validity) = validity.ok().and_then(|it| it.dyn_into::<ValidityState>().ok()) else {
        return td_string!(locale, ui.validity.wrong).to_owned();
    };
    let kind = field.get_attribute("type").unwrap_or_default();
    if validity.value_missing() {
        let is_choice = field.tag_name() == "SELECT" || kind == "radio" || kind == "file";
        return match (is_choice, &*kind) {
            (true, _) => td_string!(locale, ui.validity.choose),
            (false, "checkbox") => td_string!(locale, ui.validity.tick),
            (false, "date") => td_string!(locale, ui.validity.date),
            (false, _) => td_string!(locale, ui.validity.missing),
        }
        .to_owned();
    }
    if validity.type_mismatch() && kind == "email" {
        return td_string!(locale, ui.validity.email).to_owned();
    }
    let bound = |name| field.get_attribute(name)?.parse().ok();
    let limit = if validity.range_underflow() {
        bound("min").map(|day| (td_string!(locale, error.field.from_day), day))
    } else if validity.range_overflow() {
        bound("max").map(|day| (td_string!(locale, error.field.until_day), day))
    } else {
        None
    };
    match limit {
        Some((label, day)) => format!("{label}: {}", short_date_in(locale, day)),
        None if validity.bad_input() && kind == "date" => {
            td_string!(locale, ui.validity.date).to_owned()
        }
        None if validity.bad_input() => td_string!(locale, ui.validity.number).to_owned(),
        None => td_string!(locale, ui.validity.wrong).to_owned(),
    }
}

fn field_of(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Listens for as long as the page is there. `invalid` does not bubble.
fn listen(kind: &str, act: fn(&Event)) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| act(&event));
    let listener = listener.into_js_value().unchecked_into::<js_sys::Function>();
    // Listening to the window cannot be refused.
    let _ = window().add_event_listener_with_callback_and_bool(kind, &listener, true);
}
