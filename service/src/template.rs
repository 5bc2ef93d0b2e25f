//! KPI templates: the forms by which departments are appraised.

pub(crate) mod repo;

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::id::TemplateId;
use shared::permission::Permission;
use shared::template::{Template, TemplateInput, TemplatePatch, stale};

use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;
use crate::transaction::ReadTx;

use_cases! {
    /// KPI templates.
    Templates, templates
}

impl Templates<'_> {
    /// Every template by name, archived ones only on request. Needs `appraisals:hr_manage`.
    pub async fn list(&self, caller: &Caller, with_archived: bool) -> Result<Vec<Template>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::list(&mut tx, with_archived).await?)
    }

    /// One template, archived or not. Needs `appraisals:hr_manage`.
    pub async fn find(&self, caller: &Caller, id: TemplateId) -> Result<Template> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx, id).await
    }

    /// Creates a template. Needs `appraisals:hr_manage`.
    ///
    /// Errors: 400 `TEMPLATE_NAME_TAKEN` and `INVALID_WEIGHTS`.
    pub async fn create(&self, caller: &Caller, input: TemplateInput) -> Result<Template> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let input = input.check()?;
        let (id, now) = (TemplateId(self.0.id()), self.0.now());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("template.create", &input).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        repo::add(&mut act, id, (&input.name, &input.description), now)
            .await
            .map_err(|error| error.unique_or(name_taken()))?;
        repo::add_items(&mut act, id, &input.items, || self.0.id()).await?;
        let entry = entry(AuditAction::TemplateCreated, id, &["name", "description", "items"]);
        act.audit(entry).await?;
        let template = find(&mut act, id).await?;
        act.respond(template).await
    }

    /// Changes a template; rows that are sent replace all of its rows. Existing appraisals keep
    /// their form. Needs `appraisals:hr_manage`.
    ///
    /// Errors: 400 `TEMPLATE_ARCHIVED`, `FALLBACK_TEMPLATE` for renaming General / Other,
    /// `TEMPLATE_NAME_TAKEN` and `INVALID_WEIGHTS`; 409 `STALE_REVISION` when the template has
    /// changed since it was loaded. Nothing is written then.
    pub async fn change(
        &self,
        caller: &Caller,
        id: TemplateId,
        patch: TemplatePatch,
    ) -> Result<Template> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut act = self.0.act(caller).await?;
        organization::repo::lock(&mut act).await?;
        let before = find(&mut act, id).await?;
        let patch = patch.check()?;
        require_open(&before)?;
        let name = patch.name.as_ref().unwrap_or(&before.name);
        let description = patch.description.as_ref().unwrap_or(&before.description);
        if before.is_fallback() && *name != before.name {
            return Err(fallback("The default template, General / Other, can't be renamed."));
        }
        let fields = changed_fields(&before, &patch);
        if fields.is_empty() {
            return Ok(before);
        }
        if patch.based_on.is_some_and(|known| known != before.updated_at) {
            return Err(stale("template"));
        }
        repo::save(&mut act, id, (name, description), self.0.now())
            .await
            .map_err(|error| error.unique_or(name_taken()))?;
        if let Some(items) = patch.items.filter(|_| fields.contains(&"items")) {
            repo::remove_items(&mut act, id).await?;
            repo::add_items(&mut act, id, &items, || self.0.id()).await?;
        }
        act.audit(entry(AuditAction::TemplateChanged, id, &fields)).await?;
        let template = find(&mut act, id).await?;
        act.commit().await?;
        Ok(template)
    }

    /// Archives a template and moves its departments to General / Other, in one transaction. A
    /// repetition changes nothing. Needs `appraisals:hr_manage`.
    ///
    /// Errors: 400 `FALLBACK_TEMPLATE` for General / Other itself.
    pub async fn archive(&self, caller: &Caller, id: TemplateId) -> Result<Template> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut act = self.0.act(caller).await?;
        organization::repo::lock(&mut act).await?;
        let before = find(&mut act, id).await?;
        if before.is_archived {
            return Ok(before);
        }
        if before.is_fallback() {
            let message = "The default template, General / Other, can't be archived.";
            return Err(fallback(message));
        }
        repo::archive(&mut act, id, self.0.now()).await?;
        repo::unlink_departments(&mut act, id).await?;
        let fields: &[&str] = if before.departments.is_empty() {
            &["isArchived"]
        } else {
            &["isArchived", "departments"]
        };
        act.audit(entry(AuditAction::TemplateArchived, id, fields)).await?;
        let template = find(&mut act, id).await?;
        act.commit().await?;
        Ok(template)
    }
}

async fn find(tx: &mut ReadTx, id: TemplateId) -> Result<Template> {
    let template = repo::find(tx, id).await?;
    template.ok_or_else(|| Error::not_found("Template"))
}

fn require_open(template: &Template) -> Result<()> {
    if template.is_archived {
        let message = "Archived templates can't be edited. Duplicate it instead.";
        return Err(Error::invalid(Code::TemplateArchived, message));
    }
    Ok(())
}

fn changed_fields(before: &Template, patch: &TemplatePatch) -> Vec<&'static str> {
    let name = patch.name.as_ref().is_some_and(|name| *name != before.name);
    let description = patch.description.as_ref().is_some_and(|text| *text != before.description);
    let items = patch.items.as_ref().is_some_and(|items| {
        let known = before.items.iter().cloned().map(shared::template::TemplateItemInput::from);
        !known.eq(items.iter().cloned())
    });
    let differences = [("name", name), ("description", description), ("items", items)];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

fn entry<'f>(action: AuditAction, id: TemplateId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "template", entity_id: Some(id.to_string()), fields }
}

fn fallback(message: &str) -> Error {
    Error::invalid(Code::FallbackTemplate, message)
}

fn name_taken() -> Error {
    let message = "This template name is already in use.";
    Error::invalid(Code::TemplateNameTaken, message)
}
