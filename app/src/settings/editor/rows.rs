//! The lines: heads of categories and rows, edited and moved in place.

use leptos::prelude::*;

use super::drag::{drag_over, drop_line, grip};
use super::totals::category_totals;
use super::{Editor, EditorLine, cell_id};
use crate::i18n::{tu_string, use_i18n};
use crate::settings::draft::{Line, Subject};
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, share_text};
use crate::ui::text_area::textarea_content;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Label,
    Description,
    Target,
    Weight,
}

impl Cell {
    const fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Description => "description",
            Self::Target => "target",
            Self::Weight => "weight",
        }
    }

    fn of(self, line: &Line) -> &String {
        match self {
            Self::Label => &line.label,
            Self::Description => &line.description,
            Self::Target => &line.target,
            Self::Weight => &line.weight,
        }
    }

    fn set(self, line: &mut Line, text: String) {
        match self {
            Self::Label => line.label = text,
            Self::Description => line.description = text,
            Self::Target => line.target = text,
            Self::Weight => line.weight = text,
        }
    }

    fn title(self, i18n: Language, subject: Subject) -> &'static str {
        match (self, subject) {
            (Self::Label, Subject::Template) => tu_string!(i18n, settings.editor.objective),
            (Self::Label, Subject::Catalog(_)) => tu_string!(i18n, settings.editor.label),
            (Self::Description, Subject::Template) => tu_string!(i18n, settings.editor.kpi),
            (Self::Description, Subject::Catalog(_)) => tu_string!(i18n, settings.editor.meaning),
            (Self::Target, _) => tu_string!(i18n, settings.editor.target),
            (Self::Weight, _) => tu_string!(i18n, settings.editor.weight),
        }
    }
}

pub fn rows(editor: Editor) -> AnyView {
    let i18n = use_i18n();
    let subject = editor.subject;
    let has_target = subject.has_target();
    let target = has_target.then(|| {
        view! { <span>{Cell::Target.title(i18n, subject)}</span> }
    });
    view! {
        <div
            class="weights"
            data-target=has_target.then_some("")
            data-dragging=move || editor.drag.read().is_some().then_some("")
            on:pointermove=move |event| drag_over(editor, &event)
            on:pointerup=move |_| drop_line(editor)
            on:pointercancel=move |_| drop_line(editor)
            on:pointerleave=move |_| drop_line(editor)
        >
            <div class="weights-head" aria-hidden="true">
                <span>{Cell::Label.title(i18n, subject)}</span>
                <span>{Cell::Description.title(i18n, subject)}</span>
                {target}
                <span>{Cell::Weight.title(i18n, subject)}</span>
            </div>
            <For
                each=move || editor.lines.get()
                key=|line| line.number
                children=move |line| {
                    if line.is_category { category(editor, line) } else { row(editor, line) }
                }
            />
        </div>
    }
    .into_any()
}

