//! Import of staff from an uploaded file, with chosen columns.

use std::fmt::Write as _;

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::{Code, FieldCode, Result};
use shared::id::UploadId;
use shared::staff::{ImportMapping, ImportPreview, ImportResult, StaffQuery};

use super::{code, fault, faults};
use crate::support::{World, keyed};

on_both!(
    a_file_of_another_system_is_read_by_its_headings,
    a_column_that_is_not_imported_is_named,
    without_a_required_column_no_row_is_reported,
    the_chosen_columns_are_read_instead_of_the_suggested_ones,
    a_column_that_the_file_does_not_have_is_refused,
    a_file_in_another_encoding_is_refused_with_its_name,
    rows_of_separators_are_no_problems,
    only_the_beginning_of_a_file_is_shown,
    a_file_is_imported_once_and_forgotten,
    a_file_with_problems_is_stored_and_may_be_imported_once_they_are_gone,
    a_file_is_there_for_whoever_uploaded_it_alone,
    only_the_latest_file_is_stored_and_for_one_day,
    an_empty_file_and_one_over_the_limit_are_refused,
    uploads_are_for_who_manages_staff,
);

const PLAIN: &str = "staffNumber,name,email,employmentStartDate\n\
                     U-1,Aisha,aisha@x.example,2026-03-01\n\
                     U-2,Omar,omar@x.example,2026-04-01\n";

async fn upload(world: &World, file: impl AsRef<[u8]>) -> UploadId {
    world.service.staff().upload(&world.hr, file.as_ref()).await.unwrap()
}

async fn preview(world: &World, file: impl AsRef<[u8]>) -> ImportPreview {
    let id = upload(world, file).await;
    world.service.staff().preview_upload(&world.hr, id, None).await.unwrap()
}

async fn import(caller: &Caller, world: &World, id: UploadId) -> Result<ImportResult> {
    let mapping = mapping("staffNumber:0,name:1,email:2,employmentStartDate:3");
    world.service.staff().import_upload(caller, id, mapping).await
}

fn mapping(text: &str) -> ImportMapping {
    text.parse().unwrap()
}

async fn names(world: &World, q: &str) -> Vec<String> {
    let query = StaffQuery { q: Some(q.to_owned()), ..StaffQuery::default() };
    let page = world.service.staff().list(&world.hr, query).await.unwrap();
    page.data.into_iter().map(|staff| staff.name).collect()
}

async fn a_file_of_another_system_is_read_by_its_headings(db: TestDatabase) {
    let world = World::new(db).await;
    let text = "الرقم الوظيفي;الاسم;البريد الإلكتروني;تاريخ التعيين;المدير المباشر\r\n\
                U-1;عائشة;aisha@x.example;2026-03-01;BILAL\r\n";
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf16).collect();
    for file in [text.as_bytes(), &utf16, text.replace(';', "\t").as_bytes()] {
        let found = preview(&world, file).await;
        let expected = "staffNumber:0,name:1,email:2,lineManager:4,employmentStartDate:3";
        assert_eq!(found.mapping, mapping(expected));
        assert_eq!(found.rows[0][1], "عائشة");
        assert_eq!(found.result.unwrap(), ImportResult { created: 1, ..ImportResult::default() });
    }
    let id = upload(&world, utf16).await;
    let preview = world.service.staff().preview_upload(&world.hr, id, None).await.unwrap();
    let imported = world.service.staff().import_upload(&world.hr, id, preview.mapping).await;
    assert_eq!(imported.unwrap().created, 1);
    assert_eq!(names(&world, "aisha@x.example").await, ["عائشة"]);
}

async fn a_column_that_is_not_imported_is_named(db: TestDatabase) {
    let world = World::new(db).await;
    let file = "staffNumber,name,email,employmentStartDate,confirmationDate,manager,Salary,\n\
                U-1,Aisha,aisha@x.example,2026-03-01,2026-09-01,BILAL,900,\n";
    let found = preview(&world, file).await;
    // The headings of other systems are guessed, and ignored ones are named.
    let suggested = "staffNumber:0,name:1,email:2,employmentStartDate:3,employmentConfirmedAt:4,\
                     lineManager:5";
    assert_eq!(found.mapping, mapping(suggested));
    assert_eq!(found.result.unwrap().ignored_columns, ["Salary"]);
    // A program that sends a table has agreed on the column names: unknown ones are reported.
    let sent = world.service.staff().import(&world.hr, file.as_bytes(), true).await.unwrap();
    assert_eq!(sent.ignored_columns, ["confirmationDate", "manager", "Salary"]);
}

