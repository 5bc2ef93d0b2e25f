//! The worked figures, and access to them.

use chrono::NaiveDate;
use serde_json::Value;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{Line, Terms, schedule};
use shared::credit::servicing::Position;
use shared::credit::vocabulary::{FacilityStatus, Presentation};
use shared::money::Money;

pub fn data() -> Value {
    serde_json::from_str(include_str!("../data/credit.json")).unwrap()
}

/// One schedule by its id.
pub fn schedule_case(id: &str) -> Value {
    named(&data()["schedules"], id)
}

/// One case of servicing by its id.
pub fn servicing_case(id: &str) -> Value {
    named(&data()["servicing"], id)
}

fn named(cases: &Value, id: &str) -> Value {
    cases.as_array().unwrap().iter().find(|case| case["id"] == id).unwrap().clone()
}

pub fn money(value: &Value) -> Money {
    value.as_str().unwrap().parse().unwrap()
}

pub fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub fn terms(inputs: &Value) -> Terms {
    let asset_cost = money(&inputs["assetCost"]);
    let whole = |name: &str| u32::try_from(inputs[name].as_u64().unwrap()).unwrap();
    Terms {
        product_type: inputs["productType"].as_str().unwrap().parse().unwrap(),
        schedule_method: inputs["scheduleMethod"].as_str().unwrap().parse().unwrap(),
        asset_cost,
        facility_amount: asset_cost.minus(money(&inputs["downPayment"])).unwrap(),
        rate: inputs["rate"].as_str().map(|text| text.parse().unwrap()),
        fixed_total_profit: inputs["fixedTotalProfit"].as_str().map(|it| it.parse().unwrap()),
        term_periods: whole("termPeriods"),
        periods_per_year: whole("periodsPerYear"),
        unit: InstalmentUnit::default(),
    }
}

pub fn lines(inputs: &Value) -> Vec<Line> {
    schedule(&terms(inputs), date(inputs["scheduleStart"].as_str().unwrap())).unwrap()
}

/// An activated facility with a worked schedule, its dates as given.
pub fn live(id: &str) -> Position {
    let case = schedule_case(id);
    Position {
        terms: terms(&case["inputs"]),
        presentation: Presentation::Net,
        status: FacilityStatus::Active,
        lines: lines(&case["inputs"]),
    }
}
