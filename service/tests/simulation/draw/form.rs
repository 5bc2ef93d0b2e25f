//! Acts on the forms of appraisals, drawn from the state of the model.

use shared::appraisal::CatalogKind;

use super::Script;
use crate::simulation::act::{Act, FormAct, Rows};
use crate::simulation::people::{Department, Person};
use crate::simulation::random::Random;
use crate::simulation::role::Role;

impl Script {
    pub(super) fn form_act(&mut self, organization: usize) -> (Person, Act) {
        let by = self.holder(organization, Role::HumanResources);
        let rows = rows(&mut self.random);
        let forms = &self.model.organizations[organization].forms;
        let all: Vec<_> = forms.templates.keys().copied().collect();
        let is_open = |number: &u32| !forms.templates[number].is_archived;
        let open: Vec<_> = all.iter().copied().filter(is_open).collect();
        let wanted = if self.random.one_in(6) { &all } else { &open };
        let template = self.random.one_of(wanted);
        let department = self.random.one_of(&Department::ALL).unwrap();
        let act = match (self.random.between(0, 9), template) {
            (0..=2, Some(number)) => FormAct::ChangeTemplate(number, rows),
            (3, Some(number)) => FormAct::ArchiveTemplate(number),
            (4..=6, Some(_)) => {
                FormAct::AssignTemplate(department, template.filter(|_| !self.random.one_in(5)))
            }
            (7, _) => FormAct::ReplaceCatalog(self.random.one_of(CatalogKind::ALL).unwrap(), rows),
            _ => FormAct::CreateTemplate(self.number(), rows),
        };
        (by, Act::Form(act))
    }
}

/// Weights that do not divide evenly, and sometimes do not add up.
fn rows(random: &mut Random) -> Rows {
    let gap = random.weighted(&[(8, 0), (1, 1_000)]);
    Rows { count: random.between(2, 9), first: random.between(1, 5_000), gap }
}
