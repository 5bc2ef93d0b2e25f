//! Commands on the data of one person.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use service::personal_data::PersonName;
use shared::id::OrganizationId;

use super::database::connect_current;
use super::{Failure, print};
use crate::config::Config;

/// A person of an organization.
#[derive(Args, Debug)]
struct Person {
    #[command(flatten)]
    name: NumberOrId,
    /// The id of the organization; needed if there are several.
    #[arg(long)]
    organization: Option<OrganizationId>,
}

/// The number or the id of a person: one of the two.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct NumberOrId {
    /// The staff number of a member of staff.
    #[arg(long)]
    staff_number: Option<String>,
    /// The id of a customer, or the reference of one of their facilities.
    #[arg(long)]
    customer: Option<String>,
}

impl From<NumberOrId> for PersonName {
    fn from(NumberOrId { staff_number, customer }: NumberOrId) -> Self {
        match staff_number {
            Some(number) => Self::StaffNumber(number),
            None => Self::Customer(customer.unwrap_or_default()),
        }
    }
}

/// The person, and the file for their data.
#[derive(Args, Debug)]
pub(super) struct Export {
    #[command(flatten)]
    person: Person,
    /// The file to write; it must not exist.
    file: PathBuf,
}

/// The person, and their name against mistakes.
#[derive(Args, Debug)]
pub(super) struct Erase {
    #[command(flatten)]
    person: Person,
    /// The name of the person; must match, so that a mistyped number erases no one.
    #[arg(long)]
    name: String,
}

pub(super) async fn export(config: &Config, export: Export) -> Result<(), Failure> {
    let Export { person: Person { name, organization }, file } = export;
    let path = file.display();
    if file.exists() {
        return Err(Failure::Refused(format!("{path} exists already")));
    }
    let service = connect_current(config).await?;
    let data = service.personal_records().of_named(organization, &name.into()).await?;
    let mut text =
        serde_json::to_string_pretty(&data).map_err(|error| Failure::Refused(error.to_string()))?;
    text.push('\n');
    let written = OpenOptions::new().write(true).create_new(true).open(&file);
    written
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(Failure::io(format!("{path} cannot be written")))?;
    print(&format!("Written to {path}. It contains personal data: hand it to this person only.\n"));
    Ok(())
}

pub(super) async fn erase(config: &Config, erase: Erase) -> Result<(), Failure> {
    let Erase { person: Person { name: person, organization }, name } = erase;
    let service = connect_current(config).await?;
    let years = config.personal_data_retention_years;
    let records = service.personal_records();
    let id = records.erase_named(organization, &person.into(), &name, years).await?;
    print(&format!(
        "Erased the personal data of {id}. Backups contain them until they are deleted.\n"
    ));
    Ok(())
}
