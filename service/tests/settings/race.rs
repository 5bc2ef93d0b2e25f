//! Concurrent requests: two, and twenty.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::appraisal::CatalogKind;
use shared::catalog::CatalogInput;
use shared::error::{Code, FieldCode};
use shared::template::TemplatePatch;

use super::{assign, catalog, code, named, renamed, rows, with_items};
use crate::support::World;

on_both!(
    of_twenty_with_one_name_one_is_made,
    of_many_renamed_to_one_name_one_is,
    an_archived_template_never_keeps_a_department,
    parallel_replacements_leave_one_whole_set,
    the_slower_of_two_editors_gets_a_conflict,
    the_slower_of_two_editors_of_a_catalog_gets_a_conflict,
);

async fn of_twenty_with_one_name_one_is_made(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let makers = (0..20).map(|_| templates.create(&world.hr, named("Legal")));
    let results = join_all(makers).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_eq!(code(refused), Code::TemplateNameTaken);
    }
    assert_eq!(templates.list(&world.hr, true).await.unwrap().len(), 7);
}

async fn of_many_renamed_to_one_name_one_is(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let mut made = Vec::new();
    for number in 0..6 {
        made.push(templates.create(&world.hr, named(&format!("Legal {number}"))).await.unwrap());
    }
    let changes = made.iter().map(|it| templates.change(&world.hr, it.id, renamed("Legal")));
    let results = join_all(changes).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_eq!(code(refused), Code::TemplateNameTaken);
    }
}

async fn an_archived_template_never_keeps_a_department(db: TestDatabase) {
    let world = World::new(db).await;
    let (templates, assignments) = (world.service.templates(), world.service.assignments());
    for number in 0..8 {
        let made = templates.create(&world.hr, named(&format!("Legal {number}"))).await.unwrap();
        let link = assignments.change(&world.hr, assign(world.finance, Some(made.id)));
        let (archived, linked) = futures::join!(templates.archive(&world.hr, made.id), link);
        archived.unwrap();
        if let Err(refused) = linked {
            assert_eq!(refused.problem().errors[0].code, FieldCode::Archived);
        }
        let list = assignments.list(&world.hr).await.unwrap();
        assert!(list.iter().all(|it| it.appraisal_template_id != Some(made.id)));
    }
}

async fn parallel_replacements_leave_one_whole_set(db: TestDatabase) {
    let world = World::new(db).await;
    let (templates, catalogs) = (world.service.templates(), world.service.catalogs());
    let kind = CatalogKind::Behaviour;
    let puts = (1..=10).map(|count| catalogs.replace(&world.hr, kind, catalog("Calm", count)));
    for (result, count) in join_all(puts).await.into_iter().zip(1..) {
        assert_eq!(result.unwrap().items.len(), count);
    }
    let stored = world.catalog(kind).await;
    assert_eq!(stored.items.iter().map(|it| it.weight.ten_thousandths()).sum::<i64>(), 10_000);

    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let changes = (1..=10_i64).map(|part| {
        let patch = with_items(rows(&[part, 10_000 - part]));
        templates.change(&world.hr, made.id, patch)
    });
    assert!(join_all(changes).await.iter().all(Result::is_ok));
    assert_eq!(templates.find(&world.hr, made.id).await.unwrap().items.len(), 2);
}

async fn the_slower_of_two_editors_gets_a_conflict(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let seen = templates.create(&world.hr, named("Legal")).await.unwrap();
    let edited = |name: &str| TemplatePatch { based_on: Some(seen.updated_at), ..renamed(name) };
    world.clock.advance(chrono::TimeDelta::minutes(1));
    let first = templates.change(&world.hr, seen.id, edited("Law")).await.unwrap();
    let second = templates.change(&world.admin, seen.id, edited("Courts")).await;
    assert_eq!(code(second), Code::StaleRevision);
    assert_eq!(templates.find(&world.hr, seen.id).await.unwrap(), first);
    // The first response may have been lost: a repetition of the request returns the stored state.
    assert_eq!(templates.change(&world.hr, seen.id, edited("Law")).await.unwrap(), first);
    let patch = TemplatePatch { based_on: Some(first.updated_at), ..renamed("Courts") };
    assert_eq!(templates.change(&world.admin, seen.id, patch).await.unwrap().name, "Courts");
    let last_wins = templates.change(&world.admin, seen.id, renamed("Legal")).await;
    assert_eq!(last_wins.unwrap().name, "Legal");
}

async fn the_slower_of_two_editors_of_a_catalog_gets_a_conflict(db: TestDatabase) {
    let world = World::new(db).await;
    let catalogs = world.service.catalogs();
    let kind = CatalogKind::Behaviour;
    let seen = world.catalog(kind).await;
    let edited = |label: &str| CatalogInput {
        based_on: seen.items.first().map(|item| item.id),
        ..catalog(label, 3)
    };
    let first = catalogs.replace(&world.hr, kind, edited("Teamwork")).await.unwrap();
    let second = catalogs.replace(&world.admin, kind, edited("Candour")).await;
    assert_eq!(code(second), Code::StaleRevision);
    assert_eq!(world.catalog(kind).await, first);
    assert_eq!(catalogs.replace(&world.hr, kind, edited("Teamwork")).await.unwrap(), first);
    assert_ne!(catalogs.replace(&world.hr, kind, catalog("Candour", 3)).await.unwrap(), first);
}
