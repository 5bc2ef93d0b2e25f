//! Account balances of murabahas in net and gross presentation.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, Terms, because, money, settlement, sides};

on_both!(
    with_a_map_for_net_that_also_maps_the_deferral_profit_is_recognised_once,
    a_gross_murabaha_earns_its_profit_once_and_leaves_nothing_receivable,
    a_book_of_net_and_gross_murabahas_ties_out,
    a_gross_settlement_collects_and_recognises_what_is_left,
);

/// 120,000 and a profit of 12,000 over 12 months.
const PLANT: Terms = Terms {
    product: ProductType::Murabaha,
    cost: "120000",
    down: "0",
    price: "12000",
    periods: 12,
};

async fn pay_all(desk: &CreditDesk, reference: &str) {
    for line in desk.lines(reference).await {
        let day = line.payment_date.to_string();
        desk.go_to(&day);
        desk.pay(reference, &line.total_payment.to_string(), &day).await.unwrap();
    }
    assert_eq!(desk.facility(reference).await.status, FacilityStatus::Settled);
}

async fn recognised(desk: &CreditDesk) -> String {
    let reports = desk.world.service.credit_reports();
    reports.income(&desk.finance, None, None).await.unwrap().totals.recognised.to_string()
}

async fn with_a_map_for_net_that_also_maps_the_deferral_profit_is_recognised_once(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for (event, accounts) in [
        (CreditEvent::ProfitDeferral, ["murabaha_receivable", "deferred_profit"]),
        (CreditEvent::ProfitRecognition, ["deferred_profit", "murabaha_income"]),
    ] {
        desk.map(&sides(ProductType::Murabaha, event, accounts)).await;
    }
    let plant = desk.live(PLANT).await;
    pay_all(&desk, &plant).await;
    assert_eq!(desk.balance("murabaha_income").await, money("-12000"));
    assert_eq!(desk.balance("murabaha_receivable").await, money("0"));
    assert_eq!(recognised(&desk).await, "12000.0000");
    desk.go_to("2027-02-28");
    desk.present(Presentation::Gross).await;
    let gross = desk.live(PLANT).await;
    let refused = desk.pay(&gross, "11000", "2027-02-28").await.unwrap_err();
    assert_eq!(refused.code(), Code::AccountUnmapped);
    let fields: Vec<_> = refused.problem().errors.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "murabaha/installment_profit_collection/debit",
            "murabaha/installment_profit_collection/credit",
        ]
    );
}

async fn a_gross_murabaha_earns_its_profit_once_and_leaves_nothing_receivable(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    let plant = desk.live(PLANT).await;
    assert_eq!(desk.balance("murabaha_receivable").await, money("132000"));
    assert_eq!(desk.balance("deferred_profit").await, money("-12000"));
    pay_all(&desk, &plant).await;
    assert_eq!(desk.balance("murabaha_income").await, money("-12000"));
    for account in ["murabaha_receivable", "deferred_profit"] {
        assert_eq!(desk.balance(account).await, money("0"), "{account}");
    }
    assert_eq!(desk.balance("cash").await, money("132000"));
    assert_eq!(recognised(&desk).await, "12000.0000");
}

async fn a_book_of_net_and_gross_murabahas_ties_out(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let net = desk.live(Terms::SMALL).await;
    desk.show_gross().await;
    let gross = desk.live(Terms::SMALL).await;
    desk.present(Presentation::Net).await;
    let names = |legs: Vec<String>| -> Vec<String> {
        legs.iter().map(|leg| leg.split(':').next().unwrap().to_owned()).collect()
    };
    for (reference, events) in [
        (&net, &["installment_principal", "installment_profit"][..]),
        (&gross, &["installment_principal", "installment_profit_collection", "profit_recognition"]),
    ] {
        let paid = desk.pay(reference, "20", "2026-01-31").await.unwrap();
        assert_eq!(names(desk.journal(&paid, reference).await), events);
        let undone = desk.undo(reference, &paid).await.unwrap();
        let contra = desk.legs(reference, undone.reversal_journal_id.unwrap()).await;
        assert_eq!(names(contra), events);
        desk.pay(reference, "20", "2026-01-31").await.unwrap();
        desk.ties_out().await;
    }
    let facilities = desk.world.service.facilities();
    for reference in [&net, &gross] {
        facilities.stop_accrual(&desk.shariah, reference, because("Lost")).await.unwrap();
        desk.pay(reference, "5", "2026-01-31").await.unwrap();
    }
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
    assert_eq!(recognised(&desk).await, "6.6666");
}

async fn a_gross_settlement_collects_and_recognises_what_is_left(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    let small = desk.live(Terms::SMALL).await;
    let paid = desk.record(&small, settlement("110", "2026-01-31")).await.unwrap();
    assert_eq!(
        desk.journal(&paid, &small).await,
        [
            "early_settlement_principal: cash / murabaha_receivable 100.0000",
            "early_settlement_profit_collection: cash / murabaha_receivable 10.0000",
            "profit_recognition: deferred_profit / murabaha_income 10.0000",
        ]
    );
    assert_eq!(recognised(&desk).await, "10.0000");
}
