//! The two plan grids, whose rows are added, removed and moved in place.

use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use shared::appraisal::PlanKind;
use shared::appraisal::save::PLAN_ROWS_MAX;
use web_sys::HtmlInputElement;

use super::field::{FieldKey, FieldValue};
use super::label::{plan_columns, plan_label};
use super::plan::{PlanLine, TEXT_COLUMNS};
use super::posted::PostedLine;
use super::signals::Field;
use super::state::{FormState, use_form};
use super::text_field::{FieldNotes, SaveMark};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::text_area::textarea_content;
use crate::ui::time::short_date_text;

/// One editable row: a number that stays with it, and its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    number: u32,
    cells: RwSignal<PlanLine>,
}

/// The editable rows of one grid.
#[derive(Clone, Copy, Debug)]
struct Lines {
    state: FormState,
    field: Field,
    kind: PlanKind,
    rows: RwSignal<Vec<Line>>,
    last: StoredValue<u32>,
}

impl Lines {
    /// Starts with the rows of the field and a blank one to fill in.
    fn new(state: FormState, field: Field, kind: PlanKind) -> Self {
        let rows = RwSignal::new(Vec::new());
        let it = Self { state, field, kind, rows, last: StoredValue::new(0) };
        it.take(field.value.read_untracked().lines());
        Effect::new(move |_| {
            let value = field.value.get();
            if !super::merge::same(&value, &FieldValue::Plan(it.written())) {
                it.take(value.lines());
            }
        });
        it
    }

    fn take(self, lines: &[PlanLine]) {
        let blank = PlanLine::default();
        let lines = lines.iter().filter(|line| !line.is_blank()).chain([&blank]);
        self.rows.set(lines.map(|line| self.line(line.clone())).collect());
    }

    fn line(self, cells: PlanLine) -> Line {
        self.last.update_value(|number| *number += 1);
        Line { number: self.last.get_value(), cells: RwSignal::new(cells) }
    }

    fn written(self) -> Vec<PlanLine> {
        self.rows
            .with_untracked(|lines| lines.iter().map(|line| line.cells.get_untracked()).collect())
    }

    fn save(self) {
        self.state.change(self.field, FieldValue::Plan(self.written()));
    }

    fn add(self) {
        let line = self.line(PlanLine::default());
        self.rows.update(|lines| lines.push(line));
        let id = cell_id(self.kind, line.number, 0);
        request_animation_frame(move || crate::ui::focus::focus(&id));
    }

    fn remove(self, number: u32) {
        self.rows.update(|lines| lines.retain(|line| line.number != number));
        self.save();
    }

    fn swap(self, number: u32, step: isize) {
        self.rows.update(|lines| {
            let here = lines.iter().position(|line| line.number == number);
            let there = here.and_then(|here| here.checked_add_signed(step));
            if let (Some(here), Some(there)) = (here, there)
                && there < lines.len()
            {
                lines.swap(here, there);
            }
        });
        self.save();
    }

    fn index(self, number: u32) -> usize {
        let lines = self.rows.read();
        lines.iter().position(|line| line.number == number).unwrap_or_default()
    }
}

fn cell_id(kind: PlanKind, number: u32, column: usize) -> String {
    format!("plan-{kind}-{number}-{column}")
}

/// An editable grid.
///
/// * `kind`: the plan.
#[island]
pub fn PlanEditor(kind: PlanKind) -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let field = state.field(FieldKey::Plan(kind));
    let lines = Lines::new(state, field, kind);
    let title_id = format!("plan-{kind}-title");
    let columns = plan_columns(i18n, kind).map(|column| view! { <span>{column}</span> });
    let is_full = move || lines.rows.read().len() >= PLAN_ROWS_MAX;
    view! {
        <div class="card" id=field.key.to_string()>
            <div class="card-head">
                <h3 id=title_id.clone()>{plan_label(i18n, kind)}</h3>
                <SaveMark field/>
            </div>
            <div class="plan" role="group" aria-labelledby=title_id>
                <div class="plan-head" aria-hidden="true">{columns.into_iter().collect_view()}</div>
                <For
                    each=move || lines.rows.get()
                    key=|line| line.number
                    children=move |line| plan_row(&lines, line)
                />
                <div class="plan-foot">
                    <button
                        class="button button-quiet"
                        type="button"
                        disabled=is_full
                        on:click=move |_| lines.add()
                    >
                        <Icon name=IconName::Plus/>
                        {tu_string!(i18n, appraisal.plan.add)}
                    </button>
                    <FieldNotes state field/>
                </div>
            </div>
        </div>
    }
    .into_any()
}

