//! API tokens.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use service::caller::RequestContext;
use shared::api_token::{ApiToken, ApiTokenCreated, ApiTokenInput};
use shared::audit::AuditQuery;
use shared::error::Code;
use shared::id::ApiTokenId;
use shared::notification::NotificationKind;
use shared::organization::OrganizationPatch;
use shared::page::PageRequest;
use shared::permission::Permission;
use shared::role::{RoleInput, RolePatch};
use shared::session::{LoginInput, PasswordInput};
use shared::staff::{StaffInput, StaffPatch};
use uuid::Uuid;

use super::{PASSWORD, authenticate, code, passwords};
use crate::appraisal::{CONFIRM, terms};
use crate::support::{World, person, run_sql};
use shared::appraisal::Status;
use shared::appraisal::save::HrInput;
use shared::patch::Patch;
use shared::staff::StaffQuery;

on_both!(
    a_token_acts_as_its_creator_within_its_limits,
    a_token_of_human_resources_is_answered_what_it_changed,
    a_token_is_shown_once_and_stored_as_a_hash,
    a_token_loses_the_permissions_that_its_creator_loses,
    a_blocked_creator_has_no_tokens,
    a_withdrawn_token_is_dead_at_once,
    a_rotated_token_is_replaced_by_one_like_it_and_dead_at_once,
    a_rotation_leaves_an_entry_for_each_of_the_two_tokens,
    only_its_creator_in_a_session_rotates_a_valid_token,
    concurrent_rotations_replace_a_token_once,
    tokens_cannot_touch_sign_in_nor_make_tokens,
    tokens_are_for_who_manages_the_organization,
    tokens_of_another_organization_do_not_exist,
    a_token_needs_a_name_and_a_permission,
    a_token_ends_within_a_year,
    a_new_password_ends_the_tokens_that_are_not_named,
    a_reset_ends_every_token,
    an_entry_names_the_token_that_acted,
    no_token_gives_a_credential_or_widens_a_permission,
    creating_an_employee_by_token_returns_no_password,
    the_owner_of_a_token_is_notified_of_its_use_from_another_address,
);

async fn make(world: &World, caller: &Caller, permissions: &[Permission]) -> ApiTokenCreated {
    let input = input(world, permissions);
    world.service.api_tokens().create(caller, input).await.unwrap()
}

/// A token for a month.
fn input(world: &World, permissions: &[Permission]) -> ApiTokenInput {
    let expires_at = world.service.now() + TimeDelta::days(30);
    ApiTokenInput { name: "Payroll".to_owned(), permissions: permissions.to_vec(), expires_at }
}

async fn a_token_acts_as_its_creator_within_its_limits(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let before = world.service.db().statements();
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert_eq!(world.service.db().statements() - before, 2);
    assert_eq!(caller.staff(), world.admin.staff());
    assert_eq!(caller.permissions().iter().copied().collect::<Vec<_>>(), [Permission::StaffView]);
    assert!(world.service.staff().list(&caller, StaffQuery::default()).await.is_ok());
    let refused = world.service.api_tokens().list(&caller).await;
    assert_eq!(code(refused), Code::Forbidden);
    world.service.sessions().again(&caller).await.unwrap();
    // The time of use is updated once a minute.
    let before = world.service.db().statements();
    authenticate(&world.service, &created.token).await.unwrap();
    assert_eq!(world.service.db().statements() - before, 1);
}

/// The token may not respond to appraisals, which reading them requires.
async fn a_token_of_human_resources_is_answered_what_it_changed(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::AppraisalsHrManage]).await;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let appraisals = world.service.appraisals();
    let mut detail = appraisals.initiate(&token, terms(world.employee.staff())).await.unwrap();
    assert_eq!(code(appraisals.detail(&token, detail.id).await), Code::Forbidden);
    let remark = || HrInput {
        hr_remarks: Patch::Value("Read by a machine".to_owned()),
        ..HrInput::default()
    };
    while detail.status != Status::PendingHr {
        let saved = appraisals.save_hr(&token, detail.id, remark()).await.unwrap();
        assert_eq!(saved.hr_remarks, remark().hr_remarks);
        detail = world.move_on(&detail).await;
    }
    let done = appraisals.finalize(&token, detail.id, CONFIRM).await.unwrap();
    assert_eq!(done.status, Status::Finalized);
    assert!(done.finalized_at.is_some() && done.overall_score.is_some());
}

