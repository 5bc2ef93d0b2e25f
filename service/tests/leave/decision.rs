//! Deciders, and the effect of a decision.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::audit::{AuditQuery, Category};
use shared::department::DepartmentPatch;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::status::LeaveStatus;
use shared::notification::NotificationKind;
use shared::page::PageRequest;
use shared::patch::Patch;
use shared::staff::StaffPatch;

use super::{YEAR, code, request_input, word};
use crate::support::World;

on_both!(
    the_line_manager_decides_else_the_supervisor_else_who_manages_leave,
    nobody_decides_on_their_own_leave,
    a_blocked_manager_holds_nobody_up,
    days_are_consumed_by_the_approval_and_given_back_by_the_cancellation,
    leave_that_has_begun_is_cancelled_only_with_leave_management,
    a_notification_contains_the_dates,
    a_decision_is_notified_and_audited,
    a_request_is_read_once_it_is_decided_or_taken_back,
);

async fn the_line_manager_decides_else_the_supervisor_else_who_manages_leave(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let day = |day: u32| {
        let day = format!("2026-12-{day:02}");
        request_input(LeaveType::Casual, &day, &day)
    };
    let first = world.request_leave(&world.employee, day(1)).await.unwrap().id;
    for other in [&world.head, &world.hr, &world.admin, &world.md, &world.employee] {
        let refused = code(leave.approve(other, first, word()).await);
        let sees = [&world.hr, &world.admin, &world.employee].map(Caller::staff);
        let expected = if sees.contains(&other.staff()) { Code::Forbidden } else { Code::NotFound };
        assert_eq!(refused, expected, "{}", other.name());
    }
    leave.approve(&world.manager, first, word()).await.unwrap();
    assert_eq!(code(leave.approve(&world.manager, first, word()).await), Code::WrongState);

    world.change(staff, StaffPatch { line_manager_id: Patch::Null, ..Default::default() }).await;
    let second = world.request_leave(&world.employee, day(2)).await.unwrap().id;
    assert_eq!(code(leave.approve(&world.manager, second, word()).await), Code::NotFound);
    leave.reject(&world.head, second, word()).await.unwrap();

    let patch = DepartmentPatch { supervisor_staff_id: Patch::Null, ..Default::default() };
    world.service.departments().change(&world.admin, world.finance, patch).await.unwrap();
    let third = world.request_leave(&world.employee, day(3)).await.unwrap().id;
    assert_eq!(code(leave.approve(&world.head, third, word()).await), Code::NotFound);
    let approved = leave.approve(&world.hr, third, word()).await.unwrap();
    assert_eq!(approved.decided_by_name.as_deref(), Some("Noura"));
    assert_eq!(approved.decision_comment.as_deref(), Some("Seen"));
}

async fn nobody_decides_on_their_own_leave(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    // The head supervises her own department, and has no manager.
    let alone = StaffPatch { line_manager_id: Patch::Null, ..Default::default() };
    world.change(world.head.staff(), alone).await;
    let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    let id = world.request_leave(&world.head, input.clone()).await.unwrap().id;
    assert_eq!(code(leave.approve(&world.head, id, word()).await), Code::Forbidden);
    leave.approve(&world.hr, id, word()).await.unwrap();

    let own = world
        .request_leave(&world.admin, request_input(LeaveType::Casual, "2026-12-01", "2026-12-01"))
        .await;
    let own = own.unwrap().id;
    assert_eq!(code(leave.approve(&world.admin, own, word()).await), Code::Forbidden);
    leave.approve(&world.hr, own, word()).await.unwrap();
}

async fn a_blocked_manager_holds_nobody_up(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let blocked = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.change(world.manager.staff(), blocked).await;
    let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    let request = world.request_leave(&world.employee, input).await.unwrap();
    assert_eq!(request.decider_name.as_deref(), Some("Fatima"));
    leave.approve(&world.head, request.id, word()).await.unwrap();
}

