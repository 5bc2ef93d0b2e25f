//! The approval of several leave requests at once.

use serde_json::{Value, json};

use super::twice::{filled, post};
use crate::support::World;

const ACTION: &str = "/api/ui/leave/approve";

async fn requested(world: &World, who: &str, date: &str) -> String {
    let wish = json!({ "type": "casual", "startDate": date, "endDate": date,
        "reason": "Moving house" });
    let request = world.post(who, "/api/leave/requests", wish).await.expect(201);
    request["id"].as_str().unwrap().to_owned()
}

async fn statuses(world: &World) -> Vec<Value> {
    let list = world.get("manager", "/api/leave/requests?scope=team").await.expect(200);
    list["data"].as_array().unwrap().iter().map(|it| it["status"].clone()).collect()
}

#[tokio::test]
async fn those_who_are_selected_are_approved_and_a_refusal_does_not_stop_the_rest() {
    let world = World::sqlite().await;
    let first = requested(&world, "employee", "2026-12-01").await;
    let second = requested(&world, "employee", "2026-12-02").await;
    let unknown = "01900000-0000-7000-8000-000000000001";
    let body = async |ids: &[&str]| {
        let ids = ids.iter().map(|id| format!("ids[]={id}")).collect::<Vec<_>>().join("&");
        filled(&world, "manager", "/leave/team", ACTION, &ids).await
    };

    let none = body(&[]).await;
    let refused = post(&world, "manager", ACTION, &none).await;
    assert!(refused.header("location").unwrap().contains("__err"), "{refused:?}");
    let nobody = body(&[unknown]).await;
    let refused = post(&world, "manager", ACTION, &nobody).await;
    assert!(refused.header("location").unwrap().contains("__err"), "{refused:?}");
    assert_eq!(statuses(&world).await, ["pending", "pending"]);

    // The bystander may not decide on them.
    let both = body(&[&first, unknown, &second]).await;
    let refused = post(&world, "colleague", ACTION, &both).await;
    assert!(refused.header("location").unwrap().contains("__err"), "{refused:?}");
    assert_eq!(statuses(&world).await, ["pending", "pending"]);

    let approved = post(&world, "manager", ACTION, &both).await;
    assert_eq!(approved.header("location"), Some("/leave/team"));
    assert_eq!(statuses(&world).await, ["approved", "approved"]);
}
