//! Cursors of the feed.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::UnknownText;

/// The length of the text form, in hexadecimal digits.
const LENGTH: usize = 16;

/// A place in the feed of an organization: the position of the last event before it. Opaque to
/// readers, who send back the text that they got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventCursor(i64);

impl EventCursor {
    /// The cursor after the event with this position.
    pub const fn after(position: i64) -> Self {
        Self(position)
    }

    /// The position of the last event before the cursor; 0 for none.
    pub const fn position(self) -> i64 {
        self.0
    }
}

impl fmt::Display for EventCursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:0LENGTH$x}", self.0)
    }
}

impl FromStr for EventCursor {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_plain = text.len() == LENGTH && text.bytes().all(is_digit);
        let position = is_plain.then(|| i64::from_str_radix(text, 16).ok()).flatten();
        position.map(Self).ok_or_else(|| UnknownText { kind: "EventCursor", text: text.to_owned() })
    }
}

impl Serialize for EventCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = EventCursor;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a cursor of the feed")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<EventCursor, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<'de> Deserialize<'de> for EventCursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Reader)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for EventCursor {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for EventCursor {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_from_its_text() {
        for position in [0, 1, 255, i64::MAX] {
            let cursor = EventCursor::after(position);
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
            let json = serde_json::to_string(&cursor).unwrap();
            assert_eq!(serde_json::from_str::<EventCursor>(&json).unwrap(), cursor);
        }
    }

    #[test]
    fn any_other_text_is_refused() {
        for text in [
            "",
            "1",
            "000000000000000A",
            "00000000000000001",
            "ffffffffffffffff",
            "-000000000000001",
            "+000000000000001",
            "000000000000000é",
        ] {
            assert!(text.parse::<EventCursor>().is_err(), "{text}");
            assert!(serde_json::from_str::<EventCursor>(&format!("\"{text}\"")).is_err(), "{text}");
        }
    }
}
