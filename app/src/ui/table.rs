//! Tables, which become cards on a narrow screen.

use leptos::prelude::*;

use super::digits::Shown;
use crate::i18n::{tu_string, use_i18n};

/// The heading of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// Over texts.
    Text(&'static str),
    /// Over figures and dates.
    Number(&'static str),
}

/// A table that becomes cards on a narrow screen; the link of a row covers the whole row.
pub fn table(caption: &'static str, columns: &[Column], rows: Vec<AnyView>) -> AnyView {
    table_of("table table-cards table-rows-open", caption, columns, rows)
}

/// The same for rows with more than one thing to press.
pub fn plain_table(caption: &'static str, columns: &[Column], rows: Vec<AnyView>) -> AnyView {
    table_of("table table-cards", caption, columns, rows)
}

fn table_of(
    class: &'static str,
    caption: &'static str,
    columns: &[Column],
    rows: Vec<AnyView>,
) -> AnyView {
    let headings: Vec<_> = columns
        .iter()
        .map(|column| {
            let (text, class) = match *column {
                Column::Text(text) => (text, None),
                Column::Number(text) => (text, Some("number")),
            };
            view! { <th scope="col" role="columnheader" class=class>{text}</th> }.into_any()
        })
        .collect();

    view! {
        <div class="table-card">
            <table class=class role="table">
                <caption class="visually-hidden">{caption}</caption>
                <thead role="rowgroup">
                    <tr role="row">{headings}</tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A cell of text.
pub fn cell(label: &'static str, content: AnyView) -> AnyView {
    view! { <td role="cell" data-label=label>{content}</td> }.into_any()
}

/// A cell with a figure or a date; a dash stands for nothing.
pub fn number_cell(label: &'static str, text: Option<String>) -> AnyView {
    let i18n = use_i18n();
    let empty = text.is_none().then_some("");
    let text = text.map_or_else(|| tu_string!(i18n, ui.nothing).to_owned(), |it| it.shown(i18n));
    view! { <td role="cell" data-label=label class="number" data-empty=empty>{text}</td> }
        .into_any()
}
