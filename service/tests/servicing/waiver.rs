//! Suspended profit, and its waiver.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::FacilityAction;
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::{Payment, PaymentInput};
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Code;
use shared::total::Total;

use super::reversal::rows;
use crate::credit_desk::{
    CreditDesk, Terms, as_of, because, code, date, join, money, settlement, total,
};

on_both!(
    principal_received_on_non_accrual_forgives_no_profit,
    a_settlement_on_non_accrual_leaves_the_profit_suspended,
    suspended_profit_is_received_once_accrual_is_resumed,
    an_approver_waives_suspended_profit_and_the_report_lists_it,
    the_recorder_of_the_latest_payment_does_not_waive,
    a_waiver_takes_the_permission_the_status_and_a_reason,
    a_waiver_leaves_nothing_in_books_that_show_the_murabaha_gross,
    a_reversal_undoes_the_waiver_that_followed_the_payment,
    a_past_day_knows_a_non_accrual_that_has_ended,
    a_past_day_knows_profit_that_was_waived_since,
    waived_rent_is_no_unearned_profit_of_a_past_day,
);

/// A facility of 100 and a profit of 10, its principal received on non-accrual.
async fn suspended(desk: &CreditDesk) -> (String, Payment) {
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    let paid = desk.pay(&small, "100", "2026-01-31").await.unwrap();
    (small, paid)
}

async fn principal_received_on_non_accrual_forgives_no_profit(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let (small, paid) = suspended(&desk).await;
    assert_eq!((paid.profit, paid.profit_waived), (money("0"), money("0")));
    let facility = desk.facility(&small).await;
    assert_eq!(facility.status, FacilityStatus::NonAccrual);
    assert_eq!((facility.profit_suspended, facility.total_owed), (money("10"), money("10")));
    assert_eq!((facility.outstanding_principal, facility.next_due), (money("0"), None));
    assert!(!facility.allowed_actions.contains(&FacilityAction::RecordPayment));
    assert_eq!(code(desk.pay(&small, "1", "2026-01-31").await), Code::WrongState);
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &small, None).await;
    assert_eq!(code(quote), Code::WrongState);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn a_settlement_on_non_accrual_leaves_the_profit_suspended(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let facilities = desk.world.service.facilities();
    for (terms, suspended) in [(Terms::SMALL, "10"), (Terms::LEASE, "50")] {
        desk.go_to("2026-01-31");
        let reference = desk.live(terms).await;
        desk.go_to("2026-03-15");
        facilities.stop_accrual(&desk.shariah, &reference, because("Insolvent")).await.unwrap();
        let quote = facilities.settlement_quote(&desk.cashier, &reference, None).await.unwrap();
        assert_eq!(quote.quote.profit_suspended, money(suspended));
        let input = settlement(&quote.quote.total.to_string(), "2026-03-15");
        desk.record(&reference, input).await.unwrap();
        let facility = desk.facility(&reference).await;
        assert_eq!(facility.status, FacilityStatus::NonAccrual);
        assert_eq!(facility.profit_suspended, money(suspended));
    }
    desk.ties_out().await;
}

async fn suspended_profit_is_received_once_accrual_is_resumed(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let (small, _) = suspended(&desk).await;
    let facilities = desk.world.service.facilities();
    facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await.unwrap();
    desk.pay(&small, "10", "2026-01-31").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Settled);
    assert_eq!(desk.balance("murabaha_income").await, total("-10"));
    desk.ties_out().await;
}

async fn an_approver_waives_suspended_profit_and_the_report_lists_it(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let (small, _) = suspended(&desk).await;
    let facilities = desk.world.service.facilities();
    let seen = facilities.find(&desk.shariah, &small).await.unwrap();
    assert!(seen.allowed_actions.contains(&FacilityAction::WaiveProfit));
    let settled = facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await;
    let settled = settled.unwrap();
    assert_eq!((settled.status, settled.profit_suspended), (FacilityStatus::Settled, money("0")));
    let again = facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await;
    assert_eq!(code(again), Code::WrongState);

    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    let waived = events.iter().find(|it| it.event_type == FacilityEventType::ProfitWaived).unwrap();
    assert_eq!(waived.text.as_deref(), Some("10.0000: Hardship"));
    let reports = desk.world.service.credit_reports();
    let report = reports.shariah_compliance(&desk.finance).await.unwrap();
    let [waiver] = &report.waivers[..] else { panic!("{report:?}") };
    assert_eq!((&waiver.facility_ref, waiver.amount), (&small, money("10")));
    assert_eq!((&*waiver.actor_name, &*waiver.reason), ("Yusuf", "Hardship"));
    let income = reports.income(&desk.finance, None, None).await.unwrap();
    assert_eq!((income.totals.waived, income.totals.suspended), (total("10"), total("0")));
    let portfolio = reports.portfolio(&desk.finance, None).await.unwrap();
    assert_eq!(portfolio.totals.unearned_profit, total("0"));
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    desk.ties_out().await;
}

async fn the_recorder_of_the_latest_payment_does_not_waive(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let admin = join(&desk.world, "Both", "admin").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    let payments = desk.world.service.payments();
    let input = PaymentInput { early_settlement: false, ..settlement("100", "2026-01-31") };
    payments.record(&admin, &small, input).await.unwrap();
    let seen = facilities.find(&admin, &small).await.unwrap();
    assert!(!seen.allowed_actions.contains(&FacilityAction::WaiveProfit));
    let refused = facilities.waive_profit(&admin, &small, because("Hardship")).await;
    assert_eq!(code(refused), Code::MakerChecker);
    facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
}

