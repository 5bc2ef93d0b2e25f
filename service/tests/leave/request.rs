//! Submission and resubmission of requests, and the lists.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::calendar::{Holiday, WorkingCalendar};
use shared::error::{Code, FieldCode};
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::period::YearDays;
use shared::leave::request::{LeaveQuery, LeaveRequestInput, LeaveScope};
use shared::leave::status::{LeaveAction, LeaveStatus};
use shared::page::PageRequest;

use super::{code, date, request_input, word};
use crate::support::World;

on_both!(
    only_casual_leave_can_be_requested_before_confirmation,
    a_resubmission_runs_the_same_rules,
    days_follow_the_calendar_and_split_at_the_year,
    dates_that_are_taken_are_refused,
    more_than_what_is_left_is_refused,
    pending_requests_count_against_the_balance,
    lists_show_each_reader_their_own,
    a_table_holds_what_its_reader_sees_in_the_list_and_no_formula,
    the_count_of_pending_requests_equals_the_length_of_the_list,
    dates_are_held_by_what_waits_or_is_approved,
    a_request_of_another_organization_does_not_exist,
);

async fn only_casual_leave_can_be_requested_before_confirmation(db: TestDatabase) {
    let world = World::new(db).await;
    for leave_type in LeaveType::ALL.iter().filter(|it| **it != LeaveType::Casual) {
        let refused = world
            .request_leave(&world.employee, request_input(*leave_type, "2026-12-01", "2026-12-01"))
            .await;
        let error = refused.unwrap_err();
        assert_eq!(error.code(), Code::ConfirmationRequired);
        assert_eq!(
            error.to_string(),
            "Until your employment is confirmed, only casual leave can be requested."
        );
    }
    let casual = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    assert_eq!(
        world.request_leave(&world.employee, casual).await.unwrap().status,
        LeaveStatus::Pending
    );
}

async fn a_resubmission_runs_the_same_rules(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    world.confirm(staff, Some("2026-11-01")).await;
    let annual = request_input(LeaveType::Annual, "2026-12-01", "2026-12-02");
    let request = world.request_leave(&world.employee, annual).await.unwrap();
    assert_eq!(code(leave.resubmit(&world.employee, request.id).await), Code::WrongState);
    leave.reject(&world.manager, request.id, word()).await.unwrap();

    world.confirm(staff, None).await;
    let refused = leave.resubmit(&world.employee, request.id).await;
    assert_eq!(code(refused), Code::ConfirmationRequired);
    world.confirm(staff, Some("2026-11-01")).await;
    assert_eq!(code(leave.resubmit(&world.manager, request.id).await), Code::Forbidden);
    assert_eq!(code(leave.resubmit(&world.bystander, request.id).await), Code::NotFound);

    // The second day has become a holiday in the meantime.
    let holiday = Holiday { date: date("2026-12-02"), name: "Union Day".to_owned() };
    let calendar = WorkingCalendar { holidays: vec![holiday], ..Default::default() };
    leave.set_calendar(&world.hr, calendar).await.unwrap();
    let again = leave.resubmit(&world.employee, request.id).await.unwrap();
    assert_eq!((again.status, again.days), (LeaveStatus::Pending, Days::whole(1)));
    assert_eq!((again.reason.as_str(), again.decision_comment), ("Moving house", None));

    // Once cancelled, its dates are free, and it can be resubmitted only while they are.
    leave.cancel(&world.employee, request.id, word()).await.unwrap();
    let other = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    world.request_leave(&world.employee, other).await.unwrap();
    assert_eq!(code(leave.resubmit(&world.employee, request.id).await), Code::LeaveOverlap);
}

async fn days_follow_the_calendar_and_split_at_the_year(db: TestDatabase) {
    let world = World::new(db).await;
    let holiday = Holiday { date: date("2027-01-01"), name: String::new() };
    let calendar = WorkingCalendar { holidays: vec![holiday], ..Default::default() };
    world.service.leave().set_calendar(&world.hr, calendar).await.unwrap();
    let input = LeaveRequestInput {
        start_half: true,
        end_half: true,
        ..request_input(LeaveType::Casual, "2026-12-30", "2027-01-05")
    };
    let request = world.request_leave(&world.employee, input).await.unwrap();
    assert_eq!(
        request.days_by_year,
        [
            YearDays { year: 2026, days: Days::from_halves(3) },
            YearDays { year: 2027, days: Days::from_halves(3) },
        ]
    );
    assert_eq!(request.days, Days::whole(3));
    for year in [2026, 2027] {
        let casual = world.own(&world.employee, LeaveType::Casual, year).await;
        assert_eq!(casual.pending, Days::from_halves(3), "{year}");
    }
    for weekend in [("2026-12-05", "2026-12-06"), ("2027-01-01", "2027-01-03")] {
        let refused = world
            .request_leave(&world.employee, request_input(LeaveType::Casual, weekend.0, weekend.1))
            .await;
        assert_eq!(refused.unwrap_err().problem().errors[0].code, FieldCode::NoWorkingDay);
    }
    let early = world
        .request_leave(
            &world.employee,
            request_input(LeaveType::Casual, "2026-04-30", "2026-05-01"),
        )
        .await;
    assert_eq!(early.unwrap_err().problem().errors[0].code, FieldCode::BeforeStart);
}

