//! Commands on the database.

use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use database::{Db, Engine, PendingMigration};
use service::Service;
use service::clock::{Clock, ShiftedClock, SystemClock};
use service::context::Settings;
use service::job::Job;
use uuid::Uuid;

use super::{Failure, print};
use crate::config::Config;

/// Only the user of the program may read and write a database.
const OWNER_ONLY: u32 = 0o600;
/// The permissions of group and others on a file.
const OF_OTHERS: u32 = 0o077;

/// The exit code of a check with findings.
const EXIT_FINDINGS: u8 = 1;

/// The service on the configured database; missing directories are created.
pub(super) async fn connect(config: &Config) -> Result<Service, Failure> {
    make_folder(&config.data_dir)?;
    if let Some(file) = sqlite_file(&config.database_url) {
        file.parent().map_or(Ok(()), make_folder)?;
        restrict_to_owner(&file)?;
    }
    let mut db = Db::connect_with(&config.database_url, config.database_pool).await?;
    if let Some(url) = &config.database_read_url {
        db = db.with_replica(url, config.database_pool).await?;
    }
    let settings = Settings {
        login_per_minute_per_ip: config.login_per_minute_per_ip,
        public_origin: config.public_origin.clone(),
        time_zone: config.time_zone,
        webhooks_allow_private_addresses: config.webhooks_allow_private_addresses,
    };
    let clock: Arc<dyn Clock> = if config.clock_offset.is_zero() {
        Arc::new(SystemClock)
    } else {
        Arc::new(ShiftedClock(config.clock_offset))
    };
    Ok(Service::with_settings(db, config.secrets.clone(), clock, settings))
}

/// The same for an existing database: a command that only reads must not create one.
async fn connect_existing(config: &Config) -> Result<Service, Failure> {
    if let Some(file) = sqlite_file(&config.database_url).filter(|file| !file.exists()) {
        let message = format!(
            "there is no database at {}: give the settings of the service, DATA_DIR or \
             DATABASE_URL at least",
            file.display()
        );
        return Err(Failure::Refused(message));
    }
    connect(config).await
}

/// The same after all migrations.
pub(super) async fn connect_migrated(config: &Config) -> Result<Service, Failure> {
    let service = connect(config).await?;
    let db = service.db();
    let keeps_session = config.database_pool.statement_cache > 0;
    match &config.database_migrate_url {
        Some(url) => {
            let direct = Db::connect_with(url, config.database_pool).await?;
            direct.migrate().await?;
            direct.close().await;
            let message = "DATABASE_MIGRATE_URL is not the database of DATABASE_URL";
            require_migrated(db, message).await?;
        }
        // The lock of migrations would outlive their transactions.
        None if db.engine() == Engine::Postgres && !keeps_session => {
            let message = "the database is not up to date, and migrations do not run with \
                           DATABASE_STATEMENT_CACHE=0: set DATABASE_MIGRATE_URL to the address \
                           of PostgreSQL itself";
            require_migrated(db, message).await?;
        }
        None => db.migrate().await?,
    }
    Ok(service)
}

/// Errors: the schema is that of a later program, or the given refusal if it is that of an earlier
/// one.
async fn require_migrated(db: &Db, refusal: &str) -> Result<(), Failure> {
    db.require_compatible_migrations().await?;
    if !db.migrations_pending().await?.is_empty() {
        return Err(Failure::Refused(refusal.to_owned()));
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)
        .map_err(Failure::io(format!("the folder {} cannot be made", folder.display())))
}

/// Removes the permissions of other users on a database and its companion files, which a restored
/// copy may have.
fn restrict_to_owner(file: &Path) -> Result<(), Failure> {
    for end in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        let restricted = match std::fs::metadata(&name) {
            Ok(found) if found.permissions().mode() & OF_OTHERS != 0 => {
                std::fs::set_permissions(&name, Permissions::from_mode(OWNER_ONLY))
            }
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        let name = name.display();
        restricted.map_err(Failure::io(format!("{name} cannot be kept from others")))?;
    }
    Ok(())
}

/// The file of a SQLite database.
fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or_default();
    (!path.is_empty() && path != ":memory:").then(|| PathBuf::from(path))
}

pub(super) async fn migrate(config: &Config) -> Result<(), Failure> {
    connect_migrated(config).await?;
    print("The database is up to date.\n");
    Ok(())
}

