//! Reads a JSON value without the leniency of derived code, which would also accept a list for an
//! object, member by member, and with plain error messages.

use std::fmt;

use super::document::Node;
use crate::calendar::parse_date;
use crate::error::{FieldCode, FieldError};
use crate::raw_number::{RAW_NUMBER, fits_a_double};
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

/// A value to be deserialized strictly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strict<'v>(pub &'v Node<'v>);

/// The reason why a value could not be deserialized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The object lacks a required field.
    Missing(&'static str),
    /// Another type of value was expected.
    Type(String),
    /// The text is none of the allowed values.
    Word(&'static [&'static str]),
    /// The value breaks a rule of its type.
    Value(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(_) => formatter.write_str("This is required."),
            Self::Type(expected) => write!(formatter, "Expected {expected}."),
            Self::Word(words) => write!(formatter, "Expected one of: {}.", words.join(", ")),
            Self::Value(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        Self::Value(format!("Invalid value: {}.", message.trim_end_matches('.')))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(plain(&expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(plain(&expected.to_string()))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Word(expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }
}

/// The error detail for a fault at that path.
pub(super) fn detail(path: &str, fault: &Fault) -> FieldError {
    let message = fault.to_string();
    let (field, code) = match fault {
        Fault::Missing(name) if path.is_empty() => ((*name).to_owned(), FieldCode::Required),
        Fault::Missing(name) => (format!("{path}.{name}"), FieldCode::Required),
        Fault::Type(_) => (path.to_owned(), FieldCode::InvalidType),
        Fault::Word(_) | Fault::Value(_) => (path.to_owned(), FieldCode::Invalid),
    };
    FieldError::new(field, code, message)
}

impl<'v> Strict<'v> {
    fn unexpected(self) -> Unexpected<'v> {
        match self.0 {
            Node::Null => Unexpected::Unit,
            Node::Bool(value) => Unexpected::Bool(*value),
            Node::Number(_) => Unexpected::Other("number"),
            Node::Text(text) => Unexpected::Str(text),
            Node::List(_) => Unexpected::Seq,
            Node::Object(_) => Unexpected::Map,
        }
    }
}

impl<'v> IntoDeserializer<'v, Fault> for Strict<'v> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Number(text) => visit_number(text, visitor),
            Node::Text(text) => visitor.visit_borrowed_str(text),
            Node::List(elements) => {
                let mut elements = SeqDeserializer::new(elements.iter().map(Strict));
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
            Node::Object(members) => {
                let members = members.iter().map(|(name, member)| (name.as_str(), Strict(member)));
                visitor.visit_map(MapDeserializer::new(members))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Node::Null => visitor.visit_none(),
            Node::Bool(_) | Node::Number(_) | Node::Text(_) | Node::List(_) | Node::Object(_) => {
                visitor.visit_some(self)
            }
        }
    }

    /// Dates and ids have one format each; their deserializers would accept several.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Node::Text(text) = self.0 {
            let reader: &dyn Expected = &visitor;
            let expected = reader.to_string();
            let form = FORMS.iter().find(|form| form.expected == expected);
            if let Some(form) = form.filter(|form| !(form.is_met)(text)) {
                return Err(Fault::Value(format!("Expected {}.", form.name)));
            }
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Node::Number(text) if name == RAW_NUMBER => visitor.visit_bytes(text.as_bytes()),
            Node::Null
            | Node::Bool(_)
            | Node::Number(_)
            | Node::Text(_)
            | Node::List(_)
            | Node::Object(_) => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if matches!(self.0, Node::Object(_)) {
            return self.deserialize_any(visitor);
        }
        Err(serde::de::Error::invalid_type(self.unexpected(), &"an object"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Node::Text(text) => visitor.visit_enum(StrDeserializer::new(text)),
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::List(_) | Node::Object(_) => {
                Err(serde::de::Error::invalid_type(self.unexpected(), &"a text"))
            }
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// Visits an integer if the number fits one, and a double otherwise.
fn visit_number<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, Fault> {
    if let Ok(number) = text.parse() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = text.parse() {
        return visitor.visit_i64(number);
    }
    match text.parse() {
        Ok(number) if fits_a_double(text) && f64::is_finite(number) => visitor.visit_f64(number),
        Ok(_) | Err(_) => Err(Fault::Value("This number has too many digits.".to_owned())),
    }
}

/// The canonical format of a kind of text.
struct Form {
    /// The expectation in the error message of that kind's deserializer.
    expected: &'static str,
    name: &'static str,
    is_met: fn(&str) -> bool,
}

const FORMS: [Form; 2] = [
    Form {
        expected: "a formatted date string",
        name: "a date, as in 2026-03-01",
        is_met: |text| parse_date(text).is_some(),
    },
    Form {
        expected: "a formatted UUID string",
        name: "an id of 36 characters",
        is_met: |text| text.len() == ID_LENGTH,
    },
];

/// Only the hyphenated form of an id has that length.
const ID_LENGTH: usize = 36;

/// Translates the name of a Rust type into JSON terms.
fn plain(expected: &str) -> String {
    let plain = match expected {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        other => other,
    };
    plain.to_owned()
}
