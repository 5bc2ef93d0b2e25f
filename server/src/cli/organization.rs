//! Commands that make organizations.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;

use clap::Args;
use service::Service;
use service::demo::DemoAccount;
use shared::organization::NewOrganization;

use super::database::connect_migrated;
use super::{Failure, print};
use crate::config::{Config, Environment};

/// The file in the data directory that lists the demo accounts.
const DEMO_ACCOUNTS_FILE: &str = "demo_accounts.json";
const OWNER_ONLY: u32 = 0o600;

/// The organization to create.
#[derive(Args, Debug)]
pub(super) struct Init {
    /// Its name.
    #[arg(long)]
    organization: String,
    /// Name of the administrator.
    #[arg(long)]
    admin_name: String,
    /// Address under which the administrator signs in.
    #[arg(long)]
    admin_email: String,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// The demo.
#[derive(Args, Debug)]
pub(super) struct Demo {
    /// Print the demo accounts as one line of JSON.
    #[arg(long)]
    json: bool,
}

pub(super) async fn init(config: &Config, init: Init) -> Result<(), Failure> {
    let service = connect_migrated(config).await?;
    let Init { organization: name, admin_name, admin_email, json } = init;
    let input = NewOrganization { name: name.clone(), admin_name, admin_email };
    let created = service.organizations().create(input).await.map_err(full_failure)?;
    if json {
        return print_json(&created);
    }
    print(&format!(
        "{name} is ready.\n\
         Administrator:      {}\n\
         Temporary password: {}\n\
         It is shown this once, and has to be changed at the first sign-in.\n",
        created.admin_email, created.temporary_password
    ));
    Ok(())
}

pub(super) async fn demo(config: &Config, demo: &Demo) -> Result<(), Failure> {
    refuse_demo_in_production(config)?;
    let service = connect_migrated(config).await?;
    let accounts = service::demo::fill(&service).await?;
    store_demo_accounts(config, &accounts)?;
    if demo.json {
        return print_json(&accounts);
    }
    print_demo_accounts("The demo is ready. Who can sign in:", &accounts);
    Ok(())
}

/// Errors: the settings are those of production.
pub(super) fn refuse_demo_in_production(config: &Config) -> Result<(), Failure> {
    if config.environment == Environment::Production {
        let message = "a demo has known passwords: it is not made with MIZAN_ENV=production";
        return Err(Failure::Refused(message.to_owned()));
    }
    Ok(())
}

/// Fills an empty database with the demo and leaves any other as it is; prints the accounts of the
/// demo either way.
pub(super) async fn fill_demo_once(config: &Config, service: &Service) -> Result<(), Failure> {
    if service::demo::is_empty(service).await? {
        let accounts = service::demo::fill(service).await?;
        store_demo_accounts(config, &accounts)?;
        print_demo_accounts("The demo is ready. Who can sign in:", &accounts);
    } else if let Some(accounts) = stored_demo_accounts(config) {
        print_demo_accounts("The demo was made before. Who can sign in:", &accounts);
    } else {
        tracing::warn!(
            "the database is not empty and holds no finished demo: it is served as it is; \
             name an empty folder in DATA_DIR to have a demo"
        );
    }
    Ok(())
}

/// The accounts of the demo in the data folder, if there is one.
pub(super) fn stored_demo_accounts(config: &Config) -> Option<Vec<DemoAccount>> {
    let text = std::fs::read_to_string(config.data_dir.join(DEMO_ACCOUNTS_FILE)).ok()?;
    serde_json::from_str(&text).ok()
}

fn print_demo_accounts(title: &str, accounts: &[DemoAccount]) {
    print(&format!("{title}\n"));
    for DemoAccount { name, email, password, role, desk } in accounts {
        print(&format!("  {name:<24} {desk:<32} {role:<16} {email:<36} {password}\n"));
    }
}

/// Stores the demo accounts for the sign-in page, where only the owner can read them.
fn store_demo_accounts(config: &Config, accounts: &[DemoAccount]) -> Result<(), Failure> {
    let path = config.data_dir.join(DEMO_ACCOUNTS_FILE);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(OWNER_ONLY);
    let text = to_json(&accounts)?;
    let written = options.open(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(Failure::io(format!("{} cannot be written", path.display())))
}

pub(super) async fn hash_password(config: &Config) -> Result<(), Failure> {
    let mut password = String::new();
    std::io::stdin()
        .read_to_string(&mut password)
        .map_err(Failure::io("the password cannot be read"))?;
    let password = password.strip_suffix('\n').unwrap_or(&password);
    let password = password.strip_suffix('\r').unwrap_or(password);
    let db = database::Db::connect("sqlite::memory:").await?;
    let service = Service::new(db, config.secrets.clone());
    let hash = service.sessions().hash_password(password).await?;
    print(&format!("{hash}\n"));
    Ok(())
}

/// An error with all its details, since a command prints nothing else.
fn full_failure(error: shared::Error) -> Failure {
    let problem = error.problem();
    if problem.errors.is_empty() {
        return error.into();
    }
    let details = problem.errors.iter().map(|it| format!("{}: {}", it.field, it.message));
    Failure::Refused(details.collect::<Vec<_>>().join("; "))
}

fn print_json<T: serde::Serialize>(value: &T) -> Result<(), Failure> {
    print(&format!("{}\n", to_json(value)?));
    Ok(())
}

fn to_json<T: serde::Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Refused(error.to_string()))
}
