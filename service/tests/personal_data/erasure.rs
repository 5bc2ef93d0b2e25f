//! The erasure of a person: nothing names them afterwards, and every figure is the same.

use chrono::{Months, TimeDelta};
use database::test_support::TestDatabase;
use database::{Engine, on_both};
use service::clock::Clock as _;
use service::personal_data::PersonName;
use shared::appraisal::Status;
use shared::audit::{AuditAction, AuditQuery, ERASED};
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::staff::StaffPatch;

use super::of_staff;
use super::schema::columns_of;
use crate::credit_desk::{CreditDesk, Terms, because, date, settlement};
use crate::sign_in::{PASSWORD, code, log_in};
use crate::support::{World, run_sql};

on_both!(
    after_an_erasure_nothing_names_the_member_of_staff,
    an_erasure_of_a_reviewer_leaves_their_reviews_to_the_reviewed,
    after_an_erasure_nothing_names_the_customer_and_the_ledger_is_the_same,
    records_are_kept_as_long_as_they_have_to_be,
    a_timeline_permits_the_erasure_of_its_text_and_nothing_else,
);

const YEARS: u32 = 7;
/// Scores and days of leave.
const FIGURES: &str = "SELECT overall_score FROM appraisals
    UNION ALL SELECT supervisor_score FROM appraisal_items
    UNION ALL SELECT days FROM leave_requests";
/// Remarks in every record of the only appraisal.
const REMARKS: [&str; 4] = [
    "UPDATE appraisals SET md_comment = 'Private remark', hr_remarks = 'Private remark'",
    "UPDATE appraisal_items SET actual_achievement = 'Private remark'",
    "UPDATE appraisal_narratives SET answer = 'Private remark'",
    "UPDATE appraisal_reviews SET comment = 'Private remark'",
];
/// Failed sign-ins from an address, which expire.
const THROTTLED: &str = "login_throttles.key: 203.0.113.";
const FINALIZE: &str = "UPDATE appraisals
    SET status = 'finalized', finalized_at = created_at, overall_score = 30000";

async fn erase(world: &World, person: PersonName, name: &str) -> Result<(), shared::Error> {
    let records = world.service.personal_records();
    records.erase_named(Some(world.organization), &person, name, YEARS).await.map(drop)
}

fn bilal() -> PersonName {
    PersonName::StaffNumber("BILAL".to_owned())
}

fn after_the_retention_period(world: &World) {
    let later = world.clock.now().checked_add_months(Months::new(12 * YEARS)).unwrap();
    world.clock.set(later + TimeDelta::days(1));
}

async fn block(world: &World, staff: shared::id::StaffId) {
    world.change(staff, StaffPatch { is_blocked: Some(true), ..Default::default() }).await;
}

/// The columns that hold one of the texts, in any case.
async fn columns_with(db: &TestDatabase, texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for column in columns_of(db).await {
        let (column, kind) = column.split_once(' ').unwrap();
        let (table, name) = column.split_once('.').unwrap();
        if !kind.eq_ignore_ascii_case("text") {
            continue;
        }
        let select = format!("SELECT LOWER({name}) FROM {table} WHERE {name} IS NOT NULL");
        let mut tx = db.read().await.unwrap();
        let cells: Vec<String> = tx.sql(&*String::leak(select)).scalars().await.unwrap();
        for text in texts {
            if cells.iter().any(|cell| cell.contains(&text.to_lowercase())) {
                found.push(format!("{column}: {text}"));
            }
        }
    }
    found
}

async fn findings(world: &World) -> Vec<String> {
    let findings = world.service.self_check().run().await.unwrap();
    findings.into_iter().map(|it| format!("{} {}", it.code, it.message)).collect()
}

async fn take_leave(world: &World) {
    let leave = world.service.leave();
    let input = LeaveRequestInput {
        leave_type: LeaveType::Casual,
        start_date: date("2026-12-01"),
        end_date: date("2026-12-02"),
        start_half: false,
        end_half: false,
        reason: "Moving house".to_owned(),
    };
    let request = leave.request(&world.employee, input).await.unwrap();
    let comment = LeaveDecisionInput { comment: Some("Good luck there".to_owned()) };
    leave.approve(&world.manager, request.id, comment).await.unwrap();
}

/// Everything that a member of staff leaves behind, with mail that was delivered.
async fn employee_who_left(db: TestDatabase) -> World {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    log_in(&world.service, &member.email, "wrong").await.unwrap_err();
    log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    world.service.leave().create_feed(&world.employee).await.unwrap();
    take_leave(&world).await;
    world.at(Status::Finalized).await;
    world.service.events().dispatch_waiting().await.unwrap();
    run_sql!(world.db, "UPDATE mails SET delivered_at = created_at");
    for remark in REMARKS {
        run_sql!(world.db, remark);
    }
    of_staff(&world, world.employee.staff()).await;
    block(&world, world.employee.staff()).await;
    world
}

