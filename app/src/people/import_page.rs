//! The import of staff from a table: upload a file or paste rows, assign the columns, check the
//! preview, then import.
//!
//! The server stores the file unchanged, and the URL contains its id and the assignment of the
//! columns. All steps work without JavaScript, and the file never passes through a text field.

mod columns;

use leptos::prelude::*;
use shared::error::{FieldCode, FieldError};
use shared::id::UploadId;
use shared::permission::Permission;
use shared::staff::{ImportColumn, ImportError, ImportMapping, ImportPreview, ImportResult};

use self::columns::{column_label, columns_form, preview_table};
use super::parts::refused_file;
use super::{ImportPeople, preview_import};
use crate::error::UiError;
use crate::error::words::field_message;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::Tone;
use crate::ui::icon::{Icon, IconName};
use crate::ui::input::{file_field, pasted_rows};
use crate::ui::label::Language;
use crate::ui::notice::{Notice, notice};
use crate::ui::page::{ErrorPage, PageHead, found};
use crate::ui::query::parameter;
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

/// The path that the form uploads to; the bytes of the file are not changed.
pub const UPLOAD_PATH: &str = "/api/ui/people/import-file";

const PATH: &str = "/people/import";

/// The page at `/people/import`.
#[component]
pub fn ImportPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::StaffManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let step = match parameter::<UploadId>("upload") {
        Some(upload) => file_view(i18n, upload),
        None => {
            let added = parameter("added").map(|count| done_view(i18n, count));
            let refused = parameter::<String>("refused").map(|code| refused_view(i18n, &code));
            (added, refused, upload_form(i18n)).into_any()
        }
    };

    PageHead::new(tu_string!(i18n, people.import.title), tu_string!(i18n, people.import.lead))
        .below(
            "/people",
            tu_string!(i18n, people.area.people),
            tu_string!(i18n, people.import.open),
        )
        .page(step)
}

