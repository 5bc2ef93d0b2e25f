//! Lateness and non-accrual, from the approver's side.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{FacilityAction, FacilityQuery};
use shared::credit::journal::FacilityEventType;
use shared::credit::schedule::ScheduleLine;
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, LineStatus};
use shared::error::Code;
use shared::organization::OrganizationPatch;

use crate::credit_desk::{CreditDesk, Terms, as_of, because, code, date, money, total};

on_both!(
    a_late_line_makes_a_facility_overdue_and_its_payment_active_again,
    evaluating_twice_changes_nothing_the_second_time,
    a_past_day_marks_what_was_late_on_it_and_clears_nothing,
    days_of_grace_are_given,
    non_accrual_books_no_income_until_it_is_resumed,
    rent_follows_the_principal_that_is_received_on_non_accrual,
    nothing_is_received_on_a_day_of_a_non_accrual_that_has_ended,
    a_facility_with_only_profit_overdue_stays_on_accrual,
    actions_refused_because_of_arrears_or_payments_are_not_offered,
    lateness_and_non_accrual_take_the_permission_and_the_status,
);

async fn a_late_line_makes_a_facility_overdue_and_its_payment_active_again(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-28");
    let due = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    assert_eq!((due.status, due.days_past_due), (FacilityStatus::Active, 0));
    desk.go_to("2026-03-01");
    let late = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    assert_eq!((late.status, late.days_past_due), (FacilityStatus::Overdue, 1));
    assert_eq!(desk.lines(&small).await[0].status, LineStatus::Overdue);
    desk.pay(&small, "36.6665", "2026-03-01").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);
    desk.pay(&small, "0.0001", "2026-03-01").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Active);
    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    let mut types: Vec<_> = events.into_iter().map(|it| it.event_type.known().unwrap()).collect();
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
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-06-30");
    let facilities = desk.world.service.facilities();
    let first = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    let rows = super::reversal::rows(&desk.world.db).await;
    let second = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(super::reversal::rows(&desk.world.db).await, rows);
    assert_eq!(facilities.journals(&desk.finance, &small).await.unwrap().len(), 1);
    for day in ["2026-07-01", "2026-01-30"] {
        let refused = facilities.overdue(&desk.shariah, &small, as_of(Some(date(day)))).await;
        assert_eq!(code(refused), Code::ValidationFailed);
    }
}

async fn a_past_day_marks_what_was_late_on_it_and_clears_nothing(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-04-04");
    let facilities = desk.world.service.facilities();
    let on = async |day| {
        facilities.overdue(&desk.shariah, &small, as_of(Some(date(day)))).await.unwrap()
    };
    assert_eq!(on("2026-02-28").await.status, FacilityStatus::Active);
    for (day, marked) in
        [("2026-03-01", 1), ("2026-02-28", 1), ("2026-04-01", 2), ("2026-03-01", 2)]
    {
        let late = on(day).await;
        assert_eq!((late.status, late.days_past_due), (FacilityStatus::Overdue, 35), "{day}");
        assert_eq!(late.bucket, AgeingBucket::Days31To60);
        let lines = desk.lines(&small).await;
        let is_marked = |line: &&ScheduleLine| line.status == LineStatus::Overdue;
        assert_eq!(lines.iter().filter(is_marked).count(), marked, "{day}");
    }
    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    assert_eq!(events[0].event_type, FacilityEventType::BecameOverdue);
}

async fn days_of_grace_are_given(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let patch = OrganizationPatch { grace_days: Some(5), ..Default::default() };
    desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
    let facilities = desk.world.service.facilities();
    for (day, status) in
        [("2026-03-05", FacilityStatus::Active), ("2026-03-06", FacilityStatus::Overdue)]
    {
        desk.go_to(day);
        let found = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
        assert_eq!(found.status, status, "{day}");
    }
}

async fn non_accrual_books_no_income_until_it_is_resumed(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-28");
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    desk.go_to("2026-03-05");
    let late = facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
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
    assert_eq!((report.totals.suspended, report.totals.recognised), (total("0"), total("3.3333")));
    desk.ties_out().await;
}

/// 1,600,000 over 120 months at 12 %, of which a million is received at once.
async fn rent_follows_the_principal_that_is_received_on_non_accrual(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms { cost: "1600000", down: "0", ..Terms::HOUSE }).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &house, because("Insolvent")).await.unwrap();
    let before = super::reversal::rows(&desk.world.db).await;
    let paid = desk.pay(&house, "1000000", "2026-01-31").await.unwrap();
    let amounts = (paid.principal, paid.profit_waived, paid.extra_amount);
    assert_eq!(amounts, (money("1000000"), money("370000.0009"), money("0")));
    facilities.resume_accrual(&desk.shariah, &house, because("Cured")).await.unwrap();
    let facility = desk.facility(&house).await;
    assert_eq!((facility.outstanding_principal, facility.schedule_version), (money("600000"), 2));
    let lines = desk.lines(&house).await;
    assert_eq!((lines[0].profit_portion, lines[1].profit_portion), (money("16000"), money("6000")));
    let reports = desk.world.service.credit_reports();
    let income = reports.income(&desk.finance, None, None).await.unwrap();
    assert_eq!(income.totals.waived, money("370000.0009"));
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    desk.ties_out().await;

    facilities.stop_accrual(&desk.shariah, &house, because("Insolvent")).await.unwrap();
    desk.undo(&house, &paid).await.unwrap();
    assert_eq!(super::reversal::rows(&desk.world.db).await, before);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