async fn without_a_required_column_no_row_is_reported(db: TestDatabase) {
    let world = World::new(db).await;
    let id = upload(&world, PLAIN.replace("email", "Contact")).await;
    let found = world.service.staff().preview_upload(&world.hr, id, None).await.unwrap();
    assert_eq!((found.row_count, found.result), (2, None));
    let refused = world.service.staff().import_upload(&world.hr, id, found.mapping).await;
    assert_eq!(faults(refused), fault("csv", "INVALID"));
    let chosen = mapping("staffNumber:0,name:1,email:2,employmentStartDate:3");
    let found = world.service.staff().preview_upload(&world.hr, id, Some(chosen)).await.unwrap();
    assert_eq!(found.result.unwrap().created, 2);
}

async fn the_chosen_columns_are_read_instead_of_the_suggested_ones(db: TestDatabase) {
    let world = World::new(db).await;
    let file = "staffNumber,name,Name in passport,email,employmentStartDate\n\
                U-1,Aisha,Aisha bint Salim,aisha@x.example,2026-03-01\n";
    let id = upload(&world, file).await;
    let chosen = mapping("staffNumber:0,name:2,email:3,employmentStartDate:4");
    let result = world.service.staff().import_upload(&world.hr, id, chosen).await.unwrap();
    assert_eq!((result.created, &*result.ignored_columns), (1, &["name".to_owned()][..]));
    assert_eq!(names(&world, "aisha@x.example").await, ["Aisha bint Salim"]);
}

async fn a_column_that_the_file_does_not_have_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let id = upload(&world, PLAIN).await;
    for place in [4, 200, usize::MAX] {
        let chosen = format!("staffNumber:0,name:1,email:2,employmentStartDate:{place}");
        let staff = world.service.staff();
        let preview = staff.preview_upload(&world.hr, id, Some(mapping(&chosen))).await;
        assert_eq!(faults(preview), fault("mapping", "INVALID"));
        let imported = staff.import_upload(&world.hr, id, mapping(&chosen)).await;
        assert_eq!(faults(imported), fault("mapping", "INVALID"));
    }
}

async fn a_file_in_another_encoding_is_refused_with_its_name(db: TestDatabase) {
    let world = World::new(db).await;
    // "عائشة محمد" in Windows-1256.
    let arabic = b"\xda\xc7\xc6\xd4\xc9 \xe3\xcd\xe3\xcf";
    let (before, after) = PLAIN.split_once("Aisha").unwrap();
    let file = [before.as_bytes(), arabic, after.as_bytes()].concat();
    let id = upload(&world, file).await;
    let refused = world.service.staff().preview_upload(&world.hr, id, None).await.unwrap_err();
    let problem = &refused.problem().errors[0];
    assert_eq!(problem.code, FieldCode::UnsupportedEncoding);
    assert!(problem.message.contains("Windows-1256"), "{}", problem.message);
    assert!(import(&world.hr, &world, id).await.is_err());
}

async fn rows_of_separators_are_no_problems(db: TestDatabase) {
    let world = World::new(db).await;
    let found = preview(&world, format!("{PLAIN}{}", ",,,\n".repeat(40))).await;
    assert_eq!(found.row_count, 2);
    let result = found.result.unwrap();
    assert_eq!((result.created, result.error_count), (2, 0));
}

async fn only_the_beginning_of_a_file_is_shown(db: TestDatabase) {
    let world = World::new(db).await;
    let long = "x".repeat(5_000);
    let mut table = "staffNumber,name,email,employmentStartDate\n".to_owned();
    for n in 0..300 {
        writeln!(table, "U-{n},{long},nobody-{n},2026-03-01").unwrap();
    }
    let found = preview(&world, table).await;
    assert_eq!((found.rows.len(), found.row_count), (ImportPreview::ROWS_MAX, 300));
    assert_eq!(found.rows[0][1].chars().count(), ImportPreview::CELL_LENGTH_MAX);
    let result = found.result.unwrap();
    assert_eq!((result.errors.len(), result.error_count), (ImportResult::ERRORS_MAX, 600));
}