async fn a_token_is_shown_once_and_stored_as_a_hash(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    assert!(created.token.starts_with("mizan_"));
    assert_eq!(created.token.len(), 49);
    let listed = world.service.api_tokens().list(&world.admin).await.unwrap();
    assert_eq!(listed, [created.api_token]);
    let mut tx = world.db.read().await.unwrap();
    let stored: String = tx.sql("SELECT token_hash FROM api_tokens").scalar().await.unwrap();
    assert_eq!(stored.len(), 64);
    assert!(!created.token.contains(&stored));
}

async fn a_token_loses_the_permissions_that_its_creator_loses(db: TestDatabase) {
    let world = World::new(db).await;
    let permissions = vec![Permission::OrgManage, Permission::StaffView];
    let role = RoleInput { key: None, name: "Integrator".to_owned(), permissions };
    world.service.roles().create(&world.admin, role).await.unwrap();
    let integrator = Some("integrator".to_owned());
    world
        .change(world.bystander.staff(), StaffPatch { role: integrator, ..Default::default() })
        .await;
    let bystander = world.again(&world.bystander).await;
    let wanted = [Permission::StaffView, Permission::StaffManage];
    let created = make(&world, &bystander, &wanted).await;
    assert_eq!(created.api_token.permissions, wanted);
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(caller.may(Permission::StaffView) && !caller.may(Permission::StaffManage));
    let permissions = Some(vec![Permission::OrgManage]);
    let patch = RolePatch { permissions, name: None };
    world.service.roles().change(&world.admin, "integrator", patch).await.unwrap();
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(caller.permissions().is_empty());
}

