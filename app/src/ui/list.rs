//! A list of which a page is shown.

use std::future::Future;

use leptos::prelude::*;
use shared::page::Page;

use super::empty_state::Empty;
use super::page::found;
use super::pagination::PageLinks;
use super::query::QueryAddress;
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};

/// A list page for the query in the URL.
pub fn list<T: Send + 'static>(
    address: &QueryAddress,
    data: impl Future<Output = UiResult<T>> + Send + 'static,
    view: impl FnOnce(T, &QueryAddress) -> AnyView + Send + 'static,
) -> AnyView {
    let address = address.clone();
    found(data, move |data| view(data, &address))
}

/// The rows of a page and the links to the others, or why there are none.
///
/// * `no_match`: why nothing matches what the address asks for.
/// * `nothing`: why there is nothing at all.
/// * `rows`: what is shown of the rows.
pub fn paged<T>(
    page: Page<T>,
    address: &QueryAddress,
    empty: [Empty; 2],
    rows: impl FnOnce(Vec<T>) -> AnyView,
) -> AnyView {
    paged_as("stack-tight", page, address, empty, rows)
}

/// The same with a class of its own around rows and links.
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
            <PageLinks pagination=page.pagination address=address.pages()/>
        </div>
    }
    .into_any()
}

/// Why a list has no rows: nothing matches what the address asks for, or there is nothing at all.
pub fn empty_list(address: &QueryAddress, [no_match, nothing]: [Empty; 2]) -> AnyView {
    let all = tu_string!(use_i18n(), list.clear);
    let is_narrowed = address.is_narrowed();
    let empty = if is_narrowed { no_match.next(address.list(), all) } else { nothing };
    empty.card()
}