async fn days_are_consumed_by_the_approval_and_given_back_by_the_cancellation(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-02");
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    let numbers = async || {
        let balance = world.own(&world.employee, LeaveType::Casual, YEAR).await;
        (balance.pending, balance.consumed, balance.available.unwrap())
    };
    assert_eq!(numbers().await, (Days::whole(2), Days::ZERO, Days::whole(5)));
    leave.approve(&world.manager, id, word()).await.unwrap();
    assert_eq!(numbers().await, (Days::ZERO, Days::whole(2), Days::whole(3)));
    leave.cancel(&world.employee, id, word()).await.unwrap();
    assert_eq!(numbers().await, (Days::ZERO, Days::ZERO, Days::whole(5)));
    leave.resubmit(&world.employee, id).await.unwrap();
    leave.reject(&world.manager, id, word()).await.unwrap();
    assert_eq!(numbers().await, (Days::ZERO, Days::ZERO, Days::whole(5)));
    assert_eq!(code(leave.cancel(&world.employee, id, word()).await), Code::WrongState);
}

async fn leave_that_has_begun_is_cancelled_only_with_leave_management(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let input = request_input(LeaveType::Casual, "2026-11-20", "2026-11-20");
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    leave.approve(&world.manager, id, word()).await.unwrap();
    assert_eq!(code(leave.cancel(&world.employee, id, word()).await), Code::WrongState);
    assert_eq!(code(leave.cancel(&world.manager, id, word()).await), Code::Forbidden);
    let cancelled = leave.cancel(&world.hr, id, word()).await.unwrap();
    assert_eq!(cancelled.status, LeaveStatus::Cancelled);
}

async fn a_notification_contains_the_dates(db: TestDatabase) {
    let world = World::new(db).await;
    for (first, last) in [("2026-12-01", "2026-12-02"), ("2026-12-07", "2026-12-07")] {
        world
            .request_leave(&world.employee, request_input(LeaveType::Casual, first, last))
            .await
            .unwrap();
    }
    let notifications = world.service.notifications();
    let page = notifications.list(&world.manager, false, PageRequest::default()).await.unwrap();
    let bodies: Vec<_> = page.data.iter().map(|it| it.body.as_str()).collect();
    let days = ["on 7 December 2026 (1 day)", "from 1 December 2026 to 2 December 2026 (2 days)"];
    for (body, days) in bodies.iter().zip(days) {
        assert!(body.contains(&format!(": casual leave {days}. Approve")), "{body}");
    }
    assert_eq!(bodies.len(), 2);
}

async fn a_decision_is_notified_and_audited(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-02");
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    leave.approve(&world.manager, id, word()).await.unwrap();
    leave.cancel(&world.employee, id, word()).await.unwrap();
    let kinds_of = async |caller| {
        let notifications = world.service.notifications();
        let page = notifications.list(caller, false, PageRequest::default()).await.unwrap();
        page.data.into_iter().map(|it| it.kind).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds_of(&world.manager).await,
        [NotificationKind::LeaveCancelled, NotificationKind::LeaveRequested]
    );
    assert_eq!(kinds_of(&world.employee).await, [NotificationKind::LeaveDecided]);

    let query = AuditQuery { category: Some(Category::Leave), ..Default::default() };
    let log = world.service.audit().list(&world.hr, query).await.unwrap();
    let actions: Vec<_> = log.data.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["leave.cancelled", "leave.approved", "leave.requested"]);
    assert!(log.data.iter().all(|entry| entry.entity_id == Some(id.to_string())));
}

async fn a_request_is_read_once_it_is_decided_or_taken_back(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let unread = async |caller| {
        let notifications = world.service.notifications();
        let page = notifications.list(caller, true, PageRequest::default()).await.unwrap();
        page.data.into_iter().map(|it| it.kind).collect::<Vec<_>>()
    };
    let request_leave = async |day: &str| {
        world
            .request_leave(&world.employee, request_input(LeaveType::Casual, day, day))
            .await
            .unwrap()
            .id
    };
    let (first, second) = (request_leave("2026-12-01").await, request_leave("2026-12-02").await);
    assert_eq!(unread(&world.manager).await, [NotificationKind::LeaveRequested; 2]);
    leave.reject(&world.manager, first, word()).await.unwrap();
    assert_eq!(unread(&world.manager).await, [NotificationKind::LeaveRequested]);
    leave.resubmit(&world.employee, first).await.unwrap();
    assert_eq!(unread(&world.manager).await, [NotificationKind::LeaveRequested; 2]);
    leave.approve(&world.manager, first, word()).await.unwrap();
    leave.cancel(&world.employee, second, word()).await.unwrap();
    assert_eq!(unread(&world.manager).await, [NotificationKind::LeaveCancelled]);
}
