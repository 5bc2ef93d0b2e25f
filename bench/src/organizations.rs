//! New facilities in one organization compared with new facilities in many, on PostgreSQL: what the
//! rows cost that all writers of an organization share.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::databases::{self, POSTGRES};
use crate::load::{Call, Figures, ask, send_all};
use crate::program::Program;

const ORGANIZATIONS: usize = 64;
/// The numbers of concurrent requests.
const CONNECTIONS: [usize; 2] = [16, 48];
/// The pairs of loads for each number; the medians count.
const ROUNDS: usize = 7;
const REQUESTS: usize = 1_500;
const PASSWORD: &str = "a-password-for-the-benchmark";

/// The figures for one number of concurrent requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comparison {
    pub connections: usize,
    pub organizations: usize,
    /// All requests in one organization.
    pub one: Figures,
    /// The same number of requests, spread over all organizations.
    pub many: Figures,
}

/// An administrator with a customer.
struct Desk {
    token: String,
    customer: String,
}

/// Measures on an empty database of the server.
pub async fn measure(path: PathBuf, folder: &Path, server: &str) -> Result<Vec<Comparison>> {
    let folder = folder.join("organizations");
    std::fs::create_dir_all(&folder)?;
    let database = databases::create(POSTGRES, &folder, Some(server), None).await?;
    let program = Program { path, folder, database: database.clone() };
    let admins = (0..ORGANIZATIONS).map(|number| create_organization(&program, number));
    let admins = admins.collect::<Result<Vec<_>>>()?;

    let running = program.serve().await?;
    let mut desks = Vec::new();
    for admin in &admins {
        desks.push(open_desk(running.address, admin).await?);
    }
    load(running.address, &desks, CONNECTIONS[0]).await.context("the load before the rounds")?;
    let mut comparisons = Vec::new();
    for connections in CONNECTIONS {
        comparisons.push(compare(running.address, &desks, connections).await?);
    }
    drop(running);
    program.run(&["check"]).context("the database after the load")?;
    databases::remove(POSTGRES, &database, Some(server)).await?;
    Ok(comparisons)
}

/// Creates an organization; returns the address of its administrator and the temporary password.
fn create_organization(program: &Program, number: usize) -> Result<(String, String)> {
    let (name, email) = (format!("House {number}"), format!("admin{number}@example.com"));
    let arguments = ["init", "--json", "--organization", &name, "--admin-name", "Admin"];
    let printed = program.run(&[&arguments[..], &["--admin-email", &email]].concat())?;
    let created: Value = serde_json::from_str(&printed)?;
    let password = created["temporaryPassword"].as_str().context("no temporary password")?;
    Ok((email, password.to_owned()))
}

async fn open_desk(address: SocketAddr, (email, password): &(String, String)) -> Result<Desk> {
    let credentials = json!({ "email": email, "password": password });
    let session = send(address, "POST", "/api/auth/login", None, &credentials).await?;
    let passwords = json!({ "currentPassword": password, "newPassword": PASSWORD });
    let token = session["accessToken"].as_str();
    let session = send(address, "PATCH", "/api/auth/password", token, &passwords).await?;
    let token = session["accessToken"].as_str().context("no token")?.to_owned();
    let customer = json!({ "name": "Noor Transport", "email": "noor@example.com" });
    let customer = send(address, "POST", "/api/customers", Some(&token), &customer).await?;
    let customer = customer["id"].as_str().context("no customer")?.to_owned();
    Ok(Desk { token, customer })
}

async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> Result<Value> {
    let call = Call {
        method: method.to_owned(),
        path: path.to_owned(),
        token: token.map(str::to_owned),
        body: Some(body.to_string()),
    };
    let (status, answer) = ask(address, &call).await?;
    if !status.is_success() {
        bail!("{method} {path}: {status}: {}", String::from_utf8_lossy(&answer));
    }
    Ok(serde_json::from_slice(&answer)?)
}

/// Alternates loads on one organization, another in each round, with loads on all.
async fn compare(address: SocketAddr, desks: &[Desk], connections: usize) -> Result<Comparison> {
    let (mut one, mut many) = (Vec::new(), Vec::new());
    for desk in desks.iter().cycle().take(ROUNDS) {
        one.push(load(address, std::slice::from_ref(desk), connections).await?);
        many.push(load(address, desks, connections).await?);
    }
    let (one, many) = (Figures::median(&one), Figures::median(&many));
    println!(
        "{connections} connections: {:.0} facilities a second in one organization, {:.0} in {}",
        one.per_second,
        many.per_second,
        desks.len()
    );
    Ok(Comparison { connections, organizations: desks.len(), one, many })
}

async fn load(address: SocketAddr, desks: &[Desk], connections: usize) -> Result<Figures> {
    let calls = desks.iter().cycle().take(REQUESTS).map(new_facility).collect();
    let figures = send_all(address, calls, connections).await?;
    figures.require_success()?;
    Ok(figures)
}

fn new_facility(desk: &Desk) -> Call {
    let body = json!({
        "customerId": desk.customer,
        "productType": "murabaha",
        "assetCost": "120000",
        "downPayment": "20000",
        "fixedTotalProfit": "10000",
        "termPeriods": 12,
        "periodsPerYear": 12,
        "asset": { "description": "Delivery van" },
    });
    Call {
        method: "POST".to_owned(),
        path: "/api/credit/facilities".to_owned(),
        token: Some(desk.token.clone()),
        body: Some(body.to_string()),
    }
}