async fn a_file_is_imported_once_and_forgotten(db: TestDatabase) {
    let world = World::new(db).await;
    let id = upload(&world, PLAIN).await;
    let keyed = keyed(&world.hr, "6f1c");
    let first = import(&keyed, &world, id).await.unwrap();
    assert_eq!(first.created, 2);
    assert_eq!(import(&keyed, &world, id).await.unwrap(), first);
    assert_eq!(code(import(&world.hr, &world, id).await), Code::NotFound);
    assert_eq!(names(&world, "x.example").await.len(), 2);
}

async fn a_file_with_problems_is_stored_and_may_be_imported_once_they_are_gone(db: TestDatabase) {
    let world = World::new(db).await;
    let file = "staffNumber,name,email,employmentStartDate,department\n\
                U-1,Aisha,aisha@x.example,2026-03-01,Audit\n";
    let id = upload(&world, file).await;
    let columns = mapping("staffNumber:0,name:1,email:2,employmentStartDate:3,department:4");
    let staff = world.service.staff();
    let import = || staff.import_upload(&world.hr, id, columns.clone());
    assert_eq!(import().await.unwrap().errors[0].code, FieldCode::NotFound);
    let audit =
        shared::department::DepartmentInput { name: "Audit".to_owned(), supervisor_staff_id: None };
    world.service.departments().create(&world.hr, audit).await.unwrap();
    assert_eq!(import().await.unwrap().created, 1);
}

async fn a_file_is_there_for_whoever_uploaded_it_alone(db: TestDatabase) {
    let world = World::new(db).await;
    let id = upload(&world, PLAIN).await;
    for caller in [&world.admin, &world.stranger, &world.foreign_admin] {
        let preview = world.service.staff().preview_upload(caller, id, None).await;
        assert_eq!(code(preview), Code::NotFound);
        assert_eq!(code(import(caller, &world, id).await), Code::NotFound);
    }
    assert_eq!(import(&world.hr, &world, id).await.unwrap().created, 2);
}

async fn only_the_latest_file_is_stored_and_for_one_day(db: TestDatabase) {
    let world = World::new(db).await;
    let first = upload(&world, PLAIN).await;
    let second = upload(&world, PLAIN).await;
    let other = world.service.staff().upload(&world.admin, PLAIN.as_bytes()).await.unwrap();
    let look = async |caller: &Caller, id| {
        world.service.staff().preview_upload(caller, id, None).await.is_ok()
    };
    assert!(!look(&world.hr, first).await);
    world.clock.advance(TimeDelta::hours(23));
    assert_eq!(world.service.staff().prune_uploads().await.unwrap(), 0);
    assert!(look(&world.hr, second).await);
    world.clock.advance(TimeDelta::hours(1));
    assert_eq!(world.service.staff().prune_uploads().await.unwrap(), 2);
    assert!(!look(&world.hr, second).await);
    assert!(!look(&world.admin, other).await);
}

async fn an_empty_file_and_one_over_the_limit_are_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let refused = world.service.staff().upload(&world.hr, b"").await;
    assert_eq!(faults(refused), fault("file", "REQUIRED"));
    let long = vec![b'x'; ImportPreview::BYTES_MAX + 1];
    let refused = world.service.staff().upload(&world.hr, &long).await;
    assert_eq!(faults(refused), fault("file", "TOO_LONG"));
    assert!(world.service.staff().upload(&world.hr, &long[1..]).await.is_ok());
}

async fn uploads_are_for_who_manages_staff(db: TestDatabase) {
    let world = World::new(db).await;
    let id = upload(&world, PLAIN).await;
    for caller in [&world.md, &world.employee] {
        let staff = world.service.staff();
        assert_eq!(code(staff.upload(caller, PLAIN.as_bytes()).await), Code::Forbidden);
        assert_eq!(code(staff.preview_upload(caller, id, None).await), Code::Forbidden);
        assert_eq!(code(import(caller, &world, id).await), Code::Forbidden);
    }
}
