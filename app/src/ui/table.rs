//! Tables, whose rows become cards on narrow screens.

use leptos::prelude::*;

use shared::total::Total;

use super::digits::Localized;
use super::money::{bare_money, money_heading};
use crate::i18n::{tu_string, use_i18n};

/// The heading of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// Above texts.
    Text(&'static str),
    /// Above figures and dates.
    Number(&'static str),
    /// Above amounts of money; the heading names the currency.
    Money(&'static str),
}

impl Column {
    /// The text of the heading.
    pub fn heading(self) -> String {
        match self {
            Self::Text(label) | Self::Number(label) => label.to_owned(),
            Self::Money(label) => money_heading(label),
        }
    }

    const fn class(self) -> Option<&'static str> {
        match self {
            Self::Text(_) => None,
            Self::Number(_) | Self::Money(_) => Some("number"),
        }
    }
}

/// A cell, labelled with the heading of its column in the card layout.
#[derive(Debug)]
pub enum Cell {
    /// The row header.
    Head(AnyView),
    /// The row header if it is a figure.
    NumberHead(AnyView),
    /// Content other than a figure.
    Text(AnyView),
    /// A figure or a date; none is displayed as a dash.
    Number(Option<String>),
    /// A figure with additional content.
    Figure(AnyView),
    /// A cell without content, such as in a total row.
    Blank,
    /// A `<td>` that the caller renders.
    Own(AnyView),
}

impl Cell {
    /// A row header.
    pub fn head(content: impl IntoView + 'static) -> Self {
        Self::Head(content.into_any())
    }

    /// A cell of text.
    pub fn text(content: impl IntoView + 'static) -> Self {
        Self::Text(content.into_any())
    }

    /// A cell with a figure or a date.
    pub fn number(text: impl Into<Option<String>>) -> Self {
        Self::Number(text.into())
    }

    /// An amount below a heading of the kind [`Column::Money`].
    pub fn money(amount: impl Into<Total>) -> Self {
        Self::Figure(bare_money(use_i18n(), amount))
    }

    /// The same; none is displayed as a dash.
    pub fn optional_money(amount: Option<impl Into<Total>>) -> Self {
        amount.map_or(Self::Number(None), Self::money)
    }

    /// A figure with additional content.
    pub fn figure(content: impl IntoView + 'static) -> Self {
        Self::Figure(content.into_any())
    }

    fn view(self, label: String) -> AnyView {
        match self {
            Self::Head(content) => {
                view! { <th scope="row" role="rowheader">{content}</th> }.into_any()
            }
            Self::NumberHead(content) => {
                view! { <th scope="row" role="rowheader" class="number">{content}</th> }.into_any()
            }
            Self::Text(content) => {
                view! { <td role="cell" data-label=label>{content}</td> }.into_any()
            }
            Self::Number(text) => number_cell(label, text),
            Self::Figure(content) => {
                view! { <td role="cell" data-label=label class="number">{content}</td> }.into_any()
            }
            Self::Blank => view! { <td role="cell" data-empty=""></td> }.into_any(),
            Self::Own(cell) => cell,
        }
    }
}

/// A cell with a figure or a date; none is displayed as a dash.
fn number_cell(label: String, text: Option<String>) -> AnyView {
    let i18n = use_i18n();
    let empty = text.is_none().then_some("");
    let text =
        text.map_or_else(|| tu_string!(i18n, ui.nothing).to_owned(), |it| it.localized(i18n));
    view! { <td role="cell" data-label=label class="number" data-empty=empty>{text}</td> }
        .into_any()
}

/// The cells of a row, one for each column.
#[derive(Debug)]
pub struct Row {
    class: Option<&'static str>,
    cells: Vec<Cell>,
}

impl Row {
    /// The row of totals at the end.
    pub fn total(cells: impl Into<Vec<Cell>>) -> Self {
        Self { class: Some("total"), cells: cells.into() }
    }

    fn view(self, columns: &[Column]) -> AnyView {
        let labels = columns.iter().map(|column| column.heading());
        let cells: Vec<_> =
            self.cells.into_iter().zip(labels).map(|(cell, label)| cell.view(label)).collect();
        view! { <tr role="row" class=self.class>{cells}</tr> }.into_any()
    }
}

impl<Cells: Into<Vec<Cell>>> From<Cells> for Row {
    fn from(cells: Cells) -> Self {
        Self { class: None, cells: cells.into() }
    }
}

/// The appearance of a table, and the interaction of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The link of a row covers the whole row.
    Open,
    /// Like `Open`, and the arrow keys move between the rows.
    Arrows,
    /// Rows have several controls, or none.
    Plain,
    /// Like `Plain`, with less space between the rows.
    Dense,
}

