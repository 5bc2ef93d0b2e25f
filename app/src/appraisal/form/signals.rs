//! The signals of the form: the value and the save state of each field, and the save state of the
//! whole form.

use leptos::prelude::*;

use super::field::{FieldKey, FieldValue};
use super::save_queue::{Mark, Summary};

/// One autosaved field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub key: FieldKey,
    /// The current value.
    pub value: RwSignal<FieldValue>,
    /// The save state.
    pub mark: RwSignal<Mark>,
    /// The value that was saved from another window in the meantime.
    pub overtaken: RwSignal<Option<FieldValue>>,
}

impl Field {
    pub fn new(key: FieldKey, value: FieldValue) -> Self {
        Self {
            key,
            value: RwSignal::new(value),
            mark: RwSignal::new(Mark::Untouched),
            overtaken: RwSignal::new(None),
        }
    }

    /// Sets the save state, and notifies only if it has changed.
    pub fn show(&self, mark: Mark) {
        if self.mark.try_with_untracked(|shown| *shown != mark) == Some(true) {
            self.mark.set(mark);
        }
    }
}

/// The signals for the save state of the whole form.
#[derive(Clone, Copy, Debug)]
pub struct Saving {
    /// The save state of the form as a whole.
    pub summary: RwSignal<Summary>,
    /// True once the server has reported that the form is at another stage.
    pub has_moved_on: RwSignal<bool>,
    /// Stored values of fields that can no longer be changed.
    pub leftovers: RwSignal<Vec<(FieldKey, FieldValue)>>,
}
