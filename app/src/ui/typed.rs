//! What was typed into a form and not sent yet, in the browser's own storage: it outlasts a closed
//! tab, and comes back when its reader opens the form again.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, EventInit, HtmlFormElement, HtmlInputElement, HtmlSelectElement,
    HtmlTextAreaElement,
};

use super::badge::Tone;
use super::notice::Notice;
use super::time::now;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;

/// How long something typed comes back; who has not sent it by then has given it up.
const KEPT_FOR: TimeDelta = TimeDelta::days(7);

const CHOSEN: &str = "chosen";
const NOT_CHOSEN: &str = "not chosen";

/// What was made of the fields of a form, each under its name, and when; what was left as it came
/// is not here, so that it follows the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Typed {
    at: DateTime<Utc>,
    fields: BTreeMap<String, String>,
}

/// Keeps what its reader types into a form until the form's action has worked, and brings it back
/// when the form is opened again. The view says that it is back, and offers to begin anew.
///
/// * `form`: the id of the form in the page; one that changes a record is called after it.
pub fn keep_typed<S, T>(action: ServerAction<S>, form: impl Into<String>) -> AnyView
where
    S: ServerFn<Output = T, Error = UiError> + Send + Sync + Clone + 'static,
    T: Clone + Send + Sync + 'static,
{
    let form = form.into();
    let name = StoredValue::new(format!("mizan.typed.{}.{form}", use_me().id));
    let form = StoredValue::new(form);
    let found = move || form.try_with_value(|form| find(form)).flatten();
    let is_back = RwSignal::new(false);
    let forget = move || {
        name.with_value(|name| remove(name));
        is_back.set(false);
    };
    Effect::new(move |_| {
        request_animation_frame(move || {
            let Some(found) = found() else { return };
            let Some(name) = name.try_get_value() else { return };
            if let Some(typed) = kept(&name) {
                is_back.set(bring_back(&found, &typed));
            }
            listen(&found, name);
        });
    });
    // The form of the next record may have the same action, which has worked before.
    Effect::new(move |before: Option<usize>| {
        let now = action.version().get();
        let has_worked = matches!(&*action.value().read_untracked(), Some(Ok(_)));
        if before.is_some_and(|before| before != now) && has_worked {
            forget();
        }
        now
    });
    let begin_anew = move |_: MouseEvent| {
        if let Some(form) = found() {
            form.reset();
            fields(&form).iter().for_each(tell);
        }
        forget();
    };
    let notice = move || is_back.get().then(|| back_notice(begin_anew));
    view! { <div role="status">{notice}</div> }.into_any()
}

fn back_notice(begin_anew: impl Fn(MouseEvent) + Send + 'static) -> AnyView {
    let i18n = use_i18n();
    view! {
        <Notice tone=Tone::Neutral title=tu_string!(i18n, ui.typed.back)>
            <p>
                <button class="button" type="button" on:click=begin_anew>
                    {tu_string!(i18n, ui.typed.begin_anew)}
                </button>
            </p>
        </Notice>
    }
    .into_any()
}

fn find(form: &str) -> Option<HtmlFormElement> {
    document().get_element_by_id(form)?.dyn_into().ok()
}

/// The fields of a form by their names.
fn fields(form: &HtmlFormElement) -> Vec<Element> {
    let Ok(found) = form.query_selector_all("[name]") else { return Vec::new() };
    (0..found.length()).filter_map(|place| found.item(place)?.dyn_into().ok()).collect()
}

/// Writes down what stands in the form whenever that changes.
fn listen(form: &HtmlFormElement, name: String) {
    let watched = form.clone();
    let write_down = Closure::<dyn Fn(Event)>::new(move |_| {
        let fields = fields(&watched);
        let changed = fields.iter().filter(|it| read(it) != as_it_came(it));
        let fields = changed.filter_map(|it| Some((key(it)?, read(it)?))).collect();
        keep(&name, &Typed { at: now(), fields });
    });
    for event in ["input", "change"] {
        // Fails only for a listener that is no function.
        let _ = form.add_event_listener_with_callback(event, write_down.as_ref().unchecked_ref());
    }
    write_down.forget();
}

