//! Server functions of the settings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::appraisal::CatalogKind;
use shared::assignment::Assignment;
use shared::catalog::{Catalog, CatalogInput};
use shared::id::{DepartmentId, TemplateId};
use shared::template::{Template, TemplateInput};

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, caller_with_key, is_plain_form, service};
use crate::wire::Json;

/// The path of the list of templates.
pub const TEMPLATES: &str = "/settings/templates";
/// The path of the assignments to departments.
pub const DEPARTMENTS: &str = "/settings/departments";

/// All templates; archived ones only if `with_archived`.
#[server(name = ListTemplates, endpoint = "settings/templates", input = Json, output = Json)]
pub async fn list_templates(with_archived: bool) -> UiResult<Vec<Template>> {
    answer(async { service()?.templates().list(&caller()?, with_archived).await }.await)
}

#[server(name = FindTemplate, endpoint = "settings/template", input = Json, output = Json)]
pub async fn find_template(id: TemplateId) -> UiResult<Template> {
    answer(async { service()?.templates().find(&caller()?, id).await }.await)
}

/// Creates a template, at most once per `key`, or changes the one with this id if it was last
/// changed at `based_on`.
#[server(name = SaveTemplate, endpoint = "settings/save-template", input = Json, output = Json)]
pub async fn save_template(
    id: Option<TemplateId>,
    input: TemplateInput,
    based_on: Option<DateTime<Utc>>,
    #[server(default)] key: String,
) -> UiResult<Template> {
    let saved = async {
        let (service, caller) = (service()?, caller_with_key(&key)?);
        let Some(id) = id else { return service.templates().create(&caller, input).await };
        let TemplateInput { name, description, items } = input;
        let (name, description, items) = (Some(name), Some(description), Some(items));
        let patch = shared::template::TemplatePatch { name, description, items, based_on };
        service.templates().change(&caller, id, patch).await
    };
    answer(saved.await)
}

/// Archives a template; redirects a form without JavaScript to the list.
#[server(name = ArchiveTemplate, endpoint = "settings/archive-template", output = Json)]
pub async fn archive_template(id: TemplateId) -> UiResult<Template> {
    let archived = async { service()?.templates().archive(&caller()?, id).await }.await;
    if archived.is_ok() && is_plain_form() {
        leptos_axum::redirect(TEMPLATES);
    }
    answer(archived)
}

#[server(name = FindCatalog, endpoint = "settings/catalog", input = Json, output = Json)]
pub async fn find_catalog(kind: CatalogKind) -> UiResult<Catalog> {
    answer(async { service()?.catalogs().find(&caller()?, kind).await }.await)
}

/// Replaces the rows of a catalog.
#[server(name = SaveCatalog, endpoint = "settings/save-catalog", input = Json, output = Json)]
pub async fn save_catalog(kind: CatalogKind, input: CatalogInput) -> UiResult<Catalog> {
    answer(async { service()?.catalogs().replace(&caller()?, kind, input).await }.await)
}

/// The departments, and the templates that can be assigned to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignable {
    /// All departments with their templates.
    pub assignments: Vec<Assignment>,
    /// The assignable templates, without the fallback.
    pub templates: Vec<(TemplateId, String)>,
}

/// The assignments of templates to departments.
#[server(name = ListAssignments, endpoint = "settings/assignments", input = Json, output = Json)]
pub async fn list_assignments() -> UiResult<Assignable> {
    let listed = async {
        let (service, caller) = (service()?, caller()?);
        let assignments = service.assignments().list(&caller).await?;
        let templates = service.templates().list(&caller, false).await?.into_iter();
        let choices = templates.filter(|template| !template.is_fallback());
        let templates = choices.map(|template| (template.id, template.name)).collect();
        Ok(Assignable { assignments, templates })
    };
    answer(listed.await)
}

/// The name of a department's field in a posted form. The prefix is needed because a key that
/// starts with a digit would be parsed as an index.
pub fn posted_name(department: DepartmentId) -> String {
    format!("{POSTED}{department}")
}

const POSTED: &str = "department-";

/// Sets the templates of departments, by [`posted_name`]; an empty text means the fallback.
/// Redirects a form without JavaScript to the page.
#[server(name = SaveAssignments, endpoint = "settings/save-assignments", output = Json)]
pub async fn save_assignments(templates: BTreeMap<String, String>) -> UiResult<()> {
    let saved = async {
        let input = posted(templates)?;
        service()?.assignments().change(&caller()?, input).await?;
        if is_plain_form() {
            leptos_axum::redirect(&format!("{DEPARTMENTS}?saved=true"));
        }
        Ok(())
    };
    answer(saved.await)
}

/// The assignments of a posted form.
///
/// Errors: 400 for an invalid id.
#[cfg(feature = "ssr")]
fn posted(
    templates: BTreeMap<String, String>,
) -> shared::Result<shared::assignment::AssignmentsInput> {
    let no_id = || {
        shared::Error::field(
            "templates",
            shared::error::FieldCode::Invalid,
            "Choose from the list.",
        )
    };
    let assignment = |(department, template): (String, String)| {
        let template = Some(template).filter(|template| !template.is_empty());
        let department = department.strip_prefix(POSTED).and_then(|id| id.parse().ok());
        let template = template.map(|id| id.parse()).transpose();
        Ok(shared::assignment::AssignmentInput {
            department_id: department.ok_or_else(no_id)?,
            appraisal_template_id: template.map_err(|_| no_id())?,
        })
    };
    let assignments = templates.into_iter().map(assignment).collect::<shared::Result<_>>()?;
    Ok(shared::assignment::AssignmentsInput { assignments })
}