async fn after_an_erasure_nothing_names_the_member_of_staff(db: TestDatabase) {
    let world = employee_who_left(db).await;
    let traces = ["bilal", "Private remark", "Solid.", "Moving house", "Good luck"];
    let before = columns_with(&world.db, &traces).await;
    assert!(traces.iter().all(|text| before.iter().any(|it| it.ends_with(text))), "{before:?}");
    let scores = async || -> Vec<i64> {
        world.db.read().await.unwrap().sql(FIGURES).scalars().await.unwrap()
    };
    after_the_retention_period(&world);
    let (figures, faults) = (scores().await, findings(&world).await);

    erase(&world, bilal(), "Bilal").await.unwrap();
    assert_eq!(columns_with(&world.db, &traces).await, Vec::<String>::new());
    assert_eq!(columns_with(&world.db, &["203.0.113."]).await, [THROTTLED]);
    assert_eq!(scores().await, figures);
    assert_eq!(findings(&world).await, faults, "also of the chain of audit entries");

    let query = AuditQuery { actor_id: Some(world.employee.staff()), ..Default::default() };
    let acted = world.service.audit().list(&world.admin, query).await.unwrap().data;
    assert!(acted.iter().all(|it| it.actor_name == ERASED && it.ip.is_none()));
    let action = Some(AuditAction::PersonalDataErased);
    let query = AuditQuery { action, ..Default::default() };
    let erasures = world.service.audit().list(&world.admin, query).await.unwrap().data;
    assert_eq!(erasures[0].entity_id, Some(world.employee.staff().to_string()));
    let again = PersonName::StaffNumber(format!("erased-{}", world.employee.staff()));
    assert_eq!(code(erase(&world, again, ERASED).await), Code::WrongState);
}

async fn an_erasure_of_a_reviewer_leaves_their_reviews_to_the_reviewed(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    block(&world, world.manager.staff()).await;
    after_the_retention_period(&world);
    erase(&world, PersonName::StaffNumber("IMRAN".to_owned()), "Imran").await.unwrap();
    assert!(!columns_with(&world.db, &["Solid."]).await.is_empty());
    assert!(columns_with(&world.db, &["imran"]).await.is_empty());
}

async fn after_an_erasure_nothing_names_the_customer_and_the_ledger_is_the_same(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    world.open_account(&world.admin, desk.customer).await;
    let settled = desk.live(Terms::LEASE).await;
    let bounced = desk.pay(&settled, "100", "2026-11-21").await.unwrap();
    desk.undo(&settled, &bounced).await.unwrap();
    let input = Terms::SMALL.input(desk.customer);
    let facilities = world.service.facilities();
    let draft = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    facilities.withdraw(&desk.officer, &draft, because("Changed her mind")).await.unwrap();
    let owed = facilities.settlement_quote(&desk.cashier, &settled, None).await.unwrap();
    let owed = owed.quote.total.to_string();
    desk.record(&settled, settlement(&owed, "2026-11-21")).await.unwrap();
    world.service.events().dispatch_waiting().await.unwrap();
    run_sql!(world.db, "UPDATE mails SET delivered_at = created_at");
    let traces = ["layan", "creek road", "971 4", "deed 12", "bounced", "changed her mind"];
    let before = columns_with(&world.db, &traces).await;
    assert!(traces.iter().all(|text| before.iter().any(|it| it.ends_with(text))), "{before:?}");

    let person = || PersonName::Customer(settled.clone());
    assert_eq!(code(erase(world, person(), "Layan").await), Code::WrongState);
    after_the_retention_period(world);
    let ledger = async || {
        let journals = facilities.journals(&desk.cashier, &settled).await.unwrap();
        let lines = desk.lines(&settled).await;
        (format!("{journals:?}"), format!("{lines:?}"), findings(world).await)
    };
    let figures = ledger().await;
    erase(world, person(), "Layan").await.unwrap();
    assert_eq!(columns_with(&world.db, &traces).await, Vec::<String>::new());
    assert_eq!(ledger().await, figures);
    let facility = desk.find(&settled).await;
    assert_eq!((&*facility.customer_name, &*facility.asset.description), (ERASED, ERASED));
}

async fn records_are_kept_as_long_as_they_have_to_be(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingLm).await;
    let unblocked = StaffPatch { is_blocked: Some(false), ..Default::default() };
    let refused = async |name| code(erase(&world, bilal(), name).await);
    after_the_retention_period(&world);
    assert_eq!(refused("Bilal").await, Code::WrongState, "may sign in");
    block(&world, world.employee.staff()).await;
    after_the_retention_period(&world);
    assert_eq!(refused("Bilal").await, Code::WrongState, "has an open appraisal");
    run_sql!(world.db, FINALIZE);
    world.change(world.employee.staff(), unblocked).await;
    block(&world, world.employee.staff()).await;
    assert_eq!(refused("Bilal").await, Code::WrongState, "left lately");
    after_the_retention_period(&world);
    assert_eq!(refused("Imran").await, Code::ValidationFailed);
    let foreign = Some(world.foreign_admin.organization());
    let records = world.service.personal_records();
    let theirs = records.erase_named(foreign, &bilal(), "Bilal", YEARS).await;
    assert_eq!(code(theirs), Code::NotFound);
    assert!(!columns_with(&world.db, &["bilal"]).await.is_empty());
    erase(&world, bilal(), "Bilal").await.unwrap();
}

async fn a_timeline_permits_the_erasure_of_its_text_and_nothing_else(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.live(Terms::LEASE).await;
    let refused = async |assignments: &str| {
        let text = format!("UPDATE facility_events SET {assignments}");
        let mut tx = desk.world.db.begin().await.unwrap();
        let updated = tx.sql(&*String::leak(text)).execute().await;
        updated.is_err()
    };
    let now = match desk.world.db.engine() {
        Engine::Sqlite => "'2026-01-01T00:00:00Z'",
        Engine::Postgres => "NOW()",
    };
    for (column, value) in [
        ("text", "'Another reason'"),
        ("type", "'activated'"),
        ("at", now),
        ("actor_id", "NULL"),
        ("journal_id", "facility_id"),
        ("id", "facility_id"),
    ] {
        assert!(refused(&format!("{column} = {value}")).await, "{column}");
        assert!(column == "text" || refused(&format!("text = NULL, {column} = {value}")).await);
    }
    assert!(!refused("text = NULL").await);
}