async fn dates_that_are_taken_are_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let morning = LeaveRequestInput {
        end_half: true,
        ..request_input(LeaveType::Casual, "2026-12-01", "2026-12-01")
    };
    let afternoon = LeaveRequestInput { start_half: true, end_half: false, ..morning.clone() };
    world.request_leave(&world.employee, morning.clone()).await.unwrap();
    assert_eq!(code(world.request_leave(&world.employee, morning).await), Code::LeaveOverlap);
    let whole = request_input(LeaveType::Casual, "2026-11-30", "2026-12-01");
    assert_eq!(code(world.request_leave(&world.employee, whole).await), Code::LeaveOverlap);
    world.request_leave(&world.employee, afternoon).await.unwrap();
    // Another person's dates do not conflict.
    let same = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    world.request_leave(&world.bystander, same).await.unwrap();
}

async fn more_than_what_is_left_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let six = request_input(LeaveType::Casual, "2026-12-07", "2026-12-14");
    assert_eq!(code(world.request_leave(&world.employee, six).await), Code::InsufficientBalance);
    let five = request_input(LeaveType::Casual, "2026-12-07", "2026-12-11");
    world.request_leave(&world.employee, five).await.unwrap();
    let next_year = request_input(LeaveType::Casual, "2027-01-04", "2027-01-08");
    world.request_leave(&world.employee, next_year).await.unwrap();
}

async fn pending_requests_count_against_the_balance(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let three = world
        .request_leave(
            &world.employee,
            request_input(LeaveType::Casual, "2026-12-07", "2026-12-09"),
        )
        .await;
    let three = three.unwrap();
    let more = request_input(LeaveType::Casual, "2026-12-14", "2026-12-16");
    assert_eq!(
        code(world.request_leave(&world.employee, more.clone()).await),
        Code::InsufficientBalance
    );
    leave.reject(&world.manager, three.id, word()).await.unwrap();
    world.request_leave(&world.employee, more).await.unwrap();
    assert_eq!(code(leave.resubmit(&world.employee, three.id).await), Code::InsufficientBalance);
}

async fn ids(world: &World, caller: &Caller, query: LeaveQuery) -> Vec<String> {
    let page = world.service.leave().requests(caller, query).await.unwrap();
    assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|request| request.staff_name).collect()
}

async fn lists_show_each_reader_their_own(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.employee, &world.manager, &world.md] {
        let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
        world.request_leave(caller, input).await.unwrap();
    }
    let (mine, team) = (LeaveQuery::of(LeaveScope::Mine), LeaveQuery::of(LeaveScope::Team));
    let all = LeaveQuery::of(LeaveScope::All);
    assert_eq!(ids(&world, &world.employee, mine).await, ["Bilal"]);
    assert!(ids(&world, &world.employee, team.clone()).await.is_empty());
    assert_eq!(ids(&world, &world.manager, team.clone()).await, ["Bilal"]);
    assert_eq!(ids(&world, &world.head, team.clone()).await, ["Imran"]);
    // The managing director has no manager: managers of leave decide.
    assert_eq!(ids(&world, &world.hr, team.clone()).await, ["Khalid"]);
    assert_eq!(ids(&world, &world.hr, all.clone()).await, ["Khalid", "Imran", "Bilal"]);
    assert!(ids(&world, &world.stranger, all.clone()).await.is_empty());
    let refused = world.service.leave().requests(&world.manager, all.clone()).await;
    assert_eq!(code(refused), Code::Forbidden);

    let of = LeaveQuery { staff_id: Some(world.manager.staff()), ..all.clone() };
    assert_eq!(ids(&world, &world.hr, of).await, ["Imran"]);
    let of = LeaveQuery { year: Some(2027), ..all.clone() };
    assert!(ids(&world, &world.hr, of).await.is_empty());
    let of = LeaveQuery { status: Some(LeaveStatus::Approved), ..all };
    assert!(ids(&world, &world.hr, of).await.is_empty());

    let page = world.service.leave().requests(&world.manager, team).await.unwrap();
    assert_eq!(page.data[0].allowed_actions, [LeaveAction::Approve, LeaveAction::Reject]);
    assert_eq!(page.data[0].decider_name.as_deref(), Some("Imran"));
}

