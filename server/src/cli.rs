//! The command line.

mod database;
mod organization;
mod person;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nix::sys::stat::{Mode, umask};
use uuid::Uuid;

use crate::api::document;
use crate::config::{Config, ConfigError, Source};
use crate::log;

/// Staff appraisals, a customer portal and credit management for an Islamic finance provider.
#[derive(Debug, Parser)]
#[command(name = "mizan", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Bring the database up to date, and serve pages and API until a signal to stop.
    Serve(serve::Options),
    /// Bring the database up to date.
    Migrate {
        /// Only print the missing migrations and what they lock.
        #[arg(long)]
        check: bool,
    },
    /// Create an organization and its administrator; prints the temporary password once.
    Init(organization::Init),
    /// Fill an empty database with a realistic organization; prints the demo accounts.
    Demo(organization::Demo),
    /// Verify a live database; prints the faults and exits with 1 if there are any.
    Check,
    /// Scheduled jobs.
    Job {
        #[command(subcommand)]
        command: JobCommand,
    },
    /// Mail that was given up because the provider refused it ten times.
    Mail {
        #[command(subcommand)]
        command: MailCommand,
    },
    /// Re-encrypt every second factor that uses an old key under the current key.
    Reseal,
    /// Print the description of the API (OpenAPI 3.1).
    Openapi,
    /// Copy a live SQLite database into a new file.
    Backup {
        /// The file to write; it must not exist.
        file: PathBuf,
    },
    /// Write everything that is stored about one person into a new file, as JSON.
    ExportPerson(person::Export),
    /// Erase name, address and texts of one person after the retention period; cannot be undone.
    ErasePerson(person::Erase),
    /// Read a password from the standard input and print its hash.
    HashPassword,
}

#[derive(Debug, Subcommand)]
enum JobCommand {
    /// Run one job now.
    Run {
        /// Its name, as in staff-confirmation-due.
        name: String,
    },
}

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Retry all of it.
    Retry,
    /// Remove one mail that is no longer needed.
    Discard {
        /// Its id, as `mizan check` prints it.
        id: Uuid,
    },
}

/// The reason why a command failed, as one line for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A setting is invalid.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The database is unavailable or refuses the operation.
    #[error("the database: {0}")]
    Database(#[from] ::database::DatabaseError),
    /// The service refuses the operation.
    #[error("{0}")]
    Service(#[from] shared::Error),
    /// A file or socket error.
    #[error("{what}: {error}")]
    Io {
        /// The attempted operation.
        what: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The scheduler of the jobs.
    #[error("the scheduler of the jobs: {0}")]
    Jobs(#[from] tokio_cron_scheduler::JobSchedulerError),
    /// An operation is refused for a reason that the operator can resolve.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io { what, error }
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    match run(command) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("mizan: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    if matches!(command, Command::Openapi) {
        print(&document::text()?);
        return Ok(ExitCode::SUCCESS);
    }
    // All written files contain personal data: the database, its backups, mail and secrets.
    umask(Mode::S_IRWXG | Mode::S_IRWXO);
    let config = Config::load(&Source::of_process()?)?;
    let _log = log::start(config.environment);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::io("the runtime cannot start"))?;
    runtime.block_on(act(command, config))
}

async fn act(command: Command, config: Config) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve(options) => serve::serve(config, &options).await?,
        Command::Migrate { check: true } => database::preview_migrations(&config).await?,
        Command::Migrate { check: false } => database::migrate(&config).await?,
        Command::Init(init) => organization::init(&config, init).await?,
        Command::Demo(demo) => organization::demo(&config, &demo).await?,
        Command::Check => return database::check(&config).await,
        Command::Job { command: JobCommand::Run { name } } => {
            return database::run_job(&config, &name).await;
        }
        Command::Mail { command: MailCommand::Retry } => database::retry_mail(&config).await?,
        Command::Mail { command: MailCommand::Discard { id } } => {
            database::discard_mail(&config, id).await?;
        }
        Command::Reseal => return database::reseal(&config).await,
        Command::Openapi => print(&document::text()?),
        Command::Backup { file } => database::backup(&config, &file).await?,
        Command::ExportPerson(export) => person::export(&config, export).await?,
        Command::ErasePerson(erase) => person::erase(&config, erase).await?,
        Command::HashPassword => organization::hash_password(&config).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes to the standard output; a closed reader is not an error.
fn print(text: &str) {
    use std::io::Write;
    drop(std::io::stdout().write_all(text.as_bytes()));
}
