//! Every route that changes the organization's data writes an audit entry, which the page of the
//! audit log displays in words, and every route with an idempotency key changes it once.

use std::collections::{BTreeSet, HashMap};

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use crate::support::{World, facility_input};

/// Changing routes without an entry here, and the reasons.
const EXCEPTIONS: [(&str, &str); 20] = [
    ("/api/api-tokens/{id}/rotate", "leaves one for each of the two tokens: sign_in::api_token"),
    ("/api/auth/login", "entries of sign-in: tests of the service, sign_in::login"),
    ("/api/auth/login/mfa", "entries of sign-in: tests of the service, sign_in::mfa"),
    ("/api/auth/logout", "entries of sign-in: tests of the service, sign_in::session"),
    ("/api/auth/mfa/complete", "needs a code: tests of the service, sign_in::mfa::enrolment"),
    ("/api/auth/mfa/recovery-codes/regenerate", "needs a code: sign_in::mfa::regeneration"),
    ("/api/auth/password", "leaves one for the change and one for the sessions"),
    ("/api/auth/sessions/{id}", "needs a second session: tests of the service, sign_in::active"),
    ("/api/auth/sessions/end-others", "needs a second session: sign_in::active"),
    ("/api/customer-auth", "customers have the same code as staff"),
    ("/api/credit/facilities/simulate", "changes nothing"),
    ("/api/credit/facilities/{ref}/activate/preview", "changes nothing"),
    ("/api/credit/facilities/{ref}/payments/preview", "changes nothing"),
    ("/api/credit/facilities/{ref}/payments/{id}/reverse/preview", "changes nothing"),
    ("/api/customers/{id}/portal-account/reset-mfa", "needs a second factor"),
    ("/api/notifications", "what one has read is nobody else's affair"),
    ("/api/organization/logo", "takes an image: tests of the service, people::letterhead"),
    ("/api/staff/appraisals", "the trail of an appraisal is its own: planted::*, events::*"),
    ("/api/staff/{id}/reset-mfa", "needs a second factor"),
    ("/api/staff/import", "one entry for each line: tests of the service, people::import"),
];

/// Kinds of records that the audit log does not name, and the reasons.
const UNNAMED: [(&str, &str); 4] = [
    ("leave_calendar", "an organization has one"),
    ("leave_policy", "the fields are the types of leave"),
    ("organization", "readers see their own only"),
    ("webhook", "a deleted one has no address any more"),
];

/// Sends requests step by step, and records the requested routes.
struct Trail<'w> {
    world: &'w World,
    document: Value,
    asked: Vec<String>,
    /// The kinds of records that the audit log does not name.
    unnamed: BTreeSet<String>,
    ids: HashMap<&'static str, String>,
}

