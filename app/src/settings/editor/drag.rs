//! Moving a line with the pointer; keys and buttons do the same.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{Editor, EditorLine};
use crate::ui::icon::{Icon, IconName};

/// A line that is being dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    number: u32,
    /// The last vertical position of the pointer, from which its direction follows.
    y: i32,
}

/// The handle for dragging a line.
pub fn grip(editor: Editor, line: EditorLine) -> AnyView {
    let take = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        // Prevents the selection of text under the pointer.
        event.prevent_default();
        if let Some(grip) = element_of(&event) {
            // A touch captures the pointer for the first element, so events would not report the
            // element below it.
            drop(grip.release_pointer_capture(event.pointer_id()));
        }
        editor.drag.set(Some(Drag { number: line.number, y: event.client_y() }));
    };
    view! {
        <span class="weights-grip" aria-hidden="true" on:pointerdown=take>
            <Icon name=IconName::Menu/>
        </span>
    }
    .into_any()
}

/// Moves the dragged line by one step when the pointer is over another line.
pub fn drag_over(editor: Editor, event: &PointerEvent) {
    let Some(Drag { number, y }) = editor.drag.get_untracked() else { return };
    let now = event.client_y();
    if event.buttons() == 0 {
        editor.drag.set(None);
        return;
    }
    if now == y {
        return;
    }
    editor.drag.set(Some(Drag { number, y: now }));
    let is_up = now < y;
    if let Some(over) = line_under(event)
        && lies_ahead(editor, number, over, is_up)
    {
        editor.shift(number, is_up);
    }
}

/// Ends the drag.
pub fn drop_line(editor: Editor) {
    if editor.drag.get_untracked().is_some() {
        editor.drag.set(None);
    }
}

/// True if a line is in the direction in which another one is moving.
fn lies_ahead(editor: Editor, number: u32, over: u32, is_up: bool) -> bool {
    let (index, over) = (editor.index_untracked(number), editor.index_untracked(over));
    if is_up {
        return over < index;
    }
    let end = editor.block_of(number).filter(|block| block.head == Some(index));
    over >= end.map_or(index + 1, |block| block.rows.end)
}

fn line_under(event: &PointerEvent) -> Option<u32> {
    let line = element_of(event)?.closest("[data-line]").ok()??;
    line.get_attribute("data-line")?.parse().ok()
}

fn element_of(event: &PointerEvent) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}
