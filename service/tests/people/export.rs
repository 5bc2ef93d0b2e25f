//! Export of staff.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::staff::{StaffInput, StaffQuery};

use super::code;
use crate::support::{World, person};

on_both!(
    the_export_contains_the_filtered_people,
    formulas_are_made_text,
    another_house_can_import_the_table,
    the_table_is_for_who_sees_staff,
);

async fn export(world: &World, query: StaffQuery) -> String {
    let table = world.service.staff().export(&world.hr, query).await.unwrap();
    table.strip_prefix('\u{feff}').unwrap().to_owned()
}

async fn the_export_contains_the_filtered_people(db: TestDatabase) {
    let world = World::new(db).await;
    let everybody = export(&world, StaffQuery::default()).await;
    let shown = world.service.staff().list(&world.hr, StaffQuery::default()).await.unwrap();
    assert_eq!(everybody.lines().count(), shown.data.len() + 1);
    let query = StaffQuery { q: Some("bilal".to_owned()), ..Default::default() };
    let table = export(&world, query).await;
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[1],
        "BILAL,Bilal,bilal@amanah.example,employee,Specialist,Finance,IMRAN,2026-05-01,,true,false",
    );
}

async fn formulas_are_made_text(db: TestDatabase) {
    let world = World::new(db).await;
    let input = StaffInput { name: "=1+1".to_owned(), ..person("Mallory", "amanah") };
    world.service.staff().create(&world.hr, input).await.unwrap();
    let table = export(&world, StaffQuery::default()).await;
    assert!(table.contains(",\"'=1+1\","));
}

async fn another_house_can_import_the_table(db: TestDatabase) {
    let world = World::new(db).await;
    let query = StaffQuery { q: Some("bilal".to_owned()), ..Default::default() };
    let table = export(&world, query).await;
    let table = table.replace("amanah", "elsewhere").replace(",Finance,IMRAN,", ",,,");
    let staff = world.service.staff();
    let result = staff.import(&world.foreign_admin, table.as_bytes(), true).await.unwrap();
    assert_eq!((result.created, result.errors), (1, vec![]));
}

async fn the_table_is_for_who_sees_staff(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    let refused = staff.export(&world.employee, StaffQuery::default()).await;
    assert_eq!(code(refused), Code::Forbidden);
    let foreign = staff.export(&world.stranger, StaffQuery::default()).await.unwrap();
    assert!(!foreign.contains("amanah"));
}
