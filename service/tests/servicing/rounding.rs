//! Rounding of instalments to minor units: of new facilities, throughout their lives.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::ScheduleLine;
use shared::credit::simulation::SimulationInput;
use shared::credit::vocabulary::{FacilityStatus, InstalmentRounding, LineKind, ProductType};
use shared::money::Money;

use crate::credit_desk::{CreditDesk, Terms, money, settlement};

on_both!(
    new_facilities_take_the_rounding_that_is_set_and_keep_it,
    the_simulation_follows_the_setting,
    rounded_facilities_are_paid_to_the_last_line_and_tie_out,
    a_prepayment_keeps_the_rounding_of_the_facility_after_the_setting_changes,
    an_amount_below_the_minor_unit_is_left_to_the_last_line,
);

fn unit(currency: &str) -> InstalmentUnit {
    InstalmentUnit::of(InstalmentRounding::MinorUnit, currency)
}

/// Checks that all lines but the last are whole units, and that no amount is negative.
fn are_whole(lines: &[ScheduleLine], unit: InstalmentUnit) {
    let scheduled: Vec<_> = lines.iter().filter(|line| line.kind == LineKind::Scheduled).collect();
    let (last, others) = scheduled.split_last().unwrap();
    for line in others {
        for amount in [line.total_payment, line.principal_portion, line.profit_portion] {
            assert_eq!(unit.whole_part(amount), amount, "{line:?}");
        }
    }
    assert_eq!(last.ending_balance, Money::ZERO);
    assert!(last.principal_portion >= Money::ZERO && last.profit_portion >= Money::ZERO);
}

fn sum(lines: &[ScheduleLine], amount: impl Fn(&ScheduleLine) -> Money) -> Money {
    Money::total(lines.iter().map(amount)).unwrap()
}

const EVERY: [Terms; 4] = [Terms::SMALL, Terms::LEASE, Terms::HOUSE, Terms::MURABAHA];

