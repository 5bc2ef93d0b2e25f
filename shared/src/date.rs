//! Dates in JSON, in their one format.

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::UnknownText;
use crate::patch::Patch;

/// Parses `YYYY-MM-DD`, and no other format.
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let is_met = |(position, byte): (usize, u8)| match position {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let is_date = text.len() == 10 && text.bytes().enumerate().all(is_met);
    is_date.then(|| text.parse().ok()).flatten()
}

/// A date of an input: `YYYY-MM-DD`, while chrono would also deserialize other formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Date(pub NaiveDate);

impl FromStr for Date {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let date = parse_date(text).map(Self);
        date.ok_or_else(|| UnknownText { kind: "date", text: text.to_owned() })
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(DateVisitor)
    }
}

struct DateVisitor;

impl Visitor<'_> for DateVisitor {
    type Value = Date;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a date, as in 2026-03-01")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Date, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// A type of a field that holds a date or none.
pub trait DateField: Sized {
    /// The same with a strict date.
    type Strict: for<'de> Deserialize<'de>;

    /// Takes the date out.
    fn from_strict(strict: Self::Strict) -> Self;
}

impl DateField for NaiveDate {
    type Strict = Date;

    fn from_strict(Date(date): Date) -> Self {
        date
    }
}

impl DateField for Option<NaiveDate> {
    type Strict = Option<Date>;

    fn from_strict(date: Option<Date>) -> Self {
        date.map(|Date(date)| date)
    }
}

impl DateField for Patch<NaiveDate> {
    type Strict = Patch<Date>;

    fn from_strict(date: Patch<Date>) -> Self {
        match date {
            Patch::Absent => Self::Absent,
            Patch::Null => Self::Null,
            Patch::Value(Date(date)) => Self::Value(date),
        }
    }
}

/// Deserializes a date of an input: annotate the field with
/// `#[serde(deserialize_with = "strict_date")]`, and an optional one with `default` as well.
pub fn strict_date<'de, T: DateField, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::Strict::deserialize(deserializer).map(T::from_strict)
}

/// Deserializes a date of a change that may be missing but not null, like
/// [`present`](crate::patch::present).
pub fn present_date<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<NaiveDate>, D::Error> {
    strict_date(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_one_form() {
        let day = parse_date("2026-03-01").unwrap();
        assert_eq!(day.to_string(), "2026-03-01");
        for text in [
            "",
            "2026-3-1",
            " 2026-03-01",
            "2026-03-01 ",
            "+2026-03-01",
            "2026 - 03 - 01",
            "20260301",
            "2026-02-30",
            "2026/03/01",
            "٢٠٢٦-٠٣-٠١",
            "2026-03-01T00:00:00Z",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Input {
        #[serde(deserialize_with = "strict_date")]
        day: Option<NaiveDate>,
        #[serde(deserialize_with = "present_date")]
        start: Option<NaiveDate>,
        #[serde(deserialize_with = "strict_date")]
        change: Patch<NaiveDate>,
    }

    #[test]
    fn a_field_of_an_input_takes_the_one_form_alone() {
        let read = |json: &str| serde_json::from_str::<Input>(json);
        let day = parse_date("2026-03-01");
        assert_eq!(read("{}").unwrap(), Input::default());
        assert_eq!(read(r#"{"day":null}"#).unwrap().day, None);
        assert_eq!(read(r#"{"day":"2026-03-01"}"#).unwrap().day, day);
        assert_eq!(read(r#"{"start":"2026-03-01"}"#).unwrap().start, day);
        assert_eq!(read(r#"{"change":"2026-03-01"}"#).unwrap().change.change(), Some(day));
        assert_eq!(read(r#"{"change":null}"#).unwrap().change, Patch::Null);
        assert!(read(r#"{"start":null}"#).is_err());
        for name in ["day", "start", "change"] {
            for text in ["2026-3-1", "+2026-03-01", " 2026-03-01"] {
                assert!(read(&format!(r#"{{"{name}":"{text}"}}"#)).is_err(), "{name} {text}");
            }
        }
    }
}
