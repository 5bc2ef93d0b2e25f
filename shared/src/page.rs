//! Pages of lists.

use serde::{Deserialize, Serialize};

use crate::error::{Error, FieldCode, Result};

/// The default number of rows on a page.
pub const DEFAULT_LIMIT: u32 = 20;
/// The maximum number of rows on a page; a larger limit is reduced to it.
pub const LIMIT_CAP: u32 = 100;

/// The requested page of a list: `page` from 1, `limit` from 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawPageRequest")]
pub struct PageRequest {
    /// The page, from 1.
    pub page: u32,
    /// Rows on a page.
    pub limit: u32,
}

/// The requested page before it is checked.
#[derive(Deserialize)]
struct RawPageRequest {
    page: u32,
    limit: u32,
}

impl TryFrom<RawPageRequest> for PageRequest {
    type Error = &'static str;

    fn try_from(
        RawPageRequest { page, limit }: RawPageRequest,
    ) -> std::result::Result<Self, Self::Error> {
        if page == 0 || limit == 0 {
            return Err("page and limit must be whole numbers from 1 up");
        }
        Ok(Self { page, limit: limit.min(LIMIT_CAP) })
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self { page: 1, limit: DEFAULT_LIMIT }
    }
}

impl PageRequest {
    /// Parses `page` and `limit` from a query string.
    ///
    /// Errors: 400 when one is not a positive whole number. A `limit` above the cap is reduced to
    /// the cap, and a `page` beyond the numeric range becomes the last possible page.
    pub fn parse(page: Option<&str>, limit: Option<&str>) -> Result<Self> {
        Ok(Self {
            page: parse_positive("page", page)?.unwrap_or(1),
            limit: parse_limit(limit, DEFAULT_LIMIT, LIMIT_CAP)?,
        })
    }

    /// The number of rows before this page.
    pub fn offset(self) -> i64 {
        i64::from(self.page.saturating_sub(1)).saturating_mul(i64::from(self.limit))
    }
}

/// Parses `limit` from a query string.
///
/// Errors: 400 when it is not a positive whole number. One above the cap is reduced to the cap.
pub fn parse_limit(text: Option<&str>, default: u32, cap: u32) -> Result<u32> {
    Ok(parse_positive("limit", text)?.unwrap_or(default).min(cap))
}

fn parse_positive(name: &str, text: Option<&str>) -> Result<Option<u32>> {
    let Some(text) = text else { return Ok(None) };
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole && text.bytes().any(|byte| byte != b'0') {
        return Ok(Some(text.parse().unwrap_or(u32::MAX)));
    }
    Err(Error::field(
        name,
        FieldCode::Invalid,
        format!("{name} must be a whole number of at least 1."),
    ))
}

/// The position of a page in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// The page, from 1.
    pub page: u32,
    /// Rows on a page.
    pub limit: u32,
    /// Rows in the list.
    pub total: u64,
    /// Pages in the list.
    pub total_pages: u64,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page<T> {
    /// The rows.
    pub data: Vec<T>,
    /// The position of the page.
    pub pagination: Pagination,
}

impl<T> Page<T> {
    /// A page of a list with that total number of rows.
    pub fn new(data: Vec<T>, request: PageRequest, total: u64) -> Self {
        let PageRequest { page, limit } = request;
        let total_pages = total.div_ceil(u64::from(limit.max(1)));
        Self { data, pagination: Pagination { page, limit, total, total_pages } }
    }

    /// The same page of other rows.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { data: self.data.into_iter().map(change).collect(), pagination: self.pagination }
    }
}

/// A list without pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Listing<T> {
    /// The rows.
    pub data: Vec<T>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_a_program_sends_is_bounded_like_one_in_an_address() {
        let read = |json| serde_json::from_str::<PageRequest>(json);
        let cut = PageRequest { page: 3, limit: LIMIT_CAP };
        assert_eq!(read(r#"{"page":3,"limit":4000000000}"#).unwrap(), cut);
        assert!(read(r#"{"page":0,"limit":20}"#).is_err());
        assert!(read(r#"{"page":1,"limit":0}"#).is_err());
    }

    #[test]
    fn pages_start_at_one_and_hold_twenty_rows() {
        assert_eq!(PageRequest::parse(None, None).unwrap(), PageRequest::default());
    }

    #[test]
    fn a_limit_above_the_cap_is_cut() {
        let request = PageRequest::parse(Some("3"), Some("500")).unwrap();
        assert_eq!((request.limit, request.offset()), (100, 200));
    }

    #[test]
    fn a_number_that_is_too_large_to_count_is_cut_like_every_other() {
        for text in ["4294967295", "4294967296", "99999999999999999999999999"] {
            let request = PageRequest::parse(Some(text), Some(text)).unwrap();
            assert_eq!((request.page, request.limit), (u32::MAX, LIMIT_CAP), "{text}");
            assert_eq!(request.offset(), 429_496_729_400);
        }
        assert_eq!(PageRequest::parse(Some("007"), None).unwrap().page, 7);
    }

    #[test]
    fn nonsense_and_zero_are_refused() {
        for text in ["0", "000", "-1", "x", "", "1.5", "+1", "1e3", "١"] {
            assert!(PageRequest::parse(Some(text), None).is_err(), "{text}");
            assert!(PageRequest::parse(None, Some(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_page_may_be_partly_filled() {
        let page = Page::new(vec![0; 17], PageRequest { page: 3, limit: 20 }, 57);
        assert_eq!(page.pagination.total_pages, 3);
        assert_eq!(Page::<u8>::new(vec![], PageRequest::default(), 0).pagination.total_pages, 0);
    }
}
