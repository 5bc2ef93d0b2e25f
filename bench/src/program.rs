//! The release build as a process: start, start-up time, memory and stop.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::load::{Call, ask};

const PATIENCE: Duration = Duration::from_mins(1);
const LOGINS_PER_MINUTE: &str = "1000000";

/// A program and the location of its data.
#[derive(Clone, Debug)]
pub struct Program {
    pub path: PathBuf,
    pub folder: PathBuf,
    pub database: String,
}

impl Program {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).env("DATA_DIR", &self.folder);
        command.env("DATABASE_URL", &self.database).stdin(Stdio::null());
        command
    }

    /// Runs a command of the program to completion.
    pub fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = self.command(arguments).stderr(Stdio::inherit()).output();
        let output = output.with_context(|| format!("cannot start {}", self.path.display()))?;
        if !output.status.success() {
            let printed = String::from_utf8_lossy(&output.stdout);
            bail!("`mizan {}` ended with {}: {printed}", arguments.join(" "), output.status);
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Serves on a free port, and returns after the first response.
    pub async fn serve(&self) -> Result<Running> {
        let address = free_address()?;
        let log = File::create(self.folder.join("server.log"))?;
        let start = Instant::now();
        let child = self
            .command(&["serve"])
            .env("LISTEN", address.to_string())
            .env("LEPTOS_SITE_ADDR", address.to_string())
            .env("LOGIN_PER_MINUTE_PER_IP", LOGINS_PER_MINUTE)
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot start {}", self.path.display()))?;
        let mut running = Running { child, address, start: Duration::ZERO };
        while ask(address, &Call::get("/healthz")).await.is_err() {
            if let Some(status) = running.child.try_wait()? {
                bail!("the server ended with {status}; see {}/server.log", self.folder.display());
            }
            if start.elapsed() > PATIENCE {
                bail!("the server does not answer");
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        running.start = start.elapsed();
        Ok(running)
    }
}

impl Call {
    /// An unauthenticated request.
    pub fn get(path: &str) -> Self {
        Self { method: "GET".to_owned(), path: path.to_owned(), token: None, body: None }
    }
}

/// A running server, which is stopped on drop.
#[derive(Debug)]
pub struct Running {
    child: Child,
    pub address: SocketAddr,
    /// The time from the start to the first response.
    pub start: Duration,
}

impl Running {
    /// The id of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The resident memory of the process, in megabytes of 1,000,000 bytes.
    pub fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        resident(&status).context("/proc does not tell the memory of a process here")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let process = i32::try_from(self.child.id()).map(Pid::from_raw);
        if process.is_ok_and(|process| kill(process, Signal::SIGTERM).is_ok()) {
            let asked = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && asked.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn resident(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u32 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(f64::from(kibibytes) * 1.024 / 1_000.0)
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn resident_memory_is_read_in_megabytes() {
        let status = "Name:\tmizan\nVmHWM:\t  60000 kB\nVmRSS:\t   50000 kB\nThreads:\t3\n";
        assert!(super::resident(status).is_some_and(|it| (it - 51.2).abs() < 1e-9));
        assert!(super::resident("Name:\tmizan\n").is_none());
    }
}
