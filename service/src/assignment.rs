//! The assignment of appraisal templates to departments.

mod repo;

use std::collections::HashMap;

use shared::assignment::{Assignment, AssignmentInput, AssignmentsInput};
use shared::audit::AuditAction;
use shared::error::{Error, FieldCode, FieldError, Result};
use shared::id::{DepartmentId, TemplateId};
use shared::permission::Permission;

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;
use repo::KnownTemplate;

use_cases! {
    /// The appraisal templates of departments.
    Assignments, assignments
}

impl Assignments<'_> {
    /// Every department by name, with its template. Needs `appraisals:hr_manage`.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Assignment>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::list(&mut tx).await?)
    }

    /// Sets the templates of the given departments, all or none, and returns all departments. Each
    /// changed department gets an entry in the audit log. Needs `appraisals:hr_manage`.
    ///
    /// Errors: 400 naming departments and templates that are not of the organization, and archived
    /// templates.
    pub async fn change(
        &self,
        caller: &Caller,
        input: AssignmentsInput,
    ) -> Result<Vec<Assignment>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        input.check()?;
        let mut act = self.0.act(caller).await?;
        // A concurrent archiving would leave a link to an archived template.
        organization::repo::lock(&mut act).await?;
        let before = repo::list(&mut act).await?;
        let templates = repo::templates(&mut act).await?;
        let changes = changes(&input.assignments, &before, &templates)?;
        if changes.is_empty() {
            return Ok(before);
        }
        repo::save(&mut act, &changes).await?;
        for change in &changes {
            act.audit(entry(change.department_id)).await?;
        }
        let after = repo::list(&mut act).await?;
        act.commit().await?;
        Ok(after)
    }
}

/// The differences from the stored assignments.
///
/// Errors: 400 naming every dangling reference.
fn changes(
    wanted: &[AssignmentInput],
    before: &[Assignment],
    templates: &[KnownTemplate],
) -> Result<Vec<AssignmentInput>> {
    let before: HashMap<_, _> = before.iter().map(|it| (it.department_id, it)).collect();
    let templates: HashMap<_, _> = templates.iter().map(|it| (it.id, it)).collect();
    let (mut errors, mut changes) = (Vec::new(), Vec::new());
    for (position, assignment) in wanted.iter().enumerate() {
        let path = format!("assignments[{position}]");
        let known = before.get(&assignment.department_id);
        if known.is_none() {
            let message = "Unknown department.";
            errors.push(FieldError::new(
                format!("{path}.departmentId"),
                FieldCode::NotFound,
                message,
            ));
        }
        errors.extend(template_fault(&path, *assignment, &templates));
        changes.extend(
            known
                .filter(|it| it.appraisal_template_id != assignment.appraisal_template_id)
                .map(|_| *assignment),
        );
    }
    if errors.is_empty() { Ok(changes) } else { Err(Error::validation(errors)) }
}

fn template_fault(
    path: &str,
    assignment: AssignmentInput,
    templates: &HashMap<TemplateId, &KnownTemplate>,
) -> Option<FieldError> {
    let id = assignment.appraisal_template_id?;
    let (code, message) = match templates.get(&id) {
        None => (FieldCode::NotFound, "Unknown template."),
        Some(template) if template.is_archived => {
            (FieldCode::Archived, "This template is archived. Choose another one.")
        }
        Some(_) => return None,
    };
    Some(FieldError::new(format!("{path}.appraisalTemplateId"), code, message))
}

fn entry(id: DepartmentId) -> Entry<'static> {
    Entry {
        action: AuditAction::DepartmentTemplateAssigned,
        entity_type: "department",
        entity_id: Some(id.to_string()),
        fields: &["appraisalTemplateId"],
    }
}
