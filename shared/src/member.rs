//! A member of a JSON object that may be missing, null or there: three different things.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// In a change, `Absent` keeps, `Null` clears and `Value` sets. In an answer, `Absent` hides.
///
/// Annotate the field with `#[serde(default, skip_serializing_if = "Member::is_absent")]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Member<T> {
    /// The object does not have the member.
    #[default]
    Absent,
    /// The member is there and null.
    Null,
    /// The member is there.
    Value(T),
}

impl<T> Member<T> {
    /// True when the object does not have the member.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// What the member changes: `None` keeps, `Some(None)` clears, `Some(Some(_))` sets.
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

    /// The same member with a reference to its value.
    pub fn as_ref(&self) -> Member<&T> {
        match self {
            Self::Absent => Member::Absent,
            Self::Null => Member::Null,
            Self::Value(value) => Member::Value(value),
        }
    }
}

impl<T> From<Option<T>> for Member<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T: Serialize> Serialize for Member<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Member<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<T>::deserialize(deserializer).map(Self::from)
    }
}

/// Reads a member of a change that may be missing but not null: annotate the `Option` with
/// `#[serde(default, deserialize_with = "present")]`.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Change {
        #[serde(default, skip_serializing_if = "Member::is_absent")]
        comment: Member<String>,
    }

    #[test]
    fn missing_null_and_present_members_stay_different_both_ways() {
        for (json, member) in [
            ("{}", Member::Absent),
            (r#"{"comment":null}"#, Member::Null),
            (r#"{"comment":""}"#, Member::Value(String::new())),
        ] {
            let change = Change { comment: member };
            assert_eq!(serde_json::from_str::<Change>(json).unwrap(), change);
            assert_eq!(serde_json::to_string(&change).unwrap(), json);
        }
    }
}
