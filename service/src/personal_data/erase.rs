//! The erasure of a person's data.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::id::OrganizationId;
use shared::personal_data::PersonKind;
use uuid::Uuid;

use super::{Named, PersonName, PersonalRecords, command_line, entry, repo, unknown};
use crate::audit;
use crate::caller::RequestContext;

impl PersonalRecords<'_> {
    /// Erases name, address and texts of a person, for the command line; scores, schedules and the
    /// ledger stay as they are. `name` is the person's name, which protects against a mistyped
    /// number. Returns the id of the person.
    ///
    /// Errors: 404 for an unknown organization or person; 400 for another name; 409 `WRONG_STATE`
    /// while the records have to be kept.
    pub async fn erase_named(
        &self,
        organization: Option<OrganizationId>,
        person: &PersonName,
        name: &str,
        retention_years: u32,
    ) -> Result<Uuid> {
        let Named { organization, kind, id } = self.named(organization, person).await?;
        let mut tx = self.0.begin_within(organization).await?;
        let facts = repo::facts(&mut tx, kind, id).await?.ok_or_else(|| unknown(kind))?;
        if facts.name != name.trim() {
            let message = "This is not the name of the person with that number or id.";
            return Err(Error::invalid(Code::ValidationFailed, message));
        }
        facts.require_erasable(id, self.0.now(), retention_years)?;
        match kind {
            PersonKind::Staff => repo::erase_staff(&mut tx, id).await?,
            PersonKind::Customer => repo::erase_customer(&mut tx, id).await?,
        }
        let request = RequestContext::default();
        let actor = command_line(organization, &request);
        let entry = entry(AuditAction::PersonalDataErased, kind, id);
        audit::record_of(&mut tx, self.0, &actor, entry).await?;
        tx.commit().await?;
        Ok(id)
    }
}
