//! kill -9 between the commit of a change and the dispatch of its event, and during a batch of
//! initiations.

use serde_json::{Value, json};
use service::{Caller, Service};
use shared::appraisal::initiation_batch::InitiationBatchInput;
use shared::id::{OrganizationId, StaffId};

use super::program::{Folder, Server};

/// The number of notifications by event, and the number of events without one.
async fn notification_counts(service: &Service) -> (Vec<i64>, i64) {
    let mut tx = service.db().read().await.unwrap();
    let counts = "SELECT COUNT(*) FROM notifications WHERE type = 'appraisal.started' \
         AND created_at > $1 GROUP BY event_id";
    let since = service.now() - chrono::TimeDelta::hours(1);
    let counts = tx.sql(counts).bind(since).scalars::<i64>().await.unwrap();
    let waiting = "SELECT COUNT(*) FROM events
         WHERE dispatched_at IS NULL AND entity_type = 'appraisal'";
    (counts, tx.sql(waiting).scalar::<i64>().await.unwrap())
}

/// People of the demo for whom an appraisal can be started.
async fn free(server: &Server, token: &str) -> Vec<Value> {
    let (_, staff) = server
        .request(("GET", "/api/staff?limit=100&blocked=false"), Some(token), &Value::Null)
        .await;
    let people: Vec<_> =
        staff["data"].as_array().unwrap().iter().map(|it| it["id"].clone()).collect();
    let input = json!({
        "staffIds": people, "reviewType": "annual", "periodFrom": "2026-01-01",
        "periodTo": "2026-12-31", "roleCategory": "other", "isManagerRole": false,
    });
    let path = ("POST", "/api/staff/appraisals/preview");
    let (status, preview) = server.request(path, Some(token), &input).await;
    assert_eq!(status, 200, "{preview}");
    let previews = preview["data"].as_array().unwrap();
    let free = previews.iter().filter(|it| it["blockers"] == json!([]));
    free.map(|it| it["staffId"].clone()).collect()
}

async fn start(server: &Server, token: &str, staff: &Value) {
    let input = json!({
        "staffId": staff, "reviewType": "annual", "periodFrom": "2026-01-01",
        "periodTo": "2026-12-31", "roleCategory": "other", "isManagerRole": false,
    });
    let path = ("POST", "/api/staff/appraisals");
    let (status, detail) = server.request(path, Some(token), &input).await;
    assert_eq!(status, 201, "{detail}");
}

async fn sign_in(folder: &Folder, server: &Server) -> String {
    let demo_accounts = std::fs::read_to_string(folder.0.join("demo_accounts.json")).unwrap();
    let demo_accounts: Vec<Value> = serde_json::from_str(&demo_accounts).unwrap();
    let hr = demo_accounts.iter().find(|it| it["role"] == "hr").unwrap();
    let body = json!({ "email": hr["email"], "password": hr["password"] });
    let (status, answer) = server.request(("POST", "/api/auth/login"), None, &body).await;
    assert_eq!(status, 200, "{answer}");
    answer["accessToken"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_kill_between_commit_and_dispatch_loses_no_notification_and_doubles_none() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    let service = folder.service().await;
    let (before, _) = notification_counts(&service).await;

    // No notification is written while the committing server does not dispatch, and it is killed.
    let server = Server::start(&folder, "off").await;
    let token = sign_in(&folder, &server).await;
    let people = free(&server, &token).await;
    assert!(people.len() >= 4, "{}", people.len());
    start(&server, &token, &people[0]).await;
    server.kill().await;
    let (counts, waiting) = notification_counts(&service).await;
    assert_eq!((counts.len(), waiting), (before.len(), 1));

    // Each of these is killed at some point between the response and the notification.
    for person in &people[1..4] {
        let server = Server::start(&folder, "on").await;
        start(&server, &token, person).await;
        server.kill().await;
    }
    let server = Server::start(&folder, "on").await;
    let (status, said) = server.stop().await;
    assert!(status.success(), "{said}");
    let (counts, waiting) = notification_counts(&service).await;
    assert_eq!(waiting, 0);
    assert_eq!(counts.len(), before.len() + 4);
    assert!(counts.iter().all(|count| *count == 1), "{counts:?}");
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
}

/// The caller for the HR role of the demo.
async fn human_resources(service: &Service) -> Caller {
    let mut tx = service.db().read().await.unwrap();
    let hr = tx.sql("SELECT organization_id, id FROM staff WHERE role_key = 'hr'");
    let (organization, staff): (OrganizationId, StaffId) = hr.one().await.unwrap();
    drop(tx);
    service.sessions().caller_for_testing(organization, staff).await.unwrap()
}

#[tokio::test]
async fn a_batch_of_initiations_of_a_killed_server_is_finished_by_the_next() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    let service = folder.service().await;
    let server = Server::start(&folder, "off").await;
    let token = sign_in(&folder, &server).await;
    let people = free(&server, &token).await;
    server.kill().await;

    let hr = human_resources(&service).await;
    let entries = people.iter().map(|staff| {
        let input = json!({
            "staffId": staff, "reviewType": "annual", "periodFrom": "2026-01-01",
            "periodTo": "2026-12-31", "roleCategory": "other", "isManagerRole": false,
        });
        serde_json::from_value(input).unwrap()
    });
    let batch = InitiationBatchInput { entries: entries.collect() };
    let batches = service.initiation_batches();
    let id = batches.add(&hr, batch).await.unwrap();

    let server = Server::start(&folder, "on").await;
    while batches.find(&hr, id).await.unwrap().summary.started == 0 {
        tokio::task::yield_now().await;
    }
    server.kill().await;
    // The claim of the killed server ends.
    let mut tx = service.db().begin().await.unwrap();
    let ended = tx.sql("UPDATE initiation_batches SET claimed_until = created_at");
    ended.execute().await.unwrap();
    tx.commit().await.unwrap();

    let server = Server::start(&folder, "on").await;
    while batches.find(&hr, id).await.unwrap().summary.finished_at.is_none() {
        tokio::task::yield_now().await;
    }
    let (status, said) = server.stop().await;
    assert!(status.success(), "{said}");
    let summary = batches.find(&hr, id).await.unwrap().summary;
    let count = u64::try_from(people.len()).unwrap();
    assert_eq!((summary.started, summary.refused), (count, 0));
    let notified = "SELECT COUNT(*) FROM notifications WHERE type = 'appraisal.batch_finished'";
    let mut tx = service.db().read().await.unwrap();
    assert_eq!(tx.sql(notified).scalar::<i64>().await.unwrap(), 1);
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
}