/// Prints the migrations that are missing and what they lock; changes nothing.
pub(super) async fn preview_migrations(config: &Config) -> Result<(), Failure> {
    let service = connect_existing(config).await?;
    let db = service.db();
    db.require_compatible_migrations().await?;
    let pending = db.migrations_pending().await?;
    for PendingMigration { version, name, changes } in &pending {
        print(&format!("Migration {version:04} ({name})\n"));
        if changes.is_empty() {
            print("  changes no existing table\n");
        }
        for change in changes {
            print(&format!("  {change}\n"));
        }
    }
    if db.engine() == Engine::Sqlite && !pending.is_empty() {
        print("SQLite: other changes wait until the migrations are complete.\n");
    }
    print(&format!("{} migrations are missing.\n", pending.len()));
    Ok(())
}

pub(super) async fn check(config: &Config) -> Result<ExitCode, Failure> {
    let service = connect_current(config).await?;
    let findings = service.self_check().run().await?;
    if findings.is_empty() {
        print("Nothing is wrong.\n");
        return Ok(ExitCode::SUCCESS);
    }
    for finding in &findings {
        let (code, organization) = (finding.code, finding.organization);
        print(&format!("{code} in organization {organization}: {}\n", finding.message));
    }
    print(&format!("{} findings.\n", findings.len()));
    Ok(ExitCode::from(EXIT_FINDINGS))
}

/// Connects to an existing database with the schema of this program: it neither creates one, nor
/// changes one under a server of another version.
pub(super) async fn connect_current(config: &Config) -> Result<Service, Failure> {
    let service = connect_existing(config).await?;
    let refusal = "the database is not up to date: run `mizan migrate` first";
    require_migrated(service.db(), refusal).await?;
    Ok(service)
}

pub(super) async fn run_job(config: &Config, name: &str) -> Result<ExitCode, Failure> {
    let job: Job = name.parse().map_err(|_| {
        let names: Vec<_> = Job::ALL.iter().map(|job| job.as_str()).collect();
        Failure::Refused(format!("there is no job `{name}`; there is: {}", names.join(", ")))
    })?;
    let service = connect_current(config).await?;
    let Some(report) = service.jobs().run(job).await? else {
        print(&format!("{name}: another server is running it\n"));
        return Ok(ExitCode::SUCCESS);
    };
    let (done, failed) = (report.done, report.failed);
    print(&format!("{name}: {done} done, {failed} failed\n"));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(super) async fn retry_mail(config: &Config) -> Result<(), Failure> {
    let count = connect_current(config).await?.mails().retry().await?;
    print(&format!("{count} mails will be tried again.\n"));
    Ok(())
}

pub(super) async fn discard_mail(config: &Config, id: Uuid) -> Result<(), Failure> {
    if !connect_current(config).await?.mails().discard(id).await? {
        let message = format!("no mail {id} was given up; `mizan check` names those that were");
        return Err(Failure::Refused(message));
    }
    print("Removed.\n");
    Ok(())
}

pub(super) async fn reseal(config: &Config) -> Result<ExitCode, Failure> {
    let reencrypted = connect_current(config).await?.second_factors().reencrypt().await?;
    print(&format!("{} secrets were encrypted again.\n", reencrypted.done));
    if reencrypted.unreadable == 0 {
        print("No old key is needed any more.\n");
        return Ok(ExitCode::SUCCESS);
    }
    print(&format!(
        "{} are under no key that is set; see `mizan check`.\n",
        reencrypted.unreadable
    ));
    Ok(ExitCode::from(EXIT_FINDINGS))
}

pub(super) async fn backup(config: &Config, file: &Path) -> Result<(), Failure> {
    if sqlite_file(&config.database_url).is_none() {
        let message = "only a SQLite file can be copied this way; for PostgreSQL use pg_dump";
        return Err(Failure::Refused(message.to_owned()));
    }
    if file.exists() {
        return Err(Failure::Refused(format!("{} exists already", file.display())));
    }
    let path = file
        .to_str()
        .ok_or_else(|| Failure::Refused(format!("{} is not valid UTF-8", file.display())))?;
    let service = connect_existing(config).await?;
    service.db().backup(path).await?;
    print(&format!("Copied to {path}.\n"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_database_is_derived_from_its_url() {
        let file = |url| sqlite_file(url).map(|path| path.display().to_string());
        assert_eq!(file("sqlite:data/mizan.db").as_deref(), Some("data/mizan.db"));
        assert_eq!(file("sqlite:///var/mizan.db?mode=rwc").as_deref(), Some("/var/mizan.db"));
        assert_eq!(file("sqlite::memory:"), None);
        assert_eq!(file("postgres://localhost/mizan"), None);
    }
}
