//! The demo organization in a directory and a database of its own.

use std::path::Path;

use database::test_support::TestDatabase;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::process::program::{Folder, PROGRAM, Server};

/// An installation that outlives its servers.
pub(super) struct House {
    pub(super) folder: Folder,
    /// The URL of the database; none for the default SQLite file.
    url: Option<String>,
    _database: Option<TestDatabase>,
    accounts: Vec<Value>,
}

impl House {
    /// The demo on the default SQLite file.
    pub(super) async fn on_sqlite() -> Self {
        Self::new(PROGRAM, None, None).await
    }

    /// The demo on PostgreSQL; none if the tests have no PostgreSQL.
    pub(super) async fn on_postgres() -> Option<Self> {
        let database = TestDatabase::postgres_empty().await?;
        Some(Self::new(PROGRAM, Some(database.url()), Some(database)).await)
    }

    /// The demo on PostgreSQL as another build of the program makes it.
    pub(super) async fn made_by(program: &str) -> Option<Self> {
        let database = TestDatabase::postgres_empty().await?;
        Some(Self::new(program, Some(database.url()), Some(database)).await)
    }

    /// The demo on an empty database.
    pub(super) async fn on(url: String) -> Self {
        Self::new(PROGRAM, Some(url), None).await
    }

    async fn new(program: &str, url: Option<String>, database: Option<TestDatabase>) -> Self {
        let folder = Folder::new();
        let mut house = Self { folder, url, _database: database, accounts: Vec::new() };
        let printed = printed(house.command_of(program, &["demo", "--json"])).await;
        house.accounts = serde_json::from_str(&printed).unwrap();
        house
    }

    /// The URL of the database.
    pub(super) fn url(&self) -> Option<String> {
        self.url.clone()
    }

    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(PROGRAM, arguments)
    }

    /// A command of another build of the program.
    pub(super) fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = self.folder.command_of(Path::new(program), arguments);
        if let Some(url) = self.url() {
            command.env("DATABASE_URL", url);
        }
        command
    }

    pub(super) async fn start(&self) -> Server {
        Server::start_by(self.command(&["serve"])).await
    }

    /// The credentials of the account with that role.
    pub(super) fn account(&self, role: &str) -> Value {
        let person = self.accounts.iter().find(|it| it["role"] == role).unwrap();
        json!({ "email": person["email"], "password": person["password"] })
    }

    /// The token of the account with that role.
    pub(super) async fn sign_in(&self, server: &Server, role: &str) -> String {
        let body = self.account(role);
        let (status, answer) = server.request(("POST", "/api/auth/login"), None, &body).await;
        assert_eq!(status, 200, "{answer}");
        answer["accessToken"].as_str().unwrap().to_owned()
    }

    /// The self-check finds nothing in another database of the same installation.
    pub(super) async fn is_sound_in(&self, url: &str) {
        let output = self.command(&["check"]).env("DATABASE_URL", url).output().await.unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "Nothing is wrong.\n");
    }

    /// The self-check of the whole database finds nothing.
    pub(super) async fn is_sound(&self) {
        assert_eq!(printed(self.command(&["check"])).await, "Nothing is wrong.\n");
    }
}

/// The output of the command, when it succeeds.
pub(super) async fn printed(mut command: Command) -> String {
    let output = command.output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}{said}");
    printed
}
