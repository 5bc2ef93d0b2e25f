//! Requests and responses.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE};
use http::request::Builder;
use http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use super::{World, documented, guest};

const ANSWER_MAX: Duration = Duration::from_mins(1);

/// A request to be sent.
pub(crate) struct TestRequest<'w> {
    world: &'w World,
    builder: Builder,
    body: Body,
}

/// A complete response.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl World {
    pub(crate) fn request(&self, method: Method, path: &str) -> TestRequest<'_> {
        let builder = Request::builder().method(method).uri(path);
        TestRequest { world: self, builder, body: Body::empty() }
    }

    fn token(&self, who: &str) -> &str {
        if who == guest::NAME { &self.guest.token } else { &self.person(who).token }
    }

    pub(crate) async fn get(&self, who: &str, path: &str) -> Reply {
        self.request(Method::GET, path).by(who).send().await
    }

    pub(crate) async fn post(&self, who: &str, path: &str, body: Value) -> Reply {
        self.request(Method::POST, path).by(who).json(&body).send().await
    }

    pub(crate) async fn patch(&self, who: &str, path: &str, body: Value) -> Reply {
        self.request(Method::PATCH, path).by(who).json(&body).send().await
    }

    pub(crate) async fn put(&self, who: &str, path: &str, body: Value) -> Reply {
        self.request(Method::PUT, path).by(who).json(&body).send().await
    }

    /// Sends a request without a body.
    pub(crate) async fn post_empty(&self, who: &str, path: &str) -> Reply {
        self.request(Method::POST, path).by(who).send().await
    }
}

impl TestRequest<'_> {
    /// With the token of that person; `nobody` sends an unauthenticated request.
    pub(crate) fn by(self, who: &str) -> Self {
        if who == "nobody" {
            return self;
        }
        let token = self.world.token(who);
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// In the browser of that person.
    pub(crate) fn in_browser_of(self, who: &str) -> Self {
        let realm = if who == guest::NAME { "customer" } else { "staff" };
        let cookie = format!("__Host-{realm}_session={}", self.world.token(who));
        self.header(COOKIE.as_str(), &cookie)
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.text("application/json", body.to_string())
    }

    pub(crate) fn text(mut self, media: &str, body: impl Into<Body>) -> Self {
        self.body = body.into();
        self.header(CONTENT_TYPE.as_str(), media)
    }

    pub(crate) fn raw(mut self, body: impl Into<Body>) -> Self {
        self.body = body.into();
        self
    }

    /// The response as it arrives, to be read in pieces.
    pub(crate) async fn open(self) -> Response {
        let request = self.builder.body(self.body).unwrap();
        self.world.router.clone().oneshot(request).await.unwrap()
    }

    /// The complete response, which has to arrive within a minute: a test fails rather than hangs.
    /// The code of an error has to be documented.
    pub(crate) async fn send(self) -> Reply {
        let method = self.builder.method_ref().cloned().unwrap_or_default();
        let path = self.builder.uri_ref().map(|uri| uri.path().to_owned()).unwrap_or_default();
        let asked = format!("{method} {path}");
        let answer = async {
            let response = self.open().await;
            let (head, body) = response.into_parts();
            (head, body.collect().await.unwrap().to_bytes())
        };
        let (head, bytes) = tokio::time::timeout(ANSWER_MAX, answer)
            .await
            .unwrap_or_else(|_| panic!("{asked} did not answer within {ANSWER_MAX:?}"));
        let (status, headers) = (head.status.as_u16(), head.headers);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        documented::check(&method, &path, status, &text);
        Reply { status, headers, text }
    }
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The response as JSON, when its status is the expected one.
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    /// Checks status and code of a refusal, and its envelope.
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["status"], "error", "{}", self.text);
        assert_eq!(body["error"]["code"], code, "{}", self.text);
        assert!(body["error"]["message"].as_str().is_some_and(|it| !it.is_empty()));
        body
    }

    /// Every part of the response that could distinguish it from another.
    pub(crate) fn bytes(&self) -> (u16, Vec<(String, Vec<u8>)>, String) {
        let own = |name: &str| matches!(name, "x-request-id" | "date");
        let headers = self.headers.iter().filter(|(name, _)| !own(name.as_str()));
        let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()));
        (self.status, headers.collect(), self.text.clone())
    }

    /// The fields that a refusal names.
    pub(crate) fn fields(&self) -> Vec<String> {
        let body = self.json();
        let errors = body["error"]["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|it| it["field"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
