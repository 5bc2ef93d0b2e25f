//! The number of statements per use case, which is independent of the number of rows.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::CatalogKind;

use super::{assign, catalog, named, rows, with_items};
use crate::support::World;

on_both!(settings_cost_a_fixed_number_of_statements);

/// The number of statements of a use case.
async fn cost<T>(world: &World, use_case: impl Future<Output = shared::Result<T>>) -> u64 {
    let before = world.db.statements();
    use_case.await.unwrap_or_else(|error| panic!("{error}"));
    world.db.statements() - before
}

async fn settings_cost_a_fixed_number_of_statements(db: TestDatabase) {
    let world = World::new(db).await;
    let (templates, catalogs) = (world.service.templates(), world.service.catalogs());
    let assignments = world.service.assignments();
    assert_eq!(cost(&world, templates.list(&world.hr, true)).await, 3);
    assert!(cost(&world, templates.create(&world.hr, named("Legal"))).await <= 7);
    let id = world.template("Legal").await.id;
    assert_eq!(cost(&world, templates.find(&world.hr, id)).await, 3);
    let change = templates.change(&world.hr, id, with_items(rows(&[50; 200])));
    assert!(cost(&world, change).await <= 11);
    let link = assignments.change(&world.hr, assign(world.finance, Some(id)));
    assert!(cost(&world, link).await <= 6);
    assert_eq!(cost(&world, assignments.list(&world.hr)).await, 1);
    assert!(cost(&world, templates.archive(&world.hr, id)).await <= 10);
    let kind = CatalogKind::Competency;
    assert_eq!(cost(&world, catalogs.find(&world.hr, kind)).await, 1);
    assert!(cost(&world, catalogs.replace(&world.hr, kind, catalog("Calm", 100))).await <= 6);
}