/// Puts what was typed back, choices first, because other fields may follow them. Answers whether
/// anything is different now.
fn bring_back(form: &HtmlFormElement, typed: &Typed) -> bool {
    let put = |field: &Element| {
        let Some(text) = key(field).and_then(|key| typed.fields.get(&key)) else { return false };
        let is_different = read(field).is_some_and(|shown| shown != *text);
        if is_different {
            write(field, text);
            tell(field);
        }
        is_different
    };
    let (texts, choices): (Vec<_>, Vec<_>) = fields(form).into_iter().partition(is_text);
    choices.iter().chain(&texts).filter(|field| put(field)).count() > 0
}

fn is_text(field: &Element) -> bool {
    let is_text_area = field.dyn_ref::<HtmlTextAreaElement>().is_some();
    let input = field.dyn_ref::<HtmlInputElement>();
    is_text_area || input.is_some_and(|it| !["checkbox", "radio"].contains(&it.type_().as_str()))
}

/// What a field is kept under; the boxes of one name are told apart by their values.
fn key(field: &Element) -> Option<String> {
    let name = field.get_attribute("name")?;
    let input = field.dyn_ref::<HtmlInputElement>();
    Some(match input.map(|it| (it.type_(), it.value())) {
        Some((kind, value)) if ["checkbox", "radio"].contains(&kind.as_str()) => {
            format!("{name}={value}")
        }
        _ => name,
    })
}

/// What stands in a field; none for one that is nobody's to type, or a secret.
fn read(field: &Element) -> Option<String> {
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        return match input.type_().as_str() {
            "hidden" | "password" | "file" | "submit" | "button" => None,
            "checkbox" | "radio" => Some(choice(input.checked())),
            _ => Some(input.value()),
        };
    }
    if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        return Some(select.value());
    }
    field.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value)
}

/// What stood in a field when the page came.
fn as_it_came(field: &Element) -> Option<String> {
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        return match input.type_().as_str() {
            "hidden" | "password" | "file" | "submit" | "button" => None,
            "checkbox" | "radio" => Some(choice(input.default_checked())),
            _ => Some(input.default_value()),
        };
    }
    if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        let option = |which: &str| select.query_selector(which).ok().flatten();
        let option = option("option[selected]").or_else(|| option("option"));
        return option.and_then(|option| option.get_attribute("value"));
    }
    field.dyn_ref::<HtmlTextAreaElement>()?.default_value().ok()
}

fn choice(is_chosen: bool) -> String {
    if is_chosen { CHOSEN } else { NOT_CHOSEN }.to_owned()
}

fn write(field: &Element, text: &str) {
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        match input.type_().as_str() {
            "checkbox" | "radio" => input.set_checked(text == CHOSEN),
            _ => input.set_value(text),
        }
    } else if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        select.set_value(text);
    } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
        area.set_value(text);
    }
}

/// Tells the page that a field has changed, as if its reader had typed.
fn tell(field: &Element) {
    let init = EventInit::new();
    init.set_bubbles(true);
    for name in ["input", "change"] {
        if let Ok(event) = Event::new_with_event_init_dict(name, &init) {
            // Whether anybody prevented it does not matter.
            let _ = field.dispatch_event(&event);
        }
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn keep(name: &str, typed: &Typed) {
    let Ok(json) = serde_json::to_string(typed) else { return };
    if let Some(storage) = storage() {
        // A browser that keeps nothing leaves the form as it is.
        let _ = storage.set_item(name, &json);
    }
}

fn kept(name: &str) -> Option<Typed> {
    let json = storage()?.get_item(name).ok().flatten()?;
    let typed: Typed = serde_json::from_str(&json).ok()?;
    (now() - typed.at < KEPT_FOR).then_some(typed)
}

fn remove(name: &str) {
    if let Some(storage) = storage() {
        // What cannot be removed comes back once more, and can be put away.
        let _ = storage.remove_item(name);
    }
}