async fn a_waiver_takes_the_permission_the_status_and_a_reason(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let (small, _) = suspended(&desk).await;
    let facilities = desk.world.service.facilities();
    let before = desk.dump().await;
    for (caller, expected) in [
        (&desk.cashier, Code::Forbidden),
        (&desk.finance, Code::Forbidden),
        (&desk.world.foreign_admin, Code::NotFound),
    ] {
        let refused = facilities.waive_profit(caller, &small, because("Hardship")).await;
        assert_eq!(code(refused), expected);
    }
    let refused = facilities.waive_profit(&desk.shariah, &small, because(" ")).await;
    assert_eq!(code(refused), Code::ValidationFailed);
    assert_eq!(desk.dump().await, before);
    let other = desk.live(Terms::SMALL).await;
    for _ in 0..2 {
        let refused = facilities.waive_profit(&desk.shariah, &other, because("Hardship")).await;
        assert_eq!(code(refused), Code::WrongState);
        // On non-accrual the principal is still owed.
        let _ = facilities.stop_accrual(&desk.shariah, &other, because("Lost")).await;
    }
}

async fn a_waiver_leaves_nothing_in_books_that_show_the_murabaha_gross(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    let (small, paid) = suspended(&desk).await;
    assert_eq!(desk.balance("murabaha_receivable").await, total("10"));
    assert_eq!(desk.balance("deferred_profit").await, total("-10"));
    let facilities = desk.world.service.facilities();
    facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
    for account in ["murabaha_receivable", "deferred_profit"] {
        assert!(desk.balance(account).await.is_zero(), "{account}");
    }
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    desk.undo(&small, &paid).await.unwrap();
    assert!(desk.balance("deferred_profit").await < Total::ZERO);
    assert_eq!(desk.balance("murabaha_receivable").await, total("110"));
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    desk.ties_out().await;
}

async fn a_reversal_undoes_the_waiver_that_followed_the_payment(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-03-05");
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    let before = rows(&desk.world.db).await;
    let paid = desk.pay(&small, "100", "2026-03-05").await.unwrap();
    facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(rows(&desk.world.db).await, before);
    let reports = desk.world.service.credit_reports();
    assert_eq!(reports.shariah_compliance(&desk.finance).await.unwrap().waivers, []);
    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    let types: Vec<_> = events.iter().map(|it| it.event_type.known().unwrap()).collect();
    assert!(types.contains(&FacilityEventType::ProfitWaiverReversed), "{types:?}");
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    desk.pay(&small, "100", "2026-03-05").await.unwrap();
    facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
}

async fn a_past_day_knows_a_non_accrual_that_has_ended(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2026-02-05");
    facilities.stop_accrual(&desk.shariah, &small, because("Insolvent")).await.unwrap();
    desk.go_to("2026-02-10");
    facilities.resume_accrual(&desk.shariah, &small, because("Cured")).await.unwrap();
    desk.go_to("2026-02-20");
    let reports = desk.world.service.credit_reports();
    for (day, status) in [
        ("2026-02-04", FacilityStatus::Active),
        ("2026-02-05", FacilityStatus::NonAccrual),
        ("2026-02-09", FacilityStatus::NonAccrual),
        ("2026-02-10", FacilityStatus::Active),
    ] {
        let report = reports.portfolio(&desk.finance, Some(date(day))).await.unwrap();
        let statuses: Vec<_> = report.rows.iter().map(|row| row.status).collect();
        assert_eq!(statuses, [status], "{day}");
    }
}

async fn a_past_day_knows_profit_that_was_waived_since(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let (small, _) = suspended(&desk).await;
    let reports = desk.world.service.credit_reports();
    desk.go_to("2026-03-05");
    let facilities = desk.world.service.facilities();
    facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    let then = reports.portfolio(&desk.finance, None).await.unwrap();
    assert_eq!(then.rows[0].status, FacilityStatus::NonAccrual);
    assert_eq!(then.totals.overdue_amount, total("3.3333"));
    assert_eq!(then.totals.unearned_profit, total("10"));
    desk.go_to("2026-03-10");
    facilities.waive_profit(&desk.shariah, &small, because("Hardship")).await.unwrap();
    let now = reports.portfolio(&desk.finance, Some(date("2026-03-05"))).await.unwrap();
    assert_eq!((now.rows, now.totals, now.ageing), (then.rows, then.totals, then.ageing));
    let today = reports.portfolio(&desk.finance, None).await.unwrap();
    assert_eq!(today.rows[0].status, FacilityStatus::Settled);
    assert_eq!(today.totals.unearned_profit, total("0"));
}

/// A lease has no price, and therefore no unearned profit.
async fn waived_rent_is_no_unearned_profit_of_a_past_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-15");
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &lease, because("Insolvent")).await.unwrap();
    desk.record(&lease, settlement("10000", "2026-03-15")).await.unwrap();
    facilities.waive_profit(&desk.shariah, &lease, because("Hardship")).await.unwrap();
    let reports = desk.world.service.credit_reports();
    for today in ["2026-03-15", "2026-03-16"] {
        desk.go_to(today);
        let day = Some(date("2026-03-15"));
        let portfolio = reports.portfolio(&desk.finance, day).await.unwrap();
        assert_eq!(portfolio.totals.unearned_profit, total("0"), "{today}");
    }
}
