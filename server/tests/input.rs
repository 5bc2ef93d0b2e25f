//! Invalid input on every path: a clear refusal, never an internal error, and no writes.

use http::Method;
use serde_json::{Value, json};
use server::api::document;

use crate::api::staff::appraisals::start;
use crate::support::{Reply, World};

/// An operation that takes JSON: its method and address.
struct Operation {
    method: Method,
    path: String,
    schema: Value,
}

impl Operation {
    /// A person with the permission, in the realm of the operation.
    fn who(&self) -> &'static str {
        if self.path.starts_with("/api/customer-auth/") { "customer" } else { "admin" }
    }
}

impl Operation {
    /// The response to the administrator for an appraisal at its first stage, with any body for the
    /// other stages.
    fn refusal(&self) -> Option<(u16, &'static str)> {
        let stages = ["/self", "/self/submit", "/review", "/review/submit", "/approve"];
        let is_about_one = self.path.starts_with("/api/staff/appraisals/");
        match is_about_one {
            true if stages.iter().any(|desk| self.path.ends_with(desk)) => {
                Some((403, "NOT_YOUR_DESK"))
            }
            true if self.path.ends_with("/finalize") => Some((400, "WRONG_STAGE")),
            true | false => None,
        }
    }
}

/// Every operation with a body of JSON, on records that exist.
async fn operations(world: &World) -> Vec<Operation> {
    let appraisal = start(world).await;
    let appraisal = appraisal.rsplit('/').next().unwrap().to_owned();
    let document = serde_json::to_value(document::document()).unwrap();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if !body.is_object() {
                continue;
            }
            let id = if path.contains("appraisals") {
                appraisal.clone()
            } else if path.contains("departments") {
                world.finance.to_string()
            } else if path.contains("customers") {
                world.guest.id.to_string()
            } else {
                world.id("colleague")
            };
            found.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path.replace("{id}", &id).replace("{key}", "cashier"),
                schema: resolve(&document, body),
            });
        }
    }
    assert!(found.len() >= 15, "{}", found.len());
    found
}

/// The schema of an object, resolving references and alternatives with null.
fn resolve(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return document["components"]["schemas"][name].clone();
    }
    let mut alternatives = schema["oneOf"].as_array().into_iter().flatten();
    let referred = alternatives.find(|it| it.get("$ref").is_some());
    referred.map_or_else(|| schema.clone(), |it| resolve(document, it))
}

fn unsupported(operation: &Operation) -> (u16, &'static str) {
    operation.refusal().unwrap_or((415, "UNSUPPORTED_MEDIA_TYPE"))
}

async fn send(world: &World, operation: &Operation, who: &str, body: Vec<u8>) -> Reply {
    let request = world.request(operation.method.clone(), &operation.path).by(who);
    request.text("application/json", body).send().await
}

fn deep(depth: usize) -> String {
    format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth))
}

#[tokio::test]
async fn a_body_that_is_not_a_json_object_is_refused_everywhere_and_writes_nothing() {
    let world = World::sqlite().await;
    let operations = operations(&world).await;
    let before = world.snapshot().await;
    let bodies: Vec<(Vec<u8>, &str)> = vec![
        (b"{".to_vec(), "MALFORMED_JSON"),
        (b"nonsense".to_vec(), "MALFORMED_JSON"),
        (b"{} {}".to_vec(), "MALFORMED_JSON"),
        (b"{\"a\":1,}".to_vec(), "MALFORMED_JSON"),
        (b"{\"a\":NaN}".to_vec(), "MALFORMED_JSON"),
        (b"{\"a\":1e400}".to_vec(), "MALFORMED_JSON"),
        (b"{\"a\":\"\xff\xfe\"}".to_vec(), "MALFORMED_JSON"),
        (b"{\"a\":\"\\ud800\"}".to_vec(), "MALFORMED_JSON"),
        (b"\0".to_vec(), "MALFORMED_JSON"),
        (deep(10_000).into_bytes(), "MALFORMED_JSON"),
        (b"[]".to_vec(), "VALIDATION_FAILED"),
        (b"null".to_vec(), "VALIDATION_FAILED"),
        (b"\"text\"".to_vec(), "VALIDATION_FAILED"),
        (b"17".to_vec(), "VALIDATION_FAILED"),
        (b"[[1,2],[3]]".to_vec(), "VALIDATION_FAILED"),
        (b"{\"unknown\":\"a\\u0000b\"}".to_vec(), "VALIDATION_FAILED"),
    ];
    for operation in &operations {
        for (body, code) in &bodies {
            let reply = send(&world, operation, operation.who(), body.clone()).await;
            let (status, code) = operation.refusal().unwrap_or((400, code));
            reply.refused(status, code);
        }
        let request =
            || world.request(operation.method.clone(), &operation.path).by(operation.who());
        for media in ["text/plain", "application/x-www-form-urlencoded", "", "json"] {
            let reply = request().text(media, "{}").send().await;
            let (status, code) = unsupported(operation);
            reply.refused(status, code);
        }
        let (status, code) = unsupported(operation);
        request().raw("{}").send().await.refused(status, code);
    }
    assert!(world.snapshot().await == before, "something was written");
}

