//! A JSON field that distinguishes between absent, null and a value.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// In a change, `Absent` keeps, `Null` clears and `Value` sets. In a response, `Absent` omits the
/// field.
///
/// Annotate the field with `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The field is absent.
    #[default]
    Absent,
    /// The field is null.
    Null,
    /// The field has a value.
    Value(T),
}

impl<T> Patch<T> {
    /// Returns true if the field is absent.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The change: `None` keeps, `Some(None)` clears, `Some(Some(_))` sets.
    pub fn change(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    /// The value, when there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Absent | Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }

    /// The same field with a reference to its value.
    pub fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(value),
        }
    }
}

impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<T>::deserialize(deserializer).map(Self::from)
    }
}

/// Deserializes a field of a change that may be missing but not null: annotate the `Option` with
/// `#[serde(default, deserialize_with = "present")]`.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Deserializes a field with a default, treating null as missing: annotate the field with
/// `#[serde(default, deserialize_with = "null_is_absent")]`.
pub fn null_is_absent<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Deserializes a field of a change where null sets the empty value: annotate the `Option` with
/// `#[serde(default, deserialize_with = "null_clears")]`.
pub fn null_clears<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    null_is_absent(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Sample {
        #[serde(default, deserialize_with = "null_is_absent")]
        half: bool,
        #[serde(default, deserialize_with = "null_is_absent")]
        rows: Vec<u8>,
        #[serde(default, deserialize_with = "null_clears")]
        grid: Option<Vec<u8>>,
    }

    #[test]
    fn null_is_read_as_a_missing_member_with_a_default() {
        let nothing = Sample { half: false, rows: vec![], grid: None };
        for json in ["{}", r#"{"half":null,"rows":null}"#, r#"{"half":false,"rows":[]}"#] {
            assert_eq!(serde_json::from_str::<Sample>(json).unwrap(), nothing, "{json}");
        }
        let sample = Sample { half: true, rows: vec![1], grid: None };
        assert_eq!(serde_json::from_str::<Sample>(r#"{"half":true,"rows":[1]}"#).unwrap(), sample);
        assert!(serde_json::from_str::<Sample>(r#"{"half":"yes"}"#).is_err());
    }

    #[test]
    fn null_clears_what_may_be_empty_and_a_missing_member_keeps_it() {
        let grid = |json| serde_json::from_str::<Sample>(json).unwrap().grid;
        assert_eq!(grid("{}"), None);
        assert_eq!(grid(r#"{"grid":null}"#), Some(vec![]));
        assert_eq!(grid(r#"{"grid":[2]}"#), Some(vec![2]));
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Change {
        #[serde(default, skip_serializing_if = "Patch::is_absent")]
        comment: Patch<String>,
    }

    #[test]
    fn missing_null_and_present_members_stay_different_both_ways() {
        for (json, member) in [
            ("{}", Patch::Absent),
            (r#"{"comment":null}"#, Patch::Null),
            (r#"{"comment":""}"#, Patch::Value(String::new())),
        ] {
            let change = Change { comment: member };
            assert_eq!(serde_json::from_str::<Change>(json).unwrap(), change);
            assert_eq!(serde_json::to_string(&change).unwrap(), json);
        }
    }
}
