//! The running service against its OpenAPI document: schemathesis sends valid and invalid requests,
//! as each role, and reports errors, undocumented responses and responses that do not match their
//! schema.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;

use super::count::Counts;
use super::served::{self, Served};
use crate::console::step;
use crate::process::run;
use crate::workspace::{Workspace, read};
use crate::{build, tools};

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";
/// Routes that end the session of the caller, and streams, which do not end.
const LEFT_OUT: &str = "(logout|/password|/stream)$";
/// Roles that together have all permissions; the long run uses all roles of the demo.
const SHORT: [&str; 4] = ["admin", "hr", "credit_officer", "customer"];
const EXAMPLES_SHORT: &str = "3";
const EXAMPLES_LONG: &str = "50";

/// Sends requests as one role after the other, and counts one check for each.
pub fn run_against_server(workspace: &Workspace, long: bool) -> Result<Counts> {
    let tools = tools::Tools::for_description()?;
    let program = build::tested(workspace)?;
    served::fresh_demo(workspace, &program, |served| {
        let mut counts = Counts::default();
        for (role, token) in tokens(served, long)? {
            let mut asking = Command::new("st");
            asking.env("PATH", tools.path()?).current_dir(&served.demo.folder);
            asking.arg("run").arg(workspace.root.join("server").join("openapi.json"));
            asking.args(["--url", &served.url(), "--checks", CHECKS]);
            asking.args(["--header", &format!("Authorization: Bearer {token}")]);
            asking.args(["--header", &format!("Origin: {}", served.url())]);
            asking.args(["--exclude-path-regex", LEFT_OUT, "--phases", "coverage,fuzzing"]);
            asking.args(["--max-examples", if long { EXAMPLES_LONG } else { EXAMPLES_SHORT }]);
            asking.args(["--seed", "1", "--suppress-health-check", "all", "--warnings", "off"]);
            asking.args(["--continue-on-failure", "--no-shrink"]);
            let asked = step(&format!("ask as {role}"), || run(&mut asking));
            counts += asked.map_or(Counts::FAILED, |()| Counts::PASSED);
        }
        Ok(counts)
    })
}

fn tokens(served: &Served, long: bool) -> Result<Vec<(String, String)>> {
    let accounts: Vec<Value> = serde_json::from_str(&read(&served.demo.accounts_file())?)?;
    let mut tokens: Vec<(String, String)> = Vec::new();
    for person in &accounts {
        let role = person["role"].as_str().context("a demo account has no role")?;
        let is_new = tokens.iter().all(|(known, _)| known != role);
        if is_new && (long || SHORT.contains(&role)) {
            tokens.push((role.to_owned(), sign_in(served.address, person)?));
        }
    }
    Ok(tokens)
}

fn sign_in(address: SocketAddr, person: &Value) -> Result<String> {
    let realm = if person["role"] == "customer" { "customer-auth" } else { "auth" };
    let body = json!({ "email": person["email"], "password": person["password"] }).to_string();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /api/{realm}/login HTTP/1.1\r\nHost: mizan\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("the server hung up")?;
    let body: Value = serde_json::from_str(body).context("the sign-in answered no JSON")?;
    let token = body["accessToken"].as_str();
    token.map(str::to_owned).with_context(|| format!("the sign-in was refused: {head}"))
}
