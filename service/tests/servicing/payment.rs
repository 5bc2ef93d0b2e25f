//! Accepted amounts, permitted callers, and repetition of payments.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::payment::{EarlierPayment, PaymentInput};
use shared::credit::vocabulary::{FacilityStatus, LineKind};
use shared::error::Code;
use shared::page::PageRequest;

use crate::credit_desk::{CreditDesk, Terms, as_of, code, date, money, receipt, settlement};
use crate::support::keyed;

on_both!(
    an_unacceptable_payment_is_refused_and_writes_nothing,
    a_payment_takes_the_permission_and_the_own_organization,
    the_same_key_answers_with_the_first_payment,
    of_twenty_full_payments_at_once_one_is_accepted,
    twenty_at_once_under_one_key_are_one_payment,
    a_preview_names_the_payment_that_has_the_same_reference,
    extra_money_shortens_a_lease,
    the_last_amount_settles_with_nothing_extra,
    a_receipt_of_an_earlier_day_clears_nothing_that_is_late_today,
    no_settlement_is_quoted_for_a_day_before_the_latest_receipt,
);

async fn an_unacceptable_payment_is_refused_and_writes_nothing(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let draft = desk.world.service.facilities();
    let draft = draft.create(&desk.officer, Terms::LEASE.input(desk.customer)).await;
    let draft = draft.unwrap().facility_ref;
    desk.go_to("2026-02-10");
    desk.pay(&lease, "100", "2026-02-05").await.unwrap();
    let before = super::reversal::rows(&desk.world.db).await;
    for (input, expected) in [
        (receipt("0", "2026-02-10"), Code::ValidationFailed),
        (receipt("1", "2026-02-11"), Code::ValidationFailed),
        (receipt("1", "2026-01-30"), Code::ValidationFailed),
        (receipt("1", "2026-02-04"), Code::PaymentOutOfOrder),
        (receipt("99999", "2026-02-10"), Code::AmountNotAccepted),
        (settlement("9900", "2026-02-10"), Code::AmountNotAccepted),
    ] {
        assert_eq!(code(desk.record(&lease, input.clone()).await), expected, "{input:?}");
    }
    let refused = desk.record(&lease, settlement("1", "2026-02-10")).await.unwrap_err();
    assert!(refused.problem().message.contains("9950.0000"), "{refused}");
    assert_eq!(refused.problem().errors[0].field, "amount");
    assert_eq!(code(desk.pay(&draft, "1", "2026-02-10").await), Code::WrongState);
    assert_eq!(code(desk.pay("CF-20260131-0000", "1", "2026-02-10").await), Code::NotFound);
    assert_eq!(super::reversal::rows(&desk.world.db).await, before);
}

async fn a_payment_takes_the_permission_and_the_own_organization(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let payments = desk.world.service.payments();
    let input = || receipt("100", "2026-01-31");
    for caller in [&desk.officer, &desk.reviewer, &desk.shariah, &desk.finance, &desk.world.hr] {
        assert_eq!(code(payments.record(caller, &lease, input()).await), Code::Forbidden);
        assert_eq!(code(payments.preview(caller, &lease, input()).await), Code::Forbidden);
    }
    let foreign = &desk.world.foreign_admin;
    assert_eq!(code(payments.record(foreign, &lease, input()).await), Code::NotFound);
    assert_eq!(code(payments.preview(foreign, &lease, input()).await), Code::NotFound);
    let page = PageRequest::default();
    assert_eq!(code(payments.list(foreign, &lease, page.clone()).await), Code::NotFound);
    assert_eq!(code(payments.list(&desk.world.hr, &lease, page.clone()).await), Code::Forbidden);
    assert_eq!(payments.list(&desk.finance, &lease, page).await.unwrap().data, []);
}

async fn the_same_key_answers_with_the_first_payment(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let payments = desk.world.service.payments();
    let cashier = keyed(&desk.cashier, "till 7, slip 12");
    let input = || receipt("100", "2026-01-31");
    let first = payments.record(&cashier, &lease, input()).await.unwrap();
    let again = payments.record(&cashier, &lease, input()).await.unwrap();
    assert_eq!(first, again);
    let other = payments.record(&cashier, &lease, receipt("101", "2026-01-31")).await;
    assert_eq!(code(other), Code::IdempotencyKeyReused);
    let page = payments.list(&desk.cashier, &lease, PageRequest::default()).await.unwrap();
    assert_eq!(page.data, [first]);
    // A settled facility takes no payment, but the response to the settling payment is still
    // returned.
    let lease = desk.live(Terms::LEASE).await;
    let cashier = keyed(&desk.cashier, "till 7, slip 13");
    let input = || settlement("10000", "2026-01-31");
    let first = payments.record(&cashier, &lease, input()).await.unwrap();
    let again = payments.record(&cashier, &lease, input()).await.unwrap();
    assert_eq!(first, again);
    desk.ties_out().await;
}

async fn of_twenty_full_payments_at_once_one_is_accepted(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let pay = || desk.record(&small, settlement("110", "2026-01-31"));
    let results = futures::future::join_all((0..20).map(|_| pay())).await;
    let accepted = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(accepted, 1);
    for refused in results.into_iter().filter_map(Result::err) {
        assert!(matches!(refused.code(), Code::WrongState | Code::ServiceUnavailable));
    }
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Settled);
    desk.ties_out().await;
}

