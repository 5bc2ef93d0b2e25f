//! Members of staff.

mod change;
mod confirmation;
mod export;
mod import;
mod probation;
pub(crate) mod repo;

use chrono::NaiveDate;
use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::id::StaffId;
use shared::page::Page;
use shared::permission::{EMPLOYEE, Permission};
use shared::staff::{Staff, StaffCreated, StaffInput, StaffQuery, TemporaryPassword};

use crate::audit::{Actor, Entry};
use crate::caller::Caller;
use crate::context::use_cases;
use crate::session::password;
use crate::session::sign_in::{Reset, SignIn};
use crate::transaction::ReadTx;
use database::DatabaseError;
use shared::realm::Realm;

use_cases! {
    /// Members of staff.
    StaffMembers, staff
}

impl StaffMembers<'_> {
    /// A page of staff, newest first. Needs `staff:view`.
    pub async fn list(&self, caller: &Caller, query: StaffQuery) -> Result<Page<Staff>> {
        let caller = caller.require(Permission::StaffView)?;
        query.check()?;
        let today = self.today(&caller);
        let filter = repo::Filter::new(&query, today);
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &filter).await?;
        let rows = repo::page(&mut tx, &filter, &query.page).await?;
        let next = query.page.next_cursor(&rows, total, |row| repo::cursor(row, &filter));
        let staff = rows.into_iter().map(|row| row.into_staff(today)).collect();
        Ok(Page::new(staff, &query.page, total, next))
    }

    /// One member of staff. Needs `staff:view`.
    pub async fn find(&self, caller: &Caller, id: StaffId) -> Result<Staff> {
        let caller = caller.require(Permission::StaffView)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx, id, self.today(&caller)).await
    }

    /// Creates a member of staff, with a temporary password that is shown once. Needs
    /// `staff:manage`; any role but `employee` also needs `org:manage` and a session. An API token
    /// does not receive the password: a reset issues one.
    ///
    /// Errors: 400 `EMAIL_TAKEN`, `STAFF_NUMBER_TAKEN`, or naming every invalid field.
    pub async fn create(&self, caller: &Caller, input: StaffInput) -> Result<StaffCreated> {
        let caller = caller.require(Permission::StaffManage)?;
        let input = input.check(self.today(&caller))?;
        if input.role != EMPLOYEE {
            require_role_giver(&caller)?;
        }
        let temporary = self.sign_in().temporary_password().await?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("staff.create", &input).await? {
            return Ok(without_secret_for_token(&caller, first));
        }
        let new = new_staff(StaffId(self.0.id()), input, temporary.hash);
        require_references(&mut act, &new.references()).await?;
        let added = repo::add(&mut act, std::slice::from_ref(&new), self.0.now()).await;
        if let Err(error) = added {
            drop(act);
            return Err(self
                .taken(&caller, error, (&new.email, &new.staff_number), new.id)
                .await?);
        }
        act.audit(entry(AuditAction::StaffCreated, new.id, CREATED)).await?;
        let staff = find(&mut act, new.id, self.today(&caller)).await?;
        let created = StaffCreated { staff, temporary_password: temporary.password };
        let created = without_secret_for_token(&caller, created);
        act.respond_with_secret(created).await
    }

    /// Issues a temporary password and ends the person's sessions. Needs `org:manage`.
    ///
    /// Errors: 403 for one's own password, which is changed with the current one.
    pub async fn reset_password(&self, caller: &Caller, id: StaffId) -> Result<TemporaryPassword> {
        self.reset(caller, id, Reset::Password).await
    }

    /// Removes a person's second factor, issues a temporary password and ends their sessions, so
    /// that the old password alone does not give access. Needs `org:manage`.
    ///
    /// Errors: 403 for one's own; 409 `MFA_NOT_ENABLED` when there is none.
    pub async fn reset_mfa(&self, caller: &Caller, id: StaffId) -> Result<TemporaryPassword> {
        self.reset(caller, id, Reset::SecondFactor).await
    }

    async fn reset(&self, caller: &Caller, id: StaffId, reset: Reset) -> Result<TemporaryPassword> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let temporary = self.sign_in().temporary_password().await?;
        let (action, refusal) = match reset {
            Reset::Password => {
                ("staff.reset_password", "Use Change password to change your own password.")
            }
            Reset::SecondFactor => (
                "staff.reset_mfa",
                "Ask another administrator to reset your two-step verification.",
            ),
        };
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated(action, &id).await? {
            return Ok(first);
        }
        let staff = find(&mut act, id, self.today(&caller)).await?;
        if id == caller.staff() {
            return Err(Error::forbidden(Code::Forbidden, refusal));
        }
        let (actor, account) = (Actor::of(&caller), (id.0, &*staff.email));
        self.sign_in().reset(&mut act, &actor, account, reset, &temporary).await?;
        act.respond_with_secret(TemporaryPassword { temporary_password: temporary.password }).await
    }

    /// Ends every session of a person. Needs `org:manage`.
    pub async fn end_sessions(&self, caller: &Caller, id: StaffId) -> Result<Staff> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let mut act = self.0.act(caller).await?;
        let staff = find(&mut act, id, self.today(&caller)).await?;
        self.sign_in().end_all(&mut act, &Actor::of(&caller), id.0).await?;
        act.commit().await?;
        Ok(staff)
    }

    fn sign_in(&self) -> SignIn<'_> {
        SignIn::new(self.0, Realm::Staff)
    }

    fn today(&self, caller: &Caller) -> NaiveDate {
        self.0.today(caller.time_zone())
    }

    /// Maps a unique violation to the field that is in use.
    async fn taken(
        &self,
        caller: &Caller,
        error: DatabaseError,
        (email, staff_number): (&str, &str),
        id: StaffId,
    ) -> Result<Error> {
        if !error.is_unique_violation() {
            return Ok(error.into());
        }
        let mut tx = self.0.read(caller.signed_in()).await?;
        if repo::is_email_taken(&mut tx, email, id).await? {
            return Ok(email_taken("email"));
        }
        if repo::is_staff_number_taken(&mut tx, staff_number, id).await? {
            return Ok(staff_number_taken());
        }
        Ok(error.into())
    }
}

