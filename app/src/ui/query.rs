//! The filters and the page number of a list in the URL, so that they survive a reload and can be
//! shared.

use std::str::FromStr;

use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use leptos_router::params::ParamsMap;
use shared::page::{DEFAULT_LIMIT, LIMIT_CAP, PageRequest};

use crate::return_path::encode;

/// The path of a list page, and its filters in the order of the URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryForm {
    pub path: &'static str,
    pub names: &'static [&'static str],
}

/// The query of a list page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryAddress {
    form: QueryForm,
    filters: Vec<(&'static str, String)>,
    page: u32,
    limit: u32,
}

impl QueryForm {
    /// Parses the URL of the current page.
    pub fn current(self) -> QueryAddress {
        self.read(&use_query_map().get_untracked())
    }

    /// Parses a query; ignores unknown and empty parameters.
    pub fn read(self, query: &ParamsMap) -> QueryAddress {
        let mut filters = Vec::new();
        for name in self.names {
            let text = query.get(name).unwrap_or_default().trim().to_owned();
            if !text.is_empty() {
                filters.push((*name, text));
            }
        }
        let page = query.get_str("page").and_then(|text| text.parse().ok());
        let page = page.filter(|page| *page > 0).unwrap_or(1);
        QueryAddress { form: self, filters, page, limit: page_size(query) }
    }
}

impl QueryAddress {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.filters.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// The value of a filter for its input; empty for none.
    pub fn shown(&self, name: &str) -> String {
        self.text(name).unwrap_or_default().to_owned()
    }

    /// The parsed value of a filter; none if it is invalid.
    pub fn value<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// The URL of the list with filters and page number.
    pub fn path(&self) -> String {
        let page = (self.page > 1).then(|| format!("page={}", self.page));
        with_query(self.form.path, self.parts().chain(limit_part(self.limit)).chain(page))
    }

    /// The first page without one filter.
    pub fn without(&self, name: &str) -> String {
        let filters = self.filters.iter().filter(|(known, _)| *known != name).cloned().collect();
        Self { filters, page: 1, ..self.clone() }.path()
    }

    /// The first page in another order; `None` for the default order.
    pub fn in_order(&self, sort: Option<&str>) -> String {
        let mut next = Self { page: 1, ..self.clone() };
        next.filters.retain(|(name, _)| *name != "sort");
        next.filters.extend(sort.map(|sort| ("sort", sort.to_owned())));
        next.path()
    }

    /// The URLs of the first page with other page sizes.
    pub fn sizes(&self) -> Callback<u32, String> {
        let list = self.clone();
        Callback::new(move |limit| list.at_size(limit))
    }

    /// The URL of the first page with another page size.
    fn at_size(&self, limit: u32) -> String {
        Self { page: 1, limit, ..self.clone() }.path()
    }

    /// The URL of another resource for the same filters, such as a file with all rows.
    pub fn path_of(&self, path: &str) -> String {
        with_query(path, self.parts())
    }

    /// The URL of the list without filters.
    pub fn list(&self) -> &'static str {
        self.form.path
    }

    /// The URLs of the pages of the list, counted from 1.
    pub fn pages(&self) -> Callback<u64, String> {
        let list = self.clone();
        Callback::new(move |page| list.at_page(page))
    }

    /// The URL of another page of the same list.
    pub fn at_page(&self, page: u64) -> String {
        Self { page: u32::try_from(page).unwrap_or(1), ..self.clone() }.path()
    }

    /// True if there are filters, or the page is not the first.
    pub fn is_narrowed(&self) -> bool {
        self.filters.iter().any(|(name, _)| *name != "sort") || self.page > 1
    }

    /// The requested page.
    pub fn page(&self) -> PageRequest {
        PageRequest::new(self.page, self.limit)
    }

    fn parts(&self) -> impl Iterator<Item = String> {
        self.filters.iter().map(|(name, text)| format!("{name}={}", encode(text)))
    }
}

/// The page sizes that a list offers.
pub const PAGE_SIZES: [u32; 3] = [DEFAULT_LIMIT, 50, LIMIT_CAP];

/// The requested page size; the default one for anything that a list does not offer.
pub fn page_size(query: &ParamsMap) -> u32 {
    let limit = query.get_str("limit").and_then(|text| text.parse().ok());
    limit.filter(|limit| PAGE_SIZES.contains(limit)).unwrap_or(DEFAULT_LIMIT)
}

/// The parameter of a page size; none for the default one.
pub fn limit_part(limit: u32) -> Option<String> {
    (limit != DEFAULT_LIMIT).then(|| format!("limit={limit}"))
}

/// A query parameter of the current page; none if it is missing or invalid.
pub fn parameter<T: FromStr>(name: &str) -> Option<T> {
    use_query_map().get_untracked().get_str(name)?.parse().ok()
}

/// A part of the path of the current page; empty if it is missing.
pub fn path_part(name: &str) -> String {
    use_params_map().get_untracked().get(name).unwrap_or_default()
}

/// The requested page number, from 1.
pub fn requested_page() -> u32 {
    parameter("page").filter(|page| *page > 0).unwrap_or(1)
}

/// The requested page by its number and size.
pub fn requested_rows() -> PageRequest {
    PageRequest::new(requested_page(), page_size(&use_query_map().get_untracked()))
}

/// A path with its query parameters.
pub fn with_query<Part: Into<String>>(path: &str, parts: impl IntoIterator<Item = Part>) -> String {
    let query = parts.into_iter().map(Into::into).collect::<Vec<String>>().join("&");
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: QueryForm = QueryForm { path: "/people", names: &["q", "due", "sort"] };

    fn read(pairs: &[(&'static str, &str)]) -> QueryAddress {
        let mut query = ParamsMap::new();
        for (name, value) in pairs {
            query.insert(*name, (*value).to_owned());
        }
        FORM.read(&query)
    }

    #[test]
    fn an_address_reads_back() {
        let address = read(&[("due", "true"), ("q", " Sara & Co "), ("page", "3")]);
        assert_eq!(address.path(), "/people?q=Sara%20%26%20Co&due=true&page=3");
        assert_eq!(address.at_page(1), "/people?q=Sara%20%26%20Co&due=true");
        assert_eq!(address.path_of("/x.csv"), "/x.csv?q=Sara%20%26%20Co&due=true");
        assert_eq!((address.value("due"), address.text("q")), (Some(true), Some("Sara & Co")));
        assert!(address.is_narrowed());
    }

    #[test]
    fn filters_order_and_page_size_change_one_by_one() {
        let address = read(&[("due", "true"), ("q", "Sara"), ("page", "3"), ("limit", "50")]);
        assert_eq!(address.path(), "/people?q=Sara&due=true&limit=50&page=3");
        assert_eq!(address.without("due"), "/people?q=Sara&limit=50");
        assert_eq!(address.in_order(Some("name")), "/people?q=Sara&due=true&sort=name&limit=50");
        assert_eq!(address.in_order(None), "/people?q=Sara&due=true&limit=50");
        assert_eq!(address.at_size(20), "/people?q=Sara&due=true");
        assert_eq!((address.page().limit, read(&[("limit", "7")]).page().limit), (50, 20));
    }

    #[test]
    fn nonsense_and_empty_filters_count_as_not_said() {
        let address = read(&[("due", " "), ("order", "up"), ("page", "0")]);
        assert_eq!(address.path(), "/people");
        assert!(!address.is_narrowed());
        assert!(read(&[("page", "2")]).is_narrowed());
        assert!(!read(&[("sort", "name")]).is_narrowed());
        assert_eq!(read(&[("due", "maybe")]).value::<bool>("due"), None);
    }
}
