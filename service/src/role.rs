//! Roles: named sets of permissions.

pub(crate) mod permission_list;
pub(crate) mod repo;

use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::permission::Permission;
use shared::role::{Role, RoleInput, RolePatch};

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization::repo::lock;
use crate::transaction::ReadTx;

use_cases! {
    /// Roles.
    Roles, roles
}

impl Roles<'_> {
    /// Every role, the predefined ones first. Needs `org:manage`.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Role>> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut tx = self.0.read(caller).await?;
        let rows = repo::list(&mut tx).await?;
        Ok(rows.into_iter().map(Role::from).collect())
    }

    /// Creates a role; without a key it gets an unused one. Needs `org:manage`.
    ///
    /// Errors: 400 `ROLE_KEY_TAKEN`.
    pub async fn create(&self, caller: &Caller, input: RoleInput) -> Result<Role> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("role.create", &input).await? {
            return Ok(first);
        }
        lock(&mut act).await?;
        let role = input.check(&repo::keys(&mut act).await?)?;
        repo::add(&mut act, std::slice::from_ref(&role))
            .await
            .map_err(|error| error.unique_or(key_taken()))?;
        let entry = entry(AuditAction::RoleCreated, &role, &["key", "name", "permissions"]);
        act.audit(entry).await?;
        act.respond(role).await
    }

    /// Changes a role; the new permissions apply from the next request of its holders. Needs
    /// `org:manage`.
    ///
    /// Errors: 400 when no account would remain that may manage the organization.
    pub async fn change(&self, caller: &Caller, key: &str, patch: RolePatch) -> Result<Role> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        if key.contains('\0') {
            return Err(Error::not_found("Role"));
        }
        let mut act = self.0.act(caller).await?;
        lock(&mut act).await?;
        let row = repo::find(&mut act, key).await?.ok_or_else(|| Error::not_found("Role"))?;
        let before = Role::from(row.clone());
        let after = patch.apply(before.clone())?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        repo::save(&mut act, &row, &after).await?;
        require_administrator(&mut act, "permissions").await?;
        act.audit(entry(AuditAction::RoleChanged, &after, &fields)).await?;
        act.commit().await?;
        Ok(after)
    }
}

/// Errors: 400 for the field when no account that can sign in may manage the organization any more.
/// The transaction must hold the lock of the organization.
pub(crate) async fn require_administrator(tx: &mut ReadTx, field: &str) -> Result<()> {
    if repo::has_administrator(tx).await? {
        return Ok(());
    }
    Err(Error::field(
        field,
        FieldCode::LockedOut,
        "At least one user must be able to manage the organization. Assign that role first.",
    ))
}

fn changed_fields(before: &Role, after: &Role) -> Vec<&'static str> {
    let differences = [
        ("name", before.name != after.name),
        ("permissions", before.permissions != after.permissions),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

fn entry<'f>(action: AuditAction, role: &Role, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "role", entity_id: Some(role.key.clone()), fields }
}

fn key_taken() -> Error {
    let message = "This role key is already in use.";
    let detail = FieldError::new("key", FieldCode::RoleKeyTaken, message);
    Error::invalid_with(Code::RoleKeyTaken, message, vec![detail])
}
