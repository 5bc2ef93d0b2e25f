//! Departments.

mod repo;

use shared::audit::AuditAction;
use shared::department::{Department, DepartmentInput, DepartmentPatch};
use shared::error::{Error, FieldCode, Result};
use shared::id::{DepartmentId, StaffId};
use shared::permission::Permission;

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::staff;
use crate::transaction::ReadTx;

use_cases! {
    /// Departments.
    Departments, departments
}

impl Departments<'_> {
    /// Every department, by name. Needs `staff:view`.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Department>> {
        let caller = caller.require(Permission::StaffView)?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::list(&mut tx).await?)
    }

    /// Creates a department. Needs `staff:manage`.
    ///
    /// Errors: 400 for a name in use and for a supervisor who is not of the organization.
    pub async fn create(&self, caller: &Caller, input: DepartmentInput) -> Result<Department> {
        let caller = caller.require(Permission::StaffManage)?;
        let input = input.check()?;
        let id = DepartmentId(self.0.id());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("department.create", &input).await? {
            return Ok(first);
        }
        require_supervisor(&mut act, input.supervisor_staff_id).await?;
        repo::add(&mut act, id, &input, self.0.now())
            .await
            .map_err(|error| error.unique_or(name_taken()))?;
        let entry = entry(AuditAction::DepartmentCreated, id, &["name", "supervisorStaffId"]);
        act.audit(entry).await?;
        let department = find(&mut act, id).await?;
        act.respond(department).await
    }

    /// Changes a department. Needs `staff:manage`.
    ///
    /// Errors: 400 for a name in use and for a supervisor who is not of the organization.
    pub async fn change(
        &self,
        caller: &Caller,
        id: DepartmentId,
        patch: DepartmentPatch,
    ) -> Result<Department> {
        let caller = caller.require(Permission::StaffManage)?;
        let patch = patch.check()?;
        let mut act = self.0.act(caller).await?;
        repo::lock(&mut act, id).await?;
        let before = find(&mut act, id).await?;
        let after = DepartmentInput {
            name: patch.name.unwrap_or_else(|| before.name.clone()),
            supervisor_staff_id: patch
                .supervisor_staff_id
                .change()
                .unwrap_or(before.supervisor_staff_id),
        };
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        require_supervisor(&mut act, after.supervisor_staff_id).await?;
        repo::save(&mut act, id, &after).await.map_err(|error| error.unique_or(name_taken()))?;
        let entry = entry(AuditAction::DepartmentChanged, id, &fields);
        act.audit(entry).await?;
        let department = find(&mut act, id).await?;
        act.commit().await?;
        Ok(department)
    }
}

async fn find(tx: &mut ReadTx, id: DepartmentId) -> Result<Department> {
    repo::find(tx, id).await?.ok_or_else(|| Error::not_found("Department"))
}

async fn require_supervisor(tx: &mut ReadTx, supervisor: Option<StaffId>) -> Result<()> {
    let Some(supervisor) = supervisor else { return Ok(()) };
    if staff::repo::exists(tx, supervisor).await? {
        return Ok(());
    }
    Err(Error::field("supervisorStaffId", FieldCode::NotFound, "Unknown employee."))
}

fn changed_fields(before: &Department, after: &DepartmentInput) -> Vec<&'static str> {
    let differences = [
        ("name", before.name != after.name),
        ("supervisorStaffId", before.supervisor_staff_id != after.supervisor_staff_id),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

fn entry<'f>(action: AuditAction, id: DepartmentId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "department", entity_id: Some(id.to_string()), fields }
}

fn name_taken() -> Error {
    Error::field("name", FieldCode::NameTaken, "This department name is already in use.")
}
