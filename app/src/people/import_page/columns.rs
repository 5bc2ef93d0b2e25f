//! The assignment of the columns, and the first rows of the file.

use leptos::prelude::*;
use shared::id::UploadId;
use shared::staff::{ImportColumn, ImportPreview};

use crate::i18n::tu_string;
use crate::ui::button::submit_button;
use crate::ui::field::SelectField;
use crate::ui::label::Language;
use crate::ui::sent_form::{form_card_with, hidden};
use crate::ui::table::rendered_table;

pub(super) fn column_label(i18n: Language, column: ImportColumn) -> &'static str {
    match column {
        ImportColumn::StaffNumber => tu_string!(i18n, people.form.staff_number),
        ImportColumn::Name => tu_string!(i18n, people.form.name),
        ImportColumn::Email => tu_string!(i18n, login.email),
        ImportColumn::Role => tu_string!(i18n, people.list.role),
        ImportColumn::JobTitle => tu_string!(i18n, people.form.job_title),
        ImportColumn::Department => tu_string!(i18n, list.department),
        ImportColumn::LineManager => tu_string!(i18n, people.list.manager),
        ImportColumn::EmploymentStartDate => tu_string!(i18n, people.form.start),
        ImportColumn::EmploymentConfirmedAt => tu_string!(i18n, people.form.confirmed),
    }
}

/// The form that assigns a column of the file to each column of the import.
pub(super) fn columns_form(
    i18n: Language,
    path: &'static str,
    upload: UploadId,
    preview: &ImportPreview,
) -> AnyView {
    let choices = ImportColumn::ALL.iter().map(|column| choice(i18n, *column, preview));
    let choices: Vec<_> = choices.collect();
    let fields = view! {
        {hidden("upload", upload)}
        <div class="form-grid">{choices}</div>
    };
    view! {
        <form class="card" action=path>
            <div class="card-head">
                <h2>{tu_string!(i18n, people.import.columns)}</h2>
            </div>
            {form_card_with(fields, submit_button(tu_string!(i18n, people.import.check)))}
        </form>
    }
    .into_any()
}

fn choice(i18n: Language, column: ImportColumn, preview: &ImportPreview) -> AnyView {
    let none = if column.is_required() {
        tu_string!(i18n, people.import.choose)
    } else {
        tu_string!(i18n, people.import.leave_out)
    };
    let headings = preview.headings.iter().enumerate();
    let headings =
        headings.map(|(position, heading)| (position.to_string(), named(i18n, position, heading)));
    let none = (String::new(), none.to_owned());
    let options = std::iter::once(none).chain(headings).collect();
    let position = preview.mapping.position(column).map(|position| position.to_string());
    let value = position.unwrap_or_default();
    let (name, label) = (column.as_str(), column_label(i18n, column));
    view! { <SelectField id=name name label options value/> }.into_any()
}

/// The label of a column of the file: its heading, or its number if the heading is empty.
fn named(i18n: Language, position: usize, heading: &str) -> String {
    if heading.is_empty() {
        return tu_string!(i18n, people.import.nameless, number = position + 1);
    }
    heading.to_owned()
}

/// A table of the first rows of the file.
pub(super) fn preview_table(i18n: Language, preview: &ImportPreview) -> AnyView {
    let caption = tu_string!(i18n, people.import.first_rows, count = preview.row_count);
    let headings = preview.headings.iter().enumerate().map(|(position, heading)| {
        let text = named(i18n, position, heading);
        view! { <th scope="col">{text}</th> }.into_any()
    });
    let headings: Vec<_> = headings.collect();
    let row = |cells: &Vec<String>| {
        let cells =
            cells.iter().map(|cell| view! { <td><bdi>{cell.clone()}</bdi></td> }.into_any());
        let cells: Vec<_> = cells.collect();
        view! { <tr>{cells}</tr> }.into_any()
    };
    let rows: Vec<_> = preview.rows.iter().map(row).collect();
    view! {
        <section class="card">
            <div class="card-head">
                <h2>{caption.clone()}</h2>
            </div>
            <div class="table-card" tabindex="0" role="region" aria-label=caption>
                {rendered_table("table", None, headings, rows)}
            </div>
        </section>
    }
    .into_any()
}