/// The first step. The browser posts this form itself, so that the bytes of the file are not
/// changed.
fn upload_form(i18n: Language) -> AnyView {
    let accept = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";
    let hint = view! {
        {tu_string!(i18n, people.import.file_hint)}
        " "
        <a href=empty_file() download="staff.csv">
            {tu_string!(i18n, people.import.template)}
        </a>
    };
    view! {
        <form class="card" method="post" action=UPLOAD_PATH enctype="multipart/form-data">
            <div class="card-body form">
                {file_field(("file", tu_string!(i18n, people.import.file)), accept, false, hint)}
                {pasted_rows(
                    "text",
                    tu_string!(i18n, people.import.text),
                    tu_string!(i18n, people.import.text_hint),
                )}
            </div>
            <div class="card-foot">
                <button class="button button-primary" type="submit">
                    <Icon name=IconName::Eye/>
                    {tu_string!(i18n, people.import.next)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// The address of an empty file with the headings of all columns.
fn empty_file() -> String {
    let headings: Vec<_> = ImportColumn::ALL.iter().map(|column| column.as_str()).collect();
    format!("data:text/csv;charset=utf-8,%EF%BB%BF{}%0D%0A", headings.join(","))
}

/// The reason why the file was refused.
fn refused_view(i18n: Language, code: &str) -> AnyView {
    refused_file(i18n, code, |code| match code {
        FieldCode::Required => Some(tu_string!(i18n, people.import.no_file)),
        FieldCode::TooLong => Some(tu_string!(i18n, people.import.too_long)),
        _ => None,
    })
}

/// The second step: the assignment of the columns, and a preview of the import.
fn file_view(i18n: Language, upload: UploadId) -> AnyView {
    let preview = preview_import(upload, chosen());
    let content = found(preview, move |found| match found {
        Ok(preview) => preview_view(i18n, upload, preview),
        Err(error) => unreadable_view(i18n, &error),
    });
    view! { <div class="stack">{content}</div> }.into_any()
}

/// The assignment of the columns in the URL; none before the first selection.
fn chosen() -> Option<ImportMapping> {
    let mut mapping = ImportMapping::default();
    for column in ImportColumn::ALL {
        if let Some(position) = parameter(column.as_str()) {
            mapping.set(*column, position);
        }
    }
    (!mapping.is_empty()).then_some(mapping)
}

fn unreadable_view(i18n: Language, error: &UiError) -> AnyView {
    let details: Vec<_> = error.fields().iter().map(field_message).collect();
    let text = if error.is_not_found() {
        tu_string!(i18n, people.import.not_kept).to_owned()
    } else if details.is_empty() {
        error.text(i18n)
    } else {
        details.join(" ")
    };
    let title = tu_string!(i18n, people.import.unreadable);
    view! {
        <div role="alert">
            {notice(Tone::Danger, title, text)}
        </div>
        {other_file(i18n)}
    }
    .into_any()
}

fn other_file(i18n: Language) -> AnyView {
    view! {
        <p>
            <a href=PATH>{tu_string!(i18n, people.import.other_file)}</a>
        </p>
    }
    .into_any()
}

fn preview_view(i18n: Language, upload: UploadId, preview: ImportPreview) -> AnyView {
    let ignored = ignored_view(i18n, &preview);
    let table = preview_table(i18n, &preview);
    let form = columns_form(i18n, PATH, upload, &preview);
    let outcome = match preview.result {
        None => missing_view(i18n, &preview.mapping),
        Some(result) if result.errors.is_empty() => {
            ready_view(i18n, (upload, &preview.mapping), result.created)
        }
        Some(result) => problems_view(i18n, result),
    };
    view! {
        {outcome}
        {ignored}
        {form}
        {table}
        {other_file(i18n)}
    }
    .into_any()
}

/// The columns of the file that are not imported, if any.
fn ignored_view(i18n: Language, preview: &ImportPreview) -> Option<AnyView> {
    let is_read = |index| preview.mapping.positions().any(|(_, position)| position == index);
    let headings = preview.headings.iter().enumerate();
    let ignored = headings.filter(|(index, heading)| !heading.is_empty() && !is_read(*index));
    let names = ignored
        .map(|(_, heading)| heading.as_str())
        .collect::<Vec<_>>()
        .join(tu_string!(i18n, people.import.and));
    let title = (!names.is_empty()).then(|| tu_string!(i18n, people.import.ignored))?;
    Some(notice(Tone::Warning, title, names))
}

fn missing_view(i18n: Language, mapping: &ImportMapping) -> AnyView {
    let names: Vec<_> = mapping.missing().map(|column| column_label(i18n, column)).collect();
    let title = tu_string!(i18n, people.import.missing);
    let text = names.join(tu_string!(i18n, people.import.and));
    notice(Tone::Warning, title, text)
}

/// The number of rows to add, and the button that imports them.
fn ready_view(
    i18n: Language,
    (upload, mapping): (UploadId, &ImportMapping),
    count: u64,
) -> AnyView {
    let title = tu_string!(i18n, people.import.would, count = count);
    let content = view! {
        <input type="hidden" name="upload" value=upload.to_string()/>
        <input type="hidden" name="mapping" value=mapping.to_string()/>
        {send_button(tu_string!(i18n, people.import.submit))}
    };
    view! {
        {notice(Tone::Accent, title, tu_string!(i18n, people.import.would_text))}
        {sent_form::<ImportPeople>(SentForm::default(), content.into_any())}
    }
    .into_any()
}

fn done_view(i18n: Language, count: u64) -> AnyView {
    let title = tu_string!(i18n, people.import.done, count = count);
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

fn problems_view(i18n: Language, result: ImportResult) -> AnyView {
    let title = tu_string!(i18n, people.import.refused, count = result.error_count);
    let line = tu_string!(i18n, people.import.line);
    let column = tu_string!(i18n, people.import.column);
    let problem = tu_string!(i18n, people.import.problem);
    let columns = [Column::Number(line), Column::Text(column), Column::Text(problem)];
    let row = |error: ImportError| {
        let field = error.field.as_deref().and_then(|field| field.parse().ok());
        let field = field.map(|field| column_label(i18n, field));
        let message = field_message(&FieldError::new("", error.code, error.message));
        [Cell::number(error.line.to_string()), Cell::text(field), Cell::text(message)]
    };
    let rows = result.errors.into_iter().map(row);

    view! {
        {notice(Tone::Danger, title, tu_string!(i18n, people.import.refused_text))}
        {plain_table(problem, &columns, rows)}
    }
    .into_any()
}
