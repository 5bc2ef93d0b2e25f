//! /api/staff/appraisal-settings.

use serde_json::{Value, json};

use crate::support::World;

const TEMPLATES: &str = "/api/staff/appraisal-settings/templates";
const CATALOGS: &str = "/api/staff/appraisal-settings/catalogs";
const ASSIGNMENTS: &str = "/api/staff/appraisal-settings/department-assignments";

fn row(objective: &str, weight: &str) -> Value {
    json!({ "categoryLabel": "Core KPIs", "categoryWeight": "1", "objective": objective,
        "kpiDescription": "Days", "targetGuidance": "Five", "weight": weight })
}

fn legal() -> Value {
    json!({ "name": "Legal", "description": "For lawyers",
        "items": [row("Contracts", "0.6"), row("Advice", "0.4000")] })
}

async fn names(world: &World, query: &str) -> Vec<String> {
    let list = world.get("hr", &format!("{TEMPLATES}{query}")).await.expect(200);
    assert_eq!(list.get("pagination"), None::<&Value>);
    let names = list["data"].as_array().unwrap().iter();
    names.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_template_is_made_changed_linked_and_archived() {
    let world = World::sqlite().await;
    let made = world.post("hr", TEMPLATES, legal()).await.expect(201);
    assert_eq!((&made["isArchived"], &made["departments"]), (&json!(false), &json!([])));
    let item = &made["items"][1];
    assert_eq!((&item["weight"], &item["sortOrder"]), (&json!("0.4000"), &json!(2)));
    assert_eq!(made["items"][0]["categoryWeight"], "1.0000");

    let path = format!("{TEMPLATES}/{}", made["id"].as_str().unwrap());
    let patch = json!({ "items": [row("Advice", "1")], "isArchived": true });
    let changed = world.patch("hr", &path, patch).await.expect(200);
    assert_eq!((&changed["name"], &changed["isArchived"]), (&json!("Legal"), &json!(false)));
    assert_eq!(changed["items"].as_array().map(Vec::len), Some(1));

    let link = json!({ "assignments": [
        { "departmentId": world.finance, "appraisalTemplateId": made["id"] }] });
    let list = world.patch("hr", ASSIGNMENTS, link.clone()).await.expect(200);
    let expected = json!({ "departmentId": world.finance, "departmentName": "Finance",
        "appraisalTemplateId": made["id"], "templateName": "Legal" });
    assert_eq!(list, json!({ "data": [expected] }));
    assert_eq!(world.get("hr", ASSIGNMENTS).await.expect(200), list);
    let departments = world.get("hr", "/api/departments").await.expect(200);
    assert_eq!(departments["data"][0]["appraisalTemplateId"], made["id"]);

    let archived = world.post("hr", &format!("{path}/archive"), json!({})).await.expect(200);
    assert_eq!((&archived["isArchived"], &archived["departments"]), (&json!(true), &json!([])));
    let list = world.get("hr", ASSIGNMENTS).await.expect(200);
    assert_eq!(list["data"][0]["appraisalTemplateId"], Value::Null);
    assert!(!names(&world, "").await.contains(&"Legal".to_owned()));
    assert!(names(&world, "?archived=true").await.contains(&"Legal".to_owned()));
    world.patch("hr", &path, json!({ "name": "Law" })).await.refused(400, "TEMPLATE_ARCHIVED");
    let refused = world.patch("hr", ASSIGNMENTS, link).await;
    refused.refused(400, "VALIDATION_FAILED");
    assert_eq!(refused.fields(), ["assignments[0].appraisalTemplateId"]);
    world.post("hr", TEMPLATES, legal()).await.expect(201);
}

#[tokio::test]
async fn weights_that_do_not_add_up_are_refused_with_their_sums() {
    let world = World::sqlite().await;
    let with = |items: Value| json!({ "name": "Legal", "items": items });
    let short = with(json!([row("A", "0.5"), row("B", "0.4989")]));
    let reply = world.post("hr", TEMPLATES, short).await;
    let error = reply.refused(400, "INVALID_WEIGHTS");
    let text = error.to_string();
    assert!(text.contains("0.9989") && text.contains("1.0000"), "{text}");
    for items in [
        json!([]),
        json!([row("A", "1"), row("B", "0")]),
        json!([row("A", "1.5"), row("B", "-0.5")]),
        json!([row("A", "0.5"),
            { "categoryLabel": "Core KPIs", "categoryWeight": "0.9", "objective": "B",
                "weight": "0.5" }]),
    ] {
        world.post("hr", TEMPLATES, with(items)).await.refused(400, "INVALID_WEIGHTS");
    }
    for weight in [json!("0.99999"), json!("1e0"), json!(1), json!(null), json!("one")] {
        let mut item = row("A", "1");
        item["weight"] = weight;
        let reply = world.post("hr", TEMPLATES, with(json!([item]))).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), ["items[0].weight"]);
    }
    assert_eq!(names(&world, "").await.len(), 6);
}

