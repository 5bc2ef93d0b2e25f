//! Vocabularies to which a later version may add.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value of a text enum, or the text of one that a later version has added. During an upgrade
/// without downtime, both versions read the rows of the later one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extensible<T> {
    /// A value of this version.
    Known(T),
    /// The text of a value that this version does not know.
    Unknown(Box<str>),
}

impl<T: Copy> Extensible<T> {
    /// The value, if this version knows it.
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Unknown(_) => None,
        }
    }
}

impl<T: AsRef<str>> Extensible<T> {
    /// The text in JSON and in the database.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(value) => value.as_ref(),
            Self::Unknown(text) => text,
        }
    }
}

impl<T: FromStr> Extensible<T> {
    /// The value with this text, or the text.
    pub fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Unknown(text.into()), Self::Known)
    }
}

impl<T> From<T> for Extensible<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: PartialEq> PartialEq<T> for Extensible<T> {
    fn eq(&self, other: &T) -> bool {
        matches!(self, Self::Known(value) if value == other)
    }
}

impl<T: AsRef<str>> fmt::Display for Extensible<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl<T: AsRef<str>> Serialize for Extensible<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Extensible<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::of(&String::deserialize(deserializer)?))
    }
}

#[cfg(feature = "database")]
impl<T, DB: sqlx::Database> sqlx::Type<DB> for Extensible<T>
where
    String: sqlx::Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        <String as sqlx::Type<DB>>::type_info()
    }

    fn compatible(info: &DB::TypeInfo) -> bool {
        <String as sqlx::Type<DB>>::compatible(info)
    }
}

#[cfg(feature = "database")]
impl<'r, T: FromStr, DB: sqlx::Database> sqlx::Decode<'r, DB> for Extensible<T>
where
    &'r str: sqlx::Decode<'r, DB>,
{
    fn decode(
        value: <DB as sqlx::Database>::ValueRef<'r>,
    ) -> Result<Self, sqlx::error::BoxDynError> {
        Ok(Self::of(<&str as sqlx::Decode<DB>>::decode(value)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notification::NotificationKind;

    type Kind = Extensible<NotificationKind>;

    #[test]
    fn a_known_text_is_its_value_and_an_unknown_one_is_kept() {
        assert_eq!(Kind::of("leave.requested"), NotificationKind::LeaveRequested);
        let unknown = Kind::of("leave.of_a_later_version");
        assert_eq!((unknown.known(), unknown.as_str()), (None, "leave.of_a_later_version"));
    }

    #[test]
    fn json_is_the_text_in_both_cases() {
        for text in [r#""leave.requested""#, r#""leave.of_a_later_version""#] {
            let kind: Kind = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&kind).unwrap(), text);
        }
        assert!(serde_json::from_str::<Kind>("7").is_err());
    }
}
