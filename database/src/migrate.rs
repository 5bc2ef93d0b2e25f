//! The schema: two variants, one for each database, with the same numbers and names.

mod change;

use std::collections::HashSet;
use std::sync::LazyLock;

use sqlx::migrate::{MigrateError, Migration, Migrator};
use sqlx::{Connection as _, PgConnection};

use super::{Db, Engine, Pools, Result};
pub use change::{Change, Effect};

pub(super) static SQLITE: LazyLock<Migrator> =
    LazyLock::new(|| beside_later_ones(sqlx::migrate!("../migrations/sqlite")));
pub(super) static POSTGRES: LazyLock<Migrator> =
    LazyLock::new(|| beside_later_ones(sqlx::migrate!("../migrations/postgres")));

/// Migrations of a later version are no fault: [`Db::require_compatible_migrations`] decides.
fn beside_later_ones(mut migrator: Migrator) -> Migrator {
    migrator.set_ignore_missing(true);
    migrator
}

const APPLIED: &str = "SELECT version, description FROM _sqlx_migrations WHERE success";

/// The beginning of the description of a migration that removes what no version from a migration on
/// uses any more, as in `contract since 0012`.
const CONTRACT: &str = "contract since ";

const TABLE_SQLITE: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')";
const TABLE_POSTGRES: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";

/// A migration that the database lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingMigration {
    /// Its number.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// Its changes of existing tables.
    pub changes: Vec<Change>,
}

impl From<&Migration> for PendingMigration {
    fn from(migration: &Migration) -> Self {
        Self {
            version: migration.version,
            name: migration.description.to_string(),
            changes: change::changes(migration.sql.as_str()),
        }
    }
}

/// A migration of the database.
#[derive(Debug, sqlx::FromRow)]
struct Applied {
    version: i64,
    description: String,
}

/// The first migration whose version of the program works beside a contracting one; none for a
/// migration that only adds.
fn contracts_since(description: &str) -> Option<i64> {
    description.strip_prefix(CONTRACT)?.split(' ').next()?.parse().ok()
}

impl Db {
    /// Brings the schema up to date. Several servers may do so at once: one migrates, the others
    /// wait.
    ///
    /// Errors: a later version of the program has removed from the database what this one uses.
    pub async fn migrate(&self) -> Result<()> {
        self.require_compatible_migrations().await?;
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

    /// The migrations of this build that are missing in the database, in their order.
    pub async fn migrations_pending(&self) -> Result<Vec<PendingMigration>> {
        let applied = self.migrations_applied().await?;
        let applied: HashSet<i64> = applied.into_iter().map(|it| it.version).collect();
        let pending = migrator(self.engine()).iter().filter(|it| !applied.contains(&it.version));
        Ok(pending.map(PendingMigration::from).collect())
    }

    /// Errors: a later version of the program has removed from the database what this one uses.
    pub async fn require_compatible_migrations(&self) -> Result<()> {
        let known: HashSet<i64> = migrator(self.engine()).iter().map(|it| it.version).collect();
        let newest = known.iter().copied().max().unwrap_or_default();
        let applied = self.migrations_applied().await?;
        let mut later = applied.iter().filter(|it| !known.contains(&it.version));
        match later.find(|it| contracts_since(&it.description).is_some_and(|it| it > newest)) {
            Some(breaking) => Err(MigrateError::VersionMissing(breaking.version).into()),
            None => Ok(()),
        }
    }

    async fn migrations_applied(&self) -> Result<Vec<Applied>> {
        let mut tx = self.read().await?;
        let table = match self.engine() {
            Engine::Sqlite => TABLE_SQLITE,
            Engine::Postgres => TABLE_POSTGRES,
        };
        if !tx.sql(table).scalar::<bool>().await? {
            return Ok(Vec::new());
        }
        tx.sql(APPLIED).all().await
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The migrations of an empty database; later ones find rows and running servers.
    const FIRST: i64 = 9;

    #[test]
    fn a_migration_only_adds_unless_its_name_says_that_it_contracts() {
        for migration in SQLITE.iter().chain(POSTGRES.iter()).filter(|it| it.version > FIRST) {
            let PendingMigration { version, name, changes } = migration.into();
            let contracts = changes.into_iter().find(|it| it.effect == Effect::Contracts);
            let hint = "add only, or name the file NNNN_contract_since_MMMM_noun.sql, where the \
                        program has not used it since migration MMMM";
            assert_eq!(contracts.is_some(), contracts_since(&name).is_some(), "{version}: {hint}");
            assert!(contracts_since(&name).is_none_or(|since| since < version), "{version}");
        }
    }

    #[test]
    fn a_version_works_beside_later_migrations_that_only_add() {
        assert_eq!(contracts_since("calendar feed"), None);
        assert_eq!(contracts_since("contract since 0012 staff titles"), Some(12));
        assert_eq!(contracts_since("contract since spring"), None);
    }
}
