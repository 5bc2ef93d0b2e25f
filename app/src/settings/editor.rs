//! The editor of rows and weights, for templates and catalogs. It displays the weight that remains
//! to be distributed, and only saves input that the server accepts.

mod bar;
mod drag;
mod paste;
mod rows;
mod sample;
mod totals;

use leptos::prelude::*;
use shared::weight::Weight;

use drag::Drag;

use super::draft::{Block, Draft, Line, Problem, Subject, block_at, problem, step};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::Field;
use crate::ui::guard::guard;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;

/// One line on the page: a number that identifies it, and its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditorLine {
    number: u32,
    is_category: bool,
    cells: RwSignal<Line>,
    /// The rating of the row on the sample form, from 1 to 5.
    mark: RwSignal<i64>,
}

/// The edited record and its derived state.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    i18n: Language,
    subject: Subject,
    name: RwSignal<String>,
    description: RwSignal<String>,
    lines: RwSignal<Vec<EditorLine>>,
    last: StoredValue<u32>,
    /// The last known stored state.
    stored: RwSignal<Draft>,
    /// The state being sent to the server.
    sent: StoredValue<Draft>,
    /// True until the record is stored for the first time.
    is_new: RwSignal<bool>,
    draft: Memo<Draft>,
    problem: Memo<Option<Problem>>,
    /// The result of the last tool, or the reason why it failed.
    note: RwSignal<String>,
    /// The line that is being dragged.
    drag: RwSignal<Option<Drag>>,
}

impl Editor {
    /// Starts with a stored draft, or with the initial one of a new record.
    pub fn new(subject: Subject, stored: Draft, is_new: bool) -> Self {
        let (name, description) =
            (RwSignal::new(stored.name.clone()), RwSignal::new(stored.description.clone()));
        let lines = RwSignal::new(Vec::<EditorLine>::new());
        let draft = Memo::new(move |_| Draft {
            name: name.get(),
            description: description.get(),
            lines: lines.read().iter().map(|line| line.cells.get()).collect(),
        });
        let it = Self {
            i18n: use_i18n(),
            subject,
            name,
            description,
            lines,
            last: StoredValue::new(0),
            sent: StoredValue::new(Draft::default()),
            is_new: RwSignal::new(is_new),
            draft,
            problem: Memo::new(move |_| problem(subject, &draft.read())),
            note: RwSignal::new(String::new()),
            drag: RwSignal::new(None),
            stored: RwSignal::new(Draft::default()),
        };
        it.take(stored.lines.clone());
        it.stored.set(stored);
        it
    }

    /// True if there are unsaved changes.
    fn is_changed(self) -> bool {
        *self.draft.read() != *self.stored.read()
    }

    /// Returns the state to send, and marks it as sent.
    pub fn hand_over(self) -> Draft {
        let draft = self.draft.get_untracked();
        self.sent.set_value(draft.clone());
        draft
    }

    /// Marks the sent state as stored.
    pub fn settle(self) {
        self.stored.set(self.sent.get_value());
        self.is_new.set(false);
    }

    fn take(self, lines: Vec<Line>) {
        self.lines.set(lines.into_iter().map(|line| self.line(line)).collect());
    }

    fn line(self, cells: Line) -> EditorLine {
        self.last.update_value(|number| *number += 1);
        EditorLine {
            number: self.last.get_value(),
            is_category: cells.is_category,
            cells: RwSignal::new(cells),
            mark: RwSignal::new(sample::USUAL_MARK),
        }
    }

    /// The current position of a line.
    fn index(self, number: u32) -> usize {
        let lines = self.lines.read();
        lines.iter().position(|line| line.number == number).unwrap_or_default()
    }

    fn index_untracked(self, number: u32) -> usize {
        untrack(|| self.index(number))
    }

    /// Inserts a blank line after the block of a line, or at the end.
    fn add(self, after: Option<u32>, is_category: bool) {
        let index = after.and_then(|number| self.block_of(number)).map(|block| block.rows.end);
        let line = self.line(Line { is_category, ..Line::default() });
        let blank = is_category.then(|| self.line(Line::default()));
        self.lines.update(|lines| {
            let index = index.unwrap_or(lines.len());
            lines.splice(index..index, std::iter::once(line).chain(blank));
        });
        let id = cell_id(line.number, "label");
        request_animation_frame(move || crate::ui::focus::focus(&id));
    }

    /// Removes a row, or a category with its rows.
    fn remove(self, line: EditorLine) {
        let index = self.index_untracked(line.number);
        let end = match self.block_of(line.number) {
            Some(block) if line.is_category => block.rows.end,
            _ => index + 1,
        };
        self.lines.update(|lines| drop(lines.drain(index..end)));
    }

    fn step_of(self, number: u32, is_up: bool) -> Option<(std::ops::Range<usize>, usize)> {
        step(self.subject, &self.draft.read().lines, self.index(number), is_up)
    }

