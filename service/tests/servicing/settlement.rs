//! Amounts that settle a facility, by day.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::{Accepted, Code};

use super::reversal::rows;
use crate::credit_desk::{CreditDesk, Terms, code, join, money, receipt, settlement};

on_both!(
    a_payment_that_reaches_the_settlement_amount_is_refused_and_names_it,
    paying_all_that_is_due_settles_as_scheduled,
    a_settlement_dated_before_a_due_date_that_has_passed_takes_an_approver,
    other_payments_of_an_earlier_day_take_no_approver,
);

/// 120,000 at 6 % over 12 months.
const SHARE: Terms = Terms {
    product: ProductType::DiminishingMusharakah,
    cost: "120000",
    down: "0",
    price: "6",
    periods: 12,
};

async fn a_payment_that_reaches_the_settlement_amount_is_refused_and_names_it(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(SHARE).await;
    desk.go_to("2026-02-28");
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &house, None).await.unwrap().quote;
    let more = quote.total.plus(money("340")).unwrap().to_string();
    let before = rows(&desk.world.db).await;
    for amount in [&*quote.total.to_string(), &more] {
        let error = desk.record(&house, receipt(amount, "2026-02-28")).await.unwrap_err();
        assert_eq!(error.code(), Code::AmountNotAccepted);
        let asked = error.problem().errors[0].accepted;
        assert_eq!(asked, Some(Accepted::Settles(quote.total)));
    }
    assert_eq!(rows(&desk.world.db).await, before);
    let total = quote.total.to_string();
    desk.record(&house, settlement(&total, "2026-02-28")).await.unwrap();
    assert_eq!(desk.facility(&house).await.status, FacilityStatus::Settled);
}

async fn paying_all_that_is_due_settles_as_scheduled(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-06-30");
    let owed = desk.facility(&lease).await.total_owed.to_string();
    let paid = desk.pay(&lease, &owed, "2026-06-30").await.unwrap();
    assert!(!paid.early_settlement && !paid.extra_payment);
    assert_eq!(desk.facility(&lease).await.status, FacilityStatus::Settled);
}

async fn a_settlement_dated_before_a_due_date_that_has_passed_takes_an_approver(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(SHARE).await;
    desk.go_to("2026-05-15");
    let early = settlement("120000", "2026-02-01");
    let payments = desk.world.service.payments();
    let before = rows(&desk.world.db).await;
    let refused = payments.record(&desk.cashier, &house, early.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Code::Forbidden);
    let text = &refused.problem().message;
    assert!(text.contains("121650.0000") && text.contains("1650.0000"), "{text}");
    assert_eq!(code(payments.preview(&desk.cashier, &house, early.clone()).await), Code::Forbidden);
    assert_eq!(rows(&desk.world.db).await, before);
    let admin = join(&desk.world, "Both", "admin").await;
    let seen = payments.preview(&admin, &house, early.clone()).await.unwrap().back_dated.unwrap();
    assert_eq!((seen.total_today, seen.less), (money("121650"), money("1650")));
    payments.record(&admin, &house, early).await.unwrap();
    assert_eq!(desk.facility(&house).await.status, FacilityStatus::Settled);
}

async fn other_payments_of_an_earlier_day_take_no_approver(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(SHARE).await;
    desk.go_to("2026-03-15");
    desk.pay(&house, "10600", "2026-02-27").await.unwrap();
    // The latest due date that has passed is paid: the chosen day changes nothing.
    desk.record(&house, settlement("110000", "2026-02-28")).await.unwrap();
}
