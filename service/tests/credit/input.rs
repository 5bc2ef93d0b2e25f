//! Refused amounts and texts.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{Asset, FacilityInput};
use shared::credit::simulation::SimulationInput;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};
use shared::error::Code;
use shared::id::CustomerId;

use crate::credit_desk::{CreditDesk, code};
use crate::portal::customer;

on_both!(
    nonsense_is_refused_by_name_and_writes_nothing,
    a_customer_of_another_organization_is_none,
    a_simulation_is_the_schedule_of_the_facility_and_writes_nothing,
);

/// Invalid inputs, each with the field that the response names.
fn nonsense(good: &dyn Fn(ProductType) -> FacilityInput) -> Vec<(&'static str, FacilityInput)> {
    use ProductType::{DiminishingMusharakah, Ijarah, Murabaha};
    let money = |text: &str| text.parse().unwrap();
    let (murabaha, ijarah) = (good(Murabaha), good(Ijarah));
    let asset = |description: &str, cost: Option<&str>| Asset {
        description: description.to_owned(),
        cost: cost.map(money),
    };
    vec![
        ("assetCost", FacilityInput { asset_cost: money("0"), ..murabaha.clone() }),
        ("assetCost", FacilityInput { asset_cost: money("-1"), ..murabaha.clone() }),
        ("downPayment", FacilityInput { down_payment: money("120000"), ..murabaha.clone() }),
        ("downPayment", FacilityInput { down_payment: money("120000.0001"), ..murabaha.clone() }),
        ("downPayment", FacilityInput { down_payment: money("-0.0001"), ..murabaha.clone() }),
        ("termPeriods", FacilityInput { term_periods: 0, ..murabaha.clone() }),
        ("termPeriods", FacilityInput { term_periods: 601, ..murabaha.clone() }),
        ("periodsPerYear", FacilityInput { periods_per_year: 0, ..murabaha.clone() }),
        ("periodsPerYear", FacilityInput { periods_per_year: 367, ..murabaha.clone() }),
        ("fixedTotalProfit", FacilityInput { fixed_total_profit: None, ..murabaha.clone() }),
        (
            "fixedTotalProfit",
            FacilityInput { fixed_total_profit: Some(money("-1")), ..murabaha.clone() },
        ),
        (
            "fixedTotalProfit",
            FacilityInput { fixed_total_profit: Some(money("1")), ..ijarah.clone() },
        ),
        (
            "fixedTotalProfit",
            FacilityInput { fixed_total_profit: Some(money("0")), ..good(DiminishingMusharakah) },
        ),
        ("rate", FacilityInput { rate: None, ..ijarah.clone() }),
        ("rate", FacilityInput { rate: None, ..good(DiminishingMusharakah) }),
        (
            "scheduleMethod",
            FacilityInput { schedule_method: Some(ScheduleMethod::Level), ..murabaha.clone() },
        ),
        (
            "scheduleMethod",
            FacilityInput { schedule_method: Some(ScheduleMethod::StraightLine), ..ijarah },
        ),
        ("asset.cost", FacilityInput { asset: asset("Van", Some("1")), ..murabaha.clone() }),
        ("asset.description", FacilityInput { asset: asset(" ", None), ..murabaha.clone() }),
        ("asset.description", FacilityInput { asset: asset("a\0b", None), ..murabaha.clone() }),
        (
            "customerId",
            FacilityInput { customer_id: CustomerId(uuid::Uuid::from_u128(7)), ..murabaha },
        ),
    ]
}

async fn nonsense_is_refused_by_name_and_writes_nothing(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let before = desk.dump().await;
    for (field, input) in nonsense(&|product| desk.input(product)) {
        let refused = facilities.create(&desk.officer, input).await.unwrap_err();
        assert_eq!(refused.code(), Code::ValidationFailed, "{field}");
        let named: Vec<_> = refused.problem().errors.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(named, [field]);
    }
    for by in [&desk.reviewer, &desk.shariah, &desk.cashier, &desk.finance, &desk.world.md] {
        let refused = facilities.create(by, desk.input(ProductType::Ijarah)).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    assert_eq!(desk.dump().await, before);
}

async fn a_customer_of_another_organization_is_none(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let foreign = desk.world.service.customers();
    let foreign = foreign.create(&desk.world.foreign_admin, customer("Layan")).await.unwrap().id;
    let input = FacilityInput { customer_id: foreign, ..desk.input(ProductType::Murabaha) };
    let refused = desk.world.service.facilities().create(&desk.officer, input).await;
    assert_eq!(refused.unwrap_err().problem().errors[0].field, "customerId");
}

async fn a_simulation_is_the_schedule_of_the_facility_and_writes_nothing(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let simulation = SimulationInput {
        product_types: Some(ProductType::ALL.to_vec()),
        asset_cost: "120000".parse().unwrap(),
        down_payment: "20000".parse().unwrap(),
        rate: Some("9.75".parse().unwrap()),
        term_periods: 12,
        periods_per_year: 12,
        fixed_total_profit: Some("10000".parse().unwrap()),
        ..SimulationInput::default()
    };
    let before = desk.dump().await;
    let simulated = facilities.simulate(&desk.cashier, simulation.clone()).await.unwrap();
    assert_eq!(desk.dump().await, before);
    for (product, simulated) in ProductType::ALL.iter().zip(simulated.schedules) {
        let facility_ref = desk.draft(*product).await;
        let stored = facilities.schedule(&desk.officer, &facility_ref).await.unwrap();
        assert_eq!(simulated.lines, stored.lines);
    }
    let refused = facilities.simulate(&desk.world.bystander, simulation).await;
    assert_eq!(code(refused), Code::Forbidden);
}
