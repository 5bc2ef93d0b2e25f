//! A private PostgreSQL server for one test run, in a temporary directory, without durability and
//! removed afterwards; and a `PgBouncer` in front of one.

mod pooler;

use anyhow::{Context, Result, anyhow, bail};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::{Pid, User, geteuid};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::memory;
use crate::system::{Need, ensure, postgresql_program};
use crate::workspace::read;

pub use pooler::Pooler;

const PREFIX: &str = "mizan-postgres-";
const ADDRESS: &str = "TEST_POSTGRES_URL";
/// Another program may take the free port before the server does.
const ATTEMPTS: u32 = 3;

/// A database server for the tests.
#[derive(Debug)]
pub enum Postgres {
    /// An existing server, given by `TEST_POSTGRES_URL`.
    Given(String),
    /// Our own server, stopped and removed on drop.
    Private(Cluster),
}

impl Postgres {
    /// The server given by `TEST_POSTGRES_URL`, or a new one.
    pub fn start() -> Result<Self> {
        if let Some(url) = std::env::var(ADDRESS).ok().filter(|url| !url.is_empty()) {
            return Ok(Self::Given(url));
        }
        ensure(Need::PostgreSql)?;
        remove_stale();
        Ok(Self::Private(Cluster::start()?))
    }

    /// The environment variable with the URL of the server, for the tests.
    pub fn setting(&self) -> (&'static str, String) {
        let url = match self {
            Self::Given(url) => url.clone(),
            Self::Private(cluster) => {
                format!("postgres://postgres@127.0.0.1:{}/postgres", cluster.port)
            }
        };
        (ADDRESS, url)
    }
}

/// Our own server and its directory.
#[derive(Debug)]
pub struct Cluster {
    programs: Programs,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    fn start() -> Result<Self> {
        let programs = Programs::find()?;
        let folder = memory::folder().join(format!("{PREFIX}{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        if let Some(owner) = &programs.owner {
            chown(&folder, Some(owner.uid.as_raw()), Some(owner.gid.as_raw()))?;
        }
        let mut cluster = Self { programs, folder, port: 0 };
        cluster.initialize()?;
        cluster.listen()?;
        Ok(cluster)
    }

    fn initialize(&self) -> Result<()> {
        let mut initdb = self.programs.command("initdb");
        initdb.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale"]);
        initdb.args(["--no-sync", "--pgdata"]).arg(self.data());
        quietly(&mut initdb)
    }

    fn listen(&mut self) -> Result<()> {
        let mut last = anyhow!("no attempt was made");
        for _ in 0..ATTEMPTS {
            self.port = free_port()?;
            match self.start_server() {
                Ok(()) => return Ok(()),
                Err(error) => last = error,
            }
        }
        let log = read(&self.log()).unwrap_or_default();
        Err(last.context(format!("PostgreSQL does not start; its log says:\n{log}")))
    }

    fn start_server(&self) -> Result<()> {
        let settings = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off \
             -c synchronous_commit=off -c full_page_writes=off -c max_connections=300 \
             -c max_wal_size=256MB",
            self.port
        );
        let mut start = self.programs.command("pg_ctl");
        start.args(["start", "--silent", "--wait", "--timeout=60", "--options", &settings]);
        start.arg("--pgdata").arg(self.data()).arg("--log").arg(self.log());
        quietly(&mut start)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.programs.stop(&self.data());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The location of the server programs, and the user who must run them.
#[derive(Debug)]
struct Programs {
    folder: PathBuf,
    /// The user for the server when xtask runs as root, which PostgreSQL refuses.
    owner: Option<User>,
}

impl Programs {
    fn find() -> Result<Self> {
        let initdb = postgresql_program("initdb").context("initdb is nowhere to be found")?;
        let folder = initdb.parent().context("initdb stands in no folder")?.to_path_buf();
        let owner = if geteuid().is_root() { Some(unprivileged()?) } else { None };
        Ok(Self { folder, owner })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command.current_dir(std::env::temp_dir());
        if let Some(owner) = &self.owner {
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        command
    }

    /// Stops the server. Fails if it is not running, which is the desired result.
    fn stop(&self, data: &Path) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--silent", "--wait", "--mode=immediate", "--pgdata"]).arg(data);
        let _ = quietly(&mut stop);
    }
}

fn unprivileged() -> Result<User> {
    for name in ["postgres", "nobody"] {
        if let Some(user) = User::from_name(name)? {
            return Ok(user);
        }
    }
    bail!("PostgreSQL does not run as root, and there is no user postgres to run it as")
}

/// Runs a program that Ctrl-C does not reach, because xtask stops the server after the tests. Its
/// output goes to a file instead of a pipe, which the server would inherit and keep open.
fn quietly(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let words = std::env::temp_dir().join(format!("{PREFIX}words-{}", std::process::id()));
    let file = fs::File::create(&words)?;
    let status = command
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .process_group(0)
        .status()
        .with_context(|| format!("cannot start `{name}`"));
    let said = fs::read_to_string(&words).unwrap_or_default();
    fs::remove_file(&words)?;
    let status = status?;
    if !status.success() {
        bail!("`{name}` ended with {status}\n{}", said.trim());
    }
    Ok(())
}

/// Stops and removes the servers of killed runs.
fn remove_stale() {
    let Ok(programs) = Programs::find() else { return };
    let folders = [std::env::temp_dir(), memory::folder()].map(fs::read_dir);
    for entry in folders.into_iter().flatten().flatten().flatten() {
        let name = entry.file_name();
        let run = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        if run.is_some_and(|process| !is_alive(process)) {
            programs.stop(&entry.path().join("data"));
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_alive(process: i32) -> bool {
    kill(Pid::from_raw(process), None) != Err(Errno::ESRCH)
}

/// A port that is currently free.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no port is free")?;
    Ok(listener.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_finished_process_is_not_alive_and_this_one_is() {
        let mut child = Command::new("true").spawn().unwrap();
        let process = i32::try_from(child.id()).unwrap();
        child.wait().unwrap();
        assert!(!is_alive(process));
        assert!(is_alive(i32::try_from(std::process::id()).unwrap()));
    }

    /// A process that another test starts at this moment inherits the listener until it executes
    /// its program, so the port may only become free after a moment.
    #[test]
    fn a_free_port_can_be_listened_on() {
        let port = free_port().unwrap();
        let start = Instant::now();
        while let Err(error) = TcpListener::bind(("127.0.0.1", port)) {
            assert!(start.elapsed() < Duration::from_secs(10), "port {port}: {error}");
            std::thread::yield_now();
        }
    }
}
