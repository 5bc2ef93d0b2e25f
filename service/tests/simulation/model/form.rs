//! The forms of appraisals of the model: templates, their departments, and catalogs.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use shared::appraisal::{CatalogKind, Section};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;
use crate::simulation::act::{FormAct, Rows};
use crate::simulation::people::{Department, Person};

/// A template that was added to those of a new organization.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) weights: Vec<i64>,
    pub(crate) is_archived: bool,
    changed_at: Option<NaiveDateTime>,
}

/// The templates of the departments, and the weights of the catalogs.
#[derive(Clone, Debug)]
pub(crate) struct Forms {
    pub(crate) templates: BTreeMap<u32, Template>,
    /// The template of each department; none for the default one.
    pub(crate) assigned: BTreeMap<Department, Option<u32>>,
    pub(crate) catalogs: BTreeMap<CatalogKind, Vec<i64>>,
}

impl Default for Forms {
    fn default() -> Self {
        Self {
            templates: BTreeMap::new(),
            assigned: Department::ALL.into_iter().map(|it| (it, None)).collect(),
            catalogs: BTreeMap::from([
                (CatalogKind::RiskComplianceKpi, vec![2_500; 4]),
                (CatalogKind::Competency, vec![667; 15]),
                (CatalogKind::ManagerialCompetency, vec![1_667; 6]),
                (CatalogKind::Behaviour, vec![1_250; 8]),
            ]),
        }
    }
}

/// The rows of one appraisal, which later changes do not touch.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) template: Option<u32>,
    /// The weights by section, but for the rows of the default template.
    pub(crate) weights: BTreeMap<Section, Vec<i64>>,
    pub(super) taken_at: NaiveDateTime,
}

impl Forms {
    /// The rows of an appraisal that starts now.
    pub(super) fn snapshot(
        &self,
        department: Option<Department>,
        is_manager: bool,
        taken_at: NaiveDateTime,
    ) -> Snapshot {
        let template = department.and_then(|it| self.assigned[&it]);
        let mut weights = BTreeMap::new();
        for (kind, rows) in &self.catalogs {
            let section = match kind {
                CatalogKind::RiskComplianceKpi => Section::RiskKpi,
                CatalogKind::Competency => Section::Competency,
                CatalogKind::ManagerialCompetency => Section::Managerial,
                CatalogKind::Behaviour => Section::Behaviour,
            };
            let is_asked = section != Section::Managerial || is_manager;
            weights.insert(section, if is_asked { rows.clone() } else { Vec::new() });
        }
        if let Some(number) = template {
            weights.insert(Section::DeptKpi, self.templates[&number].weights.clone());
        }
        Snapshot { template, weights, taken_at }
    }

    /// True if the template of an appraisal was changed or archived since.
    pub(super) fn is_changed_since(&self, snapshot: &Snapshot) -> bool {
        let template = snapshot.template.map(|number| &self.templates[&number]);
        template.and_then(|it| it.changed_at).is_some_and(|at| at > snapshot.taken_at)
    }

    fn act(&mut self, act: FormAct, at: NaiveDateTime) -> Result<(), Code> {
        match act {
            FormAct::CreateTemplate(number, rows) => {
                let (weights, is_archived) = (weights(rows)?, false);
                let template = Template { weights, is_archived, changed_at: None };
                self.templates.insert(number, template);
            }
            FormAct::ChangeTemplate(number, rows) => {
                let weights = weights(rows)?;
                let template = self.templates.get_mut(&number).unwrap();
                if template.is_archived {
                    return Err(Code::TemplateArchived);
                }
                if template.weights != weights {
                    template.weights = weights;
                    template.changed_at = Some(at);
                }
            }
            FormAct::ArchiveTemplate(number) => {
                let template = self.templates.get_mut(&number).unwrap();
                if !template.is_archived {
                    template.is_archived = true;
                    template.changed_at = Some(at);
                    let users = self.assigned.values_mut().filter(|it| **it == Some(number));
                    users.for_each(|template| *template = None);
                }
            }
            FormAct::AssignTemplate(department, template) => {
                if template.is_some_and(|it| self.templates[&it].is_archived) {
                    return Err(Code::ValidationFailed);
                }
                self.assigned.insert(department, template);
            }
            FormAct::ReplaceCatalog(kind, rows) => {
                self.catalogs.insert(kind, weights(rows)?);
            }
        }
        Ok(())
    }
}

impl Organization {
    pub(super) fn act_on_form(
        &mut self,
        by: Actor,
        act: FormAct,
        at: NaiveDateTime,
    ) -> Result<(), Code> {
        by.require(Permission::AppraisalsHrManage)?;
        self.forms.act(act, at)
    }

    /// The rows of an appraisal of a person that starts now.
    pub(super) fn form_of(&self, person: Person, is_manager: bool, at: NaiveDateTime) -> Snapshot {
        self.forms.snapshot(self.employments[&person].department, is_manager, at)
    }
}

/// Weights add up to the whole.
fn weights(rows: Rows) -> Result<Vec<i64>, Code> {
    if rows.gap == 0 { Ok(rows.weights()) } else { Err(Code::InvalidWeights) }
}
