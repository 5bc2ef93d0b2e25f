//! Comparison of the books.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use shared::credit::vocabulary::ProductType;
use shared::total::Total;

use super::{Checked, failed, same};
use crate::simulation::amount::Amount;
use crate::simulation::model::Organization;
use crate::simulation::model::ledger::asset_account;
use crate::simulation::model::schedule::Line;
use crate::simulation::people::Person;
use crate::simulation::world::{House, World};

/// Compares the closed period and the ledger, today and at the end of that period.
pub(super) async fn check(world: &World, house: &House, expected: &Organization) -> Checked {
    let accountant = house.caller(Person::Accountant);
    let closed = world.service.closed_periods().find(accountant).await.map_err(failed)?;
    let closed_through = expected.books.closed_through;
    same("the last closed day", &closed.closed_through, &closed_through)?;
    carried(expected)?;
    for as_of in [None, closed_through] {
        ledger(world, house, expected, as_of).await?;
        tie_out(world, house, as_of).await?;
    }
    Ok(())
}

/// Compares the debits and credits of every account up to a day, by default today.
pub(super) async fn ledger(
    world: &World,
    house: &House,
    expected: &Organization,
    as_of: Option<NaiveDate>,
) -> Checked {
    let accountant = house.caller(Person::Accountant);
    let balance = world.service.journals().trial_balance(accountant, None, as_of).await;
    let rows = balance.map_err(failed)?.rows;
    let amount = |total: Total| Amount(i64::try_from(total.ten_thousandths()).unwrap());
    let found =
        rows.iter().map(|row| (row.gl_account.as_str(), (amount(row.debit), amount(row.credit))));
    let found: BTreeMap<&str, (Amount, Amount)> = found.collect();
    let model = as_of.map(|day| expected.books.ledger.until(day));
    let subject = "debits and credits by account";
    same(subject, &found, model.as_ref().unwrap_or(&expected.books.ledger.total))
}

/// Compares the accounts of the financing with the schedules, in the model.
fn carried(expected: &Organization) -> Checked {
    for product in ProductType::ALL.iter().copied() {
        let facilities = expected.facilities.values();
        let of_product =
            facilities.filter(|it| it.terms.product == product && it.activated_on.is_some());
        let carried = of_product.map(|facility| {
            let is_gross = facility.is_gross && facility.is_live();
            let lines = facility.lines.iter().filter(|_| is_gross);
            facility.outstanding() + lines.map(Line::profit_owed).sum()
        });
        let subject = format!("the {} of the model against its schedules", asset_account(product));
        let balance = expected.books.ledger.balance(asset_account(product));
        same(&subject, &balance, &carried.sum())?;
    }
    Ok(())
}

/// The ledger and its accounts hold the principal of the schedules on a day, by default today.
async fn tie_out(world: &World, house: &House, as_of: Option<NaiveDate>) -> Checked {
    let accountant = house.caller(Person::Accountant);
    let report = world.service.credit_reports().portfolio(accountant, as_of).await;
    let tie_out = report.map_err(failed)?.tie_out;
    let differences = [tie_out.difference, tie_out.accounts_difference];
    same("the tie-out", &differences.map(Total::ten_thousandths), &[0, 0])
}
