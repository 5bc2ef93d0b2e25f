//! Null for optional fields.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use shared::appraisal::save::{ReviewInput, SelfInput};
use shared::calendar::Holiday;
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::customer::CustomerInput;
use shared::leave::policy::LeavePolicy;
use shared::leave::request::LeaveRequestInput;
use shared::leave::year_end::YearEndInput;
use shared::role::RoleInput;
use shared::staff::StaffInput;
use shared::template::{TemplateInput, TemplateItemInput, TemplatePatch};

/// Deserializes the body as it is, and again with each of the fields null.
fn same<T: DeserializeOwned + Debug + PartialEq>(body: Value, members: &[&str]) {
    let without: T = serde_json::from_value(body.clone()).unwrap();
    let Value::Object(mut with) = body else { panic!("a body is an object") };
    with.extend(members.iter().map(|name| ((*name).to_owned(), Value::Null)));
    let with: T = serde_json::from_value(Value::Object(with)).unwrap();
    assert_eq!(with, without);
}

#[test]
fn null_is_taken_for_a_member_that_is_not_sent() {
    let nothing = || Value::Object(Map::new());
    same::<SelfInput>(nothing(), &["items", "narratives", "revision"]);
    same::<ReviewInput>(nothing(), &["items", "narratives", "planRows", "revision"]);
    let days =
        json!({"type":"casual","startDate":"2026-11-23","endDate":"2026-11-23","reason":"x"});
    same::<LeaveRequestInput>(days, &["startHalf", "endHalf"]);
    same::<YearEndInput>(json!({"year":2026}), &["dryRun"]);
    let policy = json!({"type":"annual","entitlementDays":21});
    same::<LeavePolicy>(policy, &["carryForwardMaxDays"]);
    same::<Holiday>(json!({"date":"2026-12-02"}), &["name"]);
    same::<RoleInput>(json!({"name":"Clerk"}), &["key", "permissions"]);
    let items = json!({"name":"Clerks","items":[]});
    same::<TemplateInput>(items.clone(), &["description"]);
    same::<TemplatePatch>(items.clone(), &["basedOn"]);
    same::<CatalogInput>(items, &["basedOn"]);
    let row = json!({"label":"Care","categoryLabel":"Core","categoryWeight":"1","objective":"Care",
        "weight":"1"});
    same::<TemplateItemInput>(row.clone(), &["kpiDescription", "targetGuidance"]);
    same::<CatalogItemInput>(row, &["description", "targetGuidance"]);
    let person = json!({"staffNumber":"7","name":"Bilal","email":"b@amanah.example",
        "employmentStartDate":"2026-05-21"});
    let optional = ["jobTitle", "departmentId", "lineManagerId", "employmentConfirmedAt", "role"];
    same::<StaffInput>(person.clone(), &optional);
    same::<CustomerInput>(person, &["type", "phone", "registrationNumber", "address"]);
}

#[test]
fn null_clears_a_grid_of_the_plan_and_the_description_of_a_template() {
    let input = |grids: Value| -> ReviewInput {
        serde_json::from_value(json!({ "planRows": grids })).unwrap()
    };
    let cleared = input(json!({"development":null})).plan_rows;
    assert_eq!((cleared.development, cleared.pip), (Some(vec![]), None));
    assert_eq!(input(json!({"pip":null})).plan_rows, input(json!({"pip":[]})).plan_rows);
    let patch: TemplatePatch = serde_json::from_value(json!({"description":null})).unwrap();
    assert_eq!(patch.description.as_deref(), Some(""));
}
