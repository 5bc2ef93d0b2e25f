//! The export of everything that is stored about a person, and the erasure.

mod erasure;
mod schema;

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use serde_json::Value;
use service::personal_data::PersonName;
use shared::appraisal::Status;
use shared::audit::{AuditAction, AuditQuery};
use shared::error::Code;
use shared::id::{CustomerId, StaffId};
use shared::personal_data::{PersonKind, PersonalData};
use shared::staff::StaffInput;
use uuid::Uuid;

use crate::credit_desk::{CreditDesk, Terms};
use crate::sign_in::{PASSWORD, code, log_in};
use crate::support::{World, hire, person};

on_both!(
    an_employee_gets_their_record_their_appraisals_and_their_trail,
    a_reviewer_gets_what_they_wrote_and_nothing_else_of_the_others,
    a_customer_gets_facilities_payments_and_the_portal_account,
    no_secret_leaves_the_database,
    of_two_people_with_one_name_each_gets_their_own_data,
    only_an_administrator_of_the_organization_exports,
    every_export_is_audited,
    the_command_line_finds_people_by_number_or_reference,
);

async fn of_staff(world: &World, id: StaffId) -> PersonalData {
    world.service.personal_records().of_staff(&world.admin, id).await.unwrap()
}

/// One member of all records of a kind.
fn members<'d>(data: &'d PersonalData, section: &str, member: &str) -> Vec<&'d str> {
    data.records[section].iter().filter_map(|it| it[member].as_str()).collect()
}

async fn an_employee_gets_their_record_their_appraisals_and_their_trail(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    log_in(&world.service, &member.email, PASSWORD).await.unwrap();
    world.at(Status::Finalized).await;
    world.service.events().dispatch_waiting().await.unwrap();
    let id = world.employee.staff();
    let data = of_staff(&world, id).await;

    assert_eq!((data.kind, data.id), (PersonKind::Staff, id.0));
    let own = &data.records["staff"][0];
    assert_eq!((&own["name"], &own["staffNumber"]), (&"Bilal".into(), &"BILAL".into()));
    assert_eq!(own["employmentStartDate"], "2026-05-01");
    assert_eq!((&own["isBlocked"], &own["passwordHash"]), (&false.into(), &"held".into()));
    let appraisal = &data.records["appraisals"][0];
    assert_eq!(appraisal["isManagerRole"], false);
    assert!(appraisal["overallScore"].as_str().unwrap().contains('.'), "{appraisal:?}");
    assert!(members(&data, "appraisalItems", "supervisorComment").contains(&"Solid."));
    assert!(members(&data, "appraisalNarratives", "answer").len() > 1);
    for section in ["appraisalReviews", "sessions", "notifications", "events", "auditActed"] {
        assert!(!data.records[section].is_empty(), "{section}");
    }
    let about = members(&data, "auditAbout", "entityId");
    assert!(about.contains(&&*id.to_string()), "of the person");
    assert!(about.contains(&appraisal["id"].as_str().unwrap()), "of their appraisals");
}

async fn a_reviewer_gets_what_they_wrote_and_nothing_else_of_the_others(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    let data = of_staff(&world, world.manager.staff()).await;
    assert!(members(&data, "appraisalItemsReviewed", "supervisorComment").contains(&"Solid."));
    assert!(!data.records["appraisalNarrativesWritten"].is_empty());
    assert_eq!(data.records["appraisals"].len(), 0, "none about them");
    let text = serde_json::to_string(&data).unwrap();
    assert!(!text.contains("Did "), "the self-assessment of the other person is not theirs");
    assert!(!text.contains("bilal@amanah.example"));
    let director = of_staff(&world, world.md.staff()).await;
    assert_eq!(director.records["appraisalReviewsWritten"].len(), 1);
}

async fn a_customer_gets_facilities_payments_and_the_portal_account(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    let guest = world.guest("Huda").await;
    let reference = desk.live(Terms::LEASE).await;
    desk.pay(&reference, "100", "2026-11-21").await.unwrap();
    let records = world.service.personal_records();
    let data = records.of_customer(&world.admin, desk.customer).await.unwrap();
    assert_eq!(members(&data, "customers", "name"), ["Layan"]);
    assert_eq!(members(&data, "facilities", "facilityRef"), [&*reference]);
    assert_eq!(members(&data, "payments", "amount"), ["100.0000"]);
    assert_eq!(data.records["payments"][0]["earlySettlement"], false);
    for section in ["scheduleLines", "journals", "journalEntries", "facilityEvents", "events"] {
        assert!(!data.records[section].is_empty(), "{section}");
    }
    assert!(members(&data, "auditAbout", "action").contains(&"payment.recorded"));
    let cashier = of_staff(world, desk.cashier.staff()).await;
    assert_eq!(members(&cashier, "paymentsHandled", "reference"), ["Transfer"]);
    assert!(!serde_json::to_string(&cashier).unwrap().contains("Layan"));

    let data = records.of_customer(&world.admin, guest.customer).await.unwrap();
    assert_eq!(members(&data, "portalAccounts", "email"), [&*guest.email]);
    assert!(members(&data, "sessions", "ip").contains(&"203.0.113.7"));
    assert!(members(&data, "auditAbout", "ip").contains(&"203.0.113.7"));
    assert_eq!(data.records["facilities"].len(), 0);
}