/// 0.0003 and a profit of 12 over four months: the last line is profit only.
async fn a_facility_with_only_profit_overdue_stays_on_accrual(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let terms = Terms { cost: "0.0003", price: "12", periods: 4, ..Terms::SMALL };
    let tiny = desk.live(terms).await;
    desk.pay(&tiny, "9.0003", "2026-01-31").await.unwrap();
    desk.go_to("2027-01-31");
    let facilities = desk.world.service.facilities();
    let seen = facilities.overdue(&desk.shariah, &tiny, as_of(None)).await.unwrap();
    assert_eq!((seen.status, seen.days_past_due), (FacilityStatus::Overdue, 245));
    assert!(!seen.non_accrual_eligible);
    assert!(!seen.allowed_actions.contains(&FacilityAction::NonAccrual));
    let stopped = facilities.stop_accrual(&desk.shariah, &tiny, because("Lost")).await;
    assert_eq!(code(stopped), Code::WrongState);
    desk.pay(&tiny, "3", "2027-01-31").await.unwrap();
    assert_eq!(desk.facility(&tiny).await.status, FacilityStatus::Settled);
}

async fn lateness_and_non_accrual_take_the_permission_and_the_status(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    for (caller, expected) in [
        (&desk.cashier, Code::Forbidden),
        (&desk.finance, Code::Forbidden),
        (&desk.officer, Code::Forbidden),
        (&desk.world.foreign_admin, Code::NotFound),
    ] {
        assert_eq!(code(facilities.overdue(caller, &small, as_of(None)).await), expected);
        let stopped = facilities.stop_accrual(caller, &small, because("Lost")).await;
        assert_eq!(code(stopped), expected);
        let resumed = facilities.resume_accrual(caller, &small, because("Cured")).await;
        assert_eq!(code(resumed), expected);
    }
    let resumed = facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await;
    assert_eq!(code(resumed), Code::WrongState);
    let quote = facilities.settlement_quote(&desk.world.foreign_admin, &small, None).await;
    assert_eq!(code(quote), Code::NotFound);
    let draft = facilities.create(&desk.officer, Terms::SMALL.input(desk.customer)).await;
    let draft = draft.unwrap().facility_ref;
    assert_eq!(
        code(facilities.overdue(&desk.shariah, &draft, as_of(None)).await),
        Code::WrongState
    );
    let stopped = facilities.stop_accrual(&desk.shariah, &draft, because("Lost")).await;
    assert_eq!(code(stopped), Code::WrongState);
    let quote = facilities.settlement_quote(&desk.finance, &draft, None).await;
    assert_eq!(code(quote), Code::WrongState);
}

async fn nothing_is_received_on_a_day_of_a_non_accrual_that_has_ended(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &lease, because("Lost")).await.unwrap();
    desk.go_to("2026-02-20");
    facilities.resume_accrual(&desk.shariah, &lease, because("Found")).await.unwrap();
    desk.go_to("2026-03-01");
    let refused = desk.pay(&lease, "10", "2026-02-19").await;
    assert_eq!(code(refused), Code::PaymentOutOfOrder);
    desk.pay(&lease, "10", "2026-02-20").await.unwrap();
}

async fn actions_refused_because_of_arrears_or_payments_are_not_offered(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    let offered = async |action| {
        let seen = facilities.find(&desk.shariah, &lease).await.unwrap();
        let query = FacilityQuery::default();
        let listed = facilities.list(&desk.shariah, query).await.unwrap().data.remove(0);
        assert_eq!(listed.allowed_actions, seen.allowed_actions);
        seen.allowed_actions.contains(&action)
    };
    assert!(!offered(FacilityAction::ReversePayment).await);
    desk.go_to("2026-03-01");
    facilities.stop_accrual(&desk.shariah, &lease, because("Lost")).await.unwrap();
    assert!(!offered(FacilityAction::ResumeAccrual).await);
    let refused = facilities.resume_accrual(&desk.shariah, &lease, because("Found")).await;
    assert_eq!(code(refused), Code::WrongState);
    let owed = desk.lines(&lease).await[0].principal_portion.to_string();
    let paid = desk.pay(&lease, &owed, "2026-03-01").await.unwrap();
    assert!(offered(FacilityAction::ResumeAccrual).await);
    assert!(offered(FacilityAction::ReversePayment).await);
    desk.undo(&lease, &paid).await.unwrap();
    assert!(!offered(FacilityAction::ResumeAccrual).await);
    assert!(!offered(FacilityAction::ReversePayment).await);
    desk.pay(&lease, &owed, "2026-03-01").await.unwrap();
    facilities.resume_accrual(&desk.shariah, &lease, because("Found")).await.unwrap();
    assert!(!offered(FacilityAction::ResumeAccrual).await);
}
