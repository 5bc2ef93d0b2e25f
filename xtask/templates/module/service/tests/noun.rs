//! __Nouns_text__.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::__noun__::__Noun__Input;
use shared::audit::{AuditAction, AuditQuery};
use shared::error::{Code, Result};
use shared::id::__Noun__Id;
use shared::page::PageRequest;
use uuid::Uuid;

use crate::people::{code, fault, faults};
use crate::support::{Fault, World, keyed};

on_both!(
    a_created_record_is_found_and_listed_newest_first,
    names_are_unique_within_an_organization,
    records_of_another_organization_do_not_exist,
    reading_and_creating_need_a_permission,
    a_creation_leaves_an_entry_in_the_audit_log,
    a_creation_without_its_entry_in_the_audit_log_changes_nothing,
    a_repeated_request_creates_one_record,
    of_several_creations_with_one_name_one_succeeds,
);

fn named(name: &str) -> __Noun__Input {
    __Noun__Input { name: name.to_owned() }
}

async fn a_created_record_is_found_and_listed_newest_first(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let first = __nouns__.create(&world.admin, named(" First ")).await.unwrap();
    assert_eq!((&*first.name, first.created_at), ("First", world.service.now()));
    world.clock.advance(chrono::TimeDelta::seconds(1));
    let second = __nouns__.create(&world.admin, named("Second")).await.unwrap();
    assert_eq!(__nouns__.find(&world.admin, first.id).await.unwrap(), first);
    let page = __nouns__.list(&world.admin, PageRequest::default()).await.unwrap();
    assert_eq!(page.data, [second, first.clone()]);
    let last = PageRequest::new(2, 1);
    let page = __nouns__.list(&world.admin, last).await.unwrap();
    assert_eq!((page.data, page.pagination.total), (vec![first], 2));
}

async fn names_are_unique_within_an_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    __nouns__.create(&world.admin, named("First")).await.unwrap();
    let again = __nouns__.create(&world.admin, named("First ")).await;
    assert_eq!(faults(again), fault("name", "NAME_TAKEN"));
    assert!(__nouns__.create(&world.foreign_admin, named("First")).await.is_ok());
}

async fn records_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let made = __nouns__.create(&world.admin, named("First")).await.unwrap();
    let foreign = __nouns__.find(&world.foreign_admin, made.id).await.unwrap_err();
    let unknown = __nouns__.find(&world.admin, __Noun__Id(Uuid::nil())).await.unwrap_err();
    assert_eq!(foreign, unknown);
    assert_eq!(foreign.code(), Code::NotFound);
    let page = __nouns__.list(&world.foreign_admin, PageRequest::default()).await.unwrap();
    assert_eq!((page.data.len(), page.pagination.total), (0, 0));
}

async fn reading_and_creating_need_a_permission(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let made = __nouns__.create(&world.admin, named("First")).await.unwrap();
    let employee = &world.employee;
    let listed = __nouns__.list(employee, PageRequest::default()).await;
    assert_eq!(code(listed), Code::Forbidden);
    assert_eq!(code(__nouns__.find(employee, made.id).await), Code::Forbidden);
    assert_eq!(code(__nouns__.create(employee, named("Second")).await), Code::Forbidden);
}

async fn a_creation_leaves_an_entry_in_the_audit_log(db: TestDatabase) {
    let world = World::new(db).await;
    let made = world.service.__nouns__().create(&world.admin, named("First")).await.unwrap();
    let page = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    let newest = &page.data[0];
    assert_eq!(newest.action, AuditAction::__Noun__Created);
    assert_eq!(newest.entity_type, "__noun__");
    assert_eq!(newest.entity_id, Some(made.id.to_string()));
    assert_eq!(newest.actor_id, Some(world.admin.staff()));
    assert_eq!(newest.fields, ["name"]);
}

async fn a_creation_without_its_entry_in_the_audit_log_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let fault = Fault::plant(&world.db, "audit_entries").await;
    let refused = __nouns__.create(&world.admin, named("First")).await;
    fault.remove().await;
    assert!(refused.is_err());
    let page = __nouns__.list(&world.admin, PageRequest::default()).await.unwrap();
    assert_eq!(page.pagination.total, 0);
}

async fn a_repeated_request_creates_one_record(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let admin = keyed(&world.admin, "6f1c");
    let first = __nouns__.create(&admin, named("First")).await.unwrap();
    assert_eq!(__nouns__.create(&admin, named("First")).await.unwrap(), first);
    let page = __nouns__.list(&world.admin, PageRequest::default()).await.unwrap();
    assert_eq!(page.pagination.total, 1);
}

async fn of_several_creations_with_one_name_one_succeeds(db: TestDatabase) {
    let world = World::new(db).await;
    let __nouns__ = world.service.__nouns__();
    let create = |_| __nouns__.create(&world.admin, named("First"));
    let results = join_all((0..4).map(create)).await;
    assert_eq!(results.iter().filter(|it| Result::is_ok(it)).count(), 1, "{results:?}");
}
