//! A customer's view of their own facilities.

use database::on_both;
use database::test_support::TestDatabase;
use service::portal::PortalCaller;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Code;
use shared::page::PageRequest;

use crate::credit_desk::{CreditDesk, Terms, because, code, money};
use crate::portal::{Guest, authenticate};

on_both!(
    a_customer_sees_the_balances_of_their_own_live_facilities,
    drafts_and_facilities_of_other_customers_are_not_visible,
    a_customer_reads_overdue_and_what_is_owed_and_never_non_accrual,
);

/// Credit operations whose customer is signed in at the portal.
pub(super) async fn visited(db: TestDatabase) -> (CreditDesk, PortalCaller) {
    let mut desk = CreditDesk::on(db, "2026-11-21").await;
    let Guest { customer, token, .. } = desk.world.guest("Huda").await;
    desk.customer = customer;
    let guest = authenticate(&desk.world.service, &token).await.unwrap();
    (desk, guest)
}

async fn a_customer_sees_the_balances_of_their_own_live_facilities(db: TestDatabase) {
    let (desk, guest) = visited(db).await;
    let reference = desk.live(Terms::SMALL).await;
    let kept = desk.pay(&reference, "5", "2026-11-21").await.unwrap();
    let undone = desk.pay(&reference, "7", "2026-11-21").await.unwrap();
    desk.undo(&reference, &undone).await.unwrap();

    let portal = desk.world.service.portal();
    let listed = portal.facilities(&guest, PageRequest::default()).await.unwrap().data;
    let found = portal.facility(&guest, &reference).await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&found));
    let facility = desk.facility(&reference).await;
    assert_eq!(found.outstanding_principal, facility.outstanding_principal);
    assert_eq!((found.next_due, found.status), (facility.next_due, facility.status));
    let schedule = portal.schedule(&guest, &reference).await.unwrap();
    assert_eq!(schedule.lines, desk.lines(&reference).await);
    let payments = portal.payments(&guest, &reference, PageRequest::default()).await.unwrap();
    let ids: Vec<_> = payments.data.iter().map(|it| it.payment_id).collect();
    assert_eq!((ids, payments.pagination.total), (vec![kept.payment_id], 1));
    let statement = portal.statement(&guest, &reference, PageRequest::default()).await.unwrap();
    assert_eq!(statement.payments, payments);
}

async fn drafts_and_facilities_of_other_customers_are_not_visible(db: TestDatabase) {
    let (mut desk, guest) = visited(db).await;
    let facilities = desk.world.service.facilities();
    let input = Terms::SMALL.input(desk.customer);
    let draft = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    desk.customer = desk.world.customer("Layla").await.id;
    let foreign = desk.live(Terms::SMALL).await;

    let portal = desk.world.service.portal();
    let listed = portal.facilities(&guest, PageRequest::default()).await.unwrap();
    assert_eq!(listed.pagination.total, 0);
    for reference in [&*draft, &*foreign, "CF-20261121-ZZZZ", "nonsense"] {
        let page = PageRequest::default();
        let refusals = [
            code(portal.facility(&guest, reference).await),
            code(portal.schedule(&guest, reference).await),
            code(portal.payments(&guest, reference, page.clone()).await),
            code(portal.statement(&guest, reference, page).await),
        ];
        assert_eq!(refusals, [Code::NotFound; 4], "{reference}");
    }
}

async fn a_customer_reads_overdue_and_what_is_owed_and_never_non_accrual(db: TestDatabase) {
    let (desk, guest) = visited(db).await;
    let reference = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    desk.go_to("2027-01-05");
    facilities.stop_accrual(&desk.shariah, &reference, because("Lost")).await.unwrap();
    let portal = desk.world.service.portal();
    let seen = portal.facility(&guest, &reference).await.unwrap();
    assert_eq!(seen.status, FacilityStatus::Overdue);
    assert_eq!((seen.total_owed, seen.arrears), (money("110"), money("36.6666")));
    assert_eq!(seen.next_due.unwrap().amount, money("33.3333"));
    assert_eq!(seen.customer_ownership_pct.unwrap().to_string(), "100.00");
    let listed = portal.facilities(&guest, PageRequest::default()).await.unwrap().data;
    assert_eq!(listed, [seen]);
    let json = serde_json::to_string(&listed).unwrap();
    assert!(!json.contains("non_accrual"), "{json}");
    desk.pay(&reference, "100", "2027-01-05").await.unwrap();
    let seen = portal.facility(&guest, &reference).await.unwrap();
    assert_eq!((seen.next_due, seen.total_owed), (None, money("10")));
}
