//! The whole workflow of an appraisal: from sign-in to a confirmed employee.

use http::Method;
use serde_json::{Value, json};

use crate::support::{World, initiation, review_input, self_input};
use database::test_support::TestDatabase;

database::on_both!(
    an_employee_is_appraised_and_confirmed,
    a_manager_is_appraised_and_confirmed_without_a_department_head
);

async fn an_employee_is_appraised_and_confirmed(db: TestDatabase) {
    let world = World::new(db).await;
    let walk = Walk { world: &world, subject: "employee", manager: "manager", head: Some("head") };
    let detail = walk.to_the_end(false).await;
    assert_eq!(detail["kpiScore"], "0.7000");
    assert_eq!(detail["overallBand"], "meets_expectations");
    assert_eq!(detail["itemCount"], detail["ratedCount"]);
}

async fn a_manager_is_appraised_and_confirmed_without_a_department_head(db: TestDatabase) {
    let world = World::new(db).await;
    let walk = Walk { world: &world, subject: "manager", manager: "head", head: None };
    let detail = walk.to_the_end(true).await;
    let items = detail["items"].as_array().unwrap();
    let in_section = |name: &str| items.iter().filter(|item| item["section"] == name).count();
    assert_eq!((in_section("competency"), in_section("managerial")), (15, 6));
    let count = usize::try_from(detail["itemCount"].as_u64().unwrap()).unwrap();
    assert_eq!(count, items.len() - in_section("competency"));
}

/// An appraisal on its way, with the people of its stages.
pub(crate) struct Walk<'w> {
    pub(crate) world: &'w World,
    pub(crate) subject: &'static str,
    pub(crate) manager: &'static str,
    pub(crate) head: Option<&'static str>,
}

impl Walk<'_> {
    pub(crate) async fn to_the_end(&self, is_manager_role: bool) -> Value {
        let world = self.world;
        self.sign_in().await;
        let input = initiation(&world.id(self.subject), is_manager_role);
        let detail = world.post("hr", "/api/staff/appraisals", input.clone()).await.expect(201);
        let path = format!("/api/staff/appraisals/{}", detail["id"].as_str().unwrap());
        let again = world.post("hr", "/api/staff/appraisals", input).await;
        again.refused(400, "ALREADY_IN_PROGRESS");
        self.at(&detail, "pending_self", &["save_hr"]);

        self.subject_part(&path).await;
        let next = self.manager_part(&path).await;
        if let Some(head) = self.head {
            assert_eq!(next["status"], "pending_dept_head");
            let comment = json!({ "comment": "Well done." });
            world.post(head, &format!("{path}/dept-head/approve"), comment).await.expect(200);
        }
        let approved = world.post_empty("md", &format!("{path}/md/approve")).await.expect(200);
        assert_eq!(approved["status"], "pending_hr");
        self.human_resources_part(&path).await
    }

    async fn sign_in(&self) {
        let person = self.world.person(self.subject);
        let body = json!({ "email": person.email, "password": person.password });
        let request = self.world.request(Method::POST, "/api/auth/login").json(&body);
        assert_eq!(request.send().await.expect(200)["staff"]["id"], self.world.id(self.subject));
    }

    fn at(&self, detail: &Value, status: &str, allowed: &[&str]) {
        assert_eq!(detail["status"], status);
        assert_eq!(detail["allowedActions"], json!(allowed));
        assert_eq!(detail["staffId"], self.world.id(self.subject));
    }

    async fn subject_part(&self, path: &str) {
        let world = self.world;
        let detail = world.get(self.subject, path).await.expect(200);
        self.at(&detail, "pending_self", &["save_self", "submit_self"]);
        let early = world.post_empty(self.subject, &format!("{path}/self/submit")).await;
        early.refused(400, "INCOMPLETE");
        let gaps = detail["items"].as_array().unwrap().len() + 6;
        assert_eq!(early.fields().len(), gaps);
        let body = self_input(&detail);
        world.patch(self.subject, &format!("{path}/self"), body).await.expect(200);
        let sent = world.post_empty(self.subject, &format!("{path}/self/submit")).await.expect(200);
        self.at(&sent, "pending_lm", &[]);
    }

    /// The subject sees nothing of the line manager's part while it is being written.
    async fn manager_part(&self, path: &str) -> Value {
        let world = self.world;
        let detail = world.get(self.manager, path).await.expect(200);
        self.at(&detail, "pending_lm", &["save_review", "submit_review"]);
        let body = review_input(&detail);
        world.patch(self.manager, &format!("{path}/review"), body).await.expect(200);
        let seen = world.get(self.subject, path).await.expect(200);
        assert_eq!(seen["items"][0]["supervisorScore"], Value::Null);
        let score = format!("{path}/score");
        world.get(self.subject, &score).await.refused(400, "WRONG_STAGE");
        let preview = world.get(self.manager, &score).await.expect(200);
        assert_eq!(preview["scorecard"]["kpiScore"], "0.7000");
        world.post_empty(self.manager, &format!("{path}/review/submit")).await.expect(200)
    }

    async fn human_resources_part(&self, path: &str) -> Value {
        let world = self.world;
        let fields = json!({ "hrRemarks": "Extend the contract.", "hrAttendanceRecord": "Full." });
        let saved = world.patch("hr", &format!("{path}/hr"), fields).await.expect(200);
        assert_eq!(saved["hrRemarks"], "Extend the contract.");
        let finalize = format!("{path}/finalize");
        world.post_empty("hr", &finalize).await.refused(400, "OUTCOME_REQUIRED");
        let preview = world.get("hr", &format!("{path}/score")).await.expect(200);
        let done = world.post("hr", &finalize, json!({ "outcome": "confirm" })).await.expect(200);
        self.at(&done, "finalized", &[]);
        for score in ["kpiScore", "competencyScore", "behaviourScore", "overallScore"] {
            assert_eq!(done[score], preview["scorecard"][score], "{score}");
        }
        let explained = world.get(self.subject, &format!("{path}/score")).await.expect(200);
        assert_eq!(explained["matches"], true);
        let staff = format!("/api/staff/{}", world.id(self.subject));
        let staff = world.get("hr", &staff).await.expect(200);
        assert_eq!(staff["employmentConfirmedAt"], "2026-11-21");
        let again = json!({ "outcome": "confirm" });
        world.post("hr", &finalize, again).await.refused(400, "WRONG_STAGE");
        assert_eq!(done["reviews"].as_array().unwrap().len(), 4 + usize::from(self.head.is_some()));
        done
    }
}
