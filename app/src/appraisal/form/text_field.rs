//! An autosaved text, and the save state and notes of every autosaved field.

use leptos::html::Textarea;
use leptos::prelude::*;
use shared::check::TEXT_LENGTH_MAX;

use super::field::FieldValue;
use super::save_queue::Mark;
use super::signals::Field;
use super::state::FormState;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::icon::{Icon, IconName};
use crate::ui::text_area::textarea_content;

/// A count with a thousands separator: `10,000`.
fn count_text(count: usize) -> String {
    match (count / 1_000, count % 1_000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

/// The text with the line ends that a browser uses.
fn shown_text(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// An autosaved text field of several lines.
///
/// * `state`: the form.
/// * `field`: the field.
/// * `name`: the field name in a form that is posted without JavaScript.
/// * `rows`: the initial number of lines; the field grows with its text.
#[component]
pub fn SavedText(
    state: FormState,
    field: Field,
    #[prop(into)] name: String,
    #[prop(default = 2)] rows: u32,
) -> impl IntoView {
    let node = NodeRef::<Textarea>::new();
    follow_text(state, field, node);
    let id = field.key.to_string();
    let notes = format!("{id}-notes");
    view! {
        <textarea
            class="input"
            id=id
            name=name
            rows=rows
            autocomplete="off"
            node_ref=node
            aria-invalid=move || is_failed(field).then_some("true")
            aria-describedby=notes
            inner_html=textarea_content(field.value.read_untracked().text())
            on:input=move |event| state.change(field, FieldValue::Text(event_target_value(&event)))
        ></textarea>
    }
    .into_any()
}

/// Synchronizes the element and the value. Input from before hydration counts as typed; later, the
/// element changes only if the value has changed and the element has not.
fn follow_text(state: FormState, field: Field, node: NodeRef<Textarea>) {
    let is_first = StoredValue::new(true);
    Effect::new(move |_| {
        let Some(area) = node.get().filter(|_| state.is_alive.get()) else { return };
        let text = field.value.with(|value| shown_text(value.text()));
        let shown = area.value();
        let sent = area.default_value().unwrap_or_default();
        let was_typed_before = is_first.get_value() && shown != sent;
        is_first.set_value(false);
        if was_typed_before {
            state.change(field, FieldValue::Text(shown));
        } else if shown != text {
            area.set_value(&text);
        }
    });
}

/// True if the server rejected the value.
pub fn is_failed(field: Field) -> bool {
    field.mark.with(|mark| matches!(mark, Mark::Failed(_)))
}

/// The save state of a field, as an icon and a word.
///
/// * `field`: the field.
#[component]
pub fn SaveMark(field: Field) -> impl IntoView {
    let i18n = use_i18n();
    let watch = use_session_watch();
    let shown = move || {
        let (state, icon, text) = match field.mark.get() {
            Mark::Untouched => return ().into_any(),
            Mark::Saving => ("saving", None, tu_string!(i18n, appraisal.save.saving)),
            Mark::Saved => ("saved", Some(IconName::Check), tu_string!(i18n, appraisal.save.saved)),
            Mark::Queued if watch.has_ended() => {
                ("queued", Some(IconName::Lock), tu_string!(i18n, appraisal.save.signed_out))
            }
            Mark::Queued => {
                ("queued", Some(IconName::CloudOff), tu_string!(i18n, appraisal.save.queued))
            }
            Mark::Failed(_) => {
                ("failed", Some(IconName::AlertTriangle), tu_string!(i18n, appraisal.save.failed))
            }
        };
        view! {
            <span class="save-mark" data-state=state>
                {icon.map(|name| view! { <Icon name/> })}
                {text}
            </span>
        }
        .into_any()
    };

    view! { {shown} }.into_any()
}

/// Notes below a field: the server's reason for rejecting it, and the value that was saved from
/// another window in the meantime.
///
/// * `state`: the form.
/// * `field`: the field.
#[component]
pub fn FieldNotes(state: FormState, field: Field) -> impl IntoView {
    let reason = move || match field.mark.get() {
        Mark::Failed(text) => view! {
            <p class="field-error">
                <Icon name=IconName::AlertTriangle/>
                <span>{text}</span>
            </p>
        }
        .into_any(),
        Mark::Untouched | Mark::Saving | Mark::Saved | Mark::Queued => ().into_any(),
    };
    let overtaken = move || {
        let other = field.overtaken.get()?;
        Some(overtaken_view(state, field, other))
    };
    view! {
        <div class="field-notes" id=format!("{}-notes", field.key)>
            {reason}
            {overtaken}
        </div>
    }
    .into_any()
}

fn overtaken_view(state: FormState, field: Field, other: FieldValue) -> AnyView {
    let i18n = use_i18n();
    let text = other.readable();
    let take = move |_| {
        field.overtaken.set(None);
        state.change(field, other.clone());
    };
    view! {
        <div class="notice" data-tone="warning">
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{tu_string!(i18n, appraisal.save.overtaken)}</p>
                <p class="quote">{text}</p>
                <div class="button-row">
                    <button class="button" type="button" on:click=take>
                        {tu_string!(i18n, appraisal.save.take_other)}
                    </button>
                    <button
                        class="button button-quiet"
                        type="button"
                        on:click=move |_| field.overtaken.set(None)
                    >
                        {tu_string!(i18n, appraisal.save.keep_mine)}
                    </button>
                </div>
            </div>
        </div>
    }
    .into_any()
}

/// The length of a text and its maximum, shown near the limit.
///
/// * `field`: the field.
#[component]
pub fn TextCount(field: Field) -> impl IntoView {
    let i18n = use_i18n();
    let count = move || {
        let count = field.value.with(|value| value.text().chars().count());
        if count < TEXT_LENGTH_MAX / 5 * 4 {
            return String::new();
        }
        let (count, most) = (count_text(count), count_text(TEXT_LENGTH_MAX));
        tu_string!(i18n, appraisal.save.count, count = count, most = most)
    };

    view! { <span class="field-count">{count}</span> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let texts = [0, 999, 1_000, 10_000, 12_034].map(count_text);
        assert_eq!(texts, ["0", "999", "1,000", "10,000", "12,034"]);
    }

    #[test]
    fn line_ends_of_any_system_are_the_same_text() {
        assert_eq!(shown_text("a\r\nb\rc\nd"), "a\nb\nc\nd");
    }
}
