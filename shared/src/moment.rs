//! Serialization of timestamps and dates in responses with many of them. The format is that of
//! chrono, written in one piece: chrono itself passes single characters to the JSON writer, which
//! checks each for escaping.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::Serializer;

/// A timestamp, a date, or an optional one of either, as JSON text.
pub trait Moment {
    /// The text; `None` is `null`.
    fn text(&self) -> Option<String>;
}

impl Moment for DateTime<Utc> {
    /// RFC 3339: `"2026-01-31T08:00:00Z"`.
    fn text(&self) -> Option<String> {
        Some(self.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

impl Moment for NaiveDate {
    /// `"2026-01-31"`.
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<M: Moment> Moment for Option<M> {
    fn text(&self) -> Option<String> {
        self.as_ref().and_then(Moment::text)
    }
}

/// Serializes the value.
pub fn write<M: Moment, S: Serializer>(moment: &M, serializer: S) -> Result<S::Ok, S::Error> {
    match moment.text() {
        Some(text) => serializer.serialize_str(&text),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn written(moment: &impl Moment) -> Value {
        write(moment, serde_json::value::Serializer).unwrap_or_default()
    }

    #[test]
    fn nothing_is_null() {
        assert_eq!(written(&None::<DateTime<Utc>>), Value::Null);
        assert_eq!(written(&None::<NaiveDate>), Value::Null);
    }

    proptest! {
        #[test]
        fn what_is_written_is_what_chrono_writes(micros in any::<i64>(), scale in 0_u32..4) {
            // With seconds, milliseconds or microseconds.
            let unit = 1_000_i64.pow(scale);
            let given = DateTime::from_timestamp_micros(micros / unit * unit);
            prop_assert_eq!(written(&given), json!(given));
            let day = given.map(|given| given.date_naive());
            prop_assert_eq!(written(&day), json!(day));
        }
    }
}
