//! Lists that their headings sort.

use std::fmt::Display;

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use super::query::QueryAddress;
use super::table::{Column, Row, TableKind, body, heading, with_headings};

/// The URL of a list that can be sorted.
pub trait SortedAddress {
    /// The requested order; `None` for the default order.
    fn sort(&self) -> Option<String>;

    /// The first page in another order; `None` for the default order.
    fn sorted(&self, sort: Option<&str>) -> String;
}

impl SortedAddress for QueryAddress {
    fn sort(&self) -> Option<String> {
        self.text("sort").map(str::to_owned)
    }

    fn sorted(&self, sort: Option<&str>) -> String {
        self.in_order(sort)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Ascending,
    Descending,
}

impl Direction {
    const fn opposite(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }

    /// The value of `aria-sort`.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }

    const fn icon(self) -> IconName {
        match self {
            Self::Ascending => IconName::ArrowUp,
            Self::Descending => IconName::ArrowDown,
        }
    }
}

/// The orders of a list by one of its columns. The first press of the heading sorts the list, the
/// second reverses it, and the third restores the default order.
#[derive(Clone, Debug)]
pub struct Sort {
    href: String,
    /// The direction of the first press.
    first: Direction,
    current: Option<Direction>,
}

impl Sort {
    /// Orders of which the first starts with the lowest value.
    pub fn ascending<T: Display>(address: &impl SortedAddress, orders: [T; 2]) -> Option<Self> {
        Some(Self::new(address, orders, Direction::Ascending))
    }

    /// Orders of which the first starts with the highest value.
    pub fn descending<T: Display>(address: &impl SortedAddress, orders: [T; 2]) -> Option<Self> {
        Some(Self::new(address, orders, Direction::Descending))
    }

    fn new<T: Display>(address: &impl SortedAddress, orders: [T; 2], first: Direction) -> Self {
        let [order, opposite] = orders.map(|order| order.to_string());
        let sort = address.sort();
        let (current, next) = match sort {
            Some(sort) if sort == order => (Some(first), Some(opposite)),
            Some(sort) if sort == opposite => (Some(first.opposite()), None),
            _ => (None, Some(order)),
        };
        Self { href: address.sorted(next.as_deref()), first, current }
    }

    fn link(self, text: String) -> AnyView {
        let icon = self.current.unwrap_or(self.first).icon();
        let is_current = self.current.is_some();
        view! {
            <a class="table-sort" href=self.href data-noscroll="" data-current=is_current>
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
    let order = sort.as_ref().and_then(|sort| sort.current).map(Direction::as_str);
    let text = column.heading();
    let content = match sort {
        Some(sort) => sort.link(text),
        None => text.into_any(),
    };
    heading(column, content, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Address(Option<&'static str>);

    impl SortedAddress for Address {
        fn sort(&self) -> Option<String> {
            self.0.map(str::to_owned)
        }

        fn sorted(&self, sort: Option<&str>) -> String {
            sort.unwrap_or("default").to_owned()
        }
    }

    #[test]
    fn a_heading_sorts_then_reverses_then_restores_the_list() {
        let orders = ["name", "name_desc"];
        for (current, direction, next) in [
            (None, None, "name"),
            (Some("started"), None, "name"),
            (Some("name"), Some(Direction::Ascending), "name_desc"),
            (Some("name_desc"), Some(Direction::Descending), "default"),
        ] {
            let sort = Sort::ascending(&Address(current), orders).unwrap();
            assert_eq!((sort.current, &*sort.href), (direction, next), "{current:?}");
        }
        let sort = Sort::descending(&Address(Some("name_desc")), orders).unwrap();
        assert_eq!(sort.current, Some(Direction::Ascending));
    }
}
