//! The editor of a template.

use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::id::TemplateId;

use super::draft::{Draft, Subject};
use super::editor::{Editor, editor_view};
use super::{SaveTemplate, TEMPLATES};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::go::go_to;
use crate::ui::one_time_key::DrawnKey;
use crate::ui::toast;

/// * `draft`: the initial state.
/// * `id`: the id of the stored template; none for a new one.
/// * `based_on`: the time of its last change.
/// * `keeps_name`: true if its name cannot be changed.
#[island]
pub(super) fn TemplateEditor(
    draft: Draft,
    id: Option<TemplateId>,
    based_on: Option<DateTime<Utc>>,
    keeps_name: bool,
) -> impl IntoView {
    let i18n = use_i18n();
    let editor = Editor::new(Subject::Template, draft, id.is_none());
    let save = ServerAction::<SaveTemplate>::new();
    let based_on = StoredValue::new(based_on);
    let key = DrawnKey::default();
    Effect::new(move |_| {
        if let Some(Ok(saved)) = save.value().get() {
            editor.settle();
            based_on.set_value(Some(saved.updated_at));
            toast::confirm(tu_string!(i18n, settings.editor.saved));
            if id.is_none() {
                go_to(&format!("{TEMPLATES}/{}", saved.id));
            }
        }
    });
    let error = Signal::derive(move || save.value().get().and_then(Result::err));
    let on_save = Callback::new(move |()| {
        if let Some(input) = editor.hand_over().template_input() {
            let (based_on, key) = (based_on.get_value(), key.text());
            save.dispatch(SaveTemplate { id, input, based_on, key });
        }
    });
    editor_view(editor, keeps_name, (error, save.pending().into()), on_save)
}