async fn a_table_holds_what_its_reader_sees_in_the_list_and_no_formula(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let reason = "=cmd()".to_owned();
    let days = request_input(LeaveType::Casual, "2026-12-31", "2027-01-01");
    let request = LeaveRequestInput { reason, start_half: true, ..days };
    world.request_leave(&world.employee, request).await.unwrap();
    let day = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    world.request_leave(&world.md, day).await.unwrap();
    let export = async |caller: &Caller, query: LeaveQuery| {
        let query = LeaveQuery { page: PageRequest::new(7, 1), ..query };
        leave.export(caller, query).await.unwrap()
    };
    let (mine, team) = (LeaveQuery::of(LeaveScope::Mine), LeaveQuery::of(LeaveScope::Team));
    let all = LeaveQuery::of(LeaveScope::All);
    let table = export(&world.manager, team).await;
    assert!(
        table.starts_with("\u{feff}id,staffNumber,staffName,department,type,startDate,"),
        "{table}"
    );
    let line = ",BILAL,Bilal,Finance,casual,2026-12-31,2027-01-01,true,false,1.5,";
    assert!(table.contains(line), "{table}");
    assert!(table.contains(",\"2026: 0.5, 2027: 1\",pending,\"'=cmd()\",Imran,"), "{table}");
    for (reader, query, count) in [
        (&world.employee, mine.clone(), 1),
        (&world.manager, mine.clone(), 0),
        (&world.hr, all.clone(), 2),
        (&world.hr, LeaveQuery { year: Some(2027), ..all.clone() }, 1),
        (&world.hr, LeaveQuery { status: Some(LeaveStatus::Approved), ..all.clone() }, 0),
        (&world.stranger, all.clone(), 0),
    ] {
        let table = export(reader, query).await;
        assert_eq!(table.lines().count(), count + 1, "{}: {table}", reader.name());
    }
    assert_eq!(code(leave.export(&world.manager, all).await), Code::Forbidden);
    let never = LeaveQuery { year: Some(1), ..mine };
    assert_eq!(code(leave.export(&world.employee, never).await), Code::ValidationFailed);
}

async fn the_count_of_pending_requests_equals_the_length_of_the_list(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let first = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    let first = world.request_leave(&world.employee, first).await.unwrap();
    for caller in [&world.employee, &world.manager, &world.md, &world.hr] {
        let input = request_input(LeaveType::Casual, "2026-12-03", "2026-12-03");
        world.request_leave(caller, input).await.unwrap();
    }
    let check = async |reader: &Caller, expected: u64| {
        let scope = LeaveQuery::of(LeaveScope::Team);
        let query = LeaveQuery { status: Some(LeaveStatus::Pending), ..scope };
        let shown = leave.requests(reader, query).await.unwrap().pagination.total;
        let counted = leave.waiting_count(reader).await.unwrap();
        assert_eq!((shown, counted), (expected, expected), "{}", reader.name());
        let badges = world.service.notifications().counts(reader).await.unwrap();
        assert_eq!(badges.leave, expected, "{}", reader.name());
    };
    // The managing director has no manager: managers of leave decide, but never on their own
    // requests.
    for (reader, expected) in [
        (&world.employee, 0),
        (&world.manager, 2),
        (&world.head, 1),
        (&world.md, 1),
        (&world.hr, 1),
        (&world.bystander, 0),
        (&world.stranger, 0),
    ] {
        check(reader, expected).await;
    }
    leave.approve(&world.manager, first.id, word()).await.unwrap();
    check(&world.manager, 1).await;
    leave.cancel(&world.employee, first.id, word()).await.unwrap();
    leave.resubmit(&world.employee, first.id).await.unwrap();
    check(&world.manager, 2).await;
}

async fn dates_are_held_by_what_waits_or_is_approved(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let existing = async || {
        let existing = leave.existing(&world.employee).await.unwrap();
        existing.into_iter().map(|it| (it.id, it.period.end, it.status)).collect::<Vec<_>>()
    };
    let request_leave = async |day: &str| {
        let input = request_input(LeaveType::Casual, day, day);
        world.request_leave(&world.employee, input).await.unwrap().id
    };
    let (past, later) = (request_leave("2026-05-04").await, request_leave("2026-12-01").await);
    world
        .request_leave(
            &world.bystander,
            request_input(LeaveType::Casual, "2026-12-01", "2026-12-01"),
        )
        .await
        .unwrap();
    leave.approve(&world.manager, past, word()).await.unwrap();
    let past = (past, date("2026-05-04"), LeaveStatus::Approved);
    assert_eq!(existing().await, [past, (later, date("2026-12-01"), LeaveStatus::Pending)]);
    leave.reject(&world.manager, later, word()).await.unwrap();
    assert_eq!(existing().await, [past]);
}

async fn a_request_of_another_organization_does_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    for caller in [&world.stranger, &world.foreign_admin, &world.bystander] {
        assert_eq!(code(leave.approve(caller, id, word()).await), Code::NotFound);
        assert_eq!(code(leave.reject(caller, id, word()).await), Code::NotFound);
        assert_eq!(code(leave.cancel(caller, id, word()).await), Code::NotFound);
        assert_eq!(code(leave.resubmit(caller, id).await), Code::NotFound);
    }
}
