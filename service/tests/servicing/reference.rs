//! Payments with the same reference as an earlier one.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::{EarlierPayment, PaymentInput};
use shared::page::PageRequest;

use crate::credit_desk::{CreditDesk, Terms, date, money, receipt};

on_both!(
    the_timeline_and_the_portfolio_name_a_payment_with_the_reference_of_an_earlier_one,
    a_payment_that_was_reversed_before_is_not_repeated,
    the_lists_of_payments_name_one_with_the_reference_of_an_earlier_one,
);

async fn pay(desk: &CreditDesk, facility: &str, amount: &str, reference: &str) {
    let input = receipt(amount, "2026-01-31");
    let input = PaymentInput { reference: reference.to_owned(), ..input };
    desk.record(facility, input).await.unwrap();
}

/// The repeated references in the timeline, first payment first.
async fn repeated(desk: &CreditDesk, facility: &str) -> Vec<Option<EarlierPayment>> {
    let facilities = desk.world.service.facilities();
    let events = facilities.timeline(&desk.finance, facility).await.unwrap().into_iter().rev();
    let received = events.filter(|it| it.event_type == FacilityEventType::PaymentReceived);
    received.map(|it| it.same_reference).collect()
}

async fn the_timeline_and_the_portfolio_name_a_payment_with_the_reference_of_an_earlier_one(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let [small, other] = [desk.live(Terms::SMALL).await, desk.live(Terms::SMALL).await];
    pay(&desk, &small, "10", "FT-17").await;
    pay(&desk, &small, "11", "").await;
    pay(&desk, &small, "12", "").await;
    pay(&desk, &small, "13", "FT-18").await;
    pay(&desk, &other, "14", "FT-17").await;
    pay(&desk, &small, "15", " FT-17 ").await;
    let earlier = EarlierPayment { amount: money("10"), payment_date: date("2026-01-31") };
    assert_eq!(repeated(&desk, &small).await, [None, None, None, None, Some(earlier)]);
    assert_eq!(repeated(&desk, &other).await, [None]);

    let reports = desk.world.service.credit_reports();
    let report = reports.portfolio(&desk.finance, None).await.unwrap();
    let [found] = report.repeated_references.as_slice() else { panic!("{report:?}") };
    assert_eq!((found.facility_ref.as_str(), found.reference.as_str()), (small.as_str(), "FT-17"));
    assert_eq!((found.amount, found.earlier), (money("15"), earlier));
    desk.go_to("2026-02-01");
    let before = reports.portfolio(&desk.finance, Some(date("2026-01-30"))).await.unwrap();
    assert_eq!(before.repeated_references, []);
}

async fn a_payment_that_was_reversed_before_is_not_repeated(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let paid = desk.pay(&small, "10", "2026-01-31").await.unwrap();
    desk.undo(&small, &paid).await.unwrap();
    desk.world.clock.advance(chrono::TimeDelta::seconds(1));
    let paid = desk.pay(&small, "10", "2026-01-31").await.unwrap();
    assert_eq!(repeated(&desk, &small).await, [None, None]);
    desk.world.clock.advance(chrono::TimeDelta::seconds(1));
    desk.pay(&small, "10", "2026-01-31").await.unwrap();
    let earlier = EarlierPayment { amount: paid.amount, payment_date: paid.payment_date };
    assert_eq!(repeated(&desk, &small).await, [None, None, Some(earlier)]);
    let reports = desk.world.service.credit_reports();
    let report = reports.portfolio(&desk.finance, None).await.unwrap();
    assert_eq!(report.repeated_references.len(), 1);
}

async fn the_lists_of_payments_name_one_with_the_reference_of_an_earlier_one(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let paid = desk.pay(&small, "10", "2026-01-31").await.unwrap();
    let again = desk.pay(&small, "11", "2026-01-31").await.unwrap();
    pay(&desk, &small, "12", "").await;
    pay(&desk, &small, "13", "").await;
    let earlier = EarlierPayment { amount: paid.amount, payment_date: paid.payment_date };
    assert_eq!((paid.same_reference, again.same_reference), (None, Some(earlier)));

    let payments = desk.world.service.payments();
    let listed = async || {
        let page = payments.list(&desk.finance, &small, PageRequest::default()).await.unwrap();
        page.data.into_iter().map(|it| it.same_reference).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [None, None, Some(earlier), None]);
    // A reversed payment no longer counts as a duplicate.
    let page = payments.list(&desk.finance, &small, PageRequest::default()).await.unwrap();
    for payment in &page.data[..3] {
        let undone = desk.undo(&small, payment).await.unwrap();
        assert_eq!(undone.same_reference, None);
    }
    assert_eq!(listed().await, [None; 4]);
}