async fn a_blocked_creator_has_no_tokens(db: TestDatabase) {
    let world = World::new(db).await;
    let role = Some("admin".to_owned());
    world.change(world.bystander.staff(), StaffPatch { role, ..Default::default() }).await;
    let bystander = world.again(&world.bystander).await;
    let created = make(&world, &bystander, &[Permission::StaffView]).await;
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    let is_blocked = Some(true);
    world.change(world.bystander.staff(), StaffPatch { is_blocked, ..Default::default() }).await;
    let dead = authenticate(&world.service, &created.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    let dead = world.service.sessions().again(&caller).await;
    assert_eq!(code(dead), Code::Unauthenticated);
}

async fn a_withdrawn_token_is_dead_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let id = created.api_token.id;
    let revoked = world.service.api_tokens().revoke(&world.admin, id).await.unwrap();
    assert!(revoked.revoked_at.is_some());
    world.clock.advance(chrono::TimeDelta::minutes(1));
    let again = world.service.api_tokens().revoke(&world.admin, id).await.unwrap();
    assert_eq!(again, revoked);
    let dead = authenticate(&world.service, &created.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
}

async fn a_rotated_token_is_replaced_by_one_like_it_and_dead_at_once(db: TestDatabase) {
    let world = World::new(db).await;
    let tokens = world.service.api_tokens();
    let former = make(&world, &world.admin, &[Permission::StaffView]).await;
    let caller = authenticate(&world.service, &former.token).await.unwrap();
    world.clock.advance(TimeDelta::days(29));
    let next = tokens.rotate(&world.admin, former.api_token.id).await.unwrap();
    let now = world.service.now();
    assert_ne!(next.api_token.id, former.api_token.id);
    let expected = ApiToken {
        id: next.api_token.id,
        created_at: now,
        expires_at: now + TimeDelta::days(30),
        ..former.api_token.clone()
    };
    assert_eq!(next.api_token, expected);
    let dead = authenticate(&world.service, &former.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    assert_eq!(code(world.service.sessions().again(&caller).await), Code::Unauthenticated);
    let caller = authenticate(&world.service, &next.token).await.unwrap();
    assert_eq!(caller.staff(), world.admin.staff());
    assert_eq!(caller.permissions().iter().copied().collect::<Vec<_>>(), [Permission::StaffView]);
    let listed = tokens.list(&world.admin).await.unwrap();
    assert_eq!(listed[0].id, next.api_token.id);
    assert_eq!((listed.len(), listed[1].revoked_at), (2, Some(now)));
}

async fn a_rotation_leaves_an_entry_for_each_of_the_two_tokens(db: TestDatabase) {
    let world = World::new(db).await;
    let former = make(&world, &world.admin, &[Permission::StaffView]).await.api_token.id;
    let next = world.service.api_tokens().rotate(&world.admin, former).await.unwrap();
    let log = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    let mut entries: Vec<_> = log.data[..2]
        .iter()
        .map(|entry| (entry.action.as_str(), entry.entity_id.clone().unwrap()))
        .collect();
    entries.sort();
    let next = next.api_token.id.to_string();
    assert_eq!(entries, [("api_token.created", next), ("api_token.rotated", former.to_string())]);
}

async fn only_its_creator_in_a_session_rotates_a_valid_token(db: TestDatabase) {
    let world = World::new(db).await;
    let tokens = world.service.api_tokens();
    let created = make(&world, &world.admin, Permission::ALL).await;
    let id = created.api_token.id;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let (another, _) = administrator(&world).await;
    for caller in [&world.hr, &world.employee, &another, &token] {
        assert_eq!(tokens.rotate(caller, id).await.unwrap_err().code(), Code::Forbidden);
    }
    let foreign = tokens.rotate(&world.foreign_admin, id).await.unwrap_err();
    let unknown = ApiTokenId(Uuid::from_u128(404));
    assert_eq!(foreign, tokens.rotate(&world.admin, unknown).await.unwrap_err());
    assert_eq!(foreign.code(), Code::NotFound);
    assert!(authenticate(&world.service, &created.token).await.is_ok());
    assert_eq!(tokens.list(&world.admin).await.unwrap().len(), 1);
    tokens.revoke(&world.admin, id).await.unwrap();
    assert_eq!(tokens.rotate(&world.admin, id).await.unwrap_err().code(), Code::WrongState);
    let expired = make(&world, &world.admin, &[Permission::StaffView]).await.api_token.id;
    world.clock.advance(TimeDelta::days(30));
    assert_eq!(tokens.rotate(&world.admin, expired).await.unwrap_err().code(), Code::WrongState);
    assert_eq!(tokens.list(&world.admin).await.unwrap().len(), 2);
}

async fn concurrent_rotations_replace_a_token_once(db: TestDatabase) {
    let world = World::new(db).await;
    let tokens = world.service.api_tokens();
    let id = make(&world, &world.admin, &[Permission::StaffView]).await.api_token.id;
    let (first, second) =
        futures::join!(tokens.rotate(&world.admin, id), tokens.rotate(&world.admin, id));
    let refused = [first, second].into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert_eq!(refused.iter().map(shared::Error::code).collect::<Vec<_>>(), [Code::WrongState]);
    assert_eq!(tokens.list(&world.admin).await.unwrap().len(), 2);
}

async fn tokens_cannot_touch_sign_in_nor_make_tokens(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, Permission::ALL).await;
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    assert!(world.service.api_tokens().list(&caller).await.is_ok());
    let sessions = world.service.sessions();
    assert_eq!(code(sessions.logout(&caller).await), Code::Forbidden);
    let change = sessions.change_password(&caller, passwords("a", "b")).await;
    assert_eq!(code(change), Code::Forbidden);
    let input = input(&world, &[Permission::OrgManage]);
    let made = world.service.api_tokens().create(&caller, input).await;
    assert_eq!(made.unwrap_err().code(), Code::Forbidden);
}

async fn tokens_are_for_who_manages_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.hr, &world.md, &world.employee] {
        let tokens = world.service.api_tokens();
        let input = input(&world, &[Permission::StaffView]);
        assert_eq!(tokens.create(caller, input).await.unwrap_err().code(), Code::Forbidden);
        assert_eq!(code(tokens.list(caller).await), Code::Forbidden);
        let unknown = ApiTokenId(Uuid::from_u128(404));
        assert_eq!(code(tokens.revoke(caller, unknown).await), Code::Forbidden);
    }
}

async fn tokens_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let tokens = world.service.api_tokens();
    assert!(tokens.list(&world.foreign_admin).await.unwrap().is_empty());
    let foreign = tokens.revoke(&world.foreign_admin, created.api_token.id).await.unwrap_err();
    let unknown = ApiTokenId(Uuid::from_u128(404));
    assert_eq!(foreign, tokens.revoke(&world.foreign_admin, unknown).await.unwrap_err());
    assert!(authenticate(&world.service, &created.token).await.is_ok());
}

async fn a_token_needs_a_name_and_a_permission(db: TestDatabase) {
    let world = World::new(db).await;
    let input = ApiTokenInput { name: " ".to_owned(), ..input(&world, &[]) };
    let error = world.service.api_tokens().create(&world.admin, input).await.unwrap_err();
    assert_eq!(error.problem().errors.len(), 2);
}

