//! Scripts that measure the pages of the release in Chromium.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;

use crate::demo::Demo;
use crate::postgres::free_port;
use crate::process::{Running, capture};
use crate::system::{Need, chromium, ensure};
use crate::workspace::Workspace;
use crate::{server, tools};

/// All users sign in from the same IP address here.
const SIGN_INS_PER_MINUTE: &str = "100000";

/// Serves a fresh demo and runs a script of `bench/browser` against it; returns the JSON that it
/// prints.
pub fn run(workspace: &Workspace, script: &str) -> Result<Value> {
    ensure(Need::Chromium)?;
    let home = workspace.root.join("bench").join("browser");
    tools::locked_packages(&home, "the packages of the benchmark")?;
    let folder = workspace.target.join("bench");
    let demo = Demo { folder: folder.join("demo") };
    if demo.folder.exists() {
        fs::remove_dir_all(&demo.folder)?;
    }
    demo.make(&workspace.program())?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
    let _running = serve(workspace, &demo, address, &folder.join("pages.log"))?;
    let mut measure = Command::new("node");
    measure.current_dir(home).arg(script);
    measure.env("CHROMIUM_PATH", chromium().context("Chromium is gone")?);
    measure
        .env("MIZAN_URL", format!("http://{address}"))
        .env("MIZAN_DEMO_ACCOUNTS", demo.accounts_file());
    let printed = capture(&mut measure)?;
    serde_json::from_str(&printed).with_context(|| format!("{script} printed no JSON"))
}

fn serve(workspace: &Workspace, demo: &Demo, address: SocketAddr, log: &Path) -> Result<Running> {
    let log = fs::File::create(log)?;
    let mut serve = server::command(workspace, &workspace.program(), demo, address);
    serve.env("LOGIN_PER_MINUTE_PER_IP", SIGN_INS_PER_MINUTE);
    serve.stdout(log.try_clone()?).stderr(log);
    server::start(&mut serve, address)
}
