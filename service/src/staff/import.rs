//! Making many members of staff at once, from a table: all of them or none.

mod plan;
mod read;

use shared::audit::Category;
use shared::error::{Error, Result};
use shared::permission::Permission;
use shared::staff::ImportResult;

use super::{CREATED, StaffMembers, repo};
use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::database::Tx;
use crate::idempotency::{self, Request};
use crate::organization;
use plan::{Known, Plan};
use read::Table;

/// The most rows of one import.
const ROWS_MAX: usize = 5_000;

impl StaffMembers<'_> {
    /// Makes a member of staff of each row of a CSV table, or says what is wrong with which line.
    /// Nobody gets a password: it is given by a reset. Needs `staff:manage`; any role but
    /// `employee` also takes `org:manage`.
    ///
    /// Columns, in any order: `staffNumber`, `name`, `email`, `employmentStartDate`, and if wanted
    /// `role`, `jobTitle`, `department` (its name or id), `lineManager` (number, address or id)
    /// and `employmentConfirmedAt`.
    ///
    /// Errors: 400 when the text is no such table at all.
    pub async fn import(&self, caller: &Caller, csv: &str, dry_run: bool) -> Result<ImportResult> {
        caller.require(Permission::StaffManage)?;
        let table = Table::read(csv, ROWS_MAX)?;
        if dry_run {
            let mut tx = self.0.db.read().await?;
            return Ok(self.plan(&mut tx, caller, &table).await?.result());
        }
        let request = Request::of(caller, "staff.import", &csv)?;
        // Whoever loses a race for an address or a number learns the line on the second try.
        for _ in 0..2 {
            if let Some(result) = self.try_import(caller, &table, request.as_ref()).await? {
                return Ok(result);
            }
        }
        Err(Error::unavailable())
    }

    async fn plan(&self, tx: &mut Tx, caller: &Caller, table: &Table) -> Result<Plan> {
        let organization = caller.organization();
        let known = Known {
            staff: repo::known_staff(tx, organization).await?,
            departments: repo::departments(tx, organization).await?,
            role_keys: repo::role_keys(tx, organization).await?,
            taken_emails: repo::taken_emails(tx, table.emails()).await?,
            gives_roles: caller.may(Permission::OrgManage),
        };
        Ok(Plan::new(table, &known, || self.0.id()))
    }

    /// `None` when somebody else took an address or a number meanwhile.
    async fn try_import(
        &self,
        caller: &Caller,
        table: &Table,
        request: Option<&Request>,
    ) -> Result<Option<ImportResult>> {
        let organization = caller.organization();
        let mut tx = self.0.db.begin().await?;
        if let Some(first) = idempotency::begin(&mut tx, self.0, request).await? {
            return Ok(Some(first));
        }
        organization::repo::lock(&mut tx, organization).await?;
        let plan = self.plan(&mut tx, caller, table).await?;
        if !plan.errors.is_empty() || plan.staff.is_empty() {
            return Ok(Some(plan.result()));
        }
        match repo::add(&mut tx, organization, &plan.staff, self.0.now()).await {
            Err(error) if error.is_unique_violation() => return Ok(None),
            added => added?,
        }
        repo::set_line_managers(&mut tx, organization, &plan.line_managers).await?;
        let entries = plan.staff.iter().map(|new| Entry {
            category: Category::StaffManagement,
            action: "staff.imported",
            entity_type: "staff",
            entity_id: Some(new.id.to_string()),
            fields: CREATED,
        });
        audit::record_each(&mut tx, self.0, caller, entries).await?;
        let result = plan.result();
        idempotency::keep(&mut tx, request, &result).await?;
        tx.commit().await?;
        Ok(Some(result))
    }
}