impl TableKind {
    const fn class(self) -> &'static str {
        match self {
            Self::Open | Self::Arrows => "table table-cards table-rows-open",
            Self::Plain => "table table-cards",
            Self::Dense => "table table-cards table-dense",
        }
    }
}

/// A table of the kind [`TableKind::Open`].
pub fn table(
    caption: impl Into<String>,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    table_of(TableKind::Open, caption, columns, rows)
}

/// A table of the kind [`TableKind::Plain`].
pub fn plain_table(
    caption: impl Into<String>,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    table_of(TableKind::Plain, caption, columns, rows)
}

/// A table in a card of its own.
pub fn table_of(
    kind: TableKind,
    caption: impl Into<String>,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    let table = bare_table(kind, caption, columns, rows);
    view! { <div class="table-card">{table}</div> }.into_any()
}

/// A table without a card around it.
pub fn bare_table(
    kind: TableKind,
    caption: impl Into<String>,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    table_element(kind, caption.into(), columns, vec![body(kind, columns, rows)])
}

pub(super) fn body(
    kind: TableKind,
    columns: &[Column],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    let rows: Vec<_> = rows.into_iter().map(|row| row.into().view(columns)).collect();
    let arrows = matches!(kind, TableKind::Open | TableKind::Arrows).then_some("");
    view! {
        <tbody role="rowgroup" data-arrows=arrows>
            {rows}
        </tbody>
    }
    .into_any()
}

/// The heading of a column, with the order of the list by it.
pub(super) fn heading(column: Column, content: AnyView, order: Option<&'static str>) -> AnyView {
    let class = column.class();
    view! { <th scope="col" role="columnheader" class=class aria-sort=order>{content}</th> }
        .into_any()
}

/// The table element, with groups of rows that are already rendered.
pub fn table_element(
    kind: TableKind,
    caption: String,
    columns: &[Column],
    bodies: Vec<AnyView>,
) -> AnyView {
    let plain = |column: &Column| heading(*column, column.heading().into_any(), None);
    let headings = columns.iter().map(plain).collect();
    with_headings(kind, caption, headings, bodies)
}

/// A table whose headings and rows are already rendered.
pub fn rendered_table(
    class: &'static str,
    caption: Option<&'static str>,
    headings: impl IntoView + 'static,
    rows: impl IntoView + 'static,
) -> AnyView {
    let caption = caption.map(|text| view! { <caption class="visually-hidden">{text}</caption> });
    view! {
        <table class=class>
            {caption}
            <thead>
                <tr>{headings.into_any()}</tr>
            </thead>
            <tbody>{rows.into_any()}</tbody>
        </table>
    }
    .into_any()
}

/// The table element with headings that are already rendered.
pub(super) fn with_headings(
    kind: TableKind,
    caption: String,
    headings: Vec<AnyView>,
    bodies: Vec<AnyView>,
) -> AnyView {
    view! {
        <table class=kind.class() role="table">
            <caption class="visually-hidden">{caption}</caption>
            <thead role="rowgroup">
                <tr role="row">{headings}</tr>
            </thead>
            {bodies}
        </table>
    }
    .into_any()
}
