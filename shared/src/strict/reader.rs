//! Reads a JSON value without the leniency of `serde_json`, which keeps one of two fields of the
//! same name, and of derived code, which also accepts a list for an object, member by member.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;

use super::fault::{DEPTH_MAX, Fault};
use crate::raw_number::{RAW_NUMBER, fits_a_double};

const WHOLE_NUMBER: &str = "a whole number";

/// The text of a JSON value, deserialized strictly. Lists and objects are split into the texts of
/// their elements, so that every number keeps its digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strict<'b> {
    value: &'b RawValue,
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl<'b> Strict<'b> {
    /// The value of a whole body.
    pub(super) fn new(value: &'b RawValue) -> Self {
        Self { value, depth: 0 }
    }

    fn inner(self, value: &'b RawValue) -> Self {
        Self { value, depth: self.depth + 1 }
    }

    /// The kind by the first character: the text is known to be JSON.
    fn kind(self) -> Kind {
        match self.value.get().as_bytes().first() {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'"') => Kind::Text,
            Some(b'[') => Kind::List,
            Some(b'{') => Kind::Object,
            Some(_) | None => Kind::Number,
        }
    }

    fn require(self, kind: Kind, expected: &str) -> Result<Self, Fault> {
        if self.kind() == kind { Ok(self) } else { Err(Fault::Type(expected.to_owned())) }
    }

    fn parse<T: Deserialize<'b>>(self) -> Result<T, Fault> {
        serde_json::from_str(self.value.get()).map_err(|_| Fault::Malformed)
    }

    fn text(self) -> Result<String, Fault> {
        let text: String = self.parse()?;
        if text.contains('\0') { Err(Fault::Nul) } else { Ok(text) }
    }

    /// The exact text of a number. One beyond the range of a double is refused at any position.
    fn number(self) -> Result<&'b str, Fault> {
        self.parse::<f64>().map(|_| self.value.get())
    }

    fn elements(self) -> Result<Vec<Self>, Fault> {
        let elements: Vec<&RawValue> = self.parse()?;
        Ok(elements.into_iter().map(|element| self.inner(element)).collect())
    }

    fn members(self) -> Result<Vec<(String, Self)>, Fault> {
        let Members(members) = self.parse()?;
        let mut names = HashSet::with_capacity(members.len());
        for (name, _) in &members {
            if name.contains('\0') {
                return Err(Fault::Nul);
            }
            if !names.insert(name.as_str()) {
                return Err(Fault::Duplicate(name.clone()));
            }
        }
        Ok(members.into_iter().map(|(name, member)| (name, self.inner(member))).collect())
    }
}

impl<'b> IntoDeserializer<'b, Fault> for Strict<'b> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Deserializes values of one kind.
macro_rules! of_kind {
    ($($method:ident: $kind:ident, $expected:literal;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.require(Kind::$kind, $expected)?.deserialize_any(visitor)
        }
    )+};
}

/// Deserializes integers; the visitor refuses other numbers, by the name of a Rust type.
macro_rules! whole_numbers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            let number = self.require(Kind::Number, WHOLE_NUMBER)?.deserialize_any(visitor);
            number.map_err(|fault| {
                let is_type = matches!(fault, Fault::Type(_));
                if is_type { Fault::Type(WHOLE_NUMBER.to_owned()) } else { fault }
            })
        }
    )+};
}

impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.depth > DEPTH_MAX {
            return Err(Fault::TooDeep);
        }
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool => visitor.visit_bool(self.parse()?),
            Kind::Number => visit_number(self.number()?, visitor),
            Kind::Text => visitor.visit_string(self.text()?),
            Kind::List => {
                let mut elements = SeqDeserializer::new(self.elements()?.into_iter());
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
            Kind::Object => visitor.visit_map(MapDeserializer::new(self.members()?.into_iter())),
        }
    }

    of_kind! {
        deserialize_bool: Bool, "true or false";
        deserialize_f32: Number, "a number";
        deserialize_f64: Number, "a number";
        deserialize_seq: List, "a list";
        deserialize_map: Object, "an object";
    }

    whole_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.kind() == Kind::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if name == RAW_NUMBER && self.kind() == Kind::Number {
            return visitor.visit_bytes(self.number()?.as_bytes());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let word = self.require(Kind::Text, "a text")?.text()?;
        visitor.visit_enum(word.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
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
        Ok(number) if fits_a_double(text) => visitor.visit_f64(number),
        Ok(_) | Err(_) => Err(Fault::Value("This number has too many digits.".to_owned())),
    }
}

/// The members of an object in order, including duplicates.
struct Members<'b>(Vec<(String, &'b RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
