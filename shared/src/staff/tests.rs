use super::*;
use crate::error::Error;
use uuid::Uuid;

fn today() -> NaiveDate {
    date("2026-11-21")
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn input() -> StaffInput {
    serde_json::from_str(
        r#"{"staffNumber":" 7 ","name":" Bilal ","email":"Bilal@Amanah.Example ",
            "employmentStartDate":"2026-05-21"}"#,
    )
    .unwrap()
}

fn staff() -> Staff {
    Staff {
        id: StaffId(Uuid::from_u128(7)),
        staff_number: "7".to_owned(),
        name: "Bilal".to_owned(),
        email: "bilal@amanah.example".to_owned(),
        role: EMPLOYEE.to_owned(),
        job_title: Some("Accountant".to_owned()),
        department_id: None,
        department_name: None,
        line_manager_id: None,
        line_manager_name: None,
        employment_start_date: date("2026-05-21"),
        employment_confirmed_at: None,
        confirmation_due_notified_at: None,
        is_blocked: false,
        due_for_confirmation: false,
    }
}

fn patch(json: &str) -> StaffPatch {
    serde_json::from_str(json).unwrap()
}

fn fields(error: &Error) -> Vec<&str> {
    error.problem().errors.iter().map(|error| error.field.as_str()).collect()
}

#[test]
fn texts_are_trimmed_and_the_default_role_is_employee() {
    let checked = input().check(today()).unwrap();
    assert_eq!(
        (&*checked.staff_number, &*checked.name, &*checked.email, &*checked.role),
        ("7", "Bilal", "bilal@amanah.example", "employee"),
    );
}

#[test]
fn staff_numbers_that_look_alike_are_the_same() {
    for typed in
        ["AIF-007", " AIF-007 ", "AIF-٠٠٧", "AIF-۰۰۷", "ＡＩＦ-００７", "AIF\u{200f}-007\u{200b}"]
    {
        let checked = StaffInput { staff_number: typed.to_owned(), ..input() }.check(today());
        assert_eq!(checked.unwrap().staff_number, "AIF-007", "{typed:?}");
    }
    let invisible = StaffInput { staff_number: "\u{200b}".to_owned(), ..input() };
    assert_eq!(fields(&invisible.check(today()).unwrap_err()), ["staffNumber"]);
}

#[test]
fn everything_that_is_wrong_is_named_at_once() {
    let bad = StaffInput {
        staff_number: " ".to_owned(),
        name: "x".repeat(201),
        email: "nobody".to_owned(),
        job_title: Some("a\u{0}b".to_owned()),
        employment_start_date: date("1899-12-31"),
        employment_confirmed_at: Some(date("1800-01-01")),
        ..input()
    };
    assert_eq!(
        fields(&bad.check(today()).unwrap_err()),
        [
            "staffNumber",
            "name",
            "email",
            "jobTitle",
            "employmentStartDate",
            "employmentConfirmedAt",
            "employmentConfirmedAt",
        ],
    );
}

#[test]
fn nobody_is_confirmed_before_the_first_day() {
    let confirmed = |day| StaffInput { employment_confirmed_at: Some(date(day)), ..input() };
    assert!(confirmed("2026-05-21").check(today()).is_ok());
    assert!(confirmed("2026-05-20").check(today()).is_err());
}

#[test]
fn no_employment_is_confirmed_on_a_future_day() {
    let confirmed = |day| StaffInput { employment_confirmed_at: Some(date(day)), ..input() };
    assert!(confirmed("2026-11-21").check(today()).is_ok());
    let error = confirmed("2026-11-22").check(today()).unwrap_err();
    assert_eq!(fields(&error), ["employmentConfirmedAt"]);
    let later = || patch(r#"{"employmentConfirmedAt":"2099-01-01"}"#);
    let error = later().apply(&staff(), today()).unwrap_err();
    assert_eq!(fields(&error), ["employmentConfirmedAt"]);
    // An invalid stored date does not prevent another change.
    let stored = Staff { employment_confirmed_at: Some(date("2099-01-01")), ..staff() };
    assert!(patch(r#"{"name":"Bilal Rahman"}"#).apply(&stored, today()).is_ok());
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let before = staff();
    let after = patch(r#"{"jobTitle":null,"name":"Bilal Rahman","id":"x","unknown":1}"#)
        .apply(&before, today())
        .unwrap();
    assert_eq!(changed_fields(&before, &after), ["name", "jobTitle"]);
    assert_eq!(patch("{}").apply(&before, today()).unwrap(), before);
}

#[test]
fn a_later_first_day_collides_with_an_earlier_confirmation() {
    let before = Staff { employment_confirmed_at: Some(date("2026-11-01")), ..staff() };
    let error =
        patch(r#"{"employmentStartDate":"2026-11-02"}"#).apply(&before, today()).unwrap_err();
    assert_eq!(fields(&error), ["employmentStartDate"]);
    let error =
        patch(r#"{"employmentConfirmedAt":"2026-05-20"}"#).apply(&before, today()).unwrap_err();
    assert_eq!(fields(&error), ["employmentConfirmedAt"]);
}

#[test]
fn null_clears_only_what_may_be_empty() {
    for name in ["staffNumber", "name", "email", "role", "employmentStartDate", "isBlocked"] {
        assert!(serde_json::from_str::<StaffPatch>(&format!(r#"{{"{name}":null}}"#)).is_err());
    }
    for name in ["jobTitle", "departmentId", "lineManagerId", "employmentConfirmedAt"] {
        assert!(serde_json::from_str::<StaffPatch>(&format!(r#"{{"{name}":null}}"#)).is_ok());
    }
}
