//! The form of a person: the ways to name a line manager.

use serde_json::{Value, json};

use super::twice::{filled, post};
use crate::support::World;

const ACTION: &str = "/api/ui/people/change";

/// Submits the form of the colleague with this text for the line manager; returns the address of
/// the next page, and the line manager afterwards.
async fn named(world: &World, text: &str) -> (String, Value) {
    let id = world.id("colleague");
    let path = format!("/api/staff/{id}");
    let staff = world.get("admin", &path).await.expect(200);
    let fields = [
        ("staff_number", staff["staffNumber"].as_str()),
        ("name", staff["name"].as_str()),
        ("email", staff["email"].as_str()),
        ("role", staff["role"].as_str()),
        ("start", staff["employmentStartDate"].as_str()),
        ("line_manager", Some(text)),
    ];
    let fields = fields.map(|(name, value)| {
        let value = value.unwrap().replace(' ', "+").replace('@', "%40");
        format!("person[{name}]={value}")
    });
    let body = filled(world, "admin", &format!("/people/{id}"), ACTION, &fields.join("&")).await;
    let reply = post(world, "admin", ACTION, &body).await;
    let next = reply.header("location").unwrap_or_default().to_owned();
    let staff = world.get("admin", &path).await.expect(200);
    (next, staff["lineManagerId"].clone())
}

#[tokio::test]
async fn a_line_manager_is_named_by_suggestion_name_number_or_address() {
    let world = World::sqlite().await;
    let head = world.get("admin", &format!("/api/staff/{}", world.id("head"))).await.expect(200);
    let [name, number, email] =
        ["name", "staffNumber", "email"].map(|it| head[it].as_str().unwrap());
    for text in [&format!("{name} ({number})"), name, &name.to_uppercase(), number, email] {
        let none = json!({ "lineManagerId": null });
        let colleague = format!("/api/staff/{}", world.id("colleague"));
        world.patch("admin", &colleague, none).await.expect(200);
        let (next, manager) = named(&world, text).await;
        assert!(!next.contains("__err"), "{text}: {next}");
        assert_eq!(manager, json!(world.id("head")), "{text}");
    }
    let (next, manager) = named(&world, "No such person").await;
    assert!(next.contains("__err"), "{next}");
    assert_eq!(manager, json!(world.id("head")));

    let namesake = json!({ "name": name });
    let bystander = format!("/api/staff/{}", world.id("employee"));
    world.patch("admin", &bystander, namesake).await.expect(200);
    let (next, _) = named(&world, name).await;
    assert!(next.contains("__err"), "a name of two people: {next}");
    let (next, _) = named(&world, &format!("{name} ({number})")).await;
    assert!(!next.contains("__err"), "{next}");
}
