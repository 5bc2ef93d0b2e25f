//! Server functions of the people pages.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::api_token::{ApiToken, ApiTokenCreated, ApiTokenInput};
use shared::appraisal::initiation::ReviewerReason;
use shared::audit::{AuditEntry, AuditQuery};
use shared::department::Department;
use shared::event::EventType;
use shared::id::{ApiTokenId, AppraisalId, DepartmentId, StaffId, UploadId, WebhookId};
use shared::job::{Job, JobStatus};
use shared::organization::Organization;
use shared::page::Page;
use shared::permission::Permission;
use shared::probation::{ProbationOverview, ProbationQuery};
use shared::role::Role;
use shared::staff::{ImportMapping, ImportPreview, ImportResult, Staff};
use shared::webhook::{Webhook, WebhookChanged, WebhookCreated, WebhookStatus};

use super::forms::{Choices, DepartmentForm, OrganizationForm, PersonForm};
use crate::error::{UiError, UiResult};
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, redirect_if_form, require_script, service};
use crate::wire::Json;

/// The people who would review a member of staff if an appraisal started today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reviewers {
    /// The line manager's stage: the name of the reviewer and the reason for the choice, or the
    /// error if there is no reviewer.
    pub line_manager: Result<(String, ReviewerReason), UiError>,
    /// The reviewer of the department head's stage.
    pub department_head: Option<String>,
    /// The managing directors.
    pub managing_directors: Vec<String>,
}

/// The data of a person's page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PersonView {
    pub staff: Staff,
    pub reviewers: Reviewers,
    /// The staff number of the line manager.
    pub line_manager_number: Option<String>,
    /// The open appraisal, if the caller may see it.
    pub open_appraisal: Option<AppraisalId>,
    /// The options of the form, if the caller may change the person.
    pub choices: Option<Choices>,
}

/// A person who was just created.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPerson {
    pub id: StaffId,
    pub name: String,
    /// Displayed once.
    pub temporary_password: String,
}

impl std::fmt::Debug for NewPerson {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("NewPerson").field(&self.id).finish()
    }
}

/// The options of the forms and filters.
#[server(name = ReadChoices, endpoint = "people/choices", output = Json)]
pub async fn choices() -> UiResult<Choices> {
    answer(async { Choices::read(&service()?, &caller()?).await }.await)
}

/// The departments, and the options of their form.
#[server(name = ReadDepartments, endpoint = "people/departments", output = Json)]
pub async fn departments_page() -> UiResult<(Vec<Department>, Choices)> {
    let found = async {
        let (service, caller) = (service()?, caller()?);
        let departments = service.departments().list(&caller).await?;
        Ok((departments, Choices::read(&service, &caller).await?))
    };
    answer(found.await)
}

/// A person with their reviewers, and the options of the form if the caller may change them.
#[server(name = ReadPerson, endpoint = "people/person", output = Json)]
pub async fn person(id: StaffId) -> UiResult<PersonView> {
    answer(async { super::forms::person_view(&service()?, &caller()?, id).await }.await)
}

/// Creates a person. A form without JavaScript cannot display the temporary password; a reset
/// issues another one.
#[server(name = CreatePerson, endpoint = "people/create", output = Json)]
pub async fn create_person(person: PersonForm) -> UiResult<NewPerson> {
    let created = async {
        let (service, caller) = (service()?, caller()?);
        let input = person.input(&service, &caller).await?;
        let created = service.staff().create(&caller, input).await?;
        redirect_if_form(&format!("/people/{}", created.staff.id));
        Ok(NewPerson {
            id: created.staff.id,
            name: created.staff.name,
            temporary_password: created.temporary_password,
        })
    };
    answer(created.await)
}

#[server(name = ChangePerson, endpoint = "people/change", output = Json)]
pub async fn change_person(id: StaffId, person: PersonForm) -> UiResult<()> {
    let changed = async {
        let (service, caller) = (service()?, caller()?);
        let patch = person.patch(&service, &caller).await?;
        service.staff().change(&caller, id, patch).await?;
        Ok(())
    };
    answer(changed.await)
}

/// Blocks a person and ends their sessions, or removes the block.
#[server(name = BlockPerson, endpoint = "people/block", output = Json)]
pub async fn block_person(id: StaffId, is_blocked: bool) -> UiResult<()> {
    let changed = async {
        let patch =
            shared::staff::StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
        service()?.staff().change(&caller()?, id, patch).await?;
        Ok(())
    };
    answer(changed.await)
}

/// Issues a temporary password and returns it; with `mfa`, also removes the second factor. Refused
/// for forms without JavaScript, which could not display the password.
#[server(name = ResetPersonPassword, endpoint = "people/reset-password", output = Json)]
pub async fn reset_person_password(id: StaffId, mfa: bool) -> UiResult<String> {
    let reset = async {
        require_script("passwords")?;
        let (service, caller) = (service()?, caller()?);
        let reset = if mfa {
            service.staff().reset_mfa(&caller, id).await?
        } else {
            service.staff().reset_password(&caller, id).await?
        };
        Ok(reset.temporary_password)
    };
    answer(reset.await)
}