/// Values that hardly any field accepts.
fn junk() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!("x"),
        json!(""),
        json!("' OR 1=1; DROP TABLE staff; --"),
        json!("<script>alert(1)</script>"),
        json!("79228162514264337593543950335"),
        json!("9999-99-99"),
        json!("+262142-12-31"),
        json!("0192e4a0-0000-7000-8000-000000000001"),
        json!("x".repeat(20_000)),
        json!(["a", ["b"]]),
        json!({ "a": { "b": [] } }),
        json!([{}]),
        json!([{ "id": "x" }]),
        json!(vec![json!({}); 1_000]),
    ]
}

#[tokio::test]
async fn no_value_of_any_member_is_ever_a_fault() {
    let world = World::sqlite().await;
    for operation in operations(&world).await {
        let properties = operation.schema["properties"].as_object().cloned().unwrap_or_default();
        for (name, _) in properties {
            for value in junk() {
                let body = json!({ &name: value }).to_string().into_bytes();
                let reply = send(&world, &operation, "admin", body).await;
                let place = format!("{} {}: {name} = {value}", operation.method, operation.path);
                assert!(reply.status < 500, "{place}: {}", reply.text);
                if reply.status >= 400 {
                    assert_eq!(reply.json()["status"], "error", "{place}");
                }
            }
        }
    }
}

fn is_nullable(member: &Value) -> bool {
    let is_null = |kind: &Value| *kind == "null";
    let alternatives = member["oneOf"].as_array().into_iter().flatten();
    member["type"].as_array().is_some_and(|kinds| kinds.iter().any(is_null))
        || alternatives.into_iter().any(|it| is_null(&it["type"]))
}