impl Trail<'_> {
    /// The newest entry and the number of entries.
    async fn newest(&self) -> (Value, u64) {
        let log = self.world.get("admin", "/api/audit-log?limit=1").await.expect(200);
        (log["data"][0].clone(), log["pagination"]["total"].as_u64().unwrap())
    }

    /// One change by a person: it leaves one entry of that action that names its actor. If the
    /// route honours an idempotency key, a repetition gets the same response and leaves no entry.
    async fn leaves(
        &mut self,
        (who, method, route): (&str, Method, &str),
        id: &str,
        body: Value,
        action: &str,
    ) -> Value {
        let (_, before) = self.newest().await;
        // Nested records have two ids in the path.
        let (id, inner) = id.split_once(' ').unwrap_or((id, id));
        let path = ["{ref}", "{key}", "{kind}", "{name}"];
        let path = path.iter().fold(route.to_owned(), |path, name| path.replace(name, id));
        let path = path.replace("{id}", inner);
        let key = format!("trail-{}", self.asked.len());
        let request = async || {
            let request = self.world.request(method.clone(), &path).by(who).json(&body);
            let has_key = self.has_key(&method, route);
            if has_key {
                request.header("idempotency-key", &key).send().await
            } else {
                request.send().await
            }
        };
        let reply = request().await;
        assert!(reply.status < 300, "{method} {path}: {}", reply.text);
        if self.has_key(&method, route) {
            assert_eq!(
                request().await.text,
                reply.text,
                "{method} {route}: the key was used before"
            );
        }
        let (entry, after) = self.newest().await;
        assert_eq!(after - before, 1, "{method} {route}");
        let kind = entry["entityType"].as_str().unwrap();
        let is_named = entry["entityId"].is_null() || entry["entityName"].is_string();
        if !is_named && !UNNAMED.iter().any(|(it, _)| *it == kind) {
            self.unnamed.insert(kind.to_owned());
        }
        assert_eq!(entry["action"], action, "{method} {route}");
        assert_eq!(entry["actorId"], self.world.id(who), "{method} {route}");
        assert!(entry["requestId"].as_str().is_some_and(|it| !it.is_empty()), "{route}");
        self.asked.push(format!("{method} {route}"));
        reply.expect(reply.status)
    }

    /// Returns true if the description of the API says that the route takes an idempotency key.
    fn has_key(&self, method: &Method, route: &str) -> bool {
        let operation = &self.document["paths"][route][method.as_str().to_lowercase()];
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.any(|it| it["name"] == "Idempotency-Key")
    }

    fn id(&self, name: &str) -> String {
        self.ids[name].clone()
    }

    fn keep(&mut self, name: &'static str, made: &Value, member: &str) {
        self.ids.insert(name, made[member].as_str().unwrap().to_owned());
    }

    async fn people(&mut self) {
        let input = json!({ "staffNumber": "N-1", "name": "Layla", "role": "employee",
            "email": "layla@amanah.example", "employmentStartDate": "2026-05-01" });
        let post = ("hr", Method::POST, "/api/staff");
        let made = self.leaves(post, "", input, "staff.created").await;
        self.keep("staff", &made, "id");
        let patch = ("hr", Method::PATCH, "/api/staff/{id}");
        let title = json!({ "jobTitle": "Analyst" });
        self.leaves(patch, &self.id("staff"), title, "staff.changed").await;
        let reset = ("admin", Method::POST, "/api/staff/{id}/reset-password");
        self.leaves(reset, &self.id("staff"), json!({}), "password.reset").await;
        let end = ("admin", Method::POST, "/api/staff/{id}/end-sessions");
        self.leaves(end, &self.world.id("bystander"), json!({}), "sessions.revoked").await;
        let export = ("admin", Method::POST, "/api/personal-data/staff/{id}");
        let bystander = self.world.id("bystander");
        self.leaves(export, &bystander, json!({}), "personal_data.exported").await;
        let post = ("hr", Method::POST, "/api/departments");
        let made = self.leaves(post, "", json!({ "name": "Legal" }), "department.created").await;
        self.keep("department", &made, "id");
        let patch = ("hr", Method::PATCH, "/api/departments/{id}");
        let name = json!({ "name": "Law" });
        self.leaves(patch, &self.id("department"), name, "department.changed").await;
    }

    async fn administration(&mut self) {
        let role = json!({ "key": "auditor", "name": "Auditor" });
        self.leaves(("admin", Method::POST, "/api/roles"), "", role, "role.created").await;
        let patch = ("admin", Method::PATCH, "/api/roles/{key}");
        self.leaves(patch, "auditor", json!({ "name": "Reviewer" }), "role.changed").await;
        let patch = ("admin", Method::PATCH, "/api/organization");
        self.leaves(patch, "", json!({ "graceDays": 3 }), "organization.changed").await;
        let token = json!({ "name": "Payroll", "permissions": ["staff:view"],
            "expiresAt": "2027-01-31T00:00:00Z" });
        let post = ("admin", Method::POST, "/api/api-tokens");
        let made = self.leaves(post, "", token, "api_token.created").await;
        self.keep("token", &made, "id");
        let revoke = ("admin", Method::POST, "/api/api-tokens/{id}/revoke");
        self.leaves(revoke, &self.id("token"), json!({}), "api_token.revoked").await;
        let run = ("admin", Method::POST, "/api/jobs/{name}/run");
        self.leaves(run, "staff-confirmation-due", json!({}), "job.started").await;
        self.webhooks().await;
    }

    async fn webhooks(&mut self) {
        let input = json!({ "url": "https://erp.example/hooks" });
        let post = ("admin", Method::POST, "/api/webhooks");
        let made = self.leaves(post, "", input, "webhook.created").await;
        self.keep("webhook", &made, "id");
        let id = self.id("webhook");
        let patch = ("admin", Method::PATCH, "/api/webhooks/{id}");
        let change = json!({ "url": "https://erp.example/other", "status": "paused",
            "types": ["leave.approved"], "rotateSecret": true });
        self.leaves(patch, &id, change, "webhook.changed").await;
        let replay = ("admin", Method::POST, "/api/webhooks/{id}/replay");
        self.leaves(replay, &id, json!({}), "webhook.replayed").await;
        let delete = ("admin", Method::DELETE, "/api/webhooks/{id}");
        self.leaves(delete, &id, json!({}), "webhook.deleted").await;
    }

    async fn customers(&mut self) {
        let input = json!({ "name": "Layan Trading", "email": "office@layan.example" });
        let post = ("credit_officer", Method::POST, "/api/customers");
        let made = self.leaves(post, "", input, "customer.created").await;
        self.keep("customer", &made, "id");
        let id = self.id("customer");
        let patch = ("credit_officer", Method::PATCH, "/api/customers/{id}");
        self.leaves(patch, &id, json!({ "phone": "+971 4 000 0000" }), "customer.changed").await;
        let export = ("admin", Method::POST, "/api/personal-data/customers/{id}");
        self.leaves(export, &id, json!({}), "personal_data.exported").await;
        for (act, action) in [
            ("", "portal_account.created"),
            ("/block", "portal_account.blocked"),
            ("/unblock", "portal_account.unblocked"),
            ("/reset-password", "password.reset"),
        ] {
            let route = format!("/api/customers/{{id}}/portal-account{act}");
            let post = ("credit_officer", Method::POST, &*route);
            self.leaves(post, &id, json!({}), action).await;
        }
        let end = ("admin", Method::POST, "/api/customers/{id}/portal-account/end-sessions");
        let guest = self.world.guest.id.to_string();
        self.leaves(end, &guest, json!({}), "sessions.revoked").await;
    }

    async fn settings(&mut self) {
        let item = |label: &str| {
            json!({ "categoryLabel": "Core", "categoryWeight": "1", "objective": label,
                "weight": "1" })
        };
        let input = json!({ "name": "Legal", "items": [item("Answer in time")] });
        let post = ("hr", Method::POST, "/api/staff/appraisal-settings/templates");
        let made = self.leaves(post, "", input, "template.created").await;
        self.keep("template", &made, "id");
        let patch = ("hr", Method::PATCH, "/api/staff/appraisal-settings/templates/{id}");
        let items = json!({ "items": [item("Answer well")] });
        self.leaves(patch, &self.id("template"), items, "template.changed").await;
        let row = json!({ "label": "Candour", "weight": "1" });
        let put = ("hr", Method::PUT, "/api/staff/appraisal-settings/catalogs/{kind}");
        self.leaves(put, "behaviour", json!({ "items": [row] }), "catalog.replaced").await;
        let link = json!({ "assignments": [{ "departmentId": self.world.finance.to_string(),
            "appraisalTemplateId": self.id("template") }] });
        let patch = ("hr", Method::PATCH, "/api/staff/appraisal-settings/department-assignments");
        self.leaves(patch, "", link, "department.template_assigned").await;
        let archive = ("hr", Method::POST, "/api/staff/appraisal-settings/templates/{id}/archive");
        self.leaves(archive, &self.id("template"), json!({}), "template.archived").await;
    }

    async fn leave(&mut self) {
        let wish = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-01",
            "reason": "Moving house" });
        let post = ("employee", Method::POST, "/api/leave/requests");
        let made = self.leaves(post, "", wish, "leave.requested").await;
        self.keep("leave", &made, "id");
        let id = self.id("leave");
        for (who, act, action) in [
            ("manager", "reject", "leave.rejected"),
            ("employee", "resubmit", "leave.resubmitted"),
            ("manager", "approve", "leave.approved"),
            ("employee", "cancel", "leave.cancelled"),
        ] {
            let route = format!("/api/leave/requests/{{id}}/{act}");
            self.leaves((who, Method::POST, &route), &id, json!({}), action).await;
        }
        let correction = json!({ "staffId": self.world.id("employee"), "type": "casual",
            "year": 2026, "days": 1, "reason": "Agreed" });
        let post = ("hr", Method::POST, "/api/leave/adjustments");
        self.leaves(post, "", correction, "leave.adjusted").await;
        let policy = json!({ "type": "sick", "entitlementDays": 20, "carryForwardMaxDays": 0 });
        let put = ("hr", Method::PUT, "/api/leave/policies");
        self.leaves(put, "", json!({ "data": [policy] }), "leave.policies_changed").await;
        let days = json!({ "workingDays": ["monday", "tuesday"], "holidays": [] });
        let put = ("hr", Method::PUT, "/api/leave/calendar");
        self.leaves(put, "", days, "leave.calendar_changed").await;
        let close = json!({ "year": 2025, "dryRun": false });
        let post = ("hr", Method::POST, "/api/leave/year-end");
        self.leaves(post, "", close, "leave.year_end").await;
    }

    async fn credit(&mut self) {
        let map = ["debit", "credit"].map(|side| {
            json!({ "productType": "murabaha", "eventType": "origination", "side": side,
                "glAccount": format!("1310-{side}") })
        });
        let put = ("finance", Method::PUT, "/api/credit/config/account-map");
        self.leaves(put, "", json!({ "mappings": map }), "account_map.changed").await;
        let put = ("finance", Method::PUT, "/api/credit/config/accounts");
        let named = json!({ "accounts": [{ "code": "1310-debit", "name": "Receivables" }] });
        self.leaves(put, "", named, "account_names.changed").await;
        let put = ("finance", Method::PUT, "/api/credit/config/closed-period");
        let closed = json!({ "closedThrough": "2026-10-31" });
        self.leaves(put, "", closed, "closed_period.changed").await;
        let input = facility_input(&self.world.guest.id.to_string());
        for (end, steps) in [
            ("withdraw", &[][..]),
            ("reject", &["review"]),
            ("activate", &["review", "approve", "approve", "asset-owned"]),
        ] {
            let post = ("credit_officer", Method::POST, "/api/credit/facilities");
            let made = self.leaves(post, "", input.clone(), "facility.created").await;
            self.keep("facility", &made, "facilityRef");
            let mut steps: Vec<&str> = steps.to_vec();
            steps.push(end);
            let mut reviewed = false;
            for step in steps {
                let (who, action) = match (step, reviewed) {
                    ("review", _) => ("credit_officer", "facility.submitted"),
                    ("approve", false) => ("credit_reviewer", "facility.reviewed"),
                    ("approve", true) => ("shariah_officer", "facility.approved"),
                    ("withdraw", _) => ("credit_officer", "facility.withdrawn"),
                    ("reject", _) => ("credit_reviewer", "facility.rejected"),
                    ("asset-owned", _) => ("shariah_officer", "facility.asset_owned"),
                    _ => ("shariah_officer", "facility.activated"),
                };
                reviewed = reviewed || step == "approve";
                let route = format!("/api/credit/facilities/{{ref}}/{step}");
                let body = json!({ "reason": "Income not shown" });
                self.leaves((who, Method::POST, &route), &self.id("facility"), body, action).await;
            }
        }
    }

    /// The servicing of the active facility.
    async fn servicing(&mut self) {
        let map = ["debit", "credit"].map(|side| {
            json!({ "productType": "murabaha", "eventType": "installment_profit", "side": side,
                "glAccount": format!("1010-{side}") })
        });
        let map = json!({ "mappings": map });
        self.world.put("finance", "/api/credit/config/account-map", map).await.expect(200);
        let facility = self.id("facility");
        let receipt = json!({ "amount": "100", "paymentDate": "2026-11-21" });
        let post = ("cashier", Method::POST, "/api/credit/facilities/{ref}/payments");
        let made = self.leaves(post, &facility, receipt, "payment.recorded").await;
        let both = format!("{facility} {}", made["paymentId"].as_str().unwrap());
        let route = "/api/credit/facilities/{ref}/payments/{id}/reverse";
        let reason = json!({ "reason": "Bounced" });
        let post = ("shariah_officer", Method::POST, route);
        self.leaves(post, &both, reason.clone(), "payment.reversed").await;
        for (step, action) in [
            ("overdue", "facility.evaluated"),
            ("non-accrual", "facility.accrual_stopped"),
            ("resume-accrual", "facility.accrual_resumed"),
        ] {
            let route = format!("/api/credit/facilities/{{ref}}/{step}");
            let post = ("shariah_officer", Method::POST, &*route);
            self.leaves(post, &facility, reason.clone(), action).await;
        }
        self.ends(&facility).await;
    }

    /// A waiver of profit, and a transfer of title.
    async fn ends(&mut self, facility: &str) {
        let address = format!("/api/credit/facilities/{facility}");
        let reason = json!({ "reason": "Hardship" });
        let stop = format!("{address}/non-accrual");
        self.world.post("shariah_officer", &stop, reason.clone()).await.expect(200);
        let mapped = crate::api::servicing::mapped("murabaha", &["non_accrual_receipt"]);
        self.world.put("finance", "/api/credit/config/account-map", mapped).await.expect(200);
        let receipt = json!({ "amount": "100000", "paymentDate": "2026-11-21" });
        self.world.post("cashier", &format!("{address}/payments"), receipt).await.expect(201);
        let route = "/api/credit/facilities/{ref}/waive-profit";
        let post = ("shariah_officer", Method::POST, route);
        self.leaves(post, facility, reason, "facility.profit_waived").await;

        let lease = crate::api::servicing::settled_lease(self.world).await;
        let route = "/api/credit/facilities/{ref}/transfer-ownership";
        let post = ("shariah_officer", Method::POST, route);
        let document = json!({ "documentRef": "Deed 7" });
        self.leaves(post, &lease, document, "facility.ownership_transferred").await;
    }
}

