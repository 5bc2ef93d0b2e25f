//! Paginated lists.

use std::future::Future;

use leptos::prelude::*;
use shared::page::Page;

use super::empty_state::Empty;
use super::page::found;
use super::pagination::PageLinks;
use super::query::QueryAddress;
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};

/// A list for the query in the URL.
pub fn list<T: Send + 'static>(
    address: &QueryAddress,
    data: impl Future<Output = UiResult<T>> + Send + 'static,
    view: impl FnOnce(T, &QueryAddress) -> AnyView + Send + 'static,
) -> AnyView {
    let address = address.clone();
    found(data, move |data| view(data, &address))
}

/// The rows of a page with the links to other pages, or an empty state.
///
/// * `no_match`: the empty state if nothing matches the filters.
/// * `nothing`: the empty state if there are no records at all.
/// * `rows`: renders the rows.
pub fn paged<T>(
    page: Page<T>,
    address: &QueryAddress,
    empty: [Empty; 2],
    rows: impl FnOnce(Vec<T>) -> AnyView,
) -> AnyView {
    paged_as("stack-tight", page, address, empty, rows)
}

/// Like [`paged`], with a CSS class for the element around rows and links.
pub fn paged_as<T>(
    class: &'static str,
    page: Page<T>,
    address: &QueryAddress,
    empty: [Empty; 2],
    rows: impl FnOnce(Vec<T>) -> AnyView,
) -> AnyView {
    if page.data.is_empty() {
        return empty_list(address, empty);
    }
    let rows = rows(page.data);
    view! {
        <div class=class>
            {rows}
            <PageLinks pagination=page.pagination address=address.pages() sizes=address.sizes()/>
        </div>
    }
    .into_any()
}

/// The empty state of a list: no match for the filters, or no records at all.
pub fn empty_list(address: &QueryAddress, [no_match, nothing]: [Empty; 2]) -> AnyView {
    let all = tu_string!(use_i18n(), list.clear);
    let is_narrowed = address.is_narrowed();
    let empty = if is_narrowed { no_match.next(address.list(), all) } else { nothing };
    empty.card()
}
