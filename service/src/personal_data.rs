//! Everything that is stored about a person: an export for that person.

mod repo;
mod unit;

use std::collections::BTreeMap;

use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::{CustomerId, OrganizationId, StaffId};
use shared::permission::Permission;
use shared::personal_data::{PersonKind, PersonalData};
use uuid::Uuid;

use crate::audit::{self, Actor, Entry};
use crate::caller::{Caller, RequestContext};
use crate::context::use_cases;
use crate::transaction::ReadTx;
pub use repo::{Exported, exported};
pub use unit::{Unit, unit};

use_cases! {
    /// The data that are stored about a person.
    PersonalRecords, personal_records
}

/// A person, as the command line names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonName {
    /// A member of staff by their staff number.
    StaffNumber(String),
    /// A customer by their id or by the reference of one of their facilities.
    Customer(String),
}

impl PersonalRecords<'_> {
    /// Everything that is stored about a member of staff, blocked ones included. Needs `org:manage`
    /// and a session.
    pub async fn of_staff(&self, caller: &Caller, id: StaffId) -> Result<PersonalData> {
        self.of(caller, PersonKind::Staff, id.0).await
    }

    /// Everything that is stored about a customer. Needs `org:manage` and a session.
    pub async fn of_customer(&self, caller: &Caller, id: CustomerId) -> Result<PersonalData> {
        self.of(caller, PersonKind::Customer, id.0).await
    }

    async fn of(&self, caller: &Caller, kind: PersonKind, id: Uuid) -> Result<PersonalData> {
        caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        self.export(&Actor::of(&caller), kind, id).await
    }

    /// The same for the command line. The organization may be left out if there is only one.
    ///
    /// Errors: 404 for an unknown organization or person.
    pub async fn of_named(
        &self,
        organization: Option<OrganizationId>,
        person: &PersonName,
    ) -> Result<PersonalData> {
        let organization = self.organization(organization).await?;
        let mut tx = self.0.read_within(organization).await?;
        let (kind, id) = match person {
            PersonName::StaffNumber(number) => {
                let id = repo::staff_with_number(&mut tx, number).await?;
                (PersonKind::Staff, id.ok_or_else(|| unknown(PersonKind::Staff))?)
            }
            PersonName::Customer(text) => {
                let id = match text.parse::<CustomerId>() {
                    Ok(id) => Some(id.0),
                    Err(_) => repo::customer_of_facility(&mut tx, text).await?,
                };
                (PersonKind::Customer, id.ok_or_else(|| unknown(PersonKind::Customer))?)
            }
        };
        drop(tx);
        let request = RequestContext::default();
        let actor = Actor {
            organization,
            id: None,
            name: "Command line",
            api_token: None,
            request: &request,
        };
        self.export(&actor, kind, id).await
    }

    async fn organization(&self, named: Option<OrganizationId>) -> Result<OrganizationId> {
        let mut tx = self.0.db.read().await?;
        let every = crate::organization::repo::every(&mut tx).await?;
        match (named, &*every) {
            (Some(named), every) if every.contains(&named) => Ok(named),
            (None, [only]) => Ok(*only),
            (Some(_) | None, _) => Err(Error::not_found("Organization")),
        }
    }

    /// Reads everything in one transaction, and records the export before it is handed out.
    async fn export(&self, actor: &Actor<'_>, kind: PersonKind, id: Uuid) -> Result<PersonalData> {
        let mut tx = self.0.read_within(actor.organization).await?;
        let records = read(&mut tx, kind, id).await?;
        drop(tx);
        let mut tx = self.0.begin_within(actor.organization).await?;
        let entry = Entry {
            action: AuditAction::PersonalDataExported,
            entity_type: kind.as_str(),
            entity_id: Some(id.to_string()),
            fields: &[],
        };
        audit::record_of(&mut tx, self.0, actor, entry).await?;
        tx.commit().await?;
        Ok(PersonalData { kind, id, exported_at: self.0.now(), records })
    }
}

/// Errors: 404 when there is no such person in this organization.
async fn read(
    tx: &mut ReadTx,
    kind: PersonKind,
    id: Uuid,
) -> Result<BTreeMap<&'static str, repo::Records>> {
    let records = match kind {
        PersonKind::Staff => repo::of_staff(tx, id).await?,
        PersonKind::Customer => repo::of_customer(tx, id).await?,
    };
    records.ok_or_else(|| unknown(kind))
}

fn unknown(kind: PersonKind) -> Error {
    match kind {
        PersonKind::Staff => Error::not_found("Staff member"),
        PersonKind::Customer => Error::not_found("Customer"),
    }
}
