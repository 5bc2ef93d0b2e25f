//! Instants and days in answers that have many of them. They are what chrono writes, in one piece:
//! by itself it gives the JSON one letter after the other, each of which is looked through.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::Serializer;

/// An instant as RFC 3339: `"2026-01-31T08:00:00Z"`.
pub fn instant<S: Serializer>(instant: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&instant.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

/// An instant, or `null`.
pub fn instant_if_any<S: Serializer>(
    given: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match given {
        Some(given) => instant(given, serializer),
        None => serializer.serialize_none(),
    }
}

/// A day: `"2026-01-31"`.
pub fn day<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&day.to_string())
}

/// A day, or `null`.
pub fn day_if_any<S: Serializer>(
    given: &Option<NaiveDate>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match given {
        Some(given) => day(given, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn written<T>(write: fn(&T, serde_json::value::Serializer) -> Written, given: &T) -> Value {
        write(given, serde_json::value::Serializer).unwrap_or_default()
    }

    type Written = Result<Value, serde_json::Error>;

    #[test]
    fn nothing_is_null() {
        assert_eq!(written(instant_if_any, &None), Value::Null);
        assert_eq!(written(day_if_any, &None), Value::Null);
    }

    proptest! {
        #[test]
        fn what_is_written_is_what_chrono_writes(micros in any::<i64>(), scale in 0_u32..4) {
            // With seconds, thousandths or millionths of them.
            let unit = 1_000_i64.pow(scale);
            let given = DateTime::from_timestamp_micros(micros / unit * unit);
            prop_assert_eq!(written(instant_if_any, &given), json!(given));
            let day = given.map(|given| given.date_naive());
            prop_assert_eq!(written(day_if_any, &day), json!(day));
        }
    }
}
