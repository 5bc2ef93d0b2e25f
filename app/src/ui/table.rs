//! Tables, whose rows become cards on narrow screens.

use leptos::prelude::*;

use shared::total::Total;

use super::digits::Localized;
use super::icon::{Icon, IconName};
use super::money::{bare_money, money_heading};
#[cfg(feature = "ssr")]
use super::query::QueryAddress;
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

/// The order of a list by one of its columns.
#[derive(Clone, Debug)]
pub struct Sort {
    href: String,
    direction: &'static str,
    is_current: bool,
}

impl Sort {
    /// An order that starts with the lowest value.
    pub fn ascending(address: &QueryAddress, name: impl ToString) -> Option<Self> {
        Some(Self::new(address, &name.to_string(), "ascending"))
    }

    /// An order that starts with the highest value.
    pub fn descending(address: &QueryAddress, name: impl ToString) -> Option<Self> {
        Some(Self::new(address, &name.to_string(), "descending"))
    }

    /// Pressing the header of the current order leads back to the default one.
    fn new(address: &QueryAddress, name: &str, direction: &'static str) -> Self {
        let is_current = address.text("sort") == Some(name);
        let href = address.sorted((!is_current).then_some(name));
        Self { href, direction, is_current }
    }

    fn heading(self, text: String) -> AnyView {
        let icon = match self.direction {
            "ascending" => IconName::ArrowUp,
            _ => IconName::ArrowDown,
        };
        view! {
            <a class="table-sort" href=self.href data-noscroll="" data-current=self.is_current>
                {text}
                <Icon name=icon/>
            </a>
        }
        .into_any()
    }
}

/// A table of the kind [`TableKind::Arrows`] whose headings sort the list.
///
/// * `sorts`: the orders by each column, if there is one.
pub fn sorted_table<const COUNT: usize>(
    caption: impl Into<String>,
    columns: &[Column; COUNT],
    sorts: [Option<Sort>; COUNT],
    rows: impl IntoIterator<Item = impl Into<Row>>,
) -> AnyView {
    let headings = columns.iter().zip(sorts).map(|(column, sort)| heading(*column, sort));
    let table = with_headings(
        TableKind::Arrows,
        caption.into(),
        headings.collect(),
        vec![body(TableKind::Arrows, columns, rows)],
    );
    view! { <div class="table-card">{table}</div> }.into_any()
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

fn body(
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

fn heading(column: Column, sort: Option<Sort>) -> AnyView {
    let (text, class) = (column.heading(), column.class());
    let order = sort.as_ref().filter(|sort| sort.is_current).map(|sort| sort.direction);
    let content = match sort {
        Some(sort) => sort.heading(text),
        None => text.into_any(),
    };
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
    let headings = columns.iter().map(|column| heading(*column, None)).collect();
    with_headings(kind, caption, headings, bodies)
}

fn with_headings(
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
