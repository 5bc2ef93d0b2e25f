//! A JSON response as a tree, which is encoded to the same bytes that it was decoded from.

use anyhow::{Result, ensure};
use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Members keep the order of the response.
#[derive(Debug, PartialEq)]
pub(super) enum Document {
    Null,
    Flag(bool),
    Whole(i64),
    Decimal(f64),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Document {
    /// Errors: invalid JSON, or JSON that would be encoded to other bytes.
    pub(super) fn read(bytes: &Bytes) -> Result<Self> {
        let document: Self = serde_json::from_slice(bytes)?;
        ensure!(document.write()? == bytes, "an answer would be written with other bytes");
        Ok(document)
    }

    pub(super) fn write(&self) -> Result<Bytes> {
        Ok(Bytes::from(serde_json::to_vec(self)?))
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Whole(whole) => serializer.serialize_i64(*whole),
            Self::Decimal(decimal) => serializer.serialize_f64(*decimal),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => serializer.collect_seq(list),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Document;

    fn expecting(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Document, E> {
        Ok(Document::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Document, E> {
        Ok(Document::Flag(flag))
    }

    fn visit_i64<E>(self, whole: i64) -> Result<Document, E> {
        Ok(Document::Whole(whole))
    }

    fn visit_u64<E: serde::de::Error>(self, whole: u64) -> Result<Document, E> {
        i64::try_from(whole).map(Document::Whole).map_err(E::custom)
    }

    fn visit_f64<E>(self, decimal: f64) -> Result<Document, E> {
        Ok(Document::Decimal(decimal))
    }

    fn visit_str<E>(self, text: &str) -> Result<Document, E> {
        Ok(Document::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Document, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(Document::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Document, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = from.next_entry()? {
            members.push(member);
        }
        Ok(Document::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_written_as_it_was_read() {
        let answer = r#"{"z":[1,-2,8.9,{}],"a":"\"é\n","b":null,"c":true,"d":[]}"#;
        let document = Document::read(&Bytes::from(answer)).unwrap();
        assert_eq!(document.write().unwrap(), answer);
    }

    #[test]
    fn an_answer_that_would_be_written_otherwise_is_refused() {
        for answer in ["{ }", "1.50", r#""\u0041""#, "1e3"] {
            assert!(Document::read(&Bytes::from(answer)).is_err(), "{answer}");
        }
    }
}
