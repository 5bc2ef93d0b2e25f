//! Form fields: label, hint, input, and the error at the field.

use leptos::html::{Input, Select};
use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// The frame of a field: label above, hint and error below. The input inside says
/// `aria-describedby=described_by(id, …)` and `aria-invalid`.
///
/// * `id`: of the input.
/// * `label`: what is asked for.
/// * `hint`: what is meant; none when empty.
/// * `error`: what is wrong and what to do.
/// * `optional`: true when it may stay empty.
/// * `wide`: true when it takes the whole row of a grid.
/// * `children`: the input.
#[component]
pub fn Field(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into, optional)] hint: String,
    #[prop(into, optional)] error: Signal<Option<String>>,
    #[prop(optional)] optional: bool,
    #[prop(optional)] wide: bool,
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let optional = optional
        .then(|| view! { <span class="field-optional">{tu_string!(i18n, ui.optional)}</span> });
    let hint = (!hint.is_empty())
        .then(|| view! { <p class="field-hint" id=hint_id>{hint}</p> }.into_any());
    view! {
        <div class=if wide { "field field-wide" } else { "field" }>
            <div class="field-head">
                <label class="field-label" for=id>
                    {label} " " {optional}
                </label>
            </div>
            {children()}
            {hint}
            {move || {
                let id = error_id.clone();
                error.get().map(|text| view! { <FieldError id text/> })
            }}
        </div>
    }
    .into_any()
}

/// The error below a field.
///
/// * `id`: by which the input refers to it.
/// * `text`: what is wrong and what to do.
#[component]
pub fn FieldError(id: String, text: String) -> impl IntoView {
    view! {
        <div class="field-foot">
            <p class="field-error" id=id>
                <Icon name=IconName::AlertTriangle/>
                {text}
            </p>
        </div>
    }
    .into_any()
}

/// The value of `aria-describedby` of an input.
pub fn described_by(id: &str, has_hint: bool, has_error: bool) -> Option<String> {
    let parts = [(has_hint, "hint"), (has_error, "error")];
    let named: Vec<_> =
        parts.iter().filter(|(shown, _)| *shown).map(|(_, part)| format!("{id}-{part}")).collect();
    (!named.is_empty()).then(|| named.join(" "))
}

/// A field of one line.
///
/// * `id`: of the input.
/// * `name`: by which a form sends it.
/// * `label`: what is asked for.
/// * `kind`: the type of the input; `text` unless said.
/// * `value`: what stands in it at first; typing does not come back through it.
/// * `hint`: what is meant; none when empty.
/// * `error`: what is wrong and what to do.
/// * `autocomplete`: what a browser may fill in.
/// * `required`: true when a browser may not send it empty.
/// * `on_input`: told what stands in it whenever that changes.
#[component]
pub fn TextField(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    #[prop(default = "text")] kind: &'static str,
    #[prop(into, optional)] value: Signal<String>,
    #[prop(into, optional)] hint: String,
    #[prop(into, optional)] error: Signal<Option<String>>,
    #[prop(default = "off")] autocomplete: &'static str,
    #[prop(optional)] required: bool,
    #[prop(optional)] on_input: Option<Callback<String>>,
) -> impl IntoView {
    let has_hint = !hint.is_empty();
    let node = NodeRef::<Input>::new();
    follow_value(node, value);
    view! {
        <Field id label hint error>
            <input
                class="input"
                id=id
                name=name
                type=kind
                autocomplete=autocomplete
                required=required
                value=value.get_untracked()
                node_ref=node
                aria-invalid=move || error.read().is_some().then_some("true")
                aria-describedby=move || described_by(id, has_hint, error.read().is_some())
                on:input=move |event| {
                    if let Some(on_input) = on_input {
                        on_input.run(event_target_value(&event));
                    }
                }
            />
        </Field>
    }
    .into_any()
}

/// A choice of one among few.
///
/// * `id`: of the input.
/// * `name`: by which a form sends it.
/// * `label`: what is asked for.
/// * `options`: the values with their names; a first one with an empty value means any.
/// * `value`: which one is chosen.
/// * `hint`: what is meant; none when empty.
/// * `error`: what is wrong and what to do.
/// * `on_change`: told what was chosen.
#[component]
pub fn SelectField(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    options: Vec<(String, String)>,
    #[prop(into)] value: Signal<String>,
    #[prop(into, optional)] hint: String,
    #[prop(into, optional)] error: Signal<Option<String>>,
    #[prop(optional)] on_change: Option<Callback<String>>,
) -> impl IntoView {
    let has_hint = !hint.is_empty();
    let node = NodeRef::<Select>::new();
    follow_choice(node, value);
    let chosen = value.get_untracked();
    let options: Vec<_> = options
        .into_iter()
        .map(|(key, text)| {
            let selected = key == chosen;
            view! { <option value=key selected=selected>{text}</option> }.into_any()
        })
        .collect();
    view! {
        <Field id label hint error>
            <select
                class="input"
                id=id
                name=name
                node_ref=node
                aria-invalid=move || error.read().is_some().then_some("true")
                aria-describedby=move || described_by(id, has_hint, error.read().is_some())
                on:change=move |event| {
                    if let Some(on_change) = on_change {
                        on_change.run(event_target_value(&event));
                    }
                }
            >
                {options}
            </select>
        </Field>
    }
    .into_any()
}

/// Writes a value into an input when the value changes, and only then: what somebody typed before
/// the page came to life stays.
pub fn follow_value(node: NodeRef<Input>, value: Signal<String>) {
    on_change(value, move |value: &String| {
        if let Some(input) = node.get_untracked() {
            input.set_value(value);
        }
    });
}

/// Does the same with the choice of a list.
fn follow_choice(node: NodeRef<Select>, value: Signal<String>) {
    on_change(value, move |value: &String| {
        if let Some(select) = node.get_untracked() {
            select.set_value(value);
        }
    });
}

/// Does the same with a box to tick.
pub fn follow_tick(node: NodeRef<Input>, value: Signal<bool>) {
    on_change(value, move |value: &bool| {
        if let Some(input) = node.get_untracked() {
            input.set_checked(*value);
        }
    });
}

fn on_change<T>(value: Signal<T>, act: impl Fn(&T) + 'static)
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    Effect::new(move |before: Option<T>| {
        let now = value.get();
        if before.is_some_and(|before| before != now) {
            act(&now);
        }
        now
    });
}

#[cfg(test)]
mod tests {
    use super::described_by;

    #[test]
    fn an_input_names_only_what_is_there() {
        assert_eq!(described_by("a", false, false), None);
        assert_eq!(described_by("a", true, false).as_deref(), Some("a-hint"));
        assert_eq!(described_by("a", true, true).as_deref(), Some("a-hint a-error"));
    }
}
