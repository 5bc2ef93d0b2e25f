//! Catalogs.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::CatalogKind;
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::error::Code;

use super::{catalog, code};
use crate::support::World;

on_both!(
    the_seeded_catalogs_can_be_put_back_as_they_are,
    a_catalog_is_replaced_as_a_set_and_the_others_stay,
    sums_at_the_tolerance_pass_and_a_refusal_changes_nothing,
    each_organization_has_catalogs_of_its_own,
    only_human_resources_has_the_catalogs,
);

async fn the_seeded_catalogs_can_be_put_back_as_they_are(db: TestDatabase) {
    let world = World::new(db).await;
    let before = world.trail(1).await;
    for (kind, count) in CatalogKind::ALL.iter().zip([4, 15, 6, 8]) {
        let seeded = world.catalog(*kind).await;
        assert_eq!((seeded.kind, seeded.items.len()), (*kind, count));
        let places: Vec<i64> = seeded.items.iter().map(|it| it.sort_order).collect();
        assert!(places.is_sorted());
        let items = seeded.items.iter().cloned().map(CatalogItemInput::from).collect();
        let put = world.service.catalogs().replace(&world.hr, *kind, CatalogInput::of(items)).await;
        assert_eq!(put.unwrap(), seeded);
    }
    assert_eq!(world.trail(1).await, before, "what is put back as it was leaves no trace");
}

async fn a_catalog_is_replaced_as_a_set_and_the_others_stay(db: TestDatabase) {
    let world = World::new(db).await;
    let competencies = world.catalog(CatalogKind::Competency).await;
    let kind = CatalogKind::Behaviour;
    let put = world.service.catalogs().replace(&world.hr, kind, catalog(" Calm ", 3)).await;
    let put = put.unwrap();
    let read: Vec<_> = put.items.iter().map(|it| (&*it.label, it.weight.to_string())).collect();
    let expected = ["0.3334", "0.3333", "0.3333"].map(|weight| ("Calm", weight.to_owned()));
    assert_eq!(read, expected);
    assert_eq!(world.catalog(kind).await, put);
    assert_eq!(world.catalog(CatalogKind::Competency).await, competencies);
    let trail = [("catalog.replaced".to_owned(), "items".to_owned())];
    assert_eq!(world.trail(1).await, trail);
}

async fn sums_at_the_tolerance_pass_and_a_refusal_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let catalogs = world.service.catalogs();
    let kind = CatalogKind::Behaviour;
    let of = |weights: &[i64]| {
        let mut input = catalog("Calm", weights.len());
        for (item, weight) in input.items.iter_mut().zip(weights) {
            item.weight = super::weight(*weight);
        }
        input
    };
    for (weight, passes) in [(9_899, false), (9_900, true), (10_100, true), (10_101, false)] {
        let before = world.catalog(kind).await;
        let put = catalogs.replace(&world.hr, kind, of(&[weight])).await;
        if passes {
            assert_eq!(put.unwrap().items[0].weight, super::weight(weight));
        } else {
            assert_eq!(code(put), Code::InvalidWeights, "{weight}");
            assert_eq!(world.catalog(kind).await, before);
        }
    }
    let before = world.catalog(kind).await;
    for weights in [&[10_000, 0][..], &[10_050, -50]] {
        let put = catalogs.replace(&world.hr, kind, of(weights)).await;
        assert_eq!(code(put), Code::InvalidWeights, "{weights:?}");
    }
    let nothing = catalogs.replace(&world.hr, kind, CatalogInput::of(vec![])).await;
    assert_eq!(code(nothing), Code::InvalidWeights);
    let mut target = of(&[10_000]);
    target.items[0].target_guidance = Some("Always".to_owned());
    let put = catalogs.replace(&world.hr, kind, target.clone()).await;
    assert_eq!(code(put), Code::ValidationFailed);
    assert_eq!(world.catalog(kind).await, before);
    let put = catalogs.replace(&world.hr, CatalogKind::RiskComplianceKpi, target).await.unwrap();
    assert_eq!(put.items[0].target_guidance.as_deref(), Some("Always"));
}

async fn each_organization_has_catalogs_of_its_own(db: TestDatabase) {
    let world = World::new(db).await;
    let kind = CatalogKind::Behaviour;
    let theirs = world.service.catalogs().find(&world.stranger, kind).await.unwrap();
    world.service.catalogs().replace(&world.hr, kind, catalog("Calm", 2)).await.unwrap();
    assert_eq!(world.service.catalogs().find(&world.stranger, kind).await.unwrap(), theirs);
}

async fn only_human_resources_has_the_catalogs(db: TestDatabase) {
    let world = World::new(db).await;
    let catalogs = world.service.catalogs();
    for caller in [&world.md, &world.manager, &world.employee] {
        for kind in CatalogKind::ALL {
            assert_eq!(code(catalogs.find(caller, *kind).await), Code::Forbidden);
            let put = catalogs.replace(caller, *kind, catalog("X", 1)).await;
            assert_eq!(code(put), Code::Forbidden);
        }
    }
}