    /// Moves a line by one step and keeps the focus on it.
    fn step(self, number: u32, is_up: bool, focused: &'static str) {
        self.shift(number, is_up);
        let id = cell_id(number, focused);
        request_animation_frame(move || crate::ui::focus::focus(&id));
    }

    /// Moves a line by one step.
    fn shift(self, number: u32, is_up: bool) {
        let Some((range, by)) = untrack(|| self.step_of(number, is_up)) else { return };
        self.lines.update(|lines| lines[range].rotate_left(by));
    }

    fn block_of(self, number: u32) -> Option<Block> {
        let index = self.index_untracked(number);
        self.draft.with_untracked(|draft| block_at(&draft.lines, index))
    }

    /// Sets new weights, or displays that there are none.
    fn set_weights(self, weights: Option<Vec<(usize, Weight)>>) {
        let i18n = self.i18n;
        let Some(weights) = weights else {
            self.note.set(tu_string!(i18n, settings.editor.cannot_fit).to_owned());
            return;
        };
        let lines = self.lines.get_untracked();
        for (index, weight) in weights {
            if let Some(line) = lines.get(index) {
                line.cells.update(|cells| cells.weight = weight.to_string());
            }
        }
        self.note.set(tu_string!(i18n, settings.editor.fitted).to_owned());
    }
}

/// The id of an input of a line.
fn cell_id(number: u32, cell: &str) -> String {
    format!("line-{number}-{cell}")
}

/// The fields, the rows and the bar.
///
/// * `keeps_name`: true if the name of a template cannot be changed.
/// * `saving`: the error of the last save, and whether a save is running.
/// * `on_save`: saves the draft.
pub fn editor_view(
    editor: Editor,
    keeps_name: bool,
    saving: (Signal<Option<UiError>>, Signal<bool>),
    on_save: Callback<()>,
) -> AnyView {
    let (error, busy) = saving;
    guard(Signal::derive(move || editor.is_changed()));
    let about = (editor.subject == Subject::Template).then(|| about(editor, keeps_name));
    view! {
        <div class="page">
            <ErrorSummary error/>
            {move || error.get().filter(UiError::is_out_of_date).map(|_| other_editor())}
            {about}
            <section class="card" aria-labelledby="rows-title">
                {totals::totals(editor)}
                {rows::rows(editor)}
                {foot(editor)}
            </section>
            {paste::paste(editor)}
        </div>
        {bar::bar(editor, busy, on_save)}
    }
    .into_any()
}

/// The notice that another person saved first: the input is kept, with a link to their version.
fn other_editor() -> AnyView {
    let i18n = use_i18n();
    // An empty address is that of the current page.
    view! {
        <p class="reason">
            <Icon name=IconName::Info/>
            {tu_string!(i18n, settings.editor.typed_is_kept)}
            " "
            <a href="" target="_blank" rel="external noopener">
                {tu_string!(i18n, settings.editor.see_stored)}
            </a>
        </p>
    }
    .into_any()
}

/// The name and the audience of a template.
fn about(editor: Editor, keeps_name: bool) -> AnyView {
    let i18n = use_i18n();
    let hint = if keeps_name { tu_string!(i18n, settings.editor.name_kept) } else { "" };
    view! {
        <div class="card">
            <div class="card-body form-grid">
                <Field id="name" label=tu_string!(i18n, settings.editor.name) hint>
                    <input
                        class="input"
                        id="name"
                        maxlength="200"
                        autocomplete="off"
                        readonly=keeps_name
                        aria-describedby=keeps_name.then_some("name-hint")
                        value=editor.name.get_untracked()
                        on:input=move |event| editor.name.set(event_target_value(&event))
                    />
                </Field>
                <Field
                    id="description"
                    label=tu_string!(i18n, settings.editor.description)
                    optional=true
                >
                    <input
                        class="input"
                        id="description"
                        maxlength="10000"
                        autocomplete="off"
                        value=editor.description.get_untracked()
                        on:input=move |event| editor.description.set(event_target_value(&event))
                    />
                </Field>
            </div>
        </div>
    }
    .into_any()
}

/// The button that adds a row at the end of a catalog, or a category at the end of a template.
fn foot(editor: Editor) -> AnyView {
    let i18n = use_i18n();
    let is_category = editor.subject == Subject::Template;
    let text = if is_category {
        tu_string!(i18n, settings.editor.add_category)
    } else {
        tu_string!(i18n, settings.editor.add_row)
    };
    view! {
        <div class="card-foot">
            <button
                class="button button-quiet"
                type="button"
                on:click=move |_| editor.add(None, is_category)
            >
                <Icon name=IconName::Plus/>
                {text}
            </button>
        </div>
    }
    .into_any()
}
