//! Everything that is stored about a person: an export for that person, and the erasure.

mod erase;
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
pub use repo::{Erased, Exported, erased, exported};
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

/// A person that was found by their name.
struct Named {
    organization: OrganizationId,
    kind: PersonKind,
    id: Uuid,
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
        let found = self.named(organization, person).await?;
        let request = RequestContext::default();
        self.export(&command_line(found.organization, &request), found.kind, found.id).await
    }

    /// Errors: 404 for an unknown organization or person.
    async fn named(
        &self,
        organization: Option<OrganizationId>,
        person: &PersonName,
    ) -> Result<Named> {
        let organization = self.organization(organization).await?;
        let mut tx = self.0.read_within(organization).await?;
        let (kind, id) = match person {
            PersonName::StaffNumber(number) => {
                (PersonKind::Staff, repo::staff_with_number(&mut tx, number).await?)
            }
            PersonName::Customer(text) => match text.parse::<CustomerId>() {
                Ok(id) => (PersonKind::Customer, Some(id.0)),
                Err(_) => (PersonKind::Customer, repo::customer_of_facility(&mut tx, text).await?),
            },
        };
        Ok(Named { organization, kind, id: id.ok_or_else(|| unknown(kind))? })
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
        let entry = entry(AuditAction::PersonalDataExported, kind, id);
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

fn entry(action: AuditAction, kind: PersonKind, id: Uuid) -> Entry<'static> {
    Entry { action, entity_type: kind.as_str(), entity_id: Some(id.to_string()), fields: &[] }
}

/// The actor of a command.
fn command_line(organization: OrganizationId, request: &RequestContext) -> Actor<'_> {
    Actor { organization, id: None, name: "Command line", api_token: None, request }
}

fn unknown(kind: PersonKind) -> Error {
    match kind {
        PersonKind::Staff => Error::not_found("Staff member"),
        PersonKind::Customer => Error::not_found("Customer"),
    }
}
