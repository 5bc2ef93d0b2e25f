//! Starting the server and waiting for its first response.

use anyhow::{Result, bail};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::demo::Demo;
use crate::interrupt;
use crate::process::Running;
use crate::workspace::Workspace;

const PATIENCE: Duration = Duration::from_mins(1);

/// The command that serves the given demo at the given address.
pub fn command(workspace: &Workspace, program: &Path, demo: &Demo, address: SocketAddr) -> Command {
    let mut command = Command::new(program);
    command.current_dir(&workspace.root).arg("serve");
    command.env("LISTEN", address.to_string());
    command.env("DATA_DIR", &demo.folder);
    command.env("DATABASE_URL", demo.database());
    command.env("LEPTOS_SITE_ADDR", address.to_string());
    command
}

/// True if a server responds to this path with status 200.
pub fn answers(address: &str, path: &str) -> Result<bool> {
    Ok(get(address, path)?.starts_with("HTTP/1.1 200 "))
}

/// The response of a server, from its status line to the end of its body.
pub fn get(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: mizan\r\nConnection: close\r\n\r\n")?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    Ok(response)
}

/// Starts the server and waits until it accepts connections.
pub fn start(command: &mut Command, address: SocketAddr) -> Result<Running> {
    let mut running = Running::start(command)?;
    let start = Instant::now();
    while TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_err() {
        interrupt::check()?;
        if let Some(status) = running.ended()? {
            bail!("the server ended with {status} before it took a connection on {address}");
        }
        if start.elapsed() > PATIENCE {
            bail!("the server takes no connection on {address} after {} s", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(running)
}
