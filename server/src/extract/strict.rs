//! Reading a JSON value without the leniency of derived code, which would also take a list for an
//! object, member by member, and with errors that name what is wrong in plain words.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use shared::error::FieldError;

/// A value to be read strictly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strict<'v>(pub &'v Value);

/// Why a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The object lacks a member.
    Missing(&'static str),
    /// Another type of value was expected.
    Type(String),
    /// The word is none of these.
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
        Self::Value(format!("This cannot be accepted: {message}."))
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

/// What the caller is told of a fault at that path.
pub(super) fn detail(path: &str, fault: &Fault) -> FieldError {
    let message = fault.to_string();
    let (field, code) = match fault {
        Fault::Missing(name) if path.is_empty() => ((*name).to_owned(), "REQUIRED"),
        Fault::Missing(name) => (format!("{path}.{name}"), "REQUIRED"),
        Fault::Type(_) => (path.to_owned(), "INVALID_TYPE"),
        Fault::Word(_) | Fault::Value(_) => (path.to_owned(), "INVALID"),
    };
    FieldError::new(field, code, message)
}

impl<'v> Strict<'v> {
    fn unexpected(self) -> Unexpected<'v> {
        match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
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
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => number_error(number.deserialize_any(visitor)),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(elements) => {
                let mut elements = SeqDeserializer::new(elements.iter().map(Strict));
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
            Value::Object(members) => {
                let members = members.iter().map(|(name, member)| (name.as_str(), Strict(member)));
                visitor.visit_map(MapDeserializer::new(members))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if self.0.is_object() {
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
            Value::String(text) => visitor.visit_enum(StrDeserializer::new(text)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => Err(serde::de::Error::invalid_type(self.unexpected(), &"a text")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// A number reads itself, with errors of its own.
fn number_error<T>(read: Result<T, serde_json::Error>) -> Result<T, Fault> {
    read.map_err(|error| {
        let text = error.to_string();
        let expected = text.rsplit_once("expected ").map_or("another value", |(_, rest)| rest);
        Fault::Type(plain(expected))
    })
}

/// The name of a type of Rust in the words of JSON.
fn plain(expected: &str) -> String {
    let plain = match expected {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        other => other,
    };
    plain.to_owned()
}
