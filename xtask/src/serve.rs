//! `cargo xtask serve`: from a fresh checkout to a working page.

use anyhow::{Context, Result, bail};
use std::net::{SocketAddr, TcpListener};

use crate::demo::Demo;
use crate::workspace::Workspace;
use crate::{console::step, interrupt, look, process, server};

/// Builds with the quick profile, creates the demo on the first run, and serves it until Ctrl-C.
pub fn run(workspace: &Workspace) -> Result<()> {
    let address = address()?;
    let program = look::build(workspace)?;
    let demo = Demo { folder: workspace.root.join("data") };
    let own_database = std::env::var("DATABASE_URL").ok().filter(|url| !url.is_empty());
    if own_database.is_none() && !demo.exists() {
        step("make the demo organization", || demo.make(&program))?;
    }

    let mut command = server::command(workspace, &program, &demo, address);
    if let Some(url) = &own_database {
        command.env("DATABASE_URL", url);
    }
    let mut running = server::start(&mut command, address)?;
    println!("\nMizan serves http://{address} (Ctrl-C stops it)");
    if own_database.is_none()
        && let Some(accounts) = demo.table()?
    {
        println!("\nWho can sign in:\n{accounts}");
    }

    let status = running.wait()?;
    if interrupt::is_set() { Ok(()) } else { process::succeeded(&command, status) }
}

/// The listening address: `$LISTEN`, else port 3000 of this machine. Fails if it is in use.
fn address() -> Result<SocketAddr> {
    let address = std::env::var("LISTEN").unwrap_or_else(|_| "127.0.0.1:3000".to_owned());
    let address = address.parse().with_context(|| format!("LISTEN={address} is not host:port"))?;
    if TcpListener::bind(address).is_err() {
        bail!(
            "another program listens on {address}: stop it, or choose another port, as in \
             `LISTEN=127.0.0.1:3080 cargo xtask serve`"
        );
    }
    Ok(address)
}
