//! Making many members of staff from a table: paste it or choose a file, look at what would happen,
//! then do it.

use leptos::form::ActionForm;
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::error::FieldError;
use shared::permission::Permission;
use shared::sheet::decode;
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
use crate::ui::field::{FieldError as FieldFault, described_by};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::ErrorPage;

/// A file with the headings of every column that is read, and no row.
const TEMPLATE: &str = "data:text/csv;charset=utf-8,%EF%BB%BFstaffNumber,name,email,role,jobTitle,\
                        department,lineManager,employmentStartDate,employmentConfirmedAt%0D%0A";

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
    let unreadable = RwSignal::new(None::<FieldError>);
    let error = at(error, "csv");
    let file_error = move || {
        let id = "file-error".to_owned();
        unreadable.get().map(|error| view! { <FieldFault id text=field_message(&error)/> })
    };
    let described = move || described_by("csv", true, error.read().is_some());

    view! {
        <ActionForm action attr:class="card">{one_time_key()}
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
                        aria-invalid=move || unreadable.read().is_some().then_some("true")
                        aria-describedby=move || {
                            described_by("file", false, unreadable.read().is_some())
                        }
                        on:change=move |event| read_file(&event, node, unreadable)
                    />
                    {file_error}
                    <p>
                        <a href=TEMPLATE download="staff.csv" rel="external">
                            {tu_string!(i18n, people.import.template)}
                        </a>
                    </p>
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

/// Puts the text of the chosen file into the field, where it can be checked and changed, or names
/// the encoding that the service would refuse.
fn read_file(
    event: &leptos::ev::Event,
    node: NodeRef<Textarea>,
    unreadable: RwSignal<Option<FieldError>>,
) {
    let input = event.target().and_then(|it| it.dyn_into::<web_sys::HtmlInputElement>().ok());
    let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
    let (Some(file), Ok(reader)) = (file, web_sys::FileReader::new()) else { return };
    let source = reader.clone();
    let done = Closure::once_into_js(move || {
        let Ok(bytes) = source.result() else { return };
        let text = decode(&js_sys::Uint8Array::new(&bytes).to_vec());
        if let Some(field) = node.get_untracked() {
            field.set_value(text.as_deref().unwrap_or_default());
        }
        let error = text.err();
        unreadable.set(error.map(|it| FieldError::new("", "UNSUPPORTED_ENCODING", it.to_string())));
    });
    reader.set_onload(Some(done.unchecked_ref()));
    // A file that cannot be read leaves the field as it is.
    let _ = reader.read_as_array_buffer(&file);
}

fn outcome_view(i18n: Language, outcome: ImportOutcome) -> AnyView {
    let ImportOutcome { dry_run, result } = outcome;
    if !result.errors.is_empty() {
        let ignored = ignored(i18n, &result.ignored_columns);
        return (ignored, refused(i18n, result.errors, result.error_count)).into_any();
    }
    let ignored = ignored(i18n, &result.ignored_columns);
    if dry_run {
        let title = tu_string!(i18n, people.import.would, count = result.created);
        return view! {
            <Notice tone=Tone::Accent title>
                <p>{tu_string!(i18n, people.import.would_text)}</p>
                {ignored}
            </Notice>
        }
        .into_any();
    }
    let title = tu_string!(i18n, people.import.done, count = result.created);
    view! {
        <Notice tone=Tone::Success title>
            <p>{tu_string!(i18n, people.import.done_text)}</p>
            {ignored}
            <p>
                <a href="/people">{tu_string!(i18n, people.area.people)}</a>
            </p>
        </Notice>
    }
    .into_any()
}

/// The headings that are not known, where there are any.
fn ignored(i18n: Language, columns: &[String]) -> Option<AnyView> {
    let names = columns.join(", ");
    let text = (!names.is_empty()).then(|| tu_string!(i18n, people.import.ignored, names = names));
    text.map(|text| view! { <p>{text}</p> }.into_any())
}

fn refused(i18n: Language, errors: Vec<ImportError>, count: u64) -> AnyView {
    let title = tu_string!(i18n, people.import.refused, count = count);
    let line = tu_string!(i18n, people.import.line);
    let column = tu_string!(i18n, people.import.column);
    let problem = tu_string!(i18n, people.import.problem);
    let columns = [Column::Number(line), Column::Text(column), Column::Text(problem)];
    let rows: Vec<_> = errors
        .into_iter()
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