/// Removes the temporary password from the response to an API token, including a repeated response.
fn without_secret_for_token(caller: &Caller, created: StaffCreated) -> StaffCreated {
    match caller.api_token() {
        Some(_) => StaffCreated { temporary_password: String::new(), ..created },
        None => created,
    }
}

/// The fields that the audit entry of a creation names.
const CREATED: &[&str] = &[
    "staffNumber",
    "name",
    "email",
    "role",
    "jobTitle",
    "departmentId",
    "lineManagerId",
    "employmentStartDate",
    "employmentConfirmedAt",
];

/// An audit entry about a member of staff.
pub(crate) fn entry<'f>(action: AuditAction, id: StaffId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "staff", entity_id: Some(id.to_string()), fields }
}

/// 400 `EMAIL_TAKEN` for the field.
pub(crate) fn email_taken(field: &str) -> Error {
    let message = "This email address is already in use.";
    let detail = FieldError::new(field, FieldCode::EmailTaken, message);
    Error::invalid_with(Code::EmailTaken, message, vec![detail])
}

fn staff_number_taken() -> Error {
    let message = "This staff number is already in use.";
    let detail = FieldError::new("staffNumber", FieldCode::StaffNumberTaken, message);
    Error::invalid_with(Code::StaffNumberTaken, message, vec![detail])
}

fn require_role_giver(caller: &Caller) -> Result<()> {
    if caller.may(Permission::OrgManage) {
        caller.require_person()?;
        return Ok(());
    }
    let message = "Only an organization manager can change roles other than employee.";
    Err(Error::forbidden(Code::Forbidden, message))
}

async fn find(tx: &mut ReadTx, id: StaffId, today: NaiveDate) -> Result<Staff> {
    let row = repo::find(tx, id).await?;
    row.map(|row| row.into_staff(today)).ok_or_else(|| Error::not_found("Staff member"))
}

/// Errors: 400 naming each reference that does not exist in this organization.
async fn require_references(tx: &mut ReadTx, references: &repo::References<'_>) -> Result<()> {
    let found = repo::references(tx, references).await?;
    let missing = [
        ("departmentId", found.department, "Unknown department."),
        ("lineManagerId", found.line_manager, "Unknown employee."),
        ("role", found.role, "Unknown role."),
    ];
    let missing = missing.into_iter().filter(|(_, is_found, _)| !is_found);
    let errors: Vec<_> = missing
        .map(|(field, _, message)| FieldError::new(field, FieldCode::NotFound, message))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::validation(errors)) }
}

fn new_staff(id: StaffId, input: StaffInput, password_hash: String) -> repo::NewStaff {
    repo::NewStaff {
        role: input.role,
        job_title: input.job_title,
        department_id: input.department_id,
        line_manager_id: input.line_manager_id,
        employment_confirmed_at: input.employment_confirmed_at,
        password_hash,
        password_scheme: password::SCHEME,
        ..repo::NewStaff::starting(
            id,
            input.staff_number,
            (input.name, input.email),
            input.employment_start_date,
        )
    }
}
