//! Appraisals in progress or finalized keep the form that they started with.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::{CatalogKind, Status};
use shared::template::TemplatePatch;

use super::{assign, catalog, named, rows, with_items};
use crate::support::World;

on_both!(no_setting_touches_an_appraisal_that_has_started);

async fn no_setting_touches_an_appraisal_that_has_started(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let assigned = assign(world.finance, Some(made.id));
    world.service.assignments().change(&world.hr, assigned).await.unwrap();
    let done = world.at(Status::Finalized).await;
    let score = world.service.appraisals().score(&world.hr, done.id).await.unwrap();
    let open = world.initiate(world.manager.staff()).await.unwrap();
    let (done, open) = (world.seen_by_hr(&done).await, world.seen_by_hr(&open).await);

    let patch = TemplatePatch {
        name: Some("Law".to_owned()),
        description: Some("Other".to_owned()),
        ..with_items(rows(&[1_000, 9_000]))
    };
    templates.change(&world.hr, made.id, patch).await.unwrap();
    for kind in CatalogKind::ALL {
        world.service.catalogs().replace(&world.hr, *kind, catalog("Other", 2)).await.unwrap();
    }
    world.service.assignments().change(&world.hr, assign(world.finance, None)).await.unwrap();
    templates.archive(&world.hr, made.id).await.unwrap();

    assert_eq!(world.seen_by_hr(&done).await, done);
    assert_eq!(world.seen_by_hr(&open).await, open);
    assert_eq!((&*done.template_name, &*open.template_name), ("Legal", "Legal"));
    let again = world.service.appraisals().score(&world.hr, done.id).await.unwrap();
    assert_eq!(again, score);
    assert_eq!(again.matches, Some(true));
    assert!(world.service.self_check().run().await.unwrap().is_empty());

    // The next appraisal has the new form.
    let next = world.initiate(world.employee.staff()).await.unwrap();
    assert_eq!(next.template_name, shared::template::FALLBACK_TEMPLATE_NAME);
    assert!(next.items.iter().filter(|it| it.label == "Other").count() == 6);
}
