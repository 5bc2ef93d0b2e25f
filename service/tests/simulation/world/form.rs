//! Acts on the forms of appraisals, on the service.

use service::Caller;
use shared::appraisal::CatalogKind;
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::error::Result;
use shared::template::TemplateInput;

use super::{House, Response, World};
use crate::settings::{assign, named, rows, weight, with_items};
use crate::simulation::act::{FormAct, Rows};

impl World {
    pub(super) async fn act_on_form(
        &self,
        house: &House,
        caller: &Caller,
        act: FormAct,
    ) -> Result<Response> {
        let templates = self.service.templates();
        let template = match act {
            FormAct::CreateTemplate(number, of) => {
                let items = rows(&of.weights());
                let input = TemplateInput { items, ..named(&format!("Template {number}")) };
                templates.create(caller, input).await?
            }
            FormAct::ChangeTemplate(number, of) => {
                let patch = with_items(rows(&of.weights()));
                templates.change(caller, house.templates[&number], patch).await?
            }
            FormAct::ArchiveTemplate(number) => {
                templates.archive(caller, house.templates[&number]).await?
            }
            FormAct::AssignTemplate(department, template) => {
                let template = template.map(|number| house.templates[&number]);
                let input = assign(house.departments[&department], template);
                let assigned = self.service.assignments().change(caller, input).await?;
                return Ok(Response::Assignments(assigned));
            }
            FormAct::ReplaceCatalog(kind, of) => {
                let input = catalog(kind, of);
                let replaced = self.service.catalogs().replace(caller, kind, input).await?;
                return Ok(Response::Catalog(replaced));
            }
        };
        Ok(Response::Template(Box::new(template)))
    }
}

fn catalog(kind: CatalogKind, of: Rows) -> CatalogInput {
    let rows = of.weights().into_iter().enumerate().map(|(row, ten_thousandths)| {
        let label = format!("{kind} {row}");
        let (description, target_guidance) = (String::new(), None);
        CatalogItemInput { label, description, target_guidance, weight: weight(ten_thousandths) }
    });
    CatalogInput::of(rows.collect())
}
