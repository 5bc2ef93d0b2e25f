//! Roles.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::Code;
use shared::permission::Permission;
use shared::role::{RoleInput, RolePatch};
use shared::staff::StaffPatch;

use super::{code, fault, faults};
use crate::support::World;
use shared::audit::AuditQuery;

on_both!(
    a_role_of_ones_own_can_be_made_and_given,
    a_key_belongs_to_one_role,
    a_key_that_is_not_sent_is_made_and_free,
    a_seeded_role_can_be_changed,
    the_administrators_role_keeps_every_permission,
    the_last_key_to_the_house_stays,
    roles_are_for_who_manages_the_organization,
    roles_of_another_organization_do_not_exist,
);

fn auditor() -> RoleInput {
    let permissions = vec![Permission::AuditView];
    RoleInput { key: None, name: "Auditor".to_owned(), permissions }
}

fn allowing(permissions: &[Permission]) -> RolePatch {
    RolePatch { name: None, permissions: Some(permissions.to_vec()) }
}

async fn a_role_of_ones_own_can_be_made_and_given(db: TestDatabase) {
    let world = World::new(db).await;
    let role = world.service.roles().create(&world.admin, auditor()).await.unwrap();
    assert_eq!((&*role.key, role.is_seeded), ("auditor", false));
    assert_eq!(role.permissions, [Permission::AppraisalsRespond, Permission::AuditView]);
    let patch = StaffPatch { role: Some("auditor".to_owned()), ..Default::default() };
    world.change(world.employee.staff(), patch).await;
    let employee = world.again(&world.employee).await;
    assert!(employee.may(Permission::AuditView) && employee.role() == "auditor");
}

async fn a_key_belongs_to_one_role(db: TestDatabase) {
    let world = World::new(db).await;
    let roles = world.service.roles();
    roles.create(&world.admin, auditor()).await.unwrap();
    for key in ["auditor", "hr"] {
        let input = RoleInput { key: Some(key.to_owned()), ..auditor() };
        assert_eq!(code(roles.create(&world.admin, input).await), Code::RoleKeyTaken);
    }
    assert!(roles.create(&world.foreign_admin, auditor()).await.is_ok());
}

async fn a_key_that_is_not_sent_is_made_and_free(db: TestDatabase) {
    let world = World::new(db).await;
    let roles = world.service.roles();
    let long = "a".repeat(200);
    for (name, key) in [
        ("Finance", "finance_2"),
        ("Finance", "finance_3"),
        ("2nd approver", "role_2nd_approver"),
        ("مدير الفرع", "role"),
        ("مدير", "role_2"),
        (&*long, &long[..50]),
    ] {
        let input = RoleInput { name: name.to_owned(), ..auditor() };
        assert_eq!(roles.create(&world.admin, input).await.unwrap().key, key);
    }
    // A generated key never causes a refusal, even under concurrent requests.
    let made = join_all((0..4).map(|_| roles.create(&world.admin, auditor()))).await;
    let mut keys: Vec<String> = made.into_iter().map(|role| role.unwrap().key).collect();
    keys.sort();
    assert_eq!(keys, ["auditor", "auditor_2", "auditor_3", "auditor_4"]);
}

async fn a_seeded_role_can_be_changed(db: TestDatabase) {
    let world = World::new(db).await;
    let patch = RolePatch {
        name: Some("Chief executive".to_owned()),
        permissions: Some(vec![Permission::AuditView]),
    };
    let role = world.service.roles().change(&world.admin, "md", patch).await.unwrap();
    assert_eq!((&*role.name, role.is_seeded), ("Chief executive", true));
    assert_eq!(role.permissions, [Permission::AppraisalsRespond, Permission::AuditView]);
    assert!(world.again(&world.md).await.is_managing_director());
    let page = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    assert_eq!(page.data[0].fields, ["name", "permissions"]);
    assert_eq!(page.data[0].entity_id.as_deref(), Some("md"));
}

async fn the_administrators_role_keeps_every_permission(db: TestDatabase) {
    let world = World::new(db).await;
    for missing in [Permission::AppraisalsHrManage, Permission::OrgManage] {
        let all = Permission::ALL.iter().copied();
        let left: Vec<_> = all.filter(|permission| *permission != missing).collect();
        let refused = world.service.roles().change(&world.admin, "admin", allowing(&left)).await;
        assert_eq!(faults(refused), fault("permissions", "LOCKED_OUT"));
    }
    let renamed = RolePatch { name: Some("Owner".to_owned()), ..allowing(Permission::ALL) };
    assert!(world.service.roles().change(&world.admin, "admin", renamed).await.is_ok());
}

async fn the_last_key_to_the_house_stays(db: TestDatabase) {
    let world = World::new(db).await;
    let roles = world.service.roles();
    let keepers = RoleInput {
        key: Some("keeper".to_owned()),
        name: "Keeper".to_owned(),
        permissions: vec![Permission::OrgManage, Permission::StaffManage],
    };
    roles.create(&world.admin, keepers).await.unwrap();
    let keeper = StaffPatch { role: Some("keeper".to_owned()), ..Default::default() };
    world.change(world.hr.staff(), keeper).await;
    let keeper = world.again(&world.hr).await;
    // The administrator resigns, so that the custom role's holder is the only one left.
    let employee = StaffPatch { role: Some("employee".to_owned()), ..Default::default() };
    world.service.staff().change(&keeper, world.admin.staff(), employee).await.unwrap();
    let refused = roles.change(&keeper, "keeper", allowing(&[Permission::StaffManage])).await;
    assert_eq!(faults(refused), fault("permissions", "LOCKED_OUT"));
    assert!(roles.change(&keeper, "keeper", allowing(&[Permission::OrgManage])).await.is_ok());
}

async fn roles_are_for_who_manages_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let roles = world.service.roles();
    for caller in [&world.hr, &world.md, &world.employee] {
        assert_eq!(code(roles.list(caller).await), Code::Forbidden);
        assert_eq!(code(roles.create(caller, auditor()).await), Code::Forbidden);
        let changed = roles.change(caller, "nothing", RolePatch::default()).await;
        assert_eq!(code(changed), Code::Forbidden);
    }
}

async fn roles_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let roles = world.service.roles();
    roles.create(&world.foreign_admin, auditor()).await.unwrap();
    for key in ["auditor", "", "\0", "HR"] {
        let missing = roles.change(&world.admin, key, RolePatch::default()).await;
        assert_eq!(code(missing), Code::NotFound);
    }
    let keys = roles.list(&world.admin).await.unwrap();
    assert!(keys.iter().all(|role| role.key != "auditor"));
    let patch = StaffPatch { role: Some("auditor".to_owned()), ..Default::default() };
    let refused = world.service.staff().change(&world.admin, world.employee.staff(), patch).await;
    assert_eq!(faults(refused), fault("role", "NOT_FOUND"));
}
