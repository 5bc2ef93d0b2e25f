//! A database of an earlier version, without stored forms of names.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::FacilityQuery;
use shared::credit::vocabulary::ProductType;
use shared::customer::CustomerQuery;
use shared::error::Code;
use shared::staff::{StaffInput, StaffQuery, StaffSort};

use super::{NAMES, customer_named, join, pages_by_name, staff_found};
use crate::desk::{Desk, code};
use crate::support::{World, person};

on_both!(
    a_database_of_an_earlier_version_finds_and_sorts_its_people,
    a_database_of_an_earlier_version_finds_its_customers_and_facilities,
    staff_numbers_of_an_earlier_version_get_their_normal_form_unless_it_is_taken,
    more_people_than_a_batch_are_filled_in_and_servers_may_start_at_once,
);

/// Statements that revert migrations 33 and 29.
const UNDO: [&str; 24] = [
    "DROP VIEW leave_request_details",
    "DROP VIEW leave_deciders",
    "DROP VIEW appraisal_details",
    "DROP VIEW staff_details",
    "DROP VIEW customer_details",
    "DROP VIEW facility_details",
    "DROP VIEW payment_details",
    "DROP INDEX staff_unfolded",
    "DROP INDEX customers_unfolded",
    "DROP INDEX portal_accounts_unfolded",
    "DROP INDEX facilities_unfolded",
    "DROP INDEX staff_name",
    "DROP INDEX customers_name",
    "ALTER TABLE staff DROP COLUMN name_folded",
    "ALTER TABLE staff DROP COLUMN name_sort_key",
    "ALTER TABLE staff DROP COLUMN details_folded",
    "ALTER TABLE customers DROP COLUMN name_folded",
    "ALTER TABLE customers DROP COLUMN name_sort_key",
    "ALTER TABLE customers DROP COLUMN details_folded",
    "ALTER TABLE portal_accounts DROP COLUMN email_folded",
    "ALTER TABLE facilities DROP COLUMN details_folded",
    "CREATE INDEX staff_name ON staff (organization_id, LOWER(name), id)",
    "CREATE INDEX customers_name ON customers (organization_id, LOWER(name), id)",
    "DELETE FROM _sqlx_migrations WHERE version IN (29, 33)",
];

async fn upgrade(world: &World, before: &[&'static str]) {
    for text in UNDO.iter().chain(before) {
        let mut tx = world.db.begin().await.unwrap();
        tx.sql(*text).execute().await.unwrap();
        tx.commit().await.unwrap();
    }
    world.db.migrate().await.unwrap();
    world.service.forms().fill().await.unwrap();
}

async fn a_database_of_an_earlier_version_finds_and_sorts_its_people(db: TestDatabase) {
    let world = World::new(db).await;
    for (number, (name, _)) in NAMES.iter().enumerate() {
        join(&world, number, name).await;
    }
    let sorted = pages_by_name(&world, 100).await;
    upgrade(&world, &[]).await;
    for (name, texts) in NAMES {
        for text in texts {
            assert_eq!(staff_found(&world, text).await, [name], "{text}");
        }
    }
    assert_eq!(staff_found(&world, "p-2").await, [NAMES[2].0]);
    assert_eq!(pages_by_name(&world, 3).await, sorted);
    let foreign = StaffQuery { q: Some("SÁMIRA".to_owned()), ..Default::default() };
    let found = world.service.staff().list(&world.stranger, foreign).await.unwrap();
    assert_eq!(found.pagination.total, 1);
}

async fn a_database_of_an_earlier_version_finds_its_customers_and_facilities(db: TestDatabase) {
    let desk = Desk::new(db).await;
    let world = &desk.world;
    let jose = customer_named(world, 1, "José").await;
    world.open_account(&world.admin, jose).await;
    let draft = desk.draft(ProductType::Murabaha).await;
    let moved = "UPDATE portal_accounts SET email = 'elsewhere@home.example'";
    upgrade(world, &[moved]).await;
    for q in ["jose", "c-1@home", "٩٧١", "ELSEWHERE"] {
        let query = CustomerQuery { q: Some(q.to_owned()), ..Default::default() };
        let found = world.service.customers().list(&world.admin, query).await.unwrap().data;
        assert!(found.iter().any(|it| it.id == jose), "{q}");
    }
    let query = FacilityQuery { q: Some(draft.to_lowercase()), ..Default::default() };
    let found = world.service.facilities().list(&desk.officer, query).await.unwrap();
    assert_eq!(found.pagination.total, 1);
}

async fn staff_numbers_of_an_earlier_version_get_their_normal_form_unless_it_is_taken(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    for number in 1..=3 {
        join(&world, number, &format!("Person {number}")).await;
    }
    let odd = [
        "UPDATE staff SET staff_number = 'AIF-٠٧' WHERE staff_number = 'P-1'",
        "UPDATE staff SET staff_number = 'AIF-۰۷' WHERE staff_number = 'P-2'",
        "UPDATE staff SET staff_number = 'P-\u{200f}9' WHERE staff_number = 'P-3'",
    ];
    upgrade(&world, &odd).await;
    let query = StaffQuery { sort: Some(StaffSort::Name), ..Default::default() };
    let mut people = world.service.staff().list(&world.hr, query).await.unwrap().data;
    people.retain(|it| it.name.starts_with("Person"));
    let mut numbers: Vec<_> = people.iter().map(|it| &*it.staff_number).collect();
    assert_eq!(numbers.pop(), Some("P-9"));
    numbers.sort_unstable();
    assert!(numbers[0] == "AIF-07" && numbers[1].starts_with("AIF-"), "{numbers:?}");
    assert_eq!(staff_found(&world, "aif-07").await.len(), 2);
    for typed in ["AIF-07", "ＡＩＦ-０７", "P-9\u{200b}", "P-٩"] {
        let input = StaffInput { staff_number: typed.to_owned(), ..person("Hala", "amanah") };
        let refused = world.service.staff().create(&world.admin, input).await;
        assert_eq!(code(refused), Code::StaffNumberTaken, "{typed:?}");
    }
}

async fn more_people_than_a_batch_are_filled_in_and_servers_may_start_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let mut table = vec!["staffNumber,name,email,employmentStartDate".to_owned()];
    let rows = (0..1_100).map(|it| format!("N-{it},Zoë {it},n{it}@x.example,2026-03-01"));
    table.extend(rows);
    let table = table.join("\n");
    let result = world.service.staff().import(&world.hr, table.as_bytes(), false).await.unwrap();
    assert_eq!(result.created, 1_100, "{:?}", result.errors);
    let emptied =
        "UPDATE staff SET name_folded = NULL, name_sort_key = NULL, details_folded = NULL";
    let mut tx = world.db.begin().await.unwrap();
    tx.sql(emptied).execute().await.unwrap();
    tx.commit().await.unwrap();
    let other = world.server(service::context::Settings::default());
    let (one, two) = (world.service.forms(), other.forms());
    let (one, two) = tokio::join!(one.fill(), two.fill());
    one.unwrap();
    two.unwrap();
    let query = StaffQuery { q: Some("zoe".to_owned()), ..Default::default() };
    let found = world.service.staff().list(&world.hr, query).await.unwrap();
    assert_eq!(found.pagination.total, 1_100);
}
