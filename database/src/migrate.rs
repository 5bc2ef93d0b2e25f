//! The schema: two variants, one for each database, with the same numbers and names.

use std::collections::HashSet;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{Connection as _, PgConnection};

use super::{Db, Engine, Pools, Result};

pub(super) static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
pub(super) static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

const APPLIED: &str = "SELECT version FROM _sqlx_migrations WHERE success";

const TABLE_SQLITE: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')";
const TABLE_POSTGRES: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";

impl Db {
    /// Brings the schema up to date. Several servers may do so at once: one migrates, the others
    /// wait.
    pub async fn migrate(&self) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { write, .. } => SQLITE.run(write).await?,
            Pools::Postgres(pool) => {
                // A connection of its own: the time limits of the pool's connections are for
                // requests.
                let mut connection = PgConnection::connect_with(&pool.connect_options()).await?;
                POSTGRES.run(&mut connection).await?;
                connection.close().await?;
            }
        }
        Ok(())
    }

    /// The number of migrations of this build that are missing in the database.
    pub async fn migrations_pending(&self) -> Result<usize> {
        let applied = self.migrations_applied().await?;
        let known = migrator(self.engine()).iter().map(|migration| migration.version);
        Ok(known.filter(|version| !applied.contains(version)).count())
    }

    /// Errors: a later version of the program has changed the database.
    pub async fn require_known_migrations(&self) -> Result<()> {
        let known: HashSet<i64> =
            migrator(self.engine()).iter().map(|migration| migration.version).collect();
        let applied = self.migrations_applied().await?;
        match applied.difference(&known).max() {
            Some(later) => Err(MigrateError::VersionMissing(*later).into()),
            None => Ok(()),
        }
    }

    async fn migrations_applied(&self) -> Result<HashSet<i64>> {
        let mut tx = self.read().await?;
        let table = match self.engine() {
            Engine::Sqlite => TABLE_SQLITE,
            Engine::Postgres => TABLE_POSTGRES,
        };
        if !tx.sql(table).scalar::<bool>().await? {
            return Ok(HashSet::new());
        }
        let versions = tx.sql(APPLIED).scalars().await?;
        Ok(versions.into_iter().collect())
    }
}

fn migrator(engine: Engine) -> &'static Migrator {
    match engine {
        Engine::Sqlite => &SQLITE,
        Engine::Postgres => &POSTGRES,
    }
}

/// Changes with every change of a migration.
#[cfg(any(test, feature = "test-support"))]
pub(super) fn fingerprint(migrator: &Migrator) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};

    let mut hasher = DefaultHasher::new();
    for migration in migrator.iter() {
        (migration.version, &migration.checksum).hash(&mut hasher);
    }
    hasher.finish()
}
