//! Fresh, migrated databases for tests: a copy of a SQLite file, or of a PostgreSQL template.
#![expect(clippy::expect_used, reason = "a test that has no database should stop")]

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqlSafeStr, SqlStr};
use tokio::runtime;
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::migrate::{POSTGRES, fingerprint};
use super::statement::highest_placeholder;
use super::{Db, Plan, PoolSettings, Pools, Result, Sql, rows};

/// The variable with the URL of PostgreSQL for tests; the user must be allowed to create databases.
const POSTGRES_URL: &str = "TEST_POSTGRES_URL";

/// The variable with the URL of a `PgBouncer` in front of that server: migrated databases are then
/// used through it.
const POOLER_URL: &str = "TEST_POSTGRES_POOLER_URL";

/// Enough for tests of concurrency, few enough for many parallel tests.
pub const CONNECTIONS_MAX: u32 = 5;

/// Defines a test on each of the two databases from one function.
///
/// ```ignore
/// on_both!(a_name_is_unique);
/// async fn a_name_is_unique(db: TestDatabase) {}
/// ```
///
/// The tests are named `a_name_is_unique::sqlite` and `a_name_is_unique::postgres`; the latter
/// prints a note and passes if `TEST_POSTGRES_URL` is not set.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            use $crate::test_support::TestDatabase;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name(TestDatabase::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(database) = TestDatabase::postgres().await {
                    super::$name(database).await;
                }
            }
        }
    )+};
}

/// A database for one test; it is deleted when it is dropped.
#[derive(Debug)]
pub struct TestDatabase {
    db: Db,
    home: Home,
}

#[derive(Debug)]
enum Home {
    Folder(PathBuf),
    Server { options: Box<PgConnectOptions>, name: String },
}

impl TestDatabase {
    /// A migrated SQLite file.
    pub async fn sqlite() -> Self {
        static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(migrated_file).await;
        Self::sqlite_with(template).await
    }

    /// An empty SQLite file, to test migrations.
    pub async fn sqlite_empty() -> Self {
        Self::sqlite_with(&[]).await
    }

    /// A migrated PostgreSQL database; `None`, with a printed note, if there is no server.
    pub async fn postgres() -> Option<Self> {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let options = server()?;
        let template = TEMPLATE.get_or_init(|| migrated_template(&options)).await;
        Some(Self::postgres_with(options, template, given(POOLER_URL)).await)
    }

    /// An empty PostgreSQL database, to test migrations.
    pub async fn postgres_empty() -> Option<Self> {
        Some(Self::postgres_with(server()?, "template0", None).await)
    }

    /// The URL with which another process can open this database.
    pub fn url(&self) -> String {
        match &self.home {
            Home::Folder(folder) => format!("sqlite:{}", file(folder).display()),
            Home::Server { options, name } => url_of(PgConnectOptions::clone(options), name),
        }
    }

    /// Makes the database parse and type-check each named statement without running it.
    pub async fn accepts<S: Into<Sql> + Copy>(&self, statements: &[(&str, S)]) {
        let mut refused = Vec::new();
        for (name, sql) in statements {
            let Sql { text, .. } = (*sql).into();
            if let Err(error) = self.prepare(text).await {
                refused.push(format!("{name}: {error}\n{text}"));
            }
        }
        assert!(refused.is_empty(), "{:?} refuses\n{}", self.engine(), refused.join("\n"));
    }

    async fn prepare(&self, text: &'static str) -> Result<()> {
        let text = rows::with_one_row(text, self.engine());
        match &self.pools {
            Pools::Sqlite { write, .. } => write.prepare(sql(text)).await.map(drop)?,
            Pools::Postgres(pool) => pool.prepare(sql(with_known_types(text))).await.map(drop)?,
        }
        Ok(())
    }

    async fn sqlite_with(content: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(unique_name());
        std::fs::create_dir(&folder).expect("a folder for a test's database");
        std::fs::write(file(&folder), content).expect("a copy of the template");
        Self { db: open_file(&folder).await, home: Home::Folder(folder) }
    }

