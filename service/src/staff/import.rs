//! Import of members of staff from a table: all of them or none.

mod plan;
mod read;
mod upload;

use std::sync::Arc;

use sha2::{Digest, Sha256};
use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::UploadId;
use shared::permission::Permission;
use shared::staff::ImportResult;

use super::{CREATED, StaffMembers, repo};
use crate::audit::Entry;
use crate::background::background;
use crate::caller::Caller;
use crate::idempotency::{self, Request};
use crate::organization;
use crate::transaction::ReadTx;
use plan::{Known, Plan};
use read::{Sheet, Table};

/// The maximum number of rows of an import.
const ROWS_MAX: usize = 5_000;
/// The maximum number of attempts to plan an import that conflicts with other changes.
const TRIES_MAX: usize = 3;

/// The processing of a table.
#[derive(Debug)]
enum Mode {
    /// Nothing is written.
    Check,
    /// Under this request, from the uploaded file, if there are any.
    Import(Option<Request>, Option<UploadId>),
}

impl StaffMembers<'_> {
    /// Creates a member of staff for each row of a CSV table, or reports the faults by line.
    /// Accounts have no password until a reset issues one. Needs `staff:manage`; any role but
    /// `employee` also needs `org:manage`.
    ///
    /// Columns, in any order: `staffNumber`, `name`, `email`, `employmentStartDate`, and optionally
    /// `role`, `jobTitle`, `department` (its name or id), `lineManager` (number, address or id) and
    /// `employmentConfirmedAt`. Other columns are named in the result and ignored.
    ///
    /// A file is parsed and checked outside of the threads that serve requests, and before the
    /// write transaction: that transaction only verifies that nothing has changed in the meantime.
    ///
    /// Errors: 400 when the file is not such a table.
    pub async fn import(
        &self,
        caller: &Caller,
        file: &[u8],
        dry_run: bool,
    ) -> Result<ImportResult> {
        caller.require(Permission::StaffManage)?;
        let digest = Sha256::digest(file).to_vec();
        let request = Request::of(caller, "staff.import", &digest)?;
        let file = file.to_vec();
        let table = background(move || Sheet::of_file(&file, ROWS_MAX)?.named()).await??;
        let request = request.filter(|_| !dry_run);
        let mode = if dry_run { Mode::Check } else { Mode::Import(request, None) };
        self.carry_out(caller, Arc::new(table), &mode).await
    }

    async fn carry_out(
        &self,
        caller: &Caller,
        table: Arc<Table>,
        mode: &Mode,
    ) -> Result<ImportResult> {
        for _ in 0..TRIES_MAX {
            let mut tx = self.0.read(caller.signed_in()).await?;
            let known = self.known(&mut tx, caller, &table).await?;
            drop(tx);
            let planned = Arc::clone(&table);
            let ids = (0..table.len()).map(|_| self.0.id()).collect();
            let (plan, known) =
                background(move || (Plan::new(&planned, &known, ids), known)).await?;
            let Mode::Import(request, upload) = mode else { return Ok(plan.result(&table)) };
            // A repeated request may have been imported before, which explains its faults: the
            // write transaction knows.
            if !plan.errors.is_empty() && request.is_none() {
                return Ok(plan.result(&table));
            }
            let written = self.write(caller, &table, (&plan, &known), (request.as_ref(), *upload));
            if let Some(result) = written.await? {
                return Ok(result);
            }
        }
        Err(Error::unavailable())
    }

    async fn known(&self, tx: &mut ReadTx, caller: &Caller, table: &Table) -> Result<Known> {
        Ok(Known {
            staff: repo::known_staff(tx).await?,
            departments: repo::departments(tx).await?,
            role_keys: repo::role_keys(tx).await?,
            taken_emails: repo::taken_emails(tx, table.emails()).await?,
            gives_roles: caller.may(Permission::OrgManage) && caller.api_token().is_none(),
            today: self.today(caller),
        })
    }

    /// `None` when data that the plan depends on has changed in the meantime.
    async fn write(
        &self,
        caller: &Caller,
        table: &Table,
        (plan, known): (&Plan, &Known),
        (request, upload): (Option<&Request>, Option<UploadId>),
    ) -> Result<Option<ImportResult>> {
        let mut act = self.0.act(caller.signed_in()).await?;
        if let Some(first) = idempotency::begin(&mut act, self.0, request).await? {
            return Ok(Some(first));
        }
        organization::repo::lock(&mut act).await?;
        if self.known(&mut act, caller, table).await? != *known {
            return Ok(None);
        }
        let result = plan.result(table);
        if !plan.errors.is_empty() {
            return Ok(Some(result));
        }
        match repo::add(&mut act, &plan.staff, self.0.now()).await {
            Err(error) if error.is_unique_violation() => return Ok(None),
            added => added?,
        }
        repo::set_line_managers(&mut act, &plan.line_managers).await?;
        let entries = plan.staff.iter().map(|new| Entry {
            action: AuditAction::StaffImported,
            entity_type: "staff",
            entity_id: Some(new.id.to_string()),
            fields: CREATED,
        });
        act.audit_each(entries).await?;
        if let Some(upload) = upload {
            repo::delete_upload(&mut act, caller.staff(), upload).await?;
        }
        idempotency::keep(&mut act, request, &result).await?;
        act.commit().await?;
        Ok(Some(result))
    }
}
