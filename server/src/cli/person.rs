//! Commands on the data of one person.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use service::personal_data::PersonName;
use shared::id::OrganizationId;

use super::database::connect_current;
use super::{Failure, print};
use crate::config::Config;

/// The person, and the file for their data.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("person").required(true).args(["staff_number", "customer"])))]
pub(super) struct Export {
    /// The staff number of a member of staff.
    #[arg(long)]
    staff_number: Option<String>,
    /// The id of a customer, or the reference of one of their facilities.
    #[arg(long)]
    customer: Option<String>,
    /// The id of the organization; needed if there are several.
    #[arg(long)]
    organization: Option<OrganizationId>,
    /// The file to write; it must not exist.
    file: PathBuf,
}

pub(super) async fn export(config: &Config, export: Export) -> Result<(), Failure> {
    let Export { staff_number, customer, organization, file } = export;
    let path = file.display();
    if file.exists() {
        return Err(Failure::Refused(format!("{path} exists already")));
    }
    let person = match (staff_number, customer) {
        (Some(number), _) => PersonName::StaffNumber(number),
        (None, customer) => PersonName::Customer(customer.unwrap_or_default()),
    };
    let service = connect_current(config).await?;
    let data = service.personal_records().of_named(organization, &person).await?;
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
