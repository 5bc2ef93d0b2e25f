//! Organizations.

use database::on_both;
use database::test_support::TestDatabase;
use service::secret::Secrets;
use service::{Caller, Service};
use shared::error::Code;
use shared::organization::{NewOrganization, OrganizationPatch};
use shared::permission::{Permission, SEEDED_ROLES};
use shared::session::LoginInput;

use super::{code, fault, faults};
use crate::support::World;
use service::caller::RequestContext;
use shared::audit::AuditQuery;

on_both!(
    a_new_organization_has_roles_templates_and_an_administrator,
    an_address_signs_in_to_one_organization_only,
    the_administrator_keeps_the_organization,
    time_zones_have_to_exist,
    nobody_else_sees_or_changes_it,
);

fn new(name: &str, email: &str) -> NewOrganization {
    NewOrganization {
        name: name.to_owned(),
        admin_name: "Noura".to_owned(),
        admin_email: email.to_owned(),
    }
}

async fn a_new_organization_has_roles_templates_and_an_administrator(db: TestDatabase) {
    let service = Service::new(db.clone(), Secrets::for_testing());
    let created =
        service.organizations().create(new(" Amanah ", " Noura@A.example")).await.unwrap();
    assert_eq!(created.admin_email, "noura@a.example");
    let password = created.temporary_password.clone();
    assert!(!format!("{created:?}").contains(&password));
    let input = LoginInput { email: created.admin_email, password };
    let answer = service.sessions().login(input, RequestContext::default()).await.unwrap();
    let answer = answer.signed_in().unwrap();
    assert!(answer.password_change_required);
    assert_eq!((&*answer.staff.organization_name, &*answer.staff.role), ("Amanah", "admin"));
    assert_eq!(answer.staff.permissions, Permission::ALL);

    let sessions = service.sessions();
    let admin = sessions.caller_for_testing(created.organization_id, created.admin_id).await;
    let admin: Caller = admin.unwrap();
    let roles = service.roles().list(&admin).await.unwrap();
    assert_eq!(roles.len(), SEEDED_ROLES.len());
    assert!(roles.iter().all(|role| role.permissions.contains(&Permission::AppraisalsRespond)));
    let organization = service.organizations().find(&admin).await.unwrap();
    assert_eq!((organization.grace_days, organization.non_accrual_days), (0, 90));
    assert!(organization.separate_shariah_approver && !organization.customer_mfa_required);
    let mut tx = db.read().await.unwrap();
    let templates: i64 = tx.sql("SELECT COUNT(*) FROM appraisal_templates").scalar().await.unwrap();
    assert_eq!(templates, 6);
}

async fn an_address_signs_in_to_one_organization_only(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    let taken = organizations.create(new("Third", "ADMIN@amanah.example")).await;
    assert_eq!(taken.unwrap_err().code(), Code::EmailTaken);
    let nonsense = organizations.create(new(" ", "nobody")).await.unwrap_err();
    assert_eq!(nonsense.problem().errors.len(), 2);
    let mut tx = world.db.read().await.unwrap();
    let count: i64 = tx.sql("SELECT COUNT(*) FROM organizations").scalar().await.unwrap();
    assert_eq!(count, 2);
}

async fn the_administrator_keeps_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    let patch = OrganizationPatch {
        name: Some("Amanah House".to_owned()),
        time_zone: Some("Asia/Dubai".to_owned()),
        grace_days: Some(5),
        ..Default::default()
    };
    let changed = organizations.change(&world.admin, patch).await.unwrap();
    assert_eq!((&*changed.name, changed.grace_days), ("Amanah House", 5));
    assert_eq!(organizations.find(&world.admin).await.unwrap(), changed);
    assert_eq!(organizations.find(&world.foreign_admin).await.unwrap().name, "Baraka");
    assert_eq!(world.again(&world.employee).await.time_zone(), "Asia/Dubai");

    let page = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    assert_eq!(page.data[0].action.as_str(), "organization.changed");
    assert_eq!(page.data[0].fields, ["name", "timeZone", "graceDays"]);
}

async fn time_zones_have_to_exist(db: TestDatabase) {
    let world = World::new(db).await;
    for zone in ["", "Dubai", "asia/dubai", "UTC+4", "Asia/Dubai\0"] {
        let patch = OrganizationPatch { time_zone: Some(zone.to_owned()), ..Default::default() };
        let refused = world.service.organizations().change(&world.admin, patch).await;
        assert_eq!(faults(refused), fault("timeZone", "INVALID"), "{zone}");
    }
}

async fn nobody_else_sees_or_changes_it(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    for caller in [&world.hr, &world.md, &world.employee] {
        assert_eq!(code(organizations.find(caller).await), Code::Forbidden);
        let changed = organizations.change(caller, OrganizationPatch::default()).await;
        assert_eq!(code(changed), Code::Forbidden);
    }
}