#[tokio::test]
async fn null_is_taken_wherever_the_description_allows_it() {
    let world = World::sqlite().await;
    let (mut asked, mut refused) = (0, Vec::new());
    for operation in operations(&world).await {
        let members = operation.schema["properties"].as_object().into_iter().flatten();
        for (name, _) in members.filter(|(_, member)| is_nullable(member)) {
            let body = json!({ name: null }).to_string();
            let reply = send(&world, &operation, operation.who(), body.into()).await;
            let body = reply.json();
            let mut details = body["error"]["errors"].as_array().into_iter().flatten();
            asked += 1;
            if details.any(|it| it["field"] == **name) {
                refused.push(format!("{} {name}: {}", operation.path, reply.text));
            }
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(asked > 30, "{asked}");
}

/// The paths of all dates in a schema. A path is a list of steps: the name of a member, or none for
/// an element of a list.
fn dates(
    document: &Value,
    schema: &Value,
    steps: &mut Vec<Option<String>>,
) -> Vec<Vec<Option<String>>> {
    let schema = resolve(document, schema);
    if schema["format"] == "date" {
        return vec![steps.clone()];
    }
    let mut found = Vec::new();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        steps.push(Some(name.clone()));
        found.extend(dates(document, member, steps));
        steps.pop();
    }
    if schema["items"].is_object() {
        steps.push(None);
        found.extend(dates(document, &schema["items"], steps));
        steps.pop();
    }
    found
}

#[tokio::test]
async fn every_date_has_one_form() {
    let world = World::sqlite().await;
    let document = serde_json::to_value(document::document()).unwrap();
    let mut asked = 0;
    for operation in operations(&world).await.iter().filter(|it| it.refusal().is_none()) {
        for steps in dates(&document, &operation.schema, &mut Vec::new()) {
            let (mut body, mut path) = (json!("2026-3-1"), String::new());
            for step in steps.iter().rev() {
                body = step.as_ref().map_or_else(|| json!([body]), |name| json!({ name: body }));
            }
            for step in &steps {
                match step {
                    Some(name) if path.is_empty() => path.push_str(name),
                    Some(name) => path.extend([".", name]),
                    None => path.push_str("[0]"),
                }
            }
            let body = body.to_string().into_bytes();
            let reply = send(&world, operation, operation.who(), body).await;
            let place = format!("{} {path}", operation.path);
            assert_eq!(reply.status, 400, "{place}: {}", reply.text);
            let detail = &reply.json()["error"]["errors"][0];
            assert_eq!(detail["field"], *path, "{place}: {}", reply.text);
            assert_eq!(detail["code"], "INVALID", "{place}: {}", reply.text);
            asked += 1;
        }
    }
    assert!(asked >= 14, "{asked}");
}

#[tokio::test]
async fn bodies_that_are_too_large_are_refused_before_they_are_read() {
    let world = World::sqlite().await;
    let path = start(&world).await + "/self";
    let before = world.snapshot().await;
    let body = |bytes: usize| json!({ "x": "y".repeat(bytes) });
    let request = |path: &str| world.request(Method::PATCH, path).by("employee");
    request(&path).json(&body(1024 * 1024)).send().await.refused(413, "PAYLOAD_TOO_LARGE");
    let login = |bytes| world.request(Method::POST, "/api/auth/login").json(&body(bytes));
    login(64 * 1024).send().await.refused(413, "PAYLOAD_TOO_LARGE");
    login(64 * 1024 - 100).send().await.refused(400, "VALIDATION_FAILED");
    assert!(world.snapshot().await == before);
    request(&path).json(&body(1024 * 1024 - 100)).send().await.expect(200);
}

#[tokio::test]
async fn a_body_without_a_length_has_the_same_limit() {
    let world = World::sqlite().await;
    let chunk = || Ok::<_, std::io::Error>(vec![b'x'; 64 * 1024]);
    let endless = || axum::body::Body::from_stream(futures::stream::repeat_with(chunk));
    for (path, media) in [
        ("/api/staff/appraisals", "application/json"),
        ("/api/auth/login", "application/json"),
        ("/api/ui/session/login", "application/x-www-form-urlencoded"),
        ("/api/ui/session/theme", "application/x-www-form-urlencoded"),
    ] {
        let request = world.request(Method::POST, path).by("hr").text(media, endless());
        request.send().await.refused(413, "PAYLOAD_TOO_LARGE");
    }
}

#[tokio::test]
async fn a_body_that_is_cut_off_is_refused() {
    let world = World::sqlite().await;
    let parts = [Ok("{\"email\":"), Err(std::io::Error::other("cut"))];
    let body = axum::body::Body::from_stream(futures::stream::iter(parts));
    let request = world.request(Method::POST, "/api/auth/login").text("application/json", body);
    request.send().await.refused(400, "VALIDATION_FAILED");
}

#[tokio::test]
async fn tricks_with_the_address_and_the_method_lead_nowhere() {
    let world = World::sqlite().await;
    for path in [
        "/api/staff/",
        "/api//staff",
        "/api/staff/appraisals/",
        "/api/./staff",
        "/api/%2e%2e/metrics",
        "/api/staff/appraisals/pending-count/",
        "/api/staff/appraisals/..%2f..%2fauth%2fme/nothing",
        "/API/staff",
        "/api/ui/nothing",
    ] {
        let reply = world.get("bystander", path).await;
        assert!(reply.status == 404 || !path.starts_with("/api"), "{path}: {}", reply.status);
    }
    let reply = world
        .request(Method::GET, "/api/staff/appraisals")
        .by("bystander")
        .header("x-http-method-override", "POST")
        .send()
        .await;
    reply.expect(200);
}

#[tokio::test]
async fn bad_arguments_of_a_server_function_are_the_callers_fault() {
    let world = World::sqlite().await;
    let request = || {
        world
            .request(Method::POST, "/api/ui/session/login")
            .header("sec-fetch-site", "same-origin")
            .header("accept", "application/json")
    };
    for body in ["", "email=a", "%ff=%ff", "email[a][b]=1&password=x", "{}"] {
        let reply = request().text("application/x-www-form-urlencoded", body).send().await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.text);
    }
}