fn plan_row(lines: &Lines, line: Line) -> AnyView {
    let lines = *lines;
    let i18n = use_i18n();
    let label = move || tu_string!(i18n, appraisal.plan.row, number = lines.index(line.number) + 1);
    let tool = move |what: &'static str| move || format!("{what}: {}", label());
    let texts: Vec<_> = (0..TEXT_COLUMNS).map(|column| text_cell(&lines, line, column)).collect();
    view! {
        <div class="plan-row" role="group" aria-label=label>
            {texts}
            {date_cell(&lines, line)}
            <div class="plan-tools">
                <button
                    class="button button-icon"
                    type="button"
                    aria-label=tool(tu_string!(i18n, appraisal.plan.up))
                    disabled=move || lines.index(line.number) == 0
                    on:click=move |_| lines.swap(line.number, -1)
                >
                    <Icon name=IconName::ArrowUp/>
                </button>
                <button
                    class="button button-icon"
                    type="button"
                    aria-label=tool(tu_string!(i18n, appraisal.plan.down))
                    disabled=move || lines.index(line.number) + 1 == lines.rows.read().len()
                    on:click=move |_| lines.swap(line.number, 1)
                >
                    <Icon name=IconName::ArrowDown/>
                </button>
                <button
                    class="button button-icon"
                    type="button"
                    aria-label=tool(tu_string!(i18n, appraisal.plan.remove))
                    on:click=move |_| lines.remove(line.number)
                >
                    <Icon name=IconName::Trash/>
                </button>
            </div>
        </div>
    }
    .into_any()
}

fn cell_name(kind: PlanKind, number: u32, column: usize) -> String {
    let member = PostedLine::NAMES[column];
    format!("form[plans][{kind}][{number}][{member}]")
}

fn text_cell(lines: &Lines, line: Line, column: usize) -> AnyView {
    let lines = *lines;
    let id = cell_id(lines.kind, line.number, column);
    let text = line.cells.with_untracked(|cells| cells.texts[column].clone());
    let change = move |text: String| {
        line.cells.update(|cells| cells.texts[column] = text);
        lines.save();
    };
    let node = NodeRef::<Textarea>::new();
    Effect::new(move |_| {
        let Some(area) = node.get() else { return };
        // Input from before hydration counts as typed.
        if area.default_value().is_ok_and(|sent| sent != area.value()) {
            change(area.value());
        }
    });
    let input = view! {
        <textarea
            class="input"
            id=id.clone()
            name=cell_name(lines.kind, line.number, column)
            rows="2"
            autocomplete="off"
            node_ref=node
            inner_html=textarea_content(&text)
            on:input=move |event| change(event_target_value(&event))
        ></textarea>
    };
    labelled(id, plan_columns(use_i18n(), lines.kind)[column], input.into_any())
}

fn labelled(id: String, label: &'static str, input: AnyView) -> AnyView {
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {label}
            </label>
            {input}
        </div>
    }
    .into_any()
}

fn date_cell(lines: &Lines, line: Line) -> AnyView {
    let lines = *lines;
    let id = cell_id(lines.kind, line.number, TEXT_COLUMNS);
    let change = move |date: String| {
        line.cells.update(|cells| cells.date = date);
        lines.save();
    };
    let i18n = use_i18n();
    let node = NodeRef::<Input>::new();
    let said = RwSignal::new(None);
    let say = move || said.set(node.get_untracked().and_then(|field| said_date(i18n, &field)));
    Effect::new(move |_| {
        let Some(field) = node.get() else { return };
        // Input from before hydration counts as typed.
        if field.default_value() != field.value() {
            change(field.value());
        }
        say();
    });
    // Enter in a single-line field would submit the whole form.
    let keydown = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
        }
    };
    let input = view! {
        <input
            class="input"
            type="date"
            node_ref=node
            data-said=move || said.get()
            data-empty=move || line.cells.with(|cells| cells.date.is_empty())
            id=id.clone()
            name=cell_name(lines.kind, line.number, TEXT_COLUMNS)
            min="1900-01-01"
            max="9999-12-31"
            autocomplete="off"
            value=line.cells.with_untracked(|cells| cells.date.clone())
            on:input=move |event| {
                change(event_target_value(&event));
                say();
            }
            on:blur=move |_| say()
            on:keydown=keydown
        />
    };
    labelled(id, plan_columns(i18n, lines.kind)[TEXT_COLUMNS], input.into_any())
}

/// The date in the format of the page, or the prompt for one; none if only a part of it is entered,
/// which only the browser can display.
fn said_date(i18n: Language, field: &HtmlInputElement) -> Option<String> {
    if field.value().is_empty() {
        let is_partial = field.validity().bad_input();
        return (!is_partial).then(|| tu_string!(i18n, ui.validity.select).to_owned());
    }
    field.value().parse().ok().map(|date| short_date_text(i18n, date))
}
