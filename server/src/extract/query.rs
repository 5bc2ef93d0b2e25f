//! Query parameters.

use std::str::FromStr;

use axum::extract::FromRequestParts;
use chrono::NaiveDate;
use http::request::Parts;
use shared::date::parse_date;
use shared::error::{Error, FieldCode};
use shared::page::{self, PageRequest};

use super::invalid;
use crate::error::ApiError;

/// The query parameters. Unknown ones are ignored; an empty one counts as absent.
#[derive(Debug)]
pub struct Query(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        type Pairs = axum::extract::Query<Vec<(String, String)>>;
        Pairs::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(pairs)| Self(pairs))
            .map_err(|_| invalid("The query string cannot be read."))
    }
}

impl Query {
    /// The text of a parameter.
    ///
    /// Errors: 400 when it is duplicate or contains a NUL character.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Error> {
        let mut found = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| &**value);
        let first = found.next();
        if found.next().is_some() {
            return Err(Error::field(
                name,
                FieldCode::Duplicate,
                format!("Send {name} only once."),
            ));
        }
        if first.is_some_and(|text| text.contains('\0')) {
            return Err(Error::field(
                name,
                FieldCode::Invalid,
                "The text contains a NUL character.",
            ));
        }
        Ok(first.filter(|text| !text.is_empty()))
    }

    /// The same text, owned.
    pub fn owned(&self, name: &str) -> Result<Option<String>, Error> {
        Ok(self.text(name)?.map(str::to_owned))
    }

    /// The value of a parameter.
    ///
    /// Errors: 400 when it is invalid.
    pub fn value<T: FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let value = text.parse().map(Some);
        value.map_err(|_| {
            Error::field(name, FieldCode::Invalid, format!("Invalid value for {name}."))
        })
    }

    /// The date in a parameter, as `YYYY-MM-DD`.
    ///
    /// Errors: 400 when it is invalid.
    pub fn date(&self, name: &str) -> Result<Option<NaiveDate>, Error> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let message = format!("{name} must be a date, such as 2026-03-01.");
        let day = parse_date(text);
        day.map(Some).ok_or_else(|| Error::field(name, FieldCode::Invalid, message))
    }

    /// The comma-separated values of a parameter.
    ///
    /// Errors: 400 when one is invalid.
    pub fn values<T: FromStr>(&self, name: &str) -> Result<Vec<T>, Error> {
        let texts = self.text(name)?.into_iter().flat_map(|text| text.split(','));
        let values = texts.map(|text| text.trim().parse());
        let values = values.collect::<Result<_, _>>();
        values.map_err(|_| {
            Error::field(name, FieldCode::Invalid, format!("Invalid value for {name}."))
        })
    }

    /// The requested page.
    ///
    /// Errors: 400 when `page` or `limit` is not a positive whole number, and for a `cursor` beside
    /// a `page`.
    pub fn page(&self) -> Result<PageRequest, Error> {
        PageRequest::parse(self.number("page")?, self.number("limit")?, self.text("cursor")?)
    }

    /// The requested maximum number of rows, where a list has another one than pages have.
    ///
    /// Errors: 400 when `limit` is not a positive whole number.
    pub fn limit(&self, default: u32, cap: u32) -> Result<u32, Error> {
        page::parse_limit(self.number("limit")?, default, cap)
    }

    /// The text of a parameter that may not be empty.
    fn number(&self, name: &str) -> Result<Option<&str>, Error> {
        let is_given = self.0.iter().any(|(key, _)| key == name);
        Ok(self.text(name)?.or(is_given.then_some("")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(pairs: &[(&str, &str)]) -> Query {
        Query(pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn an_empty_member_counts_as_not_given_but_not_for_a_page() {
        assert_eq!(query(&[("q", "")]).text("q"), Ok(None));
        assert!(query(&[("page", "")]).page().is_err());
        assert_eq!(query(&[]).page(), Ok(PageRequest::default()));
    }

    #[test]
    fn a_limit_is_a_number_up_to_the_cap() {
        let limit = |text: &str| query(&[("limit", text)]).limit(100, 500);
        assert_eq!(query(&[]).limit(100, 500), Ok(100));
        assert_eq!((limit("7"), limit("501")), (Ok(7), Ok(500)));
        assert!(limit("").is_err() && limit("0").is_err());
    }

    #[test]
    fn a_member_is_given_once_and_holds_no_nul() {
        assert!(query(&[("q", "a"), ("q", "b")]).text("q").is_err());
        assert!(query(&[("q", "a\0b")]).text("q").is_err());
    }

    #[test]
    fn a_day_has_one_form() {
        assert!(query(&[("from", "2026-03-01")]).date("from").unwrap().is_some());
        assert_eq!(query(&[("from", "")]).date("from"), Ok(None));
        assert!(query(&[("from", "2026-3-1")]).date("from").is_err());
    }

    #[test]
    fn a_value_that_is_none_is_refused_by_name() {
        let error = query(&[("due", "maybe")]).value::<bool>("due").unwrap_err();
        assert_eq!(error.problem().errors[0].field, "due");
    }
}