async fn no_secret_leaves_the_database(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.employee).await;
    let guest = world.guest("Huda").await;
    let employee = of_staff(&world, world.employee.staff()).await;
    let records = world.service.personal_records();
    let customer = records.of_customer(&world.admin, guest.customer).await.unwrap();
    let mut tx = world.db.begin().await.unwrap();
    let hashes = "SELECT password_hash FROM staff UNION SELECT password_hash FROM portal_accounts";
    let hashes: Vec<String> = tx.sql(hashes).scalars().await.unwrap();
    for data in [employee, customer] {
        let text = serde_json::to_string(&data).unwrap();
        let secrets = hashes.iter().chain([&member.token, &guest.token]);
        for secret in secrets {
            assert!(!text.contains(&**secret), "{secret}");
        }
    }
}

async fn of_two_people_with_one_name_each_gets_their_own_data(db: TestDatabase) {
    let world = World::new(db).await;
    let twin = StaffInput {
        staff_number: "B-2".to_owned(),
        email: "bilal.two@amanah.example".to_owned(),
        ..person("Bilal", "amanah")
    };
    let twin = hire(&world.service, &world.admin, twin).await;
    world.at(Status::PendingLm).await;
    let data = of_staff(&world, twin.staff()).await;
    assert_eq!(members(&data, "staff", "staffNumber"), ["B-2"]);
    assert!(data.records["appraisals"].is_empty() && data.records["notifications"].is_empty());
    let id = world.employee.staff().to_string();
    assert!(!serde_json::to_string(&data).unwrap().contains(&id));
}

async fn only_an_administrator_of_the_organization_exports(db: TestDatabase) {
    let world = World::new(db).await;
    let records = world.service.personal_records();
    let (staff, customer) = (world.employee.staff(), world.customer("Layan").await.id);
    for caller in [&world.hr, &world.md, &world.manager, &world.employee] {
        assert_eq!(code(records.of_staff(caller, staff).await), Code::Forbidden);
        assert_eq!(code(records.of_customer(caller, customer).await), Code::Forbidden);
    }
    let foreign = &world.foreign_admin;
    assert_eq!(code(records.of_staff(foreign, staff).await), Code::NotFound);
    assert_eq!(code(records.of_customer(foreign, customer).await), Code::NotFound);
    let nobody = Uuid::nil();
    assert_eq!(code(records.of_staff(&world.admin, StaffId(nobody)).await), Code::NotFound);
    assert_eq!(code(records.of_customer(&world.admin, CustomerId(nobody)).await), Code::NotFound);
    assert_eq!(code(records.of_staff(&world.admin, StaffId(customer.0)).await), Code::NotFound);
}

async fn every_export_is_audited(db: TestDatabase) {
    let world = World::new(db).await;
    let action = Some(AuditAction::PersonalDataExported);
    let exports = async || {
        let query = AuditQuery { action, ..AuditQuery::default() };
        world.service.audit().list(&world.admin, query).await.unwrap().data
    };
    let refused = world.service.personal_records().of_staff(&world.hr, world.md.staff()).await;
    assert!(refused.is_err() && exports().await.is_empty());
    of_staff(&world, world.md.staff()).await;
    world.clock.advance(TimeDelta::seconds(1));
    let entries = exports().await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].actor_id, Some(world.admin.staff()));
    assert_eq!(entries[0].entity_id, Some(world.md.staff().to_string()));
    assert_eq!(entries[0].entity_name.as_deref(), Some("Khalid"));
}

async fn the_command_line_finds_people_by_number_or_reference(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let (world, records) = (&desk.world, desk.world.service.personal_records());
    let reference = desk.live(Terms::LEASE).await;
    let named = async |organization, name: PersonName| {
        records.of_named(organization, &name).await.map(|data| data.id)
    };
    let (ours, theirs) = (Some(world.organization), Some(world.foreign_admin.organization()));
    let number = || PersonName::StaffNumber("BILAL".to_owned());
    assert_eq!(named(ours, number()).await.unwrap(), world.employee.staff().0);
    assert_eq!(code(named(theirs, number()).await), Code::NotFound);
    assert_eq!(code(named(None, number()).await), Code::NotFound, "there are two organizations");
    for text in [reference, desk.customer.to_string()] {
        let name = || PersonName::Customer(text.clone());
        assert_eq!(named(ours, name()).await.unwrap(), desk.customer.0);
        assert_eq!(code(named(theirs, name()).await), Code::NotFound);
    }
    let data = records.of_named(ours, &number()).await.unwrap();
    let exports = data.records["auditAbout"].iter();
    let by_command = exports.filter(|it| it["action"] == "personal_data.exported");
    let names: Vec<&Value> = by_command.map(|it| &it["actorName"]).collect();
    assert_eq!(names, ["Command line"], "the earlier export");
}
