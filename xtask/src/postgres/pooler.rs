//! A private `PgBouncer` in transaction mode, for one test run.

use anyhow::{Context, Result, ensure};
use nix::unistd::{chown, geteuid};
use std::fs;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{PREFIX, Postgres, free_port, unprivileged};
use crate::interrupt;
use crate::memory;
use crate::process::Running;
use crate::system::{Need, ensure as ensure_installed, pgbouncer};

const ADDRESS: &str = "TEST_POSTGRES_POOLER_URL";
const PATIENCE: Duration = Duration::from_secs(30);

/// `PgBouncer`, stopped and removed on drop.
#[derive(Debug)]
pub struct Pooler {
    running: Running,
    folder: PathBuf,
    port: u16,
}

impl Pooler {
    /// Starts `PgBouncer` in front of a server.
    pub fn start(server: &Postgres) -> Result<Self> {
        ensure_installed(Need::PgBouncer)?;
        let program = pgbouncer().context("PgBouncer is nowhere to be found")?;
        let folder = memory::folder().join(format!("{PREFIX}pooler-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let port = free_port()?;
        let file = folder.join("pgbouncer.ini");
        fs::write(&file, configuration(&server.setting().1, port)?)?;
        let mut command = Command::new(program);
        command.arg("--quiet").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        if geteuid().is_root() {
            let owner = unprivileged()?;
            chown(&folder, Some(owner.uid), Some(owner.gid))?;
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        let mut pooler = Self { running: Running::start(&mut command)?, folder, port };
        pooler.wait()?;
        Ok(pooler)
    }

    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            interrupt::check()?;
            ensure!(self.running.ended()?.is_none(), "PgBouncer does not start");
            ensure!(start.elapsed() < PATIENCE, "PgBouncer does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The environment variable with its URL, for the tests.
    pub fn setting(&self) -> (&'static str, String) {
        (ADDRESS, format!("postgres://postgres@127.0.0.1:{}/postgres", self.port))
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Four connections for each database, so that transactions change their connection often.
fn configuration(server: &str, port: u16) -> Result<String> {
    let (user, rest) = server
        .strip_prefix("postgres://")
        .and_then(|rest| rest.split_once('@'))
        .context("the URL of the server names no user")?;
    let address = rest.split('/').next().unwrap_or_default();
    let (host, server_port) = address.rsplit_once(':').unwrap_or((address, "5432"));
    let user = user.replace(':', " password=");
    Ok(format!(
        "[databases]\n* = host={host} port={server_port} user={user}\n\
         [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
         auth_type = any\npool_mode = transaction\nmax_client_conn = 2000\n\
         default_pool_size = 4\nserver_idle_timeout = 5\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_leads_to_the_server() {
        let text = configuration("postgres://postgres@127.0.0.1:5599/postgres", 6432).unwrap();
        assert!(text.contains("* = host=127.0.0.1 port=5599 user=postgres\n"), "{text}");
        assert!(text.contains("listen_port = 6432\n"), "{text}");
        let text = configuration("postgres://mizan:secret@db/test", 1).unwrap();
        assert!(text.contains("host=db port=5432 user=mizan password=secret"), "{text}");
    }
}