    async fn postgres_with(
        options: PgConnectOptions,
        template: &str,
        pooler: Option<PgConnectOptions>,
    ) -> Self {
        let name = unique_name();
        let mut admin = administer(&options).await;
        run(&mut admin, format!(r#"CREATE DATABASE "{name}" TEMPLATE "{template}""#)).await;
        admin.close().await.expect("an orderly end");

        let settings = match &pooler {
            Some(_) => PoolSettings { statement_cache: 0, ..pools(CONNECTIONS_MAX) },
            None => pools(CONNECTIONS_MAX),
        };
        let own = pooler.unwrap_or_else(|| options.clone()).database(&name);
        let db = Db::open_postgres(own, settings).await.expect("a fresh database");
        Self { db, home: Home::Server { options: Box::new(options), name } }
    }
}

/// Fails if a statement has an optional filter, as in `$2 IS NULL OR name = $2`, and is prepared.
pub fn have_plans(statements: &[(&str, Sql)]) {
    let needs_plan = |sql: &Sql| sql.plan == Plan::Prepared && has_optional_filter(sql.text);
    let found = statements.iter().filter(|(_, sql)| needs_plan(sql)).map(|(name, _)| *name);
    let names = found.collect::<Vec<_>>().join(", ");
    assert!(names.is_empty(), "declare a plan for {names}: `(plan per value)` or `(generic plan)`");
}

fn has_optional_filter(text: &str) -> bool {
    let mut before = text.split(" IS NULL OR ").collect::<Vec<_>>();
    before.pop();
    before.iter().any(|part| part.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with('$'))
}

impl Deref for TestDatabase {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.db
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        match &self.home {
            Home::Folder(folder) => drop(std::fs::remove_dir_all(folder)),
            Home::Server { options, name } => drop_database(options, name),
        }
    }
}

/// The URL of a database on a PostgreSQL server, as the settings of the program expect it.
pub fn url_of(options: PgConnectOptions, name: &str) -> String {
    let mut url = options.database(name).to_url_lossy();
    // The capacity of the statement cache is a setting of its own.
    let parameters = url.query_pairs().into_owned();
    let kept: Vec<_> = parameters.filter(|(name, _)| name != "statement-cache-capacity").collect();
    url.query_pairs_mut().clear().extend_pairs(kept);
    url.to_string()
}

/// Also works while a failed assertion unwinds, so that no database is left behind. The thread is
/// needed because the dropping thread is often busy running the asynchronous test.
fn drop_database(options: &PgConnectOptions, name: &str) {
    let work = || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime to clean up in").block_on(async {
            let mut admin = administer(options).await;
            run(&mut admin, format!(r#"DROP DATABASE "{name}" WITH (FORCE)"#)).await;
        });
    };
    thread::scope(|scope| drop(scope.spawn(work).join()));
}

fn sql(text: String) -> SqlStr {
    AssertSqlSafe(text).into_sql_str()
}

/// A driver sends the types of the values to PostgreSQL, a plain `PREPARE` does not: then the type
/// of `$1` in `$1 IS NULL` is unknown, even if `column = $1` follows.
fn with_known_types(text: String) -> String {
    (1..=highest_placeholder(&text)).fold(text, |text, n| {
        text.replace(&format!("${n} IS NULL"), "FALSE")
            .replace(&format!("${n} IS NOT NULL"), "TRUE")
    })
}

fn pools(connections_max: u32) -> PoolSettings {
    PoolSettings { connections_max, ..PoolSettings::default() }
}

async fn open_file(folder: &Path) -> Db {
    let options =
        SqliteConnectOptions::new().filename(file(folder)).synchronous(SqliteSynchronous::Off);
    Db::open_sqlite(options, pools(CONNECTIONS_MAX)).await.expect("a SQLite file")
}

fn file(folder: &Path) -> PathBuf {
    folder.join("mizan.db")
}

/// The content of a SQLite file with the current schema.
async fn migrated_file() -> Vec<u8> {
    let database = TestDatabase::sqlite_empty().await;
    database.migrate().await.expect("migrations that SQLite accepts");
    database.close().await;
    let Home::Folder(folder) = &database.home else { unreachable!("SQLite lives in a folder") };
    std::fs::read(file(folder)).expect("the migrated file")
}

/// The name of a PostgreSQL database with the current schema, created by the first process and kept
/// for the next ones.
async fn migrated_template(options: &PgConnectOptions) -> String {
    let name = format!("mizan_template_{:016x}", fingerprint(&POSTGRES));
    let draft = format!("{name}_draft");
    let mut admin = administer(options).await;
    run(&mut admin, "SELECT pg_advisory_lock(7316457)".to_owned()).await;

    let known = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name);
    if known.fetch_optional(&mut admin).await.expect("an answer").is_none() {
        run(&mut admin, format!(r#"DROP DATABASE IF EXISTS "{draft}" WITH (FORCE)"#)).await;
        run(&mut admin, format!(r#"CREATE DATABASE "{draft}""#)).await;
        let db = Db::open_postgres(options.clone().database(&draft), pools(1)).await;
        let db = db.expect("the draft of the template");
        db.migrate().await.expect("migrations that PostgreSQL accepts");
        db.close().await;
        run(&mut admin, format!(r#"ALTER DATABASE "{draft}" RENAME TO "{name}""#)).await;
    }
    admin.close().await.expect("an orderly end");
    name
}

fn server() -> Option<PgConnectOptions> {
    let server = given(POSTGRES_URL);
    if server.is_none() {
        eprintln!("skipped: {POSTGRES_URL} is not set");
    }
    server
}

/// The server whose URL the variable holds.
fn given(variable: &str) -> Option<PgConnectOptions> {
    let url = std::env::var(variable).ok()?;
    Some(PgConnectOptions::from_str(&url).expect("a URL such as postgres://user@host/db"))
}

async fn administer(options: &PgConnectOptions) -> PgConnection {
    PgConnection::connect_with(options).await.expect("the PostgreSQL of TEST_POSTGRES_URL")
}

async fn run(admin: &mut PgConnection, text: String) {
    admin.execute(sql(text)).await.expect("the right to create databases");
}

#[expect(clippy::disallowed_methods, reason = "tells databases of parallel test runs apart")]
fn unique_name() -> String {
    format!("mizan_test_{}", Uuid::now_v7().simple())
}