async fn twenty_at_once_under_one_key_are_one_payment(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let payments = desk.world.service.payments();
    let cashier = keyed(&desk.cashier, "till 7, slip 14");
    let pay = || payments.record(&cashier, &small, receipt("20", "2026-01-31"));
    let answers = futures::future::join_all((0..20).map(|_| pay())).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let page = payments.list(&desk.cashier, &small, PageRequest::default()).await.unwrap();
    assert_eq!(page.data, answers[..1]);
}

async fn a_preview_names_the_payment_that_has_the_same_reference(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let [small, other] = [desk.live(Terms::SMALL).await, desk.live(Terms::SMALL).await];
    let payments = desk.world.service.payments();
    let same = async |facility: &str, reference: &str| {
        let input = receipt("20", "2026-01-31");
        let input = PaymentInput { reference: reference.to_owned(), ..input };
        payments.preview(&desk.cashier, facility, input).await.unwrap().same_reference
    };
    assert_eq!(same(&small, "Transfer").await, None);
    let paid = desk.pay(&small, "10", "2026-01-31").await.unwrap();
    let earlier = EarlierPayment { amount: money("10"), payment_date: date("2026-01-31") };
    assert_eq!(same(&small, " Transfer ").await, Some(earlier));
    assert_eq!(same(&small, "Transfer 2").await, None);
    assert_eq!(same(&other, "Transfer").await, None);
    desk.undo(&small, &paid).await.unwrap();
    assert_eq!(same(&small, "Transfer").await, None);
}

async fn extra_money_shortens_a_lease(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-02-28");
    let lines = desk.lines(&lease).await;
    let owed = [lines[0].total_payment, lines[1].total_payment, money("1000")];
    let amount = shared::money::Money::total(owed).unwrap().to_string();
    let paid = desk.pay(&lease, &amount, "2026-02-28").await.unwrap();
    assert!(paid.extra_payment);
    assert_eq!(paid.extra_amount, money("1000"));
    assert!(paid.profit_waived.is_positive());
    let after = desk.lines(&lease).await.into_iter();
    let after: Vec<_> = after.filter(|it| it.kind == LineKind::Scheduled).collect();
    assert_eq!(after[2].principal_portion, lines[2].principal_portion);
    assert_eq!(
        after[2].beginning_balance,
        lines[2].beginning_balance.minus(money("1000")).unwrap()
    );
    assert_eq!(desk.facility(&lease).await.schedule_version, 2);
    desk.undo(&lease, &paid).await.unwrap();
    assert_eq!(desk.lines(&lease).await, lines);
    assert_eq!(desk.facility(&lease).await.schedule_version, 1);
    desk.ties_out().await;
}

async fn the_last_amount_settles_with_nothing_extra(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for terms in [Terms::SMALL, Terms::LEASE] {
        desk.go_to("2026-01-31");
        let reference = desk.live(terms).await;
        for line in desk.lines(&reference).await {
            let (amount, day) = (line.total_payment.to_string(), line.payment_date.to_string());
            desk.go_to(&day);
            let paid = desk.pay(&reference, &amount, &day).await.unwrap();
            assert_eq!((paid.extra_payment, paid.extra_amount), (false, money("0")));
        }
        let facility = desk.facility(&reference).await;
        assert_eq!(facility.status, FacilityStatus::Settled);
        let day = date("2026-06-30").to_string();
        desk.go_to(&day);
        assert_eq!(code(desk.pay(&reference, "1", &day).await), Code::WrongState);
        let facilities = desk.world.service.facilities();
        let quote = facilities.settlement_quote(&desk.cashier, &reference, None).await;
        assert_eq!(code(quote), Code::WrongState);
    }
    desk.ties_out().await;
}

async fn a_receipt_of_an_earlier_day_clears_nothing_that_is_late_today(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-04-04");
    let facilities = desk.world.service.facilities();
    let past = Some(date("2026-03-01"));
    facilities.overdue(&desk.shariah, &small, as_of(past)).await.unwrap();
    desk.pay(&small, "36.6666", "2026-03-15").await.unwrap();
    let facility = desk.facility(&small).await;
    assert_eq!((facility.status, facility.days_past_due), (FacilityStatus::Overdue, 4));
    desk.pay(&small, "36.6667", "2026-03-31").await.unwrap();
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Active);
}

async fn no_settlement_is_quoted_for_a_day_before_the_latest_receipt(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-30");
    let due = desk.facility(&lease).await.next_due.unwrap().amount.to_string();
    desk.pay(&lease, &due, "2026-02-28").await.unwrap();
    let facilities = desk.world.service.facilities();
    let quote =
        async |day: &str| facilities.settlement_quote(&desk.cashier, &lease, Some(date(day))).await;
    assert_eq!(code(quote("2026-02-27").await), Code::PaymentOutOfOrder);
    let total = quote("2026-03-15").await.unwrap().quote.total.to_string();
    desk.record(&lease, settlement(&total, "2026-03-15")).await.unwrap();
}
