//! Activation: the asset, the map, the journal, the dates; all of it or nothing.

use chrono::TimeDelta;
use service::database::test_support::TestDatabase;
use service::on_both;
use shared::credit::account_map::AccountPlace;
use shared::credit::journal::Journal;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, ProductType, Side};
use shared::error::Code;

use crate::desk::{Desk, code, pair};

on_both!(
    without_the_asset_nothing_is_activated,
    a_map_that_mentions_the_deferral_needs_all_of_gross_presentation,
    the_schedule_counts_from_the_activation_and_keeps_its_amounts,
    origination_posts_the_amount_to_the_mapped_accounts,
);

async fn owned(desk: &Desk, product: ProductType) -> String {
    let facility_ref = desk.reach(product, FacilityStatus::Approved).await;
    desk.act("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    facility_ref
}

async fn journals(desk: &Desk, facility_ref: &str) -> Vec<Journal> {
    desk.world.service.facilities().journals(&desk.finance, facility_ref).await.unwrap()
}

async fn without_the_asset_nothing_is_activated(db: TestDatabase) {
    let desk = Desk::new(db).await;
    for &product in ProductType::ALL {
        let facility_ref = desk.reach(product, FacilityStatus::Approved).await;
        let before = desk.dump().await;
        assert_eq!(code(desk.act("activate", &desk.shariah, &facility_ref).await), Code::Vr001);
        assert_eq!(desk.dump().await, before);
    }
}

async fn a_map_that_mentions_the_deferral_needs_all_of_gross_presentation(db: TestDatabase) {
    let desk = Desk::new(db).await;
    let product = ProductType::Murabaha;
    let facility_ref = owned(&desk, product).await;
    let mention = AccountPlace {
        product_type: product,
        event_type: CreditEvent::ProfitDeferral,
        side: Side::Debit,
    };
    desk.map_places(&[mention], Some("3000")).await;
    let refused = desk.act("activate", &desk.shariah, &facility_ref).await.unwrap_err();
    assert_eq!(refused.problem().errors.len(), 3);
    desk.map_places(&pair(product, CreditEvent::ProfitDeferral), Some("3000")).await;
    desk.map_places(&pair(product, CreditEvent::ProfitRecognition), Some("3000")).await;
    desk.act("activate", &desk.shariah, &facility_ref).await.unwrap();
    let [journal] = journals(&desk, &facility_ref).await.try_into().unwrap();
    let posted: Vec<_> =
        journal.lines.iter().map(|it| (it.event_type, it.debit.to_string())).collect();
    assert_eq!(posted[0], (CreditEvent::Origination, "100000.0000".to_owned()));
    assert_eq!(posted[2], (CreditEvent::ProfitDeferral, "10000.0000".to_owned()));
    assert_eq!(posted.len(), 4);
}

async fn the_schedule_counts_from_the_activation_and_keeps_its_amounts(db: TestDatabase) {
    let desk = Desk::new(db).await;
    let facilities = desk.world.service.facilities();
    let facility_ref = owned(&desk, ProductType::DiminishingMusharakah).await;
    let before = facilities.schedule(&desk.officer, &facility_ref).await.unwrap();
    assert_eq!(before.lines[0].payment_date.to_string(), "2026-12-21");
    desk.world.clock.advance(TimeDelta::days(71));
    desk.act("activate", &desk.shariah, &facility_ref).await.unwrap();
    let after = facilities.schedule(&desk.officer, &facility_ref).await.unwrap();
    let dates: Vec<_> =
        after.lines.iter().take(3).map(|line| line.payment_date.to_string()).collect();
    assert_eq!(dates, ["2027-02-28", "2027-03-31", "2027-04-30"]);
    for (before, after) in before.lines.iter().zip(&after.lines) {
        let payment_date = before.payment_date;
        assert_eq!(
            *before,
            shared::credit::schedule::ScheduleLine { payment_date, ..after.clone() }
        );
    }
    assert_eq!(desk.facility(&facility_ref).await.next_due.unwrap().date.to_string(), "2027-02-28");
}

async fn origination_posts_the_amount_to_the_mapped_accounts(db: TestDatabase) {
    let desk = Desk::new(db).await;
    for (product, receivable) in [
        (ProductType::Murabaha, "murabaha_receivable"),
        (ProductType::Ijarah, "ijarah_asset"),
        (ProductType::DiminishingMusharakah, "musharakah_investment"),
    ] {
        let facility_ref = desk.reach(product, FacilityStatus::Active).await;
        let [journal] = journals(&desk, &facility_ref).await.try_into().unwrap();
        let live = desk.facility(&facility_ref).await;
        assert_eq!(Some(journal.id), live.origination_journal_id);
        assert_eq!(journal.date.to_string(), "2026-11-21");
        let legs: Vec<_> = journal
            .lines
            .iter()
            .map(|it| (it.gl_account.as_str(), it.debit.to_string(), it.credit.to_string()))
            .collect();
        let (nothing, amount) = ("0.0000".to_owned(), "100000.0000".to_owned());
        assert_eq!(
            legs,
            [
                (receivable, amount.clone(), nothing.clone()),
                ("asset_in_possession", nothing, amount),
            ]
        );
    }
}