/// The text of a piece of a page.
fn text(html: &str) -> String {
    let pieces = html.split('<').map(|it| it.split_once('>').map_or(it, |(_, text)| text));
    pieces.collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// The action, the fields and the kind of record in a row of the audit log.
fn words(row: &str) -> Vec<String> {
    let cells: Vec<&str> = row.split("<td").collect();
    let (action, fields, record) = (cells[0], cells[2], cells[3]);
    let action = action.split("<span").next().unwrap_or_default();
    let record = record.rsplit_once("table-sub").map_or(record, |(_, kind)| kind);
    let fields = text(&format!("<{fields}"));
    let fields = fields.split('،').map(|it| it.split(':').next().unwrap_or_default().to_owned());
    [text(&format!("<{action}")), text(&format!("<{record}"))].into_iter().chain(fields).collect()
}

/// The words of the audit log in Arabic; a code without a word is displayed in Latin letters.
async fn words_of_the_log(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for page in 1.. {
        let request =
            world.request(Method::GET, &format!("/audit?page={page}")).in_browser_of("admin");
        let request = request.header("accept", "text/html").header("accept-language", "ar");
        let reply = request.send().await;
        let mut rows = reply.text.split("<tr").skip(2).peekable();
        if rows.peek().is_none() {
            break;
        }
        found.extend(rows.flat_map(words));
    }
    found
}

#[tokio::test]
async fn every_changing_route_leaves_one_entry_but_for_those_with_a_reason() {
    let world = World::sqlite().await;
    let document = serde_json::to_value(document::document()).unwrap();
    let (asked, unnamed, ids) = (Vec::new(), BTreeSet::new(), HashMap::new());
    let mut trail = Trail { world: &world, document, asked, unnamed, ids };
    trail.people().await;
    trail.administration().await;
    trail.customers().await;
    trail.settings().await;
    trail.leave().await;
    trail.credit().await;
    trail.servicing().await;

    let unnamed = &trail.unnamed;
    assert!(unnamed.is_empty(), "name these in NAMES in service/src/audit/repo.rs: {unnamed:?}");
    let words = words_of_the_log(&world).await;
    assert!(words.len() > 3 * trail.asked.len(), "the walk finds the rows: {words:?}");
    let is_latin = |word: &&String| {
        let mut letters = word.chars().filter(|it| it.is_alphabetic()).peekable();
        letters.peek().is_some() && letters.all(|it| it.is_ascii())
    };
    let codes: Vec<_> = words.iter().filter(is_latin).collect();
    let place = "app/src/people/audit_fields.rs or audit_words.rs";
    assert!(codes.is_empty(), "add words to {place} for {codes:?}");

    let mut missing = Vec::new();
    for (path, operations) in trail.document["paths"].as_object().unwrap() {
        let is_excepted = EXCEPTIONS.iter().any(|(prefix, _)| {
            path == prefix || path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'))
        });
        if is_excepted {
            continue;
        }
        for method in operations.as_object().unwrap().keys().filter(|method| *method != "get") {
            let route = format!("{} {path}", method.to_uppercase());
            if !trail.asked.contains(&route) {
                missing.push(route);
            }
        }
    }
    assert!(missing.is_empty(), "ask for these in server/tests/trail.rs: {missing:#?}");
}
