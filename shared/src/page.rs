//! Pages of lists.

pub mod cursor;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::cursor::SortKey;

use crate::error::{Error, FieldCode, Result};

/// The default number of rows on a page.
pub const DEFAULT_LIMIT: u32 = 20;
/// The maximum number of rows on a page; a larger limit is reduced to it.
pub const LIMIT_CAP: u32 = 100;

/// The requested page of a list: `page` from 1, or the page after a cursor; `limit` from 1 to 100.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawPageRequest")]
pub struct PageRequest {
    /// The page, from 1.
    pub page: u32,
    /// Rows on a page.
    pub limit: u32,
    /// The cursor of an earlier page, for programs; the pages of the product count.
    #[serde(skip)]
    pub cursor: Option<String>,
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
        Ok(Self::new(page, limit.min(LIMIT_CAP)))
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self::new(1, DEFAULT_LIMIT)
    }
}

impl PageRequest {
    /// A page by its number, from 1.
    pub const fn new(page: u32, limit: u32) -> Self {
        Self { page, limit, cursor: None }
    }

    /// Parses `page`, `limit` and `cursor` from a query string.
    ///
    /// Errors: 400 when `page` or `limit` is not a positive whole number, and for a `cursor` beside
    /// a `page`. A `limit` above the cap is reduced to the cap, and a `page` beyond the numeric
    /// range becomes the last possible page.
    pub fn parse(page: Option<&str>, limit: Option<&str>, cursor: Option<&str>) -> Result<Self> {
        let number = parse_positive("page", page)?;
        let limit = parse_limit(limit, DEFAULT_LIMIT, LIMIT_CAP)?;
        if number.is_some() && cursor.is_some() {
            let message = "Send page or cursor, not both.";
            return Err(Error::field("cursor", FieldCode::Invalid, message));
        }
        Ok(Self { page: number.unwrap_or(1), limit, cursor: cursor.map(str::to_owned) })
    }

    /// Returns true for the start of the list.
    pub fn is_first(&self) -> bool {
        self.page == 1 && self.cursor.is_none()
    }

    /// The sort key and the id of the last row before the page; `start` without a cursor.
    ///
    /// Errors: 400 for a cursor of another list or order.
    pub fn position<K: SortKey>(&self, start: (K, Uuid)) -> Result<(K, Uuid)> {
        self.cursor.as_deref().map_or(Ok(start), cursor::read)
    }

    /// The same for a list in the opposite order.
    ///
    /// Errors: 400 for a cursor of another list or order.
    pub fn opposite_position<K: SortKey>(&self, start: (K, Uuid)) -> Result<(K, Uuid)> {
        self.cursor.as_deref().map_or(Ok(start), cursor::read_opposite)
    }

    /// The cursor after the rows of the page; none at the end of the list. After a cursor the
    /// number of remaining rows is unknown, so a full page can be followed by an empty one.
    ///
    /// * `total`: the number of rows in the whole list.
    /// * `cursor`: the cursor after a row.
    pub fn next_cursor<R>(
        &self,
        rows: &[R],
        total: u64,
        cursor: impl FnOnce(&R) -> String,
    ) -> Option<String> {
        let last = rows.last()?;
        let is_full = u32::try_from(rows.len()).is_ok_and(|length| length >= self.limit);
        let is_end = self.cursor.is_none()
            && u64::from(self.page).saturating_mul(u64::from(self.limit)) >= total;
        (is_full && !is_end).then(|| cursor(last))
    }

    /// The number of rows before this page.
    pub fn offset(&self) -> i64 {
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
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows.
    pub data: Vec<T>,
    /// The position of the page.
    pub pagination: Pagination,
    /// The cursor of the next page; null at the end of the list.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A page of a list with that total number of rows.
    ///
    /// * `next_cursor`: from [`PageRequest::next_cursor`].
    pub fn new(
        data: Vec<T>,
        request: &PageRequest,
        total: u64,
        next_cursor: Option<String>,
    ) -> Self {
        let PageRequest { page, limit, cursor: _ } = *request;
        let total_pages = total.div_ceil(u64::from(limit.max(1)));
        Self { data, pagination: Pagination { page, limit, total, total_pages }, next_cursor }
    }

    /// The same page of other rows.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        let Self { data, pagination, next_cursor } = self;
        Page { data: data.into_iter().map(change).collect(), pagination, next_cursor }
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
        let cut = PageRequest::new(3, LIMIT_CAP);
        assert_eq!(read(r#"{"page":3,"limit":4000000000}"#).unwrap(), cut);
        assert!(read(r#"{"page":0,"limit":20}"#).is_err());
        assert!(read(r#"{"page":1,"limit":0}"#).is_err());
    }

    #[test]
    fn pages_start_at_one_and_hold_twenty_rows() {
        assert_eq!(PageRequest::parse(None, None, None).unwrap(), PageRequest::default());
    }

    #[test]
    fn a_page_is_named_by_its_number_or_by_a_cursor() {
        let request = PageRequest::parse(None, Some("5"), Some("n7.0")).unwrap();
        assert_eq!((request.offset(), request.is_first()), (0, false));
        assert!(PageRequest::parse(Some("1"), None, Some("n7.0")).is_err());
    }

    #[test]
    fn a_list_ends_with_its_last_row_or_with_a_page_that_is_not_full() {
        let next = |request: &PageRequest, rows: &[u8], total| {
            request.next_cursor(rows, total, u8::to_string)
        };
        let first = PageRequest::new(1, 2);
        assert_eq!(next(&first, &[4, 5], 3), Some("5".to_owned()));
        assert_eq!(next(&first, &[4, 5], 2), None);
        assert_eq!(next(&first, &[4], 1), None);
        assert_eq!(next(&first, &[], 0), None);
        let later = PageRequest { cursor: Some("5".to_owned()), ..first };
        assert_eq!(next(&later, &[6, 7], 4), Some("7".to_owned()));
        assert_eq!(next(&later, &[6], 3), None);
    }

    #[test]
    fn a_limit_above_the_cap_is_cut() {
        let request = PageRequest::parse(Some("3"), Some("500"), None).unwrap();
        assert_eq!((request.limit, request.offset()), (100, 200));
    }

    #[test]
    fn a_number_that_is_too_large_to_count_is_cut_like_every_other() {
        for text in ["4294967295", "4294967296", "99999999999999999999999999"] {
            let request = PageRequest::parse(Some(text), Some(text), None).unwrap();
            assert_eq!((request.page, request.limit), (u32::MAX, LIMIT_CAP), "{text}");
            assert_eq!(request.offset(), 429_496_729_400);
        }
        assert_eq!(PageRequest::parse(Some("007"), None, None).unwrap().page, 7);
    }

    #[test]
    fn nonsense_and_zero_are_refused() {
        for text in ["0", "000", "-1", "x", "", "1.5", "+1", "1e3", "١"] {
            assert!(PageRequest::parse(Some(text), None, None).is_err(), "{text}");
            assert!(PageRequest::parse(None, Some(text), None).is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_page_may_be_partly_filled() {
        let page = Page::new(vec![0; 17], &PageRequest::new(3, 20), 57, None);
        assert_eq!(page.pagination.total_pages, 3);
        let empty = Page::<u8>::new(vec![], &PageRequest::default(), 0, None);
        assert_eq!(empty.pagination.total_pages, 0);
    }
}