#[tokio::test]
async fn the_fallback_and_taken_names_have_codes_of_their_own() {
    let world = World::sqlite().await;
    let list = world.get("hr", TEMPLATES).await.expect(200);
    let fallback =
        list["data"].as_array().unwrap().iter().find(|it| it["name"] == "General / Other").unwrap();
    let path = format!("{TEMPLATES}/{}", fallback["id"].as_str().unwrap());
    world.patch("hr", &path, json!({ "name": "X" })).await.refused(400, "FALLBACK_TEMPLATE");
    world.post("hr", &format!("{path}/archive"), json!({})).await.refused(400, "FALLBACK_TEMPLATE");
    let mut taken = legal();
    taken["name"] = json!(" Finance ");
    world.post("hr", TEMPLATES, taken).await.refused(400, "TEMPLATE_NAME_TAKEN");
    for query in ["?archived=maybe", "?archived=true&archived=true"] {
        world.get("hr", &format!("{TEMPLATES}{query}")).await.refused(400, "VALIDATION_FAILED");
    }
}

#[tokio::test]
async fn a_catalog_is_read_and_replaced() {
    let world = World::sqlite().await;
    let path = format!("{CATALOGS}/risk_compliance_kpi");
    let seeded = world.get("hr", &path).await.expect(200);
    assert_eq!(
        (&seeded["kind"], seeded["items"].as_array().map(Vec::len)),
        (&json!("risk_compliance_kpi"), Some(4))
    );
    assert!(seeded["items"][0]["targetGuidance"].is_string());
    let put = world.put("hr", &path, seeded.clone()).await.expect(200);
    assert_eq!(put, seeded, "what was read can be put back");

    let item = |weight: &str| json!({ "label": "Calm", "weight": weight });
    let path = format!("{CATALOGS}/behaviour");
    let put = world.put("hr", &path, json!({ "items": [item("0.99")] })).await.expect(200);
    assert_eq!(put["items"][0]["weight"], "0.9900");
    assert_eq!(put["items"][0]["targetGuidance"], Value::Null);
    let refused = world.put("hr", &path, json!({ "items": [item("0.9899")] })).await;
    refused.refused(400, "INVALID_WEIGHTS");
    world.put("hr", &path, json!({})).await.refused(400, "VALIDATION_FAILED");
    assert_eq!(world.get("hr", &path).await.expect(200), put);

    for kind in ["behaviours", "Behaviour", "x%00y"] {
        let path = format!("{CATALOGS}/{kind}");
        world.get("hr", &path).await.refused(404, "NOT_FOUND");
        world.put("hr", &path, json!({ "items": [] })).await.refused(404, "NOT_FOUND");
        world.get("employee", &path).await.refused(403, "FORBIDDEN");
    }
}

#[tokio::test]
async fn the_template_of_a_department_may_be_null_but_not_absent() {
    let world = World::sqlite().await;
    let missing = json!({ "assignments": [{ "departmentId": world.finance }] });
    let reply = world.patch("hr", ASSIGNMENTS, missing).await;
    reply.refused(400, "VALIDATION_FAILED");
    assert_eq!(reply.fields(), ["assignments[0].appraisalTemplateId"]);
    let null = json!({ "assignments": [
        { "departmentId": world.finance, "appraisalTemplateId": null }] });
    world.patch("hr", ASSIGNMENTS, null).await.expect(200);
    world.patch("hr", ASSIGNMENTS, json!({})).await.refused(400, "VALIDATION_FAILED");
}