async fn a_token_ends_within_a_year(db: TestDatabase) {
    let world = World::new(db).await;
    let now = world.service.now();
    let tokens = world.service.api_tokens();
    for life in [TimeDelta::zero(), TimeDelta::days(-1), TimeDelta::days(367)] {
        let input =
            ApiTokenInput { expires_at: now + life, ..input(&world, &[Permission::StaffView]) };
        let error = tokens.create(&world.admin, input).await.unwrap_err();
        assert_eq!(error.problem().errors[0].field, "expiresAt", "{life}");
    }
    let created = make(&world, &world.admin, &[Permission::StaffView]).await;
    let caller = authenticate(&world.service, &created.token).await.unwrap();
    world.clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
    assert!(authenticate(&world.service, &created.token).await.is_ok());
    world.clock.advance(TimeDelta::seconds(1));
    let ended = authenticate(&world.service, &created.token).await;
    assert_eq!(code(ended), Code::Unauthenticated);
    assert_eq!(code(world.service.sessions().again(&caller).await), Code::Unauthenticated);
}

/// The thief of a session may have created tokens with it.
async fn a_new_password_ends_the_tokens_that_are_not_named(db: TestDatabase) {
    let world = World::new(db).await;
    let (session, password) = administrator(&world).await;
    let kept = make(&world, &session, &[Permission::StaffView]).await;
    let stolen = make(&world, &session, &[Permission::OrgManage]).await;
    let others = make(&world, &world.admin, &[Permission::StaffView]).await;
    let input = PasswordInput {
        keep_tokens: vec![kept.api_token.id, others.api_token.id],
        ..passwords(&password, "a passphrase of some other length")
    };
    world.service.sessions().change_password(&session, input).await.unwrap();
    assert!(authenticate(&world.service, &kept.token).await.is_ok());
    assert!(authenticate(&world.service, &others.token).await.is_ok());
    let dead = authenticate(&world.service, &stolen.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    // An ended session creates no token, even if it was valid when the request arrived.
    let input = self::input(&world, &[Permission::StaffView]);
    let late = world.service.api_tokens().create(&session, input).await;
    assert_eq!(late.unwrap_err().code(), Code::Unauthenticated);
}

async fn a_reset_ends_every_token(db: TestDatabase) {
    let world = World::new(db).await;
    let (session, _) = administrator(&world).await;
    let created = make(&world, &session, &[Permission::StaffView]).await;
    world.service.staff().reset_password(&world.admin, session.staff()).await.unwrap();
    let dead = authenticate(&world.service, &created.token).await;
    assert_eq!(code(dead), Code::Unauthenticated);
    let listed = world.service.api_tokens().list(&world.admin).await.unwrap();
    assert!(listed.iter().all(|token| token.revoked_at.is_some()));
}

/// Another administrator, who is signed in, and their password.
async fn administrator(world: &World) -> (Caller, String) {
    let person = StaffInput { role: "admin".to_owned(), ..person("Salma", "amanah") };
    let made = world.service.staff().create(&world.admin, person).await.unwrap();
    run_sql!(world.db, "UPDATE staff SET password_change_required = FALSE");
    let (email, password) = (made.staff.email, made.temporary_password);
    let input = LoginInput { email, password: password.clone() };
    let login = world.service.sessions().login(input, RequestContext::default()).await.unwrap();
    let token = login.signed_in().unwrap().access_token;
    (authenticate(&world.service, &token).await.unwrap(), password)
}

async fn an_entry_names_the_token_that_acted(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffManage]).await;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let job_title = Patch::Value("Analyst".to_owned());
    let patch = StaffPatch { job_title, ..Default::default() };
    world.service.staff().change(&token, world.employee.staff(), patch).await.unwrap();
    let log = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    let entry = &log.data[0];
    assert_eq!(
        (entry.action.as_str(), entry.actor_id),
        ("staff.changed", Some(world.admin.staff()))
    );
    assert_eq!(entry.api_token_id, Some(created.api_token.id));
    assert_eq!(entry.api_token_name.as_deref(), Some("Payroll"));
    assert_eq!(log.data[1].api_token_id, None);
    // The seal covers the token as well.
    world.service.audit().seal_all().await.unwrap();
    let sound = world.service.audit().verify(world.organization).await.unwrap();
    assert_eq!(sound, []);
}

