//! Comparison of the forms of appraisals.

use std::collections::BTreeMap;

use shared::appraisal::CatalogKind;

use super::{Checked, failed, same};
use crate::simulation::model::Organization;
use crate::simulation::world::{House, World};

/// Compares the templates, their departments and the catalogs.
pub(super) async fn check(world: &World, house: &House, organization: &Organization) -> Checked {
    let (service, reader, forms) = (&world.service, house.reader(), &organization.forms);
    for (number, template) in &forms.templates {
        let found = service.templates().find(reader, house.templates[number]).await;
        let found = found.map_err(failed)?;
        let weights: Vec<_> = found.items.iter().map(|it| it.weight.ten_thousandths()).collect();
        same("the weights of a template", &weights, &template.weights)?;
        same("the state of a template", &found.is_archived, &template.is_archived)?;
    }
    let found = service.assignments().list(reader).await.map_err(failed)?;
    let found = found.iter().map(|it| (it.department_id, it.appraisal_template_id));
    let model = forms.assigned.iter().map(|(department, template)| {
        (house.departments[department], template.map(|number| house.templates[&number]))
    });
    let subject = "the templates of the departments";
    same(subject, &found.collect::<BTreeMap<_, _>>(), &model.collect())?;
    for kind in CatalogKind::ALL {
        let found = service.catalogs().find(reader, *kind).await.map_err(failed)?;
        let weights: Vec<_> = found.items.iter().map(|it| it.weight.ten_thousandths()).collect();
        same("the weights of a catalog", &weights, &forms.catalogs[kind])?;
    }
    Ok(())
}
