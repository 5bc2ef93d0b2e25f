//! The second factor of customers, over HTTP and on both databases.

mod account;
mod enrolment;
mod recovery;
mod regeneration;
mod sign_in;

use http::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Reply, World};

const PASSWORD: &str = "seven lanterns over the quiet harbour";
const NEXT_PASSWORD: &str = "a market of copper and cold water";
const LOGIN: &str = "/api/customer-auth/login";
const SECOND_STEP: &str = "/api/customer-auth/login/mfa";
const ME: &str = "/api/customer-auth/me";
const SETUP: &str = "/api/customer-auth/mfa/setup";
const COMPLETE: &str = "/api/customer-auth/mfa/complete";
const REGENERATE: &str = "/api/customer-auth/mfa/recovery-codes/regenerate";
const CHANGE_PASSWORD: &str = "/api/customer-auth/password";

/// A customer who is signed in, with a password of their own.
#[derive(Clone, Debug)]
struct Visitor {
    customer: String,
    email: String,
    token: String,
}

/// A customer with an enrolled second factor.
#[derive(Clone, Debug)]
struct Enrolled {
    visitor: Visitor,
    secret: String,
    codes: Vec<String>,
}

/// Sends a request with the token.
async fn request(world: &World, method: Method, path: &str, token: &str, body: Value) -> Reply {
    let request = world.request(method, path).header("authorization", &format!("Bearer {token}"));
    if body.is_null() { request.send().await } else { request.json(&body).send().await }
}

async fn get(world: &World, path: &str, token: &str) -> Reply {
    request(world, Method::GET, path, token, Value::Null).await
}

async fn post(world: &World, path: &str, token: &str, body: Value) -> Reply {
    request(world, Method::POST, path, token, body).await
}

async fn login(world: &World, email: &str, password: &str) -> Reply {
    let body = json!({ "email": email, "password": password });
    world.request(Method::POST, LOGIN).json(&body).send().await
}

/// The token for a correct password.
async fn pre_auth(world: &World, email: &str) -> String {
    text(&login(world, email, PASSWORD).await.expect(200), "preAuthToken")
}

async fn pre_auths(world: &World, email: &str, count: usize) -> Vec<String> {
    let mut tokens = Vec::new();
    for _ in 0..count {
        tokens.push(pre_auth(world, email).await);
    }
    tokens
}

async fn second_step(world: &World, token: &str, code: &str) -> Reply {
    let body = json!({ "preAuthToken": token, "code": code });
    world.request(Method::POST, SECOND_STEP).json(&body).send().await
}

/// Both steps of a sign-in.
async fn sign_in(world: &World, email: &str, code: &str) -> Reply {
    second_step(world, &pre_auth(world, email).await, code).await
}

fn text(body: &Value, member: &str) -> String {
    body[member].as_str().unwrap_or_else(|| panic!("no {member}: {body}")).to_owned()
}

/// The code that an app with the secret displays, the given number of steps from now.
fn code_of(world: &World, secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    let at = world.service.now().timestamp() + steps * 30;
    totp.generate(u64::try_from(at).unwrap()).to_string()
}

/// A six-digit code that is invalid in the surrounding minutes.
fn wrong_code(world: &World, secret: &str) -> String {
    let right: Vec<String> = (-2..=2).map(|steps| code_of(world, secret, steps)).collect();
    (0..10).map(|number| format!("{number:06}")).find(|code| !right.contains(code)).unwrap()
}

/// A customer of the given member of staff's organization, with an account and [`PASSWORD`].
async fn visitor(world: &World, staff: &str, name: &str) -> Visitor {
    let email = format!("{name}@visitors.example");
    let input = json!({ "name": format!("Visitor {name}"), "email": email });
    let customer = text(&world.post(staff, "/api/customers", input).await.expect(201), "id");
    let path = format!("/api/customers/{customer}/portal-account");
    let made = world.post_empty(staff, &path).await.expect(201);
    settle(world, customer, &email, &text(&made, "temporaryPassword")).await
}

/// Signs in with a temporary password and chooses [`PASSWORD`].
async fn settle(world: &World, customer: String, email: &str, temporary: &str) -> Visitor {
    let answer = login(world, email, temporary).await.expect(200);
    let body = json!({ "currentPassword": temporary, "newPassword": PASSWORD });
    let token = text(&answer, "accessToken");
    let changed = request(world, Method::PATCH, CHANGE_PASSWORD, &token, body).await.expect(200);
    Visitor { customer, email: email.to_owned(), token: text(&changed, "accessToken") }
}

/// Enrols the second factor of a customer; the next time step has begun.
async fn enrol(world: &World, visitor: Visitor) -> Enrolled {
    let setup = get(world, SETUP, &visitor.token).await.expect(200);
    let secret = text(&setup, "secret");
    let body = json!({ "code": code_of(world, &secret, 0), "enabled": false, "recoveryCodes": [] });
    let enabled = post(world, COMPLETE, &visitor.token, body).await.expect(200);
    world.clock.advance(chrono::TimeDelta::seconds(30));
    Enrolled { visitor, secret, codes: codes(&enabled) }
}

/// A customer of the first organization who signs in with two factors.
async fn enrolled(world: &World, name: &str) -> Enrolled {
    let visitor = visitor(world, "admin", name).await;
    enrol(world, visitor).await
}

fn codes(answer: &Value) -> Vec<String> {
    let list = answer["recoveryCodes"].as_array().unwrap().iter();
    list.map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn count(replies: &[Reply], status: u16) -> usize {
    replies.iter().filter(|reply| reply.status == status).count()
}

/// The code of a refusal.
fn refusal(reply: &Reply) -> String {
    text(&reply.json()["error"], "code")
}

/// Every unsuccessful request was refused for one of these reasons.
fn only_refused_for(replies: &[Reply], known: &[&str]) {
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        assert!(known.contains(&&*refusal(reply)), "{}", reply.text);
    }
}

impl World {
    /// The stored hashes of a customer's recovery codes.
    async fn hashes(&self, customer: &str) -> Vec<String> {
        let mut tx = self.db.read().await.unwrap();
        let text = "SELECT customer_mfa_credentials.backup_codes_hashes
            FROM customer_mfa_credentials
            JOIN portal_accounts
                ON portal_accounts.id = customer_mfa_credentials.customer_portal_account_id
            WHERE portal_accounts.customer_id = $1";
        let customer: uuid::Uuid = customer.parse().unwrap();
        let array: String = tx.sql(text).bind(customer).scalar().await.unwrap();
        serde_json::from_str(&array).unwrap()
    }

    async fn counted(&self, text: &'static str) -> i64 {
        let mut tx = self.db.read().await.unwrap();
        tx.sql(text).scalar().await.unwrap()
    }

    async fn run(&self, text: &'static str) {
        let mut tx = self.db.begin().await.unwrap();
        tx.sql(text).execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The actions of sign-in in the audit log, newest first.
    async fn trail(&self) -> Vec<String> {
        let path = "/api/audit-log?category=authentication&limit=100";
        let page = self.get("admin", path).await.expect(200);
        page["data"].as_array().unwrap().iter().map(|entry| text(entry, "action")).collect()
    }
}
