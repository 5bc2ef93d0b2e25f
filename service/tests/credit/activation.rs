//! Activation: the asset, the account map, the journal and the dates, in one transaction.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::journal::Journal;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, code};

on_both!(
    without_the_asset_nothing_is_activated,
    the_setting_and_not_the_map_decides_how_a_murabaha_is_shown,
    the_schedule_counts_from_the_activation_and_keeps_its_amounts,
    origination_posts_the_amount_to_the_mapped_accounts,
);

async fn owned(desk: &CreditDesk, product: ProductType) -> String {
    let facility_ref = desk.reach(product, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    facility_ref
}

async fn journals(desk: &CreditDesk, facility_ref: &str) -> Vec<Journal> {
    desk.world.service.facilities().journals(&desk.finance, facility_ref).await.unwrap()
}

async fn without_the_asset_nothing_is_activated(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    for &product in ProductType::ALL {
        let facility_ref = desk.reach(product, FacilityStatus::Approved).await;
        let before = desk.dump().await;
        assert_eq!(code(desk.perform("activate", &desk.shariah, &facility_ref).await), Code::Vr001);
        assert_eq!(desk.dump().await, before);
    }
}

async fn the_setting_and_not_the_map_decides_how_a_murabaha_is_shown(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let product = ProductType::Murabaha;
    let gross = owned(&desk, product).await;
    desk.present(Presentation::Gross).await;
    let refused = desk.perform("activate", &desk.shariah, &gross).await.unwrap_err();
    assert_eq!((refused.code(), refused.problem().errors.len()), (Code::AccountUnmapped, 4));
    desk.show_gross().await;
    desk.perform("activate", &desk.shariah, &gross).await.unwrap();
    let [journal] = journals(&desk, &gross).await.try_into().unwrap();
    let posted: Vec<_> =
        journal.lines.iter().map(|it| (it.event_type, it.debit.to_string())).collect();
    assert_eq!(posted[0], (CreditEvent::Origination, "100000.0000".to_owned()));
    assert_eq!(posted[2], (CreditEvent::ProfitDeferral, "10000.0000".to_owned()));
    assert_eq!(posted.len(), 4);
    desk.present(Presentation::Net).await;
    let net = desk.reach(product, FacilityStatus::Active).await;
    assert_eq!(journals(&desk, &net).await[0].lines.len(), 2);
}

async fn the_schedule_counts_from_the_activation_and_keeps_its_amounts(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let facility_ref = owned(&desk, ProductType::DiminishingMusharakah).await;
    let before = facilities.schedule(&desk.officer, &facility_ref).await.unwrap();
    assert_eq!(before.lines[0].payment_date.to_string(), "2026-12-21");
    desk.world.clock.advance(TimeDelta::days(71));
    desk.perform("activate", &desk.shariah, &facility_ref).await.unwrap();
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
    let desk = CreditDesk::new(db).await;
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