async fn new_facilities_take_the_rounding_that_is_set_and_keep_it(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let before = desk.live(Terms::SMALL).await;
    assert_eq!(desk.find(&before).await.instalment_rounding, InstalmentRounding::None);
    assert_eq!(desk.lines(&before).await[0].total_payment, money("36.6666"));
    desk.round_instalments(InstalmentRounding::MinorUnit, "AED").await;
    let facilities = desk.world.service.facilities();
    let draft = facilities.create(&desk.officer, Terms::SMALL.input(desk.customer)).await;
    let draft = draft.unwrap();
    assert_eq!(draft.instalment_rounding, InstalmentRounding::MinorUnit);
    let drafted = desk.lines(&draft.facility_ref).await;
    let rounded = desk.live(Terms::SMALL).await;
    desk.round_instalments(InstalmentRounding::MinorUnit, "JPY").await;
    let in_yen = desk.live(Terms::SMALL).await;
    desk.round_instalments(InstalmentRounding::None, "USD").await;
    let totals = async |reference: &str| -> Vec<String> {
        let lines = desk.lines(reference).await;
        lines.iter().map(|line| line.total_payment.to_string()).collect()
    };
    assert_eq!(totals(&before).await, ["36.6666", "36.6666", "36.6668"]);
    assert_eq!(totals(&rounded).await, ["36.6600", "36.6600", "36.6800"]);
    assert_eq!(totals(&in_yen).await, ["36.0000", "36.0000", "38.0000"]);
    assert_eq!(desk.lines(&draft.facility_ref).await, drafted);
    assert_eq!(desk.find(&rounded).await.instalment_rounding, InstalmentRounding::MinorUnit);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn the_simulation_follows_the_setting(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let input = SimulationInput {
        product_types: Some(ProductType::ALL.to_vec()),
        asset_cost: money("120000"),
        rate: Some("9.75".parse().unwrap()),
        term_periods: 7,
        periods_per_year: 12,
        fixed_total_profit: Some(money("10000")),
        ..SimulationInput::default()
    };
    let facilities = desk.world.service.facilities();
    let first = async || {
        let simulation = facilities.simulate(&desk.cashier, input.clone()).await.unwrap();
        let firsts = simulation.schedules.iter().map(|it| it.lines[0].total_payment.to_string());
        firsts.collect::<Vec<_>>()
    };
    assert_eq!(first().await, ["18571.4285", "17704.5082", "18117.8571"]);
    for (currency, expected) in [
        ("SAR", ["18571.4300", "17704.5100", "18117.8600"]),
        ("KWD", ["18571.4280", "17704.5080", "18117.8570"]),
        ("JPY", ["18572.0000", "17705.0000", "18118.0000"]),
        ("UYW", ["18571.4285", "17704.5082", "18117.8571"]),
    ] {
        desk.round_instalments(InstalmentRounding::MinorUnit, currency).await;
        assert_eq!(first().await, expected, "{currency}");
    }
}

async fn rounded_facilities_are_paid_to_the_last_line_and_tie_out(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.show_gross().await;
    for currency in ["AED", "JPY"] {
        desk.go_to("2026-01-31");
        desk.round_instalments(InstalmentRounding::MinorUnit, currency).await;
        let mut references = Vec::new();
        for terms in EVERY {
            let reference = desk.live(Terms { periods: terms.periods.min(7), ..terms }).await;
            let lines = desk.lines(&reference).await;
            are_whole(&lines, unit(currency));
            let facility = desk.facility(&reference).await;
            assert_eq!(sum(&lines, |line| line.principal_portion), facility.facility_amount);
            let profit = sum(&lines, |line| line.profit_portion);
            assert!(facility.fixed_total_profit.is_none_or(|fixed| fixed == profit));
            references.push((reference, lines));
        }
        for period in 0..7 {
            for (reference, lines) in &references {
                let Some(line) = lines.get(period) else { continue };
                let day = line.payment_date.to_string();
                desk.go_to(&day);
                desk.pay(reference, &line.total_payment.to_string(), &day).await.unwrap();
            }
        }
        for (reference, _) in &references {
            let facility = desk.facility(reference).await;
            assert_eq!(facility.status, FacilityStatus::Settled);
            assert_eq!(facility.outstanding_principal, Money::ZERO);
        }
    }
    assert_eq!(desk.balance("deferred_profit").await, money("0"));
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn a_prepayment_keeps_the_rounding_of_the_facility_after_the_setting_changes(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let unrounded = desk.live(Terms::HOUSE).await;
    desk.round_instalments(InstalmentRounding::MinorUnit, "AED").await;
    let mut rounded = Vec::new();
    for terms in [Terms::HOUSE, Terms::LEASE] {
        rounded.push(desk.live(terms).await);
    }
    desk.round_instalments(InstalmentRounding::None, "JPY").await;
    for reference in &rounded {
        let first = desk.lines(reference).await[0].total_payment;
        let amount = first.plus(money("1234.5")).unwrap().to_string();
        let paid = desk.pay(reference, &amount, "2026-01-31").await.unwrap();
        assert_eq!(paid.extra_amount, money("1234.5"));
        are_whole(&desk.lines(reference).await, unit("AED"));
        let stopped = desk.undo(reference, &paid).await.unwrap();
        assert!(stopped.reversed_at.is_some());
        are_whole(&desk.lines(reference).await, unit("AED"));
        desk.pay(reference, &amount, "2026-01-31").await.unwrap();
    }
    let first = desk.lines(&unrounded).await[0].total_payment;
    let amount = first.plus(money("1234.5")).unwrap().to_string();
    desk.pay(&unrounded, &amount, "2026-01-31").await.unwrap();
    let rents = desk.lines(&unrounded).await;
    assert!(
        rents.iter().any(|line| unit("AED").whole_part(line.profit_portion) != line.profit_portion)
    );
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &rounded[0], None).await.unwrap().quote;
    let total = quote.total.to_string();
    desk.record(&rounded[0], settlement(&total, "2026-01-31")).await.unwrap();
    assert_eq!(desk.facility(&rounded[0]).await.outstanding_principal, Money::ZERO);
    assert_eq!(desk.world.service.self_check().run().await.unwrap(), []);
}

async fn an_amount_below_the_minor_unit_is_left_to_the_last_line(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.round_instalments(InstalmentRounding::MinorUnit, "AED").await;
    let tiny = Terms { cost: "0.0707", price: "0.0303", periods: 12, ..Terms::SMALL };
    let reference = desk.live(tiny).await;
    let lines = desk.lines(&reference).await;
    are_whole(&lines, unit("AED"));
    let totals: Vec<_> = lines.iter().map(|line| line.total_payment.to_string()).collect();
    assert_eq!(totals[..7], ["0.0100"; 7]);
    assert_eq!(totals[7..11], ["0.0000"; 4]);
    assert_eq!(totals[11], "0.0310");
    desk.pay(&reference, "0.101", "2026-01-31").await.unwrap();
    assert_eq!(desk.facility(&reference).await.status, FacilityStatus::Settled);
}
