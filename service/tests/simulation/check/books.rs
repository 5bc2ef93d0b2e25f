//! Comparison of the books.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use shared::credit::account_map::AccountPlace;
use shared::credit::report::TieOut;
use shared::total::Total;

use super::{Checked, failed, same};
use crate::simulation::amount::Amount;
use crate::simulation::model::Organization;
use crate::simulation::model::accounts::AccountMap;
use crate::simulation::world::{House, World};

/// Compares the closed period, the account map and the ledger, today and at the end of that period.
pub(super) async fn check(world: &World, house: &House, expected: &Organization) -> Checked {
    let reader = house.reader();
    let found = world.service.closed_periods().find(reader).await.map_err(failed)?;
    let closed_through = expected.books.closed_through;
    same("the last closed day", &found.closed_through, &closed_through)?;
    account_map(world, house, expected).await?;
    closed(world, house).await?;
    for as_of in [None, closed_through] {
        ledger(world, house, expected, as_of).await?;
        tie_out(world, house, expected, as_of).await?;
    }
    Ok(())
}

/// Compares the reports of the closed days with those at the time of the closing.
pub(super) async fn closed(world: &World, house: &House) -> Checked {
    let Some(kept) = &house.closed_books else { return Ok(()) };
    let found = world.books_until(house, kept.through).await.map_err(failed)?;
    same("the reports of the closed days", &found, kept)
}

/// Compares the debits and credits of every account up to a day, by default today.
pub(super) async fn ledger(
    world: &World,
    house: &House,
    expected: &Organization,
    as_of: Option<NaiveDate>,
) -> Checked {
    let reader = house.reader();
    let balance = world.service.journals().trial_balance(reader, None, as_of).await;
    let rows = balance.map_err(failed)?.rows;
    let found =
        rows.iter().map(|row| (row.gl_account.as_str(), (amount(row.debit), amount(row.credit))));
    let found: BTreeMap<&str, (Amount, Amount)> = found.collect();
    let model = as_of.map(|day| expected.books.ledger.until(day));
    let subject = "debits and credits by account";
    same(subject, &found, model.as_ref().unwrap_or(&expected.books.ledger.total))
}

/// Compares the account map, its gaps and its warnings.
async fn account_map(world: &World, house: &House, expected: &Organization) -> Checked {
    let reader = house.reader();
    let found = world.service.account_map().find(reader).await.map_err(failed)?;
    let place = |product_type, event: &str, side| {
        let event_type = event.parse().unwrap();
        AccountPlace { product_type, event_type, side }
    };
    let mapped = found.mappings.iter().map(|it| {
        let place = place(it.product_type, &it.event_type, it.side);
        (place, it.gl_account.as_str())
    });
    let AccountMap(accounts) = &expected.books.accounts;
    same("the account map", &mapped.collect::<BTreeMap<_, _>>(), accounts)?;
    let missing: BTreeSet<_> = found.missing.iter().copied().collect();
    same("the gaps of the account map", &missing, &expected.missing_accounts())?;
    let warnings = found.warnings.iter();
    let warnings =
        warnings.map(|it| (place(it.product_type, &it.event_type, it.side), it.code)).collect();
    same("the warnings of the account map", &warnings, &expected.books.accounts.mismatches())
}

/// Compares the principal and its accounts on a day, by default today.
async fn tie_out(
    world: &World,
    house: &House,
    expected: &Organization,
    as_of: Option<NaiveDate>,
) -> Checked {
    let reader = house.reader();
    let report = world.service.credit_reports().portfolio(reader, as_of).await;
    let TieOut { ledger, schedules, difference, accounts, .. } = report.map_err(failed)?.tie_out;
    same("the tie-out by event", &amount(difference), &Amount::ZERO)?;
    let active = expected.facilities.values().filter(|it| it.activated_on.is_some());
    let (outstanding, carried): (Vec<_>, Vec<_>) =
        active.map(|it| (it.outstanding(), it.carried(as_of))).unzip();
    same("the accounts of the principal", &amount(accounts), &carried.into_iter().sum())?;
    if as_of.is_some() {
        return Ok(());
    }
    let outstanding: Amount = outstanding.into_iter().sum();
    same("the principal", &[ledger, schedules].map(amount), &[outstanding; 2])
}

fn amount(total: Total) -> Amount {
    Amount(i64::try_from(total.ten_thousandths()).unwrap())
}