/// Ends all sessions of a person.
#[server(name = EndPersonSessions, endpoint = "people/end-sessions", output = Json)]
pub async fn end_person_sessions(id: StaffId) -> UiResult<()> {
    answer(async { service()?.staff().end_sessions(&caller()?, id).await.map(drop) }.await)
}

/// The first rows of an uploaded file and a preview of its import, or the reason why the file
/// cannot be read.
#[server(name = PreviewImport, endpoint = "people/import-preview", input = Json, output = Json)]
pub async fn preview_import(
    upload: UploadId,
    mapping: Option<ImportMapping>,
) -> UiResult<UiResult<ImportPreview>> {
    let found = async { service()?.staff().preview_upload(&caller()?, upload, mapping).await };
    match found.await {
        Err(error @ (shared::Error::Invalid(_) | shared::Error::NotFound(_))) => {
            Ok(Err(UiError(error)))
        }
        found => answer(found.map(Ok)),
    }
}

/// Imports the people in an uploaded file.
#[server(name = ImportPeople, endpoint = "people/import", output = Json)]
pub async fn import_people(upload: UploadId, mapping: ImportMapping) -> UiResult<ImportResult> {
    let imported = async {
        let result = service()?.staff().import_upload(&caller()?, upload, mapping).await?;
        if result.errors.is_empty() {
            redirect_if_form(&format!("/people/import?added={}", result.created));
        }
        Ok(result)
    };
    answer(imported.await)
}

/// Creates a department, or changes the one with the given id.
#[server(name = SaveDepartment, endpoint = "people/department", output = Json)]
pub async fn save_department(id: Option<DepartmentId>, department: DepartmentForm) -> UiResult<()> {
    let saved = async {
        let (service, caller) = (service()?, caller()?);
        let input = department.input(&service, &caller).await?;
        match id {
            None => service.departments().create(&caller, input).await?,
            Some(id) => {
                let patch = shared::department::DepartmentPatch {
                    name: Some(input.name),
                    supervisor_staff_id: input.supervisor_staff_id.into(),
                };
                service.departments().change(&caller, id, patch).await?
            }
        };
        redirect_if_form("/departments");
        Ok(())
    };
    answer(saved.await)
}

/// One page of the staff on probation.
#[server(name = ListProbation, endpoint = "people/probation", input = Json, output = Json)]
pub async fn list_probation(query: ProbationQuery) -> UiResult<ProbationOverview> {
    answer(async { service()?.staff().probation_overview(&caller()?, query).await }.await)
}

/// One page of the audit log.
#[server(name = ListAudit, endpoint = "people/audit", input = Json, output = Json)]
pub async fn list_audit(query: AuditQuery) -> UiResult<Page<AuditEntry>> {
    answer(async { service()?.audit().list(&caller()?, query).await }.await)
}

#[server(name = ListRoles, endpoint = "people/roles", output = Json)]
pub async fn list_roles() -> UiResult<Vec<Role>> {
    answer(async { service()?.roles().list(&caller()?).await }.await)
}

/// Creates a role, or changes the one with the given key.
#[server(name = SaveRole, endpoint = "people/role", output = Json)]
pub async fn save_role(
    key: Option<String>,
    name: String,
    #[server(default)] permissions: Vec<Permission>,
) -> UiResult<()> {
    let saved = async {
        let (service, caller) = (service()?, caller()?);
        let roles = service.roles();
        match key {
            None => {
                let input = shared::role::RoleInput { key: None, name, permissions };
                roles.create(&caller, input).await?;
            }
            Some(key) => {
                let permissions = Some(permissions);
                let patch = shared::role::RolePatch { name: Some(name), permissions };
                roles.change(&caller, &key, patch).await?;
            }
        }
        redirect_if_form("/roles");
        Ok(())
    };
    answer(saved.await)
}

/// The caller's organization.
#[server(name = ReadOrganization, endpoint = "people/organization", output = Json)]
pub async fn organization() -> UiResult<Organization> {
    answer(async { service()?.organizations().find(&caller()?).await }.await)
}

/// Changes the caller's organization.
#[server(name = SaveOrganization, endpoint = "people/organization-save", output = Json)]
pub async fn save_organization(organization: OrganizationForm) -> UiResult<()> {
    let saved = async {
        let patch = organization.patch()?;
        service()?.organizations().change(&caller()?, patch).await?;
        Ok(())
    };
    answer(saved.await)
}

/// Removes the logo of the caller's organization.
#[server(name = RemoveLogo, endpoint = "people/remove-logo", output = Json)]
pub async fn remove_logo() -> UiResult<()> {
    let removed = async {
        service()?.organizations().remove_logo(&caller()?).await?;
        redirect_if_form("/organization");
        Ok(())
    };
    answer(removed.await)
}

/// The API tokens of integrations.
#[server(name = ListApiTokens, endpoint = "people/api-tokens", output = Json)]
pub async fn list_api_tokens() -> UiResult<Vec<ApiToken>> {
    answer(async { service()?.api_tokens().list(&caller()?).await }.await)
}

