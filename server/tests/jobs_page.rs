//! The page of the scheduled jobs without JavaScript, with their routes and their metrics.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World};

async fn page(world: &World, who: &str, language: &str) -> Reply {
    let request =
        world.request(Method::GET, "/jobs").in_browser_of(who).header("accept", "text/html");
    request.header("accept-language", language).send().await
}

async fn press(world: &World, who: &str, job: &str) -> Reply {
    world
        .request(Method::POST, "/api/ui/people/job-run")
        .in_browser_of(who)
        .header("accept", "text/html")
        .header("sec-fetch-site", "same-origin")
        .header("referer", "http://localhost/jobs")
        .text("application/x-www-form-urlencoded", format!("job={job}"))
        .send()
        .await
}

async fn last_run(world: &World, job: &str) -> Value {
    let jobs = world.get("admin", "/api/jobs").await.expect(200);
    let jobs = jobs["data"].as_array().unwrap();
    jobs.iter().find(|it| it["name"] == job).unwrap()["lastRun"].clone()
}

#[tokio::test]
async fn an_administrator_sees_the_jobs_in_both_languages_and_nobody_else_does() {
    let world = World::sqlite().await;
    for (language, texts) in [
        ("en", ["Scheduled jobs", "Confirmation reminders", "Not run yet", "Run now"]),
        ("ar", ["المهام المجدولة", "تذكيرات التثبيت", "لم تُشغَّل بعد", "تشغيل الآن"]),
    ] {
        let reply = page(&world, "admin", language).await;
        assert_eq!(reply.status, 200);
        for text in texts {
            assert!(reply.text.contains(text), "{text}: {}", reply.text);
        }
    }
    for who in ["hr", "employee", "credit_officer"] {
        assert_eq!(page(&world, who, "en").await.status, 403, "{who}");
    }
}

#[tokio::test]
async fn a_job_runs_by_its_button_without_javascript() {
    let world = World::sqlite().await;
    let job = "staff-confirmation-due";
    let refused = press(&world, "hr", job).await;
    assert_eq!(refused.status, 302, "{}", refused.text);
    assert_eq!(last_run(&world, job).await, Value::Null);
    let reply = press(&world, "admin", job).await;
    assert_eq!(reply.status, 302, "{}", reply.text);
    assert_eq!(reply.header("location"), Some("/jobs"));
    assert_eq!(last_run(&world, job).await["result"], "succeeded");
    let shown = page(&world, "admin", "en").await.text;
    assert!(shown.contains("Succeeded") && shown.contains("Not run yet"), "{shown}");
}

#[tokio::test]
async fn a_job_runs_by_its_route_and_an_unknown_one_is_not_found() {
    let world = World::sqlite().await;
    let path = "/api/jobs/credit-overdue-evaluation/run";
    world.post("hr", path, json!({})).await.expect(403);
    let status = world.post("admin", path, json!({})).await.expect(200);
    assert_eq!(status["lastRun"]["result"], "succeeded");
    assert_eq!((&status["schedule"], &status["timeZone"]), (&json!("0 1 * * *"), &json!("UTC")));
    world.post("admin", "/api/jobs/make-coffee/run", json!({})).await.expect(404);
}

#[tokio::test]
async fn the_metrics_show_the_last_and_the_next_run_of_each_job() {
    let world = World::sqlite().await;
    let metrics = async || world.request(Method::GET, "/metrics").send().await.text;
    let before = metrics().await;
    for job in ["staff-confirmation-due", "credit-overdue-evaluation"] {
        let next = format!("mizan_job_next_run_timestamp_seconds{{job=\"{job}\"}} ");
        assert!(before.contains(&next), "{before}");
        assert!(!before.contains("mizan_job_last_success_timestamp_seconds{"), "{before}");
        let path = format!("/api/jobs/{job}/run");
        world.post("admin", &path, json!({})).await.expect(200);
    }
    let after = metrics().await;
    for job in ["staff-confirmation-due", "credit-overdue-evaluation"] {
        for line in [
            format!("mizan_job_last_success_timestamp_seconds{{job=\"{job}\"}} 1"),
            format!("mizan_job_last_result{{job=\"{job}\",result=\"succeeded\"}} 1"),
            format!("mizan_job_last_result{{job=\"{job}\",result=\"failed\"}} 0"),
        ] {
            assert!(after.contains(&line), "{line}: {after}");
        }
    }
}