/// The head of a category.
fn category(editor: Editor, line: EditorLine) -> AnyView {
    let i18n = use_i18n();
    let name = move || {
        let name = line.cells.read().label.clone();
        tu_string!(i18n, settings.editor.category_name, name = name)
    };
    let add = move || {
        let name = line.cells.read().label.clone();
        tu_string!(i18n, settings.editor.add_row_to, name = name)
    };
    view! {
        <div
            class="weights-category"
            data-line=line.number
            role="group"
            aria-label=name
            on:keydown=move |event| move_by_key(editor, line, &event)
        >
            {line_input(i18n, line, Cell::Label, tu_string!(i18n, settings.editor.category))}
            {weight_cell(i18n, editor, line)}
            {line_tools(i18n, editor, line, name)}
            <div class="weights-category-foot">
                {category_totals(editor, line)}
                <button
                    class="button button-quiet"
                    type="button"
                    aria-label=add
                    on:click=move |_| editor.add(Some(line.number), false)
                >
                    <Icon name=IconName::Plus/>
                    {tu_string!(i18n, settings.editor.add_row)}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// One row.
fn row(editor: Editor, line: EditorLine) -> AnyView {
    let i18n = use_i18n();
    let subject = editor.subject;
    let name = move || {
        let label = line.cells.read().label.clone();
        let index = editor.index(line.number);
        let before = editor.lines.read();
        let rows = before.iter().take(index + 1).filter(|line| !line.is_category).count();
        tu_string!(i18n, settings.editor.row_name, number = rows, name = label)
    };
    let target = subject.has_target().then(|| text_area(i18n, subject, line, Cell::Target));
    view! {
        <div
            class="weights-row"
            data-line=line.number
            role="group"
            aria-label=name
            on:keydown=move |event| move_by_key(editor, line, &event)
        >
            {label_area(i18n, subject, line)}
            {text_area(i18n, subject, line, Cell::Description)}
            {target}
            {weight_cell(i18n, editor, line)}
            {line_tools(i18n, editor, line, name)}
        </div>
    }
    .into_any()
}

/// Alt with an arrow key moves the line that the focus is in.
fn move_by_key(editor: Editor, line: EditorLine, event: &leptos::ev::KeyboardEvent) {
    let is_up = match event.key().as_str() {
        "ArrowUp" => true,
        "ArrowDown" => false,
        _ => return,
    };
    if event.alt_key() {
        event.prevent_default();
        editor.step(line.number, is_up, Cell::Label.name());
    }
}

/// A single-line field of a line.
fn line_input(i18n: Language, line: EditorLine, cell: Cell, title: &'static str) -> AnyView {
    let id = cell_id(line.number, cell.name());
    let is_blank = move || line.cells.read().label.trim().is_empty();
    let hint = is_blank_hint(i18n, is_blank);
    view! {
        <div class="field">
            <label class="field-label" for=id.clone()>{title}</label>
            <input
                class="input"
                id=id
                autocomplete="off"
                maxlength="10000"
                value=line.cells.with_untracked(|cells| cell.of(cells).clone())
                placeholder=hint
                on:input=move |event| {
                    let text = event_target_value(&event);
                    line.cells.update(|cells| cell.set(cells, text));
                }
            />
        </div>
    }
    .into_any()
}

/// The objective or label: one line of text, wrapped over as many lines as it needs.
fn label_area(i18n: Language, subject: Subject, line: EditorLine) -> AnyView {
    let id = cell_id(line.number, Cell::Label.name());
    let text = line.cells.with_untracked(|cells| cells.label.clone());
    let is_blank = move || line.cells.read().label.trim().is_empty();
    let hint = is_blank_hint(i18n, is_blank);
    view! {
        <div class="field">
            <label class="field-label" for=id.clone()>{Cell::Label.title(i18n, subject)}</label>
            <textarea
                class="input input-line"
                id=id
                rows="1"
                maxlength="10000"
                autocomplete="off"
                placeholder=hint
                inner_html=textarea_content(&text)
                on:keydown=move |event| {
                    if event.key() == "Enter" {
                        event.prevent_default();
                    }
                }
                on:input=move |event| {
                    let text = event_target_value(&event).replace(['\r', '\n'], " ");
                    line.cells.update(|cells| cells.label = text);
                }
            ></textarea>
        </div>
    }
    .into_any()
}

fn is_blank_hint(
    i18n: Language,
    is_blank: impl Fn() -> bool + Send + Sync + 'static,
) -> impl Fn() -> Option<&'static str> + Send + Sync + 'static {
    move || is_blank().then(|| tu_string!(i18n, settings.editor.needed))
}

/// A multi-line field of a line.
fn text_area(i18n: Language, subject: Subject, line: EditorLine, cell: Cell) -> AnyView {
    let id = cell_id(line.number, cell.name());
    let text = line.cells.with_untracked(|cells| cell.of(cells).clone());
    view! {
        <div class="field">
            <label class="field-label" for=id.clone()>{cell.title(i18n, subject)}</label>
            <textarea
                class="input"
                id=id
                rows="2"
                maxlength="10000"
                autocomplete="off"
                inner_html=textarea_content(&text)
                on:input=move |event| {
                    let text = event_target_value(&event);
                    line.cells.update(|cells| cell.set(cells, text));
                }
            ></textarea>
        </div>
    }
    .into_any()
}

/// The weight: an input for the decimal number, and its value as a percentage.
fn weight_cell(i18n: Language, editor: Editor, line: EditorLine) -> AnyView {
    let id = cell_id(line.number, Cell::Weight.name());
    let share_id = cell_id(line.number, "share");
    let weight =
        Memo::new(move |_| line.cells.read().weight().filter(|it| it.ten_thousandths() > 0));
    let share = move || match weight.get() {
        Some(weight) => number(share_text(weight)),
        None => tu_string!(i18n, settings.editor.no_weight).to_owned(),
    };
    let text = move || line.cells.read().weight.clone();
    // A weight that was entered as a percentage is displayed as it will be stored.
    let tidy = move |_| {
        if let Some(weight) = weight.get_untracked() {
            let text = weight.to_string();
            if line.cells.with_untracked(|cells| cells.weight != text) {
                line.cells.update(|cells| cells.weight = text);
            }
        }
    };
    view! {
        <div class="field">
            <label class="field-label" for=id.clone()>
                {Cell::Weight.title(i18n, editor.subject)}
            </label>
            <input
                class="input number"
                id=id
                inputmode="decimal"
                autocomplete="off"
                maxlength="12"
                value=line.cells.with_untracked(|cells| cells.weight.clone())
                prop:value=text
                aria-invalid=move || weight.get().is_none().then_some("true")
                aria-describedby=share_id.clone()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    line.cells.update(|cells| cells.weight = text);
                }
                on:change=tidy
            />
            <p class="field-hint" id=share_id>{share}</p>
        </div>
    }
    .into_any()
}

/// The buttons that move a line up or down or remove it.
fn line_tools(
    i18n: Language,
    editor: Editor,
    line: EditorLine,
    name: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> AnyView {
    let mover = move |is_up: bool, what: &'static str, icon: IconName| {
        let cell = if is_up { "up" } else { "down" };
        let is_last = move || editor.step_of(line.number, is_up).is_none();
        view! {
            <button
                class="button button-icon"
                type="button"
                id=cell_id(line.number, cell)
                aria-label=move || format!("{what}: {}", name())
                aria-disabled=move || is_last().then_some("true")
                on:click=move |_| editor.step(line.number, is_up, cell)
            >
                <Icon name=icon/>
            </button>
        }
        .into_any()
    };
    let remove = if line.is_category {
        tu_string!(i18n, settings.editor.remove_category)
    } else {
        tu_string!(i18n, settings.editor.remove)
    };
    view! {
        <div class="weights-tools">
            {grip(editor, line)}
            {mover(true, tu_string!(i18n, settings.editor.up), IconName::ArrowUp)}
            {mover(false, tu_string!(i18n, settings.editor.down), IconName::ArrowDown)}
            <button
                class="button button-icon"
                type="button"
                aria-label=move || format!("{remove}: {}", name())
                on:click=move |_| editor.remove(line)
            >
                <Icon name=IconName::Trash/>
            </button>
        </div>
    }
    .into_any()
}