/// Creates an API token that is valid for `days` days, and returns its secret. Refused for forms
/// without JavaScript, which could not display the secret.
#[server(name = CreateApiToken, endpoint = "people/api-token", output = Json)]
pub async fn create_api_token(
    name: String,
    days: u32,
    #[server(default)] permissions: Vec<Permission>,
) -> UiResult<ApiTokenCreated> {
    let created = async {
        require_script("tokens")?;
        let (service, caller) = (service()?, caller()?);
        let input = ApiTokenInput::valid_for(days, service.now(), name, permissions);
        service.api_tokens().create(&caller, input).await
    };
    answer(created.await)
}

/// Replaces a token of the caller's own and returns the new one. Refused for forms without
/// JavaScript, which could not display its secret.
#[server(name = RotateApiToken, endpoint = "people/api-token-rotate", output = Json)]
pub async fn rotate_api_token(id: ApiTokenId) -> UiResult<ApiTokenCreated> {
    let rotated = async {
        require_script("tokens")?;
        service()?.api_tokens().rotate(&caller()?, id).await
    };
    answer(rotated.await)
}

#[server(name = RevokeApiToken, endpoint = "people/api-token-revoke", output = Json)]
pub async fn revoke_api_token(id: ApiTokenId) -> UiResult<()> {
    answer(async { service()?.api_tokens().revoke(&caller()?, id).await.map(drop) }.await)
}

/// The webhooks of integrations.
#[server(name = ListWebhooks, endpoint = "people/webhooks", output = Json)]
pub async fn list_webhooks() -> UiResult<Vec<Webhook>> {
    answer(async { service()?.webhooks().list(&caller()?).await }.await)
}

/// Creates a webhook and returns its secret. Refused for forms without JavaScript, which could not
/// display the secret.
#[server(name = CreateWebhook, endpoint = "people/webhook", output = Json)]
pub async fn create_webhook(
    url: String,
    #[server(default)] types: Vec<EventType>,
) -> UiResult<WebhookCreated> {
    let created = async {
        require_script("secrets")?;
        let input = shared::webhook::WebhookInput { url, types };
        service()?.webhooks().create(&caller()?, input).await
    };
    answer(created.await)
}

/// Changes the address and the events of a webhook.
#[server(name = ChangeWebhook, endpoint = "people/webhook-change", output = Json)]
pub async fn change_webhook(
    id: WebhookId,
    url: String,
    #[server(default)] types: Vec<EventType>,
) -> UiResult<()> {
    let changed = async {
        let (url, types) = (Some(url), Some(types));
        let patch = shared::webhook::WebhookPatch { url, types, ..Default::default() };
        service()?.webhooks().change(&caller()?, id, patch).await?;
        redirect_if_form("/webhooks");
        Ok(())
    };
    answer(changed.await)
}

/// Pauses or resumes a webhook.
#[server(name = SetWebhookStatus, endpoint = "people/webhook-status", output = Json)]
pub async fn set_webhook_status(id: WebhookId, status: WebhookStatus) -> UiResult<()> {
    let changed = async {
        let patch = shared::webhook::WebhookPatch { status: Some(status), ..Default::default() };
        service()?.webhooks().change(&caller()?, id, patch).await?;
        redirect_if_form("/webhooks");
        Ok(())
    };
    answer(changed.await)
}

/// Replaces the secret of a webhook and returns the new one. Refused for forms without JavaScript,
/// which could not display it.
#[server(name = RotateWebhookSecret, endpoint = "people/webhook-secret", output = Json)]
pub async fn rotate_webhook_secret(id: WebhookId) -> UiResult<WebhookChanged> {
    let rotated = async {
        require_script("secrets")?;
        let patch =
            shared::webhook::WebhookPatch { rotate_secret: Some(true), ..Default::default() };
        service()?.webhooks().change(&caller()?, id, patch).await
    };
    answer(rotated.await)
}

/// Sends the events again that were given up.
#[server(name = ReplayWebhook, endpoint = "people/webhook-replay", output = Json)]
pub async fn replay_webhook(id: WebhookId) -> UiResult<()> {
    let replayed = async {
        let input = shared::webhook::WebhookReplayInput::default();
        service()?.webhooks().replay(&caller()?, id, input).await?;
        redirect_if_form("/webhooks");
        Ok(())
    };
    answer(replayed.await)
}

#[server(name = DeleteWebhook, endpoint = "people/webhook-delete", output = Json)]
pub async fn delete_webhook(id: WebhookId) -> UiResult<()> {
    let deleted = async {
        service()?.webhooks().delete(&caller()?, id).await?;
        redirect_if_form("/webhooks");
        Ok(())
    };
    answer(deleted.await)
}

/// The scheduled jobs.
#[server(name = ListJobs, endpoint = "people/jobs", output = Json)]
pub async fn list_jobs() -> UiResult<Vec<JobStatus>> {
    answer(async { service()?.jobs().list(&caller()?).await }.await)
}

#[server(name = RunJob, endpoint = "people/job-run", output = Json)]
pub async fn run_job(job: Job) -> UiResult<()> {
    let run = async {
        service()?.jobs().run_now(&caller()?, job).await?;
        redirect_if_form("/jobs");
        Ok(())
    };
    answer(run.await)
}
