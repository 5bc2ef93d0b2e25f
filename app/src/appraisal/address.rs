//! The address of an appraisal list. It holds the filters, so a reload or a shared link keeps them.

use std::str::FromStr;

use leptos_router::params::ParamsMap;
use shared::appraisal::list::{AppraisalQuery, AppraisalSort, Scope};
use shared::appraisal::{ReviewType, Status};
use shared::id::DepartmentId;
use shared::page::{DEFAULT_LIMIT, PageRequest};

use crate::return_path::encode;
use crate::ui::query::{limit_part, page_size, with_query};
use crate::ui::sort::SortedAddress;

/// The query parameters of an appraisal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListAddress {
    pub scope: Scope,
    /// The searched part of a name; empty for no name filter.
    pub q: String,
    pub status: Option<Status>,
    pub department_id: Option<DepartmentId>,
    pub review_type: Option<ReviewType>,
    pub sort: Option<AppraisalSort>,
    /// The page number, from 1.
    pub page: u32,
    /// The number of rows on a page.
    pub limit: u32,
}

impl ListAddress {
    /// The first page of a scope, without filters.
    pub fn of(scope: Scope) -> Self {
        Self {
            scope,
            q: String::new(),
            status: None,
            department_id: None,
            review_type: None,
            sort: None,
            page: 1,
            limit: DEFAULT_LIMIT,
        }
    }

    /// Parses query parameters; unknown values are ignored.
    pub fn read(query: &ParamsMap) -> Self {
        Self {
            scope: value(query, "scope").unwrap_or(Scope::Queue),
            q: query.get("q").unwrap_or_default().trim().to_owned(),
            status: value(query, "status"),
            department_id: value(query, "departmentId"),
            review_type: value(query, "reviewType"),
            sort: value(query, "sort"),
            page: value(query, "page").filter(|page| *page > 0).unwrap_or(1),
            limit: page_size(query),
        }
    }

    /// The path with its query.
    pub fn path(&self) -> String {
        let scope = std::iter::once(format!("scope={}", self.scope));
        let page = (self.page > 1).then(|| format!("page={}", self.page));
        let parts = self.parts().chain(limit_part(self.limit));
        with_query("/appraisals", scope.chain(parts).chain(page))
    }

    /// The first page without one filter.
    pub fn without(&self, name: &str) -> String {
        let mut next = Self { page: 1, ..self.clone() };
        match name {
            "status" => next.status = None,
            "departmentId" => next.department_id = None,
            "reviewType" => next.review_type = None,
            _ => next.q.clear(),
        }
        next.path()
    }

    /// Another path with the same filters and order, such as that of the CSV export.
    pub fn path_of(&self, path: &str) -> String {
        with_query(path, self.parts())
    }

    fn parts(&self) -> impl Iterator<Item = String> {
        let parts = [
            ("q", (!self.q.is_empty()).then(|| encode(&self.q))),
            ("status", self.status.map(|status| status.to_string())),
            ("departmentId", self.department_id.map(|id| id.to_string())),
            ("reviewType", self.review_type.map(|review_type| review_type.to_string())),
            ("sort", self.sort.map(|sort| sort.to_string())),
        ];
        parts.into_iter().filter_map(|(name, part)| Some(format!("{name}={}", part?)))
    }

    /// The address of the same list at another page.
    pub fn at_page(&self, page: u64) -> String {
        Self { page: u32::try_from(page).unwrap_or(1), ..self.clone() }.path()
    }

    /// True if any filter is set.
    pub fn is_filtered(&self) -> bool {
        !self.q.is_empty()
            || self.status.is_some()
            || self.department_id.is_some()
            || self.review_type.is_some()
    }

    /// The query for the service.
    pub fn query(&self) -> AppraisalQuery {
        AppraisalQuery {
            status: self.status,
            q: (!self.q.is_empty()).then(|| self.q.clone()),
            department_id: self.department_id,
            review_type: self.review_type,
            sort: self.sort,
            page: PageRequest::new(self.page, self.limit),
            ..AppraisalQuery::of(self.scope)
        }
    }
}

impl SortedAddress for ListAddress {
    fn sort(&self) -> Option<String> {
        self.sort.map(|sort| sort.to_string())
    }

    fn sorted(&self, sort: Option<&str>) -> String {
        let sort = sort.and_then(|sort| sort.parse().ok());
        Self { sort, page: 1, ..self.clone() }.path()
    }
}

fn value<T: FromStr>(query: &ParamsMap, name: &str) -> Option<T> {
    query.get_str(name)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&'static str, &str)]) -> ListAddress {
        let mut query = ParamsMap::new();
        for (name, value) in pairs {
            query.insert(*name, (*value).to_owned());
        }
        ListAddress::read(&query)
    }

    #[test]
    fn an_address_reads_back() {
        let address = read(&[
            ("scope", "all"),
            ("q", " Sara & Co "),
            ("status", "pending_lm"),
            ("reviewType", "annual"),
            ("page", "3"),
        ]);
        let path = address.path();
        assert_eq!(
            path,
            "/appraisals?scope=all&q=Sara%20%26%20Co&status=pending_lm&reviewType=annual&page=3"
        );
        assert!(address.is_filtered());
        assert_eq!(address.at_page(1), path.trim_end_matches("&page=3"));
        assert_eq!(
            address.path_of("/x.csv"),
            "/x.csv?q=Sara%20%26%20Co&status=pending_lm&reviewType=annual"
        );
        assert_eq!(ListAddress::of(Scope::All).path_of("/x.csv"), "/x.csv");
    }

    #[test]
    fn filters_order_and_page_size_change_one_by_one() {
        let address = read(&[
            ("scope", "all"),
            ("status", "pending_lm"),
            ("sort", "score"),
            ("page", "3"),
            ("limit", "50"),
        ]);
        assert_eq!(
            address.path(),
            "/appraisals?scope=all&status=pending_lm&sort=score&limit=50&page=3"
        );
        assert_eq!(address.without("status"), "/appraisals?scope=all&sort=score&limit=50");
        let sorted = "/appraisals?scope=all&status=pending_lm&sort=name&limit=50";
        assert_eq!(address.sorted(Some("name")), sorted);
        assert_eq!(address.sorted(None), "/appraisals?scope=all&status=pending_lm&limit=50");
        assert_eq!(address.path_of("/x.csv"), "/x.csv?status=pending_lm&sort=score");
    }

    #[test]
    fn nonsense_and_empty_filters_count_as_not_said() {
        let address = read(&[
            ("scope", "everything"),
            ("q", "  "),
            ("status", ""),
            ("departmentId", "1"),
            ("page", "0"),
        ]);
        assert_eq!(address, ListAddress::of(Scope::Queue));
        assert_eq!(address.path(), "/appraisals?scope=queue");
    }
}
