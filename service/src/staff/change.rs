//! Changes of a member of staff: permissions and invariants.

use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, Result};
use shared::id::StaffId;
use shared::permission::{EMPLOYEE, Permission};
use shared::role::Role;
use shared::staff::{Staff, StaffPatch, changed_fields};

use super::{StaffMembers, entry, find, repo, require_references, require_role_giver};
use crate::audit::Actor;
use crate::caller::Caller;
use crate::notification::{self, Task};
use crate::transaction::ReadTx;
use crate::{leave, organization, role};

/// Fields that a caller may not change of themselves: they determine rights, reviewers and leave.
const NEVER_ONES_OWN: [&str; 6] = [
    "role",
    "isBlocked",
    "employmentConfirmedAt",
    "employmentStartDate",
    "lineManagerId",
    "departmentId",
];

/// Fields of an administrator that only an administrator may change: they control the sign-in.
const SIGN_IN_FIELDS: [&str; 2] = ["email", "isBlocked"];

impl StaffMembers<'_> {
    /// Changes a member of staff; a block ends their sessions at once. Needs `staff:manage`;
    /// granting or revoking any role but `employee` also needs `org:manage`.
    ///
    /// Errors: 400 `EMAIL_TAKEN`, `STAFF_NUMBER_TAKEN`, or naming every invalid field; 403 for
    /// one's own role, block, employment dates, line manager or department; 409
    /// `INSUFFICIENT_BALANCE` for revoking a confirmation on which leave was granted.
    pub async fn change(&self, caller: &Caller, id: StaffId, patch: StaffPatch) -> Result<Staff> {
        let caller = caller.require(Permission::StaffManage)?;
        let mut act = self.0.act(caller).await?;
        // Locks the organization first, then the person: two changes that would create a cycle of
        // line managers, or leave no administrator, wait for each other.
        organization::repo::lock(&mut act).await?;
        repo::lock(&mut act, id).await?;
        let before = find(&mut act, id, self.today(&caller)).await?;
        let after = patch.apply(&before, self.today(&caller))?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        require_right(&mut act, &caller, (&before, &after), &fields).await?;
        require_sound(&mut act, (&before, &after), &fields).await?;
        if before.employment_confirmed_at.is_some() && after.employment_confirmed_at.is_none() {
            leave::require_unconfirmed_balance(&mut act, &before).await?;
        }
        let saved = repo::save(&mut act, &after, self.0.now()).await;
        if let Err(error) = saved {
            drop(act);
            return Err(self
                .taken(&caller, error, (&after.email, &after.staff_number), id)
                .await?);
        }
        if fields.contains(&"role") || fields.contains(&"isBlocked") {
            let field = if fields.contains(&"role") { "role" } else { "isBlocked" };
            role::require_administrator(&mut act, field).await?;
        }
        if before.employment_confirmed_at.is_none() && after.employment_confirmed_at.is_some() {
            notification::resolve(&mut act, id, Task::Confirmation, self.0.now()).await?;
        }
        act.audit(entry(AuditAction::StaffChanged, id, &fields)).await?;
        if after.is_blocked && !before.is_blocked {
            self.sign_in().end_all(&mut act, &Actor::of(&caller), id.0).await?;
        }
        let staff = find(&mut act, id, self.today(&caller)).await?;
        act.commit().await?;
        Ok(staff)
    }
}

/// Errors: 403 when the caller may not make this change.
async fn require_right(
    tx: &mut ReadTx,
    caller: &Caller,
    (before, after): (&Staff, &Staff),
    fields: &[&str],
) -> Result<()> {
    let touches = |names: &[&str]| names.iter().any(|name| fields.contains(name));
    if before.id == caller.staff() && touches(&NEVER_ONES_OWN) {
        let message = "You can't change your own role, access, employment dates, line manager or \
                       department. Ask a colleague.";
        return Err(Error::forbidden(Code::Forbidden, message));
    }
    if before.role != after.role && (before.role != EMPLOYEE || after.role != EMPLOYEE) {
        require_role_giver(caller)?;
    }
    if before.is_blocked && !after.is_blocked {
        caller.require_person()?;
    }
    let is_others = before.id != caller.staff();
    let is_administrator = caller.may(Permission::OrgManage) && caller.api_token().is_none();
    if is_others && touches(&SIGN_IN_FIELDS) && !is_administrator {
        let role = role::repo::find(tx, &before.role).await?;
        if role.is_some_and(|row| Role::from(row).permissions.contains(&Permission::OrgManage)) {
            let message = "Only an organization manager can change how this user signs in.";
            return Err(Error::forbidden(Code::Forbidden, message));
        }
    }
    Ok(())
}

/// Errors: 400 for a dangling reference, or when line managers would form a cycle.
async fn require_sound(
    tx: &mut ReadTx,
    (before, after): (&Staff, &Staff),
    fields: &[&str],
) -> Result<()> {
    if ["departmentId", "lineManagerId", "role"].iter().any(|name| fields.contains(name)) {
        let references = repo::References {
            department: after.department_id,
            line_manager: after.line_manager_id,
            role: &after.role,
        };
        require_references(tx, &references).await?;
    }
    let Some(manager) = after.line_manager_id else { return Ok(()) };
    if before.line_manager_id == Some(manager) {
        return Ok(());
    }
    if repo::is_above(tx, after.id, manager).await? {
        let message = "This would create a circular reporting line. Choose someone else.";
        return Err(Error::field("lineManagerId", FieldCode::Cycle, message));
    }
    Ok(())
}
