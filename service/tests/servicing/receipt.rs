//! Receipts for payments.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::money::Money;

use super::portal::visited;
use crate::credit_desk::{CreditDesk, Terms, code, money};

on_both!(
    a_receipt_names_the_parties_the_amount_and_the_instalments_that_it_paid,
    a_receipt_of_a_reversed_payment_says_so_and_its_number_is_not_given_again,
    a_receipt_belongs_to_its_facility_its_organization_and_its_customer,
);

async fn a_receipt_names_the_parties_the_amount_and_the_instalments_that_it_paid(db: TestDatabase) {
    let (desk, guest) = visited(db).await;
    let reference = desk.live(Terms::SMALL).await;
    let payment = desk.pay(&reference, "50", "2026-11-21").await.unwrap();
    let payments = desk.world.service.payments();
    let receipt = payments.receipt(&desk.finance, &reference, payment.payment_id).await.unwrap();
    assert_eq!(receipt.receipt_number(), format!("{reference}-1"));
    assert_eq!(receipt.organization_name, "Amanah");
    assert_eq!(receipt.customer_name, "Huda");
    assert_eq!((receipt.amount, receipt.payment_date), (payment.amount, payment.payment_date));
    assert_eq!(receipt.applied_to, payment.applied_to);
    let applied = Money::total(receipt.applied_to.iter().map(|it| it.paid_amount)).unwrap();
    assert_eq!(applied.plus(receipt.extra_amount), Some(money("50")));
    let portal = desk.world.service.portal();
    assert_eq!(portal.receipt(&guest, &reference, payment.payment_id).await.unwrap(), receipt);
}

async fn a_receipt_of_a_reversed_payment_says_so_and_its_number_is_not_given_again(
    db: TestDatabase,
) {
    let (desk, guest) = visited(db).await;
    let reference = desk.live(Terms::SMALL).await;
    let undone = desk.pay(&reference, "5", "2026-11-21").await.unwrap();
    desk.undo(&reference, &undone).await.unwrap();
    let kept = desk.pay(&reference, "7", "2026-11-21").await.unwrap();
    let payments = desk.world.service.payments();
    let void = payments.receipt(&desk.cashier, &reference, undone.payment_id).await.unwrap();
    assert!(void.reversed_at.is_some());
    let valid = payments.receipt(&desk.cashier, &reference, kept.payment_id).await.unwrap();
    assert_eq!((void.number, valid.number, valid.reversed_at), (1, 2, None));
    let portal = desk.world.service.portal();
    let hidden = portal.receipt(&guest, &reference, undone.payment_id).await;
    assert_eq!(code(hidden), Code::NotFound);
}

async fn a_receipt_belongs_to_its_facility_its_organization_and_its_customer(db: TestDatabase) {
    let (mut desk, guest) = visited(db).await;
    let own = desk.live(Terms::SMALL).await;
    desk.customer = desk.world.customer("Layla").await.id;
    let foreign = desk.live(Terms::SMALL).await;
    let payment = desk.pay(&foreign, "5", "2026-11-21").await.unwrap().payment_id;
    let CreditDesk { world, cashier, .. } = &desk;
    let (payments, portal) = (world.service.payments(), world.service.portal());
    let of = async |caller, reference: &str| payments.receipt(caller, reference, payment).await;
    assert_eq!(code(of(cashier, &own).await), Code::NotFound);
    assert_eq!(code(of(&world.foreign_admin, &foreign).await), Code::NotFound);
    assert_eq!(code(of(&world.employee, &foreign).await), Code::Forbidden);
    assert_eq!(code(portal.receipt(&guest, &foreign, payment).await), Code::NotFound);
    assert_eq!(code(portal.receipt(&guest, &own, payment).await), Code::NotFound);
}