async fn no_token_gives_a_credential_or_widens_a_permission(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, Permission::ALL).await;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let (staff, id) = (world.service.staff(), world.bystander.staff());
    let roles = world.service.roles();
    let role = RoleInput { key: None, name: "Any".to_owned(), permissions: vec![] };
    let patch = RolePatch { permissions: Some(vec![Permission::OrgManage]), name: None };
    let raised = StaffPatch { role: Some("admin".to_owned()), ..Default::default() };
    let hired = StaffInput { role: "hr".to_owned(), ..person("Salma", "amanah") };
    let policy = OrganizationPatch { grace_days: Some(9), ..Default::default() };
    let is_blocked = |is_blocked| StaffPatch { is_blocked: Some(is_blocked), ..Default::default() };
    staff.change(&token, id, is_blocked(true)).await.unwrap();
    let email = Some("taken.over@amanah.example".to_owned());
    let way_in = StaffPatch { email, ..Default::default() };
    let administrator = administrator(&world).await.0.staff();
    let codes = [
        code(staff.change(&token, id, is_blocked(false)).await),
        code(staff.reset_password(&token, id).await),
        code(staff.reset_mfa(&token, id).await),
        code(staff.end_sessions(&token, id).await),
        code(staff.change(&token, id, raised).await),
        code(staff.change(&token, administrator, way_in).await),
        code(staff.create(&token, hired).await),
        code(roles.create(&token, role).await),
        code(roles.change(&token, "hr", patch).await),
        code(world.service.organizations().change(&token, policy).await),
    ];
    assert!(codes.iter().all(|code| *code == Code::Forbidden), "{codes:?}");
    let table = "staffNumber,name,email,employmentStartDate,role\n1,A,a@b.example,2026-01-01,hr\n";
    let imported = staff.import(&token, table.as_bytes(), false).await.unwrap();
    assert_eq!((imported.created, imported.errors.len()), (0, 1));
}

async fn creating_an_employee_by_token_returns_no_password(db: TestDatabase) {
    let world = World::new(db).await;
    let created = make(&world, &world.admin, &[Permission::StaffManage]).await;
    let token = authenticate(&world.service, &created.token).await.unwrap();
    let made = world.service.staff().create(&token, person("Salma", "amanah")).await.unwrap();
    assert!(made.temporary_password.is_empty());
    let answer = serde_json::to_value(&made).unwrap();
    assert!(answer.get("temporaryPassword").is_none());
    let reset = world.service.staff().reset_password(&world.admin, made.staff.id).await.unwrap();
    assert!(!reset.temporary_password.is_empty());
}

async fn the_owner_of_a_token_is_notified_of_its_use_from_another_address(db: TestDatabase) {
    let world = World::new(db).await;
    let member = world.signed_in(&world.hr).await;
    let (holder, password) = administrator(&world).await;
    let email = world.email_of(&holder).await;
    let holds = (email.as_str(), password.as_str());
    let sign_in = async |(email, password): (&str, &str), ip: &str, user_agent: &str| {
        let input = LoginInput { email: email.to_owned(), password: password.to_owned() };
        let (ip, user_agent) = (Some(ip.to_owned()), Some(user_agent.to_owned()));
        let request = RequestContext { ip, user_agent, ..RequestContext::default() };
        world.service.sessions().login(input, request).await.unwrap();
    };
    let notified = async |caller: &Caller| {
        let page = PageRequest::default();
        let inbox = world.service.notifications().list(caller, false, page).await.unwrap();
        inbox.data.iter().filter(|it| it.kind == NotificationKind::SignInElsewhere).count()
    };
    // Without an API token no notification is sent.
    sign_in(holds, "198.51.100.4", "Home").await;
    assert_eq!(notified(&holder).await, 0);
    let token = make(&world, &holder, &[Permission::StaffView]).await;
    sign_in(holds, "198.51.100.4", "Home").await;
    assert_eq!(notified(&holder).await, 0);
    sign_in(holds, "198.51.100.5", "Home").await;
    sign_in(holds, "198.51.100.4", "Another browser").await;
    assert_eq!(notified(&holder).await, 2);
    // A known place causes no notification, nor does another person's sign-in.
    sign_in(holds, "198.51.100.5", "Home").await;
    sign_in((member.email.as_str(), PASSWORD), "198.51.100.6", "Home").await;
    assert_eq!((notified(&holder).await, notified(&world.hr).await), (2, 0));
    world.service.api_tokens().revoke(&holder, token.api_token.id).await.unwrap();
    sign_in(holds, "198.51.100.7", "Home").await;
    assert_eq!(notified(&holder).await, 2);
}
