//! Lists that their headings sort.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use super::query::QueryAddress;
use super::table::{Column, Row, TableKind, body, heading, with_headings};

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

    fn link(self, text: String) -> AnyView {
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
    let headings = columns.iter().zip(sorts).map(|(column, sort)| sorted_heading(*column, sort));
    let table = with_headings(
        TableKind::Arrows,
        caption.into(),
        headings.collect(),
        vec![body(TableKind::Arrows, columns, rows)],
    );
    view! { <div class="table-card">{table}</div> }.into_any()
}

fn sorted_heading(column: Column, sort: Option<Sort>) -> AnyView {
    let order = sort.as_ref().filter(|sort| sort.is_current).map(|sort| sort.direction);
    let text = column.heading();
    let content = match sort {
        Some(sort) => sort.link(text),
        None => text.into_any(),
    };
    heading(column, content, order)
}
