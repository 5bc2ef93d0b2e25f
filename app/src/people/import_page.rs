//! Making many members of staff from a table: paste it or choose a file, look at what would happen,
//! then do it.

use leptos::form::ActionForm;
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::error::FieldError;
use shared::permission::Permission;
use shared::staff::ImportError;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::fields::at;
use super::parts::{Column, cell, number_cell, plain_table};
use super::{ImportOutcome, ImportPeople};
use crate::error::UiError;
use crate::error::words::field_message;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::Tone;
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::described_by;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::ErrorPage;

/// The most lines with something wrong that are shown.
const SHOWN_MAX: usize = 100;

/// The page at `/people/import`.
#[component]
pub fn ImportPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::StaffManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let action = ServerAction::<ImportPeople>::new();
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let outcome = move || {
        let outcome = action.value().get().and_then(Result::ok);
        outcome.map(|outcome| outcome_view(i18n, outcome))
    };

    view! {
        <Title text=tu_string!(i18n, people.import.title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address="/people"
                        parent=tu_string!(i18n, people.area.people)
                        current=tu_string!(i18n, people.import.open)
                    />
                    <h1>{tu_string!(i18n, people.import.title)}</h1>
                    <p>{tu_string!(i18n, people.import.lead)}</p>
                </div>
            </div>
            <ErrorSummary error/>
            <div class="stack" aria-live="polite">{outcome}</div>
            {form(i18n, action, error)}
        </div>
    }
    .into_any()
}

fn form(
    i18n: Language,
    action: ServerAction<ImportPeople>,
    error: Signal<Option<UiError>>,
) -> AnyView {
    let node = NodeRef::<Textarea>::new();
    let error = at(error, "csv");
    let described = move || described_by("csv", true, error.read().is_some());

    view! {
        <ActionForm action attr:class="card">
            <div class="card-body form">
                <div class="field">
                    <label class="field-label" for="file">
                        {tu_string!(i18n, people.import.file)}
                    </label>
                    <input
                        class="input"
                        id="file"
                        type="file"
                        accept=".csv,text/csv,text/plain"
                        on:change=move |event| read_file(&event, node)
                    />
                </div>
                <div class="field">
                    <label class="field-label" for="csv">
                        {tu_string!(i18n, people.import.text)}
                    </label>
                    <textarea
                        class="input"
                        id="csv"
                        name="csv"
                        rows="12"
                        required
                        spellcheck="false"
                        autocomplete="off"
                        node_ref=node
                        aria-describedby=described
                    ></textarea>
                    <p class="field-hint" id="csv-hint">
                        {tu_string!(i18n, people.import.columns)}
                    </p>
                </div>
            </div>
            <div class="card-foot">{buttons(i18n, action)}</div>
        </ActionForm>
    }
    .into_any()
}

/// The dry run, and the import.
fn buttons(i18n: Language, action: ServerAction<ImportPeople>) -> AnyView {
    let pending = action.pending();
    let busy = move || pending.get().then_some("true");
    view! {
        <div class="button-row">
            <button
                class="button"
                type="submit"
                name="dry_run"
                value="true"
                aria-busy=busy
            >
                <Icon name=IconName::Eye/>
                {tu_string!(i18n, people.import.check)}
            </button>
            <button
                class="button button-primary"
                type="submit"
                name="dry_run"
                value="false"
                aria-busy=busy
            >
                {tu_string!(i18n, people.import.submit)}
            </button>
        </div>
    }
    .into_any()
}

/// Puts the text of the chosen file into the field, where it can be looked at and changed.
fn read_file(event: &leptos::ev::Event, node: NodeRef<Textarea>) {
    let input = event.target().and_then(|it| it.dyn_into::<web_sys::HtmlInputElement>().ok());
    let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
    let (Some(file), Ok(reader)) = (file, web_sys::FileReader::new()) else { return };
    let source = reader.clone();
    let done = Closure::once_into_js(move || {
        let text = source.result().ok().and_then(|text| text.as_string());
        if let (Some(text), Some(field)) = (text, node.get_untracked()) {
            field.set_value(&text);
        }
    });
    reader.set_onload(Some(done.unchecked_ref()));
    // A file that cannot be read leaves the field as it is.
    let _ = reader.read_as_text(&file);
}

fn outcome_view(i18n: Language, outcome: ImportOutcome) -> AnyView {
    let ImportOutcome { dry_run, result } = outcome;
    if !result.errors.is_empty() {
        return refused(i18n, result.errors);
    }
    if dry_run {
        let title = tu_string!(i18n, people.import.would, count = result.created);
        return view! {
            <Notice tone=Tone::Accent title>
                <p>{tu_string!(i18n, people.import.would_text)}</p>
            </Notice>
        }
        .into_any();
    }
    let title = tu_string!(i18n, people.import.done, count = result.created);
    view! {
        <Notice tone=Tone::Success title>
            <p>{tu_string!(i18n, people.import.done_text)}</p>
            <p>
                <a href="/people">{tu_string!(i18n, people.area.people)}</a>
            </p>
        </Notice>
    }
    .into_any()
}

fn refused(i18n: Language, errors: Vec<ImportError>) -> AnyView {
    let title = tu_string!(i18n, people.import.refused, count = errors.len());
    let line = tu_string!(i18n, people.import.line);
    let column = tu_string!(i18n, people.import.column);
    let problem = tu_string!(i18n, people.import.problem);
    let columns = [Column::Number(line), Column::Text(column), Column::Text(problem)];
    let rows: Vec<_> = errors
        .into_iter()
        .take(SHOWN_MAX)
        .map(|error| {
            let field = error.field.unwrap_or_default();
            let reason = FieldError::new("", error.code, error.message);
            let message = field_message(&reason);
            view! {
                <tr role="row">
                    {number_cell(line, Some(error.line.to_string()))}
                    {cell(column, field.into_any())}
                    {cell(problem, message.into_any())}
                </tr>
            }
            .into_any()
        })
        .collect();

    view! {
        <Notice tone=Tone::Danger title>
            <p>{tu_string!(i18n, people.import.refused_text)}</p>
        </Notice>
        {plain_table(problem, &columns, rows)}
    }
    .into_any()
}
