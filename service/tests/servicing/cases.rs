//! Worked cases, through the service.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::vocabulary::FacilityStatus;

use crate::credit_desk::{CreditDesk, Terms, as_of, because, money, receipt, settlement};

on_both!(
    s05_early_settlement_of_a_musharakah,
    s07_a_part_and_the_rest_of_it,
    s10_a_receipt_on_non_accrual,
    s12_a_murabaha_prepays_forward,
    l01_net,
    l01_gross,
);

fn applied(payment: &shared::credit::payment::Payment) -> Vec<String> {
    let lines = payment.applied_to.iter();
    lines.map(|it| format!("{} {} {}", it.period, it.status, it.paid_amount)).collect()
}

async fn s05_early_settlement_of_a_musharakah(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms::HOUSE).await;
    for (day, amount) in
        [("2026-02-28", "29333.3333"), ("2026-03-31", "29200"), ("2026-04-30", "29066.6666")]
    {
        desk.go_to(day);
        desk.pay(&house, amount, day).await.unwrap();
        desk.ties_out().await;
    }
    let quote = desk.world.service.facilities();
    let quote = quote.settlement_quote(&desk.cashier, &house, None).await.unwrap();
    assert_eq!(quote.facility_ref, house);
    let quote = quote.quote;
    assert_eq!(quote.total, money("1560000.0001"));
    assert_eq!(quote.profit_waived, money("920400.0024"));
    let paid = desk.record(&house, settlement("1560000.0001", "2026-04-30")).await.unwrap();
    assert_eq!(
        desk.journal(&paid, &house).await,
        ["early_settlement_principal: cash / musharakah_investment 1560000.0001"]
    );
    let facility = desk.facility(&house).await;
    assert_eq!(facility.status, FacilityStatus::Settled);
    assert_eq!((facility.outstanding_principal, facility.next_due), (money("0"), None));
    assert_eq!(paid.profit_waived, money("920400.0024"));
    desk.ties_out().await;
}

async fn s07_a_part_and_the_rest_of_it(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms::HOUSE).await;
    desk.go_to("2026-02-28");
    let part = desk.pay(&house, "20000", "2026-02-28").await.unwrap();
    assert_eq!(applied(&part), ["1 partial 20000.0000"]);
    assert_eq!((part.profit, part.principal), (money("16000"), money("4000")));
    assert!(!part.extra_payment);
    let rest = desk.pay(&house, "9333.3333", "2026-02-28").await.unwrap();
    assert_eq!(applied(&rest), ["1 paid 9333.3333"]);
    assert_eq!((rest.profit, rest.principal), (money("0"), money("9333.3333")));
    assert_eq!(
        desk.journal(&part, &house).await,
        [
            "installment_principal: cash / musharakah_investment 4000.0000",
            "installment_profit: cash / rental_income 16000.0000",
        ]
    );
    desk.ties_out().await;
}

async fn s10_a_receipt_on_non_accrual(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms::HOUSE).await;
    desk.go_to("2026-06-01");
    let facilities = desk.world.service.facilities();
    let late = facilities.overdue(&desk.shariah, &house, as_of(None)).await.unwrap();
    assert_eq!((late.status, late.days_past_due), (FacilityStatus::Overdue, 93));
    assert!(late.non_accrual_eligible);
    facilities.stop_accrual(&desk.shariah, &house, because("Insolvent")).await.unwrap();
    let paid = desk.pay(&house, "30000", "2026-06-01").await.unwrap();
    assert_eq!(
        applied(&paid),
        ["1 partial 13333.3333", "2 partial 13333.3333", "3 partial 3333.3334"]
    );
    assert_eq!(
        desk.journal(&paid, &house).await,
        ["non_accrual_receipt: cash / musharakah_investment 30000.0000"]
    );
    assert_eq!(desk.balance("rental_income").await, money("0"));
    let facility = desk.facility(&house).await;
    assert_eq!(facility.outstanding_principal, money("1570000"));
    assert_eq!(facility.status, FacilityStatus::NonAccrual);
    desk.ties_out().await;
}

async fn s12_a_murabaha_prepays_forward(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-02-28");
    let paid = desk.pay(&small, "80", "2026-02-28").await.unwrap();
    assert_eq!(applied(&paid), ["1 paid 36.6666", "2 paid 36.6666", "3 partial 6.6668"]);
    assert_eq!((paid.profit, paid.principal), (money("10"), money("70")));
    assert!(paid.extra_payment);
    desk.ties_out().await;
}

/// Balances after the given number of lines: receivable, deferred profit, income, cash.
const L01: [(usize, [&str; 4]); 4] = [
    (1, ["5572.2222", "850.0000", "50.0000", "327.7778"]),
    (5, ["4261.1110", "650.0000", "250.0000", "1638.8890"]),
    (17, ["327.7774", "50.0000", "850.0000", "5572.2226"]),
    (18, ["0.0000", "0.0000", "900.0000", "5900.0000"]),
];

async fn l01(desk: &CreditDesk, is_gross: bool) {
    let murabaha = desk.live(Terms::MURABAHA).await;
    let lines = desk.lines(&murabaha).await;
    for (number, line) in (1..).zip(&lines) {
        desk.go_to(&line.payment_date.to_string());
        let amount = line.total_payment.to_string();
        let input = receipt(&amount, &line.payment_date.to_string());
        let paid = desk.record(&murabaha, input).await.unwrap();
        assert!(!paid.extra_payment);
        let Some((_, figures)) = L01.iter().find(|(after, _)| *after == number) else { continue };
        let [receivable, deferred, income, cash] = figures.map(money);
        let (net, zero) = (receivable.minus(deferred).unwrap(), money("0"));
        let negative = |amount| zero.minus(amount).unwrap();
        let expected = if is_gross { receivable } else { net };
        assert_eq!(desk.balance("murabaha_receivable").await, expected, "after {number}");
        let expected = if is_gross { negative(deferred) } else { zero };
        assert_eq!(desk.balance("deferred_profit").await, expected);
        assert_eq!(desk.balance("murabaha_income").await, negative(income));
        assert_eq!(desk.balance("cash").await, cash);
        assert_eq!(desk.facility(&murabaha).await.outstanding_principal, net);
        desk.ties_out().await;
    }
    assert_eq!(desk.facility(&murabaha).await.status, FacilityStatus::Settled);
    let reports = desk.world.service.credit_reports();
    let report = reports.income(&desk.finance, None, None).await.unwrap();
    assert_eq!(report.totals.recognised, money("900"));
}

async fn l01_net(db: TestDatabase) {
    l01(&CreditDesk::on(db, "2026-01-31").await, false).await;
}

async fn l01_gross(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    l01(&desk, true).await;
}
