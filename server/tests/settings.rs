//! The pages of the settings: access, content, and their forms without JavaScript.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World};

const TEMPLATES: &str = "/api/staff/appraisal-settings/templates";
const ATTACK: &str = "</textarea><script>alert(1)</script>\"'";

async fn page(world: &World, who: &str, path: &str) -> Reply {
    world.request(Method::GET, path).in_browser_of(who).header("accept", "text/html").send().await
}

async fn post(world: &World, path: &str, form: &str) -> Reply {
    world
        .request(Method::POST, path)
        .in_browser_of("hr")
        .header("accept", "text/html")
        .header("sec-fetch-site", "same-origin")
        .header("referer", "http://localhost/settings")
        .text("application/x-www-form-urlencoded", form.to_owned())
        .send()
        .await
}

async fn made(world: &World, name: &str) -> Value {
    let item = json!({ "categoryLabel": ATTACK, "categoryWeight": "1", "objective": ATTACK,
        "kpiDescription": ATTACK, "targetGuidance": ATTACK, "weight": "1" });
    let input = json!({ "name": name, "description": ATTACK, "items": [item] });
    world.post("hr", TEMPLATES, input).await.expect(201)
}

async fn link(world: &World, template: &Value) {
    let assignment =
        json!({ "departmentId": world.finance, "appraisalTemplateId": template["id"] });
    let path = "/api/staff/appraisal-settings/department-assignments";
    let input = json!({ "assignments": [assignment] });
    world.patch("hr", path, input).await.expect(200);
}

fn pages(template: &Value) -> Vec<String> {
    let id = template["id"].as_str().unwrap();
    vec![
        "/settings/templates".to_owned(),
        "/settings/templates?archived=true".to_owned(),
        "/settings/templates/new".to_owned(),
        format!("/settings/templates/new?from={id}"),
        format!("/settings/templates/{id}"),
        "/settings/catalogs".to_owned(),
        "/settings/catalogs?kind=managerial_competency".to_owned(),
        "/settings/departments".to_owned(),
    ]
}

#[tokio::test]
async fn the_settings_are_human_resources_to_see() {
    let world = World::sqlite().await;
    let template = made(&world, "Legal").await;
    for path in pages(&template) {
        let reply = page(&world, "hr", &path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.text.contains("<h1"), "{path}");
        if !path.ends_with("/new") {
            assert_eq!(page(&world, "employee", &path).await.status, 403, "{path}");
        }
    }
    let unknown = "/settings/templates/0192e4a0-0000-7000-8000-000000000001";
    for path in [unknown, "/settings/templates/12", "/settings/templates/new?from=12"] {
        assert_eq!(page(&world, "hr", path).await.status, 404, "{path}");
    }
    let foreign = format!("/settings/templates/{}", template["id"].as_str().unwrap());
    assert_eq!(page(&world, "stranger", &foreign).await.status, 404);
}

#[tokio::test]
async fn user_input_is_rendered_as_text_on_every_page() {
    let world = World::sqlite().await;
    let template = made(&world, ATTACK).await;
    link(&world, &template).await;
    let item = json!({ "label": ATTACK, "description": ATTACK, "targetGuidance": ATTACK,
        "weight": "1" });
    let path = "/api/staff/appraisal-settings/catalogs/risk_compliance_kpi";
    world.put("hr", path, json!({ "items": [item] })).await.expect(200);
    for path in pages(&template) {
        let reply = page(&world, "hr", &path).await;
        assert!(!reply.text.contains("<script>alert(1)"), "{path}");
        assert!(!reply.text.contains("</textarea></textarea>"), "{path}");
    }
    let archive = format!("{TEMPLATES}/{}/archive", template["id"].as_str().unwrap());
    world.post_empty("hr", &archive).await.expect(200);
    let path = format!("/settings/templates/{}", template["id"].as_str().unwrap());
    let reply = page(&world, "hr", &path).await;
    assert!(!reply.text.contains("<script>alert(1)") && !reply.text.contains("<textarea"));
}

#[tokio::test]
async fn the_editor_comes_with_its_rows_and_what_they_come_to() {
    let world = World::sqlite().await;
    let reply = page(&world, "hr", "/settings/catalogs?kind=competency").await;
    assert_eq!(reply.text.matches("weights-row").count(), 15);
    assert!(reply.text.contains("1.0005 · 100.05 %"));
    assert!(reply.text.contains("0.0005 over, within tolerance"));
    assert!(reply.text.contains("6.67 %") && reply.text.contains("No changes to save."));
}

#[tokio::test]
async fn without_javascript_a_template_is_archived_and_departments_are_assigned() {
    let world = World::sqlite().await;
    let template = made(&world, "Legal").await;
    let id = template["id"].as_str().unwrap();
    let form = format!("templates%5Bdepartment-{}%5D={id}", world.finance);
    let reply = post(&world, "/api/ui/settings/save-assignments", &form).await;
    assert_eq!(reply.header("location"), Some("/settings/departments?saved=true"));
    let list = world.get("hr", TEMPLATES).await.expect(200);
    let find = |list: &Value| {
        let all = list["data"].as_array().unwrap().iter();
        all.clone().find(|it| it["id"] == template["id"]).cloned()
    };
    assert_eq!(find(&list).unwrap()["departments"][0]["name"], "Finance");

    let reply = post(&world, "/api/ui/settings/archive-template", &format!("id={id}")).await;
    assert_eq!(reply.header("location"), Some("/settings/templates"));
    let list = world.get("hr", TEMPLATES).await.expect(200);
    assert_eq!(find(&list), None);
    let form = format!("templates%5Bdepartment-{}%5D=", world.finance);
    let reply = post(&world, "/api/ui/settings/save-assignments", &form).await;
    assert_eq!(reply.header("location"), Some("/settings/departments?saved=true"));
}
