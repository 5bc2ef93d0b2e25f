//! The program as a process, in a directory of its own.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};

use database::Db;
use serde_json::Value;
use server::config::{Config, Source};
use service::Service;
use service::random::Ids;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStderr, Command};
use tokio::task::JoinHandle;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_mizan");

/// A directory with the data of one test, deleted with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

impl Folder {
    pub(crate) fn new() -> Self {
        let path = std::env::temp_dir().join(format!("mizan-{}", Ids::default().unordered()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    /// A command of the program, with nothing but this directory in its environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(Path::new(PROGRAM), arguments)
    }

    /// The same of another build of the program.
    pub(crate) fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .current_dir(&self.0)
            .env("DATA_DIR", self.0.as_os_str());
        command.env("LISTEN", "127.0.0.1:0").kill_on_drop(true);
        command
    }

    pub(crate) async fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().await.unwrap()
    }

    /// The output of the command, when it succeeds.
    pub(crate) async fn printed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).await;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The service in this process, on the same data and with the same secrets.
    pub(crate) async fn service(&self) -> Service {
        let source = Source::default().with("DATA_DIR", self.0.to_str().unwrap());
        let config = Config::load(&source).unwrap();
        let db = Db::connect(&config.database_url).await.unwrap();
        Service::new(db, config.secrets)
    }
}

/// Sends a request with additional header lines, and returns its status and body. A truncated
/// response is an error.
pub(crate) async fn request(
    address: SocketAddr,
    route: (&str, &str),
    head: &str,
    body: &Value,
) -> io::Result<(u16, Value)> {
    let (status, text) = request_text(address, route, head, body).await?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
}

/// The same for a response that is not JSON.
pub(crate) async fn request_text(
    address: SocketAddr,
    (method, path): (&str, &str),
    head: &str,
    body: &Value,
) -> io::Result<(u16, String)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: mizan\r\nConnection: close\r\n{head}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(ErrorKind::UnexpectedEof)?;
    let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
    if field("content-length: ").is_some_and(|length| length != body.len().to_string()) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Ok((status, body.to_owned()))
}

/// Starts a server and waits until it reports its address.
async fn begin(mut command: Command) -> (Child, SocketAddr, Lines<BufReader<ChildStderr>>, String) {
    command.env("LOGIN_PER_MINUTE_PER_IP", "1000");
    let mut child = command.stderr(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut said = String::new();
    while let Some(line) = log.next_line().await.unwrap() {
        if let Some((_, rest)) = line.split_once("listen=") {
            let address = rest.split_whitespace().next().unwrap().parse().unwrap();
            return (child, address, log, said);
        }
        said += &line;
        said.push('\n');
    }
    panic!("the server did not start: {said}");
}

/// A running server.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
    /// The log before it began to serve.
    start_log: String,
    /// The log after it began to serve.
    said: JoinHandle<String>,
}

impl Server {
    /// Starts the server and waits until it serves.
    pub(crate) async fn start(folder: &Folder, background: &str) -> Self {
        let mut command = folder.command(&["serve"]);
        command.env("BACKGROUND", background);
        Self::start_by(command).await
    }

    /// Starts the server with the given command.
    pub(crate) async fn start_by(command: Command) -> Self {
        let (child, address, mut log, start_log) = begin(command).await;
        let said = tokio::spawn(async move {
            let mut said = String::new();
            while let Some(line) = log.next_line().await.unwrap() {
                said += &line;
                said.push('\n');
            }
            said
        });
        Self { child, address, start_log, said }
    }

    /// Starts a server whose log is not read.
    pub(crate) async fn start_with_unread_log(
        command: Command,
    ) -> (Self, Lines<BufReader<ChildStderr>>) {
        let (child, address, log, start_log) = begin(command).await;
        (Self { child, address, start_log, said: tokio::spawn(async { String::new() }) }, log)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Sends a request and returns its status and body.
    pub(crate) async fn request(
        &self,
        route: (&str, &str),
        token: Option<&str>,
        body: &Value,
    ) -> (u16, Value) {
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        request(self.address, route, &bearer.unwrap_or_default(), body).await.unwrap()
    }

    /// kill -9.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Stops the server and returns its whole log.
    pub(crate) async fn whole_log(mut self) -> String {
        let start_log = std::mem::take(&mut self.start_log);
        start_log + &self.stop().await.1
    }

    /// Sends the signal to stop.
    pub(crate) async fn terminate(&self) {
        let kill = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().await;
        assert!(kill.unwrap().success());
    }

    /// Sends the signal to stop; returns the exit status and the rest of the log.
    pub(crate) async fn stop(self) -> (ExitStatus, String) {
        self.terminate().await;
        self.ended().await
    }

    /// Waits for the end of a server that was told to stop.
    pub(crate) async fn ended(mut self) -> (ExitStatus, String) {
        let said = self.said.await.unwrap();
        (self.child.wait().await.unwrap(), said)
    }
}
