use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::*;
use crate::date::Date;
use crate::error::FieldCode;
use crate::id::StaffId;
use crate::raw_number::RawNumber;

/// The field, the code and the message of a refusal.
fn refused<T: DeserializeOwned>(text: &str) -> (String, FieldCode, String) {
    let error = from_json::<T>(text.as_bytes()).err().unwrap();
    assert_eq!(error.code(), Code::ValidationFailed, "{text}");
    let detail = error.problem().errors[0].clone();
    (detail.field, detail.code, detail.message)
}

fn code(text: &[u8]) -> Code {
    from_json::<IgnoredAny>(text).unwrap_err().code()
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the types of the fields matter")]
struct Input {
    count: Option<u8>,
    share: Option<f64>,
    is_on: Option<bool>,
    list: Option<Vec<Input>>,
    day: Option<Date>,
    id: Option<StaffId>,
    text: Option<String>,
}

#[test]
fn only_an_object_without_faults_can_be_an_input() {
    for body in ["", "{}", r#"{"a":[1,{"b":null}]}"#] {
        assert!(require_object(body.as_bytes()).is_ok(), "{body}");
    }
    for body in ["{", "[]", "1", "null", r#"{"a":1,"a":1}"#, r#"{"a":["\u0000"]}"#] {
        assert!(require_object(body.as_bytes()).is_err(), "{body}");
    }
}

#[test]
fn numbers_stay_as_they_were_written() {
    let numbers: Vec<RawNumber> =
        from_json(b"[12, 12.50, 1e3, -0.00001, 99999999999999.9999]").unwrap();
    let numbers: Vec<_> = numbers.iter().map(|RawNumber(text)| text.as_str()).collect();
    assert_eq!(numbers, ["12", "12.50", "1e3", "-0.00001", "99999999999999.9999"]);
}

#[test]
fn the_other_values_are_read_as_serde_reads_them() {
    let text = r#" {"a" : [null, true, "é\n\"\u00e9"], "b": {} } "#;
    let value: Value = from_json(text.as_bytes()).unwrap();
    assert_eq!(value, json!({"a": [null, true, "é\n\"é"], "b": {}}));
}

#[test]
fn a_field_that_is_given_twice_is_named_by_its_path() {
    for (text, path) in [
        (r#"{"a":1,"b":{},"a":2}"#, "a"),
        (r#"{"a":[{},{"b":1,"\u0062":1}]}"#, "a[1].b"),
        (r#"{"list":[{"count":1,"count":1}]}"#, "list[0].count"),
    ] {
        let expected = (path.to_owned(), FieldCode::Duplicate, "Duplicate field.".to_owned());
        assert_eq!(refused::<Input>(text), expected, "{text}");
    }
}

#[test]
fn a_nul_is_refused_at_any_position() {
    for (text, path) in [
        (r#"{"a":["x","\u0000"]}"#, "a[1]"),
        (r#"{"a":{"\u0000":1}}"#, "a"),
        (r#"{"text":"x\u0000"}"#, "text"),
        (r#"{"day":"\u0000"}"#, "day"),
    ] {
        let (field, code, _) = refused::<Input>(text);
        assert_eq!((field.as_str(), code), (path, FieldCode::Invalid), "{text}");
    }
}

#[test]
fn a_value_of_another_type_is_refused_with_the_expected_one() {
    for (text, path, message) in [
        ("[]", "", "Expected an object."),
        (r#"{"list":{}}"#, "list", "Expected a list."),
        (r#"{"list":[[1]]}"#, "list[0]", "Expected an object."),
        (r#"{"count":"1"}"#, "count", "Expected a whole number."),
        (r#"{"count":1.5}"#, "count", "Expected a whole number."),
        (r#"{"count":-1}"#, "count", "Expected a whole number."),
        (r#"{"count":300}"#, "count", "Expected a whole number."),
        (r#"{"share":"1"}"#, "share", "Expected a number."),
        (r#"{"is_on":1}"#, "is_on", "Expected true or false."),
        (r#"{"text":1}"#, "text", "Expected a string."),
        (r#"{"day":20260301}"#, "day", "Expected a date, as in 2026-03-01."),
        (r#"{"id":7}"#, "id", "Expected an id of 36 characters."),
    ] {
        let expected = (path.to_owned(), FieldCode::InvalidType, message.to_owned());
        assert_eq!(refused::<Input>(text), expected, "{text}");
    }
}

#[test]
fn a_date_and_an_id_in_another_form_are_refused_with_the_form() {
    for (text, path, message) in [
        (r#"{"day":"2026-3-1"}"#, "day", "Expected a date, as in 2026-03-01."),
        (r#"{"id":"7"}"#, "id", "Expected an id of 36 characters."),
    ] {
        let expected = (path.to_owned(), FieldCode::Invalid, message.to_owned());
        assert_eq!(refused::<Input>(text), expected, "{text}");
    }
}

#[test]
fn invalid_json_is_refused() {
    for text in [
        " ",
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
        r#"{"\ud800":1}"#,
        "\"\\x\"",
        "1e400",
        "1 2",
        "[1e]",
    ] {
        assert_eq!(code(text.as_bytes()), Code::MalformedJson, "{text}");
    }
    assert_eq!(code(b"\"\xff\""), Code::MalformedJson);
}

#[test]
fn a_value_that_is_no_json_is_named_by_its_path() {
    let error = from_json::<Input>(br#"{"list":[{"text":"\ud800"}]}"#).unwrap_err();
    let message = "The body is not valid JSON: list[0].text is not a valid value.";
    assert_eq!(error.problem().message, message);
}

#[test]
fn a_deep_text_is_refused_in_time() {
    let deep = |depth| "[".repeat(depth) + &"]".repeat(depth);
    let error = from_json::<IgnoredAny>(deep(500_000).as_bytes()).unwrap_err();
    let message = "The body is not valid JSON: deeper than 64 levels.";
    assert_eq!((error.code(), &*error.problem().message), (Code::MalformedJson, message));
    assert!(from_json::<IgnoredAny>(deep(64).as_bytes()).is_ok());
}
