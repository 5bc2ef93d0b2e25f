//! Ownership of the asset, from the activation to the end, and after reversals.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{Facility, FacilityAction, TransferInput};
use shared::credit::journal::FacilityEventType;
use shared::credit::schedule::Percent;
use shared::credit::vocabulary::{FacilityStatus, LineKind, ProductType};
use shared::error::{Code, Result};

use crate::credit_desk::{CreditDesk, Terms, code, money, settlement};

on_both!(
    a_murabaha_has_sold_the_asset_from_its_activation,
    the_title_of_a_settled_lease_passes_by_an_act_with_a_document,
    a_transfer_takes_the_permission_the_status_and_a_document,
    the_last_unit_of_a_musharakah_makes_the_asset_the_customers,
    the_shares_of_today_follow_extra_payments_and_the_lines_join_up,
);

fn shares(facility: &Facility) -> String {
    let text = |share: Option<Percent>| share.map_or_else(String::new, |it| it.to_string());
    let (house, customer) = (facility.provider_ownership_pct, facility.customer_ownership_pct);
    format!("{} {} {}", facility.asset_status, text(house), text(customer))
}

async fn settle(desk: &CreditDesk, reference: &str, day: &str) -> shared::credit::payment::Payment {
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, reference, None).await.unwrap().quote;
    desk.record(reference, settlement(&quote.total.to_string(), day)).await.unwrap()
}

async fn transfer(desk: &CreditDesk, reference: &str, document: &str) -> Result<Facility> {
    let input = TransferInput { document_ref: document.to_owned(), revision: None };
    desk.world.service.facilities().transfer_ownership(&desk.shariah, reference, input).await
}

async fn events(desk: &CreditDesk, reference: &str) -> Vec<FacilityEventType> {
    let events = desk.world.service.facilities().timeline(&desk.finance, reference).await.unwrap();
    events.into_iter().map(|it| it.event_type.known().unwrap()).collect()
}

async fn a_murabaha_has_sold_the_asset_from_its_activation(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let facilities = desk.world.service.facilities();
    let draft = facilities.create(&desk.officer, Terms::SMALL.input(desk.customer)).await;
    assert_eq!(shares(&draft.unwrap()), "none  ");
    let small = desk.live(Terms::SMALL).await;
    assert_eq!(shares(&desk.facility(&small).await), "sold 0.00 100.00");
    settle(&desk, &small, "2026-01-31").await;
    assert_eq!(shares(&desk.facility(&small).await), "sold 0.00 100.00");
    assert_eq!(code(transfer(&desk, &small, "Deed 7").await), Code::WrongState);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn the_title_of_a_settled_lease_passes_by_an_act_with_a_document(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    assert_eq!(shares(&desk.facility(&lease).await), "owned_by_provider 100.00 0.00");
    let paid = settle(&desk, &lease, "2026-01-31").await;
    assert_eq!(shares(&desk.facility(&lease).await), "owned_by_provider 100.00 0.00");
    assert!(!events(&desk, &lease).await.contains(&FacilityEventType::OwnershipTransferred));
    let seen = transfer(&desk, &lease, " Deed 7 ").await.unwrap();
    assert_eq!(shares(&seen), "transferred 0.00 100.00");
    assert_eq!(seen.transfer_document_ref.as_deref(), Some("Deed 7"));
    assert!(!seen.allowed_actions.contains(&FacilityAction::TransferOwnership));
    assert_eq!(code(transfer(&desk, &lease, "Deed 8").await), Code::WrongState);
    assert_eq!(events(&desk, &lease).await[0], FacilityEventType::OwnershipTransferred);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);

    desk.undo(&lease, &paid).await.unwrap();
    let back = desk.facility(&lease).await;
    assert_eq!(shares(&back), "owned_by_provider 100.00 0.00");
    assert_eq!((back.status, back.transfer_document_ref), (FacilityStatus::Active, None));
    assert!(events(&desk, &lease).await.contains(&FacilityEventType::OwnershipReturned));
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn a_transfer_takes_the_permission_the_status_and_a_document(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    assert_eq!(code(transfer(&desk, &lease, "Deed 7").await), Code::WrongState);
    settle(&desk, &lease, "2026-01-31").await;
    let before = desk.dump().await;
    let facilities = desk.world.service.facilities();
    for (caller, expected) in [
        (&desk.cashier, Code::Forbidden),
        (&desk.officer, Code::Forbidden),
        (&desk.world.foreign_admin, Code::NotFound),
    ] {
        let input = TransferInput { document_ref: "Deed 7".to_owned(), revision: None };
        assert_eq!(code(facilities.transfer_ownership(caller, &lease, input).await), expected);
    }
    for document in ["", "  ", "Deed\n7"] {
        assert_eq!(code(transfer(&desk, &lease, document).await), Code::ValidationFailed);
    }
    assert_eq!(desk.dump().await, before);
}

async fn the_last_unit_of_a_musharakah_makes_the_asset_the_customers(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms::HOUSE).await;
    assert_eq!(shares(&desk.facility(&house).await), "co_owned 80.00 20.00");
    let paid = settle(&desk, &house, "2026-01-31").await;
    assert_eq!(shares(&desk.facility(&house).await), "transferred 0.00 100.00");
    assert_eq!(events(&desk, &house).await[0], FacilityEventType::OwnershipTransferred);
    assert_eq!(code(transfer(&desk, &house, "Deed 7").await), Code::WrongState);
    desk.undo(&house, &paid).await.unwrap();
    assert_eq!(shares(&desk.facility(&house).await), "co_owned 80.00 20.00");
    assert!(events(&desk, &house).await.contains(&FacilityEventType::OwnershipReturned));
}

/// 60,000 of 120,000 at 12 % on the first day: the instalment of 11,200 and 48,800 of extra
/// payment.
async fn the_shares_of_today_follow_extra_payments_and_the_lines_join_up(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let product = ProductType::DiminishingMusharakah;
    let terms = Terms { product, cost: "120000", down: "0", price: "12", periods: 12 };
    let house = desk.live(terms).await;
    let paid = desk.pay(&house, "60000", "2026-01-31").await.unwrap();
    assert_eq!(paid.extra_amount, money("48800"));
    assert_eq!(shares(&desk.facility(&house).await), "co_owned 51.00 49.00");
    let lines = desk.lines(&house).await;
    let extra = &lines[1];
    assert_eq!(
        (extra.kind, extra.period, extra.principal_portion),
        (LineKind::Extra, 1, money("48800"))
    );
    assert_eq!(extra.provider_ownership_pct.to_string(), "51.00");
    assert_eq!(
        (lines[0].ending_balance, lines[2].beginning_balance),
        (money("110000"), money("61200"))
    );
    desk.go_to("2026-02-28");
    desk.pay(&house, "13000", "2026-02-28").await.unwrap();
    let lines = desk.lines(&house).await;
    assert_eq!(lines.iter().filter(|line| line.kind == LineKind::Extra).count(), 2);
    for pair in lines.windows(2) {
        assert_eq!(pair[0].ending_balance, pair[1].beginning_balance, "{pair:?}");
    }
}
