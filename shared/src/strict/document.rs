//! A parsed JSON text with exact numbers and without duplicate fields.

use std::fmt;

use crate::error::FieldError;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The maximum depth of a body, beyond any legitimate one.
const DEPTH_MAX: usize = 64;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node<'b> {
    Null,
    Bool(bool),
    /// The exact text of the number.
    Number(&'b str),
    Text(String),
    List(Vec<Node<'b>>),
    Object(Vec<(String, Node<'b>)>),
}

/// The reason why a text could not be parsed.
#[derive(Debug)]
pub(super) enum Unread {
    /// The text is not JSON.
    Malformed(serde_json::Error),
    /// The text is nested deeper than [`DEPTH_MAX`].
    TooDeep,
    /// An object has a duplicate field, with its path.
    Twice(String),
}

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed(error)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => {
                write!(formatter, "line {}, column {}", error.line(), error.column())
            }
            Self::TooDeep => write!(formatter, "deeper than {DEPTH_MAX} levels"),
            Self::Twice(path) => write!(formatter, "{path} is given twice"),
        }
    }
}

impl<'b> Node<'b> {
    /// Parses a text.
    pub(super) fn read(body: &'b [u8]) -> Result<Self, Unread> {
        Self::of(serde_json::from_slice(body)?, &mut String::new(), 0)
    }

    fn of(raw: &'b RawValue, path: &mut String, depth: usize) -> Result<Self, Unread> {
        if depth > DEPTH_MAX {
            return Err(Unread::TooDeep);
        }
        let text = raw.get();
        Ok(match text.as_bytes().first() {
            Some(b'{') => Self::Object(object(text, path, depth)?),
            Some(b'[') => Self::List(list(text, path, depth)?),
            Some(b'"') => Self::Text(serde_json::from_str(text)?),
            Some(b't' | b'f') => Self::Bool(serde_json::from_str(text)?),
            Some(b'n') => Self::Null,
            Some(_) | None => {
                // A number beyond the range of a double is refused at any position.
                let _: f64 = serde_json::from_str(text)?;
                Self::Number(text)
            }
        })
    }

    /// Reports every text with a NUL character, by the path of its field, and every object with
    /// such a field name; no more than `most`.
    pub(super) fn nuls(&self, most: usize) -> Vec<FieldError> {
        let mut errors = Vec::new();
        self.find_nul(most, &mut String::new(), &mut errors);
        errors
    }

    fn find_nul(&self, most: usize, path: &mut String, errors: &mut Vec<FieldError>) {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) => {}
            Self::Text(text) => {
                if text.contains('\0') && errors.len() < most {
                    errors.push(super::nul(path.clone()));
                }
            }
            Self::List(elements) => {
                for (position, element) in elements.iter().enumerate() {
                    within(path, &Step::Element(position), |path| {
                        element.find_nul(most, path, errors);
                    });
                }
            }
            Self::Object(members) => {
                for (name, member) in members {
                    if name.contains('\0') && errors.len() < most {
                        errors.push(super::nul(path.clone()));
                    }
                    within(path, &Step::Member(name), |path| {
                        member.find_nul(most, path, errors);
                    });
                }
            }
        }
    }
}

fn list<'b>(text: &'b str, path: &mut String, depth: usize) -> Result<Vec<Node<'b>>, Unread> {
    let elements: Vec<&RawValue> = serde_json::from_str(text)?;
    let read = |(position, element)| {
        within(path, &Step::Element(position), |path| Node::of(element, path, depth + 1))
    };
    elements.into_iter().enumerate().map(read).collect()
}

fn object<'b>(
    text: &'b str,
    path: &mut String,
    depth: usize,
) -> Result<Vec<(String, Node<'b>)>, Unread> {
    let Members(members) = serde_json::from_str(text)?;
    let mut read: Vec<(String, Node<'b>)> = Vec::with_capacity(members.len());
    let mut names = std::collections::HashSet::new();
    for (name, member) in members {
        let node = within(path, &Step::Member(&name), |path| {
            if !names.insert(name.clone()) {
                return Err(Unread::Twice(path.clone()));
            }
            Node::of(member, path, depth + 1)
        })?;
        read.push((name, node));
    }
    Ok(read)
}

enum Step<'s> {
    Element(usize),
    Member(&'s str),
}

fn within<T>(path: &mut String, step: &Step<'_>, act: impl FnOnce(&mut String) -> T) -> T {
    let length = path.len();
    match step {
        Step::Element(position) => path.extend(["[", &position.to_string(), "]"]),
        Step::Member(name) => path.extend([if length == 0 { "" } else { "." }, name]),
    }
    let done = act(path);
    path.truncate(length);
    done
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node<'_>, String> {
        Node::read(text.as_bytes()).map_err(|unread| unread.to_string())
    }

    #[test]
    fn numbers_stay_as_they_were_written() {
        let Ok(Node::List(numbers)) = read("[12, 12.50, 1e3, -0.00001, 99999999999999.9999]")
        else {
            panic!("a list is read");
        };
        let numbers: Vec<_> = numbers
            .iter()
            .map(|it| match it {
                Node::Number(text) => *text,
                _ => panic!("{it:?} is a number"),
            })
            .collect();
        assert_eq!(numbers, ["12", "12.50", "1e3", "-0.00001", "99999999999999.9999"]);
    }

    #[test]
    fn the_other_values_are_read_as_serde_reads_them() {
        let text = r#" {"a" : [null, true, "é\n\"\u00e9"], "b": {} } "#;
        let list = Node::List(vec![Node::Null, Node::Bool(true), Node::Text("é\n\"é".to_owned())]);
        let members = vec![("a".to_owned(), list), ("b".to_owned(), Node::Object(Vec::new()))];
        assert_eq!(read(text), Ok(Node::Object(members)));
    }

    #[test]
    fn a_member_that_stands_twice_is_named() {
        assert_eq!(read(r#"{"a":1,"b":{},"a":2}"#).unwrap_err(), "a is given twice");
        let twice = read(r#"{"a":[{},{"b":1,"\u0062":1}]}"#).unwrap_err();
        assert_eq!(twice, "a[1].b is given twice");
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "{'a':1}",
            "01",
            "1.",
            ".5",
            "+1",
            "NaN",
            "nul",
            "\"\u{1}\"",
            "\"\\ud800\"",
            "\"\\x\"",
            "1e400",
            "1 2",
            "[1e]",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(Node::read(b"\"\xff\"").is_err());
    }

    #[test]
    fn a_deep_text_is_refused_in_time() {
        let deep = "[".repeat(500_000) + &"]".repeat(500_000);
        assert_eq!(read(&deep).unwrap_err(), "deeper than 64 levels");
        assert!(read(&("[".repeat(64) + &"]".repeat(64))).is_ok());
    }
}
