//! Lateness and non-accrual, as approvers handle them.

use service::database::test_support::TestDatabase;
use service::on_both;
use shared::credit::journal::FacilityEventType;
use shared::credit::vocabulary::{FacilityStatus, LineStatus};
use shared::error::Code;
use shared::organization::OrganizationPatch;

use crate::desk::{Desk, Terms, because, code, date, money};

on_both!(
    a_late_line_makes_a_facility_overdue_and_its_payment_active_again,
    evaluating_twice_changes_nothing_the_second_time,
    days_of_grace_are_given,
    non_accrual_books_no_income_until_it_is_resumed,
    settling_on_non_accrual_gives_the_profit_up,
    lateness_and_non_accrual_take_the_permission_and_the_status,
);

async fn a_late_line_makes_a_facility_overdue_and_its_payment_active_again(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-28");
    let due = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
    assert_eq!((due.status, due.days_past_due), (FacilityStatus::Active, 0));
    desk.go_to("2026-03-01");
    let late = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
    assert_eq!((late.status, late.days_past_due), (FacilityStatus::Overdue, 1));
    assert_eq!(desk.lines(&small).await[0].status, LineStatus::Overdue);
    desk.pay(&small, "36.6665", "2026-03-01").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);
    desk.pay(&small, "0.0001", "2026-03-01").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Active);
    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    let mut types: Vec<_> = events.into_iter().map(|it| it.event_type).collect();
    types.reverse();
    assert_eq!(
        types[6..],
        [
            FacilityEventType::BecameOverdue,
            FacilityEventType::PaymentReceived,
            FacilityEventType::PaymentReceived,
            FacilityEventType::ArrearsCleared,
        ]
    );
    desk.ties_out().await;
}

async fn evaluating_twice_changes_nothing_the_second_time(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-06-30");
    let facilities = desk.world.service.facilities();
    let first = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
    let rows = super::reversal::rows(&desk.world.db).await;
    let second = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(super::reversal::rows(&desk.world.db).await, rows);
    assert_eq!(facilities.journals(&desk.finance, &small).await.unwrap().len(), 1);
    // As of a day on which nothing was late yet.
    let then = facilities.overdue(&desk.shariah, &small, Some(date("2026-02-20"))).await.unwrap();
    assert_eq!(then.status, FacilityStatus::Active);
    for day in ["2026-07-01", "2026-01-30"] {
        let refused = facilities.overdue(&desk.shariah, &small, Some(date(day))).await;
        assert_eq!(code(refused), Code::ValidationFailed);
    }
}

async fn days_of_grace_are_given(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let patch = OrganizationPatch { grace_days: Some(5), ..Default::default() };
    desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
    let facilities = desk.world.service.facilities();
    for (day, status) in
        [("2026-03-05", FacilityStatus::Active), ("2026-03-06", FacilityStatus::Overdue)]
    {
        desk.go_to(day);
        let found = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
        assert_eq!(found.status, status, "{day}");
    }
}

async fn non_accrual_books_no_income_until_it_is_resumed(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-28");
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    desk.go_to("2026-03-05");
    let late = facilities.overdue(&desk.shariah, &small, None).await.unwrap();
    assert_eq!((late.status, late.days_past_due), (FacilityStatus::NonAccrual, 5));
    assert!(late.non_accrual && !late.non_accrual_eligible);
    assert_eq!(late.non_accrual_since, Some(date("2026-02-28")));
    let refused = facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await;
    assert_eq!(code(refused), Code::WrongState);
    desk.pay(&small, "33.3333", "2026-03-05").await.unwrap();
    assert_eq!(desk.balance("murabaha_income").await, money("0"));
    let reports = desk.world.service.credit_reports();
    let report = reports.income(&desk.finance, None, None).await.unwrap();
    assert_eq!(report.totals.suspended, money("3.3333"));
    assert_eq!(report.totals.recognised, money("0"));
    let back = facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await.unwrap();
    assert_eq!((back.status, back.non_accrual_since), (FacilityStatus::Overdue, None));
    desk.pay(&small, "3.3333", "2026-03-05").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Active);
    assert_eq!(desk.balance("murabaha_income").await, money("-3.3333"));
    let report = reports.income(&desk.finance, None, None).await.unwrap();
    assert_eq!((report.totals.suspended, report.totals.recognised), (money("0"), money("3.3333")));
    desk.ties_out().await;
}

async fn settling_on_non_accrual_gives_the_profit_up(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    let refused = desk.pay(&small, "100.0001", "2026-01-31").await;
    assert_eq!(code(refused), Code::AmountNotAccepted);
    let paid = desk.pay(&small, "100", "2026-01-31").await.unwrap();
    assert_eq!((paid.profit, paid.profit_waived), (money("0"), money("10")));
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Settled);
    desk.undo(&small, &paid).await.unwrap();
    let facility = desk.facility(&small).await;
    assert_eq!(facility.status, FacilityStatus::NonAccrual);
    assert_eq!(facility.non_accrual_since, Some(date("2026-01-31")));
    desk.ties_out().await;
}

async fn lateness_and_non_accrual_take_the_permission_and_the_status(db: TestDatabase) {
    let desk = Desk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    for (caller, expected) in [
        (&desk.cashier, Code::Forbidden),
        (&desk.finance, Code::Forbidden),
        (&desk.officer, Code::Forbidden),
        (&desk.world.foreign_admin, Code::NotFound),
    ] {
        assert_eq!(code(facilities.overdue(caller, &small, None).await), expected);
        let stopped = facilities.stop_accrual(caller, &small, because("Lost")).await;
        assert_eq!(code(stopped), expected);
        let resumed = facilities.resume_accrual(caller, &small, because("Cured")).await;
        assert_eq!(code(resumed), expected);
    }
    let resumed = facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await;
    assert_eq!(code(resumed), Code::WrongState);
    let quote = facilities.settlement_quote(&desk.world.foreign_admin, &small, None).await;
    assert_eq!(code(quote), Code::NotFound);
    let draft = facilities.create(&desk.officer, Terms::SMALL.input(desk.customer), None).await;
    let draft = draft.unwrap().facility_ref;
    assert_eq!(code(facilities.overdue(&desk.shariah, &draft, None).await), Code::WrongState);
    let stopped = facilities.stop_accrual(&desk.shariah, &draft, because("Lost")).await;
    assert_eq!(code(stopped), Code::WrongState);
    let quote = facilities.settlement_quote(&desk.finance, &draft, None).await;
    assert_eq!(code(quote), Code::WrongState);
}
