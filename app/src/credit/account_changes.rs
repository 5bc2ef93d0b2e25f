//! The entries of the account map that a form changes, and the page shown after saving them.

use std::collections::BTreeMap;

use shared::credit::account_map::{
    AccountMapInput, AccountMapping, AccountMappingInput, AccountWarning,
};
use shared::credit::journal::TrialBalanceRow;
use shared::credit::vocabulary::{ProductType, Side};
use shared::error::{Error, FieldCode, Result};

use super::account_warnings::WARNINGS;
use super::accounts_page::place_name;
use crate::return_path::encode;

/// The entries whose account differs from the previous one.
///
/// Errors: 400 for an invalid entry name.
pub(super) fn changes(
    now: &BTreeMap<String, String>,
    was: &BTreeMap<String, String>,
) -> Result<AccountMapInput> {
    let mut mappings = Vec::new();
    for (name, account) in now {
        let account = account.trim();
        if was.get(name).map_or("", |account| account.trim()) == account {
            continue;
        }
        let (product_type, event_type, side) = place_of(name)?;
        mappings.push(AccountMappingInput {
            product_type,
            event_type,
            side,
            gl_account: (!account.is_empty()).then(|| account.to_owned()),
        });
    }
    Ok(AccountMapInput { mappings })
}

/// The form names of the changed entries, in the order of the changes.
pub(super) fn names(input: &AccountMapInput) -> Vec<String> {
    let name = |it: &AccountMappingInput| place_name(it.product_type, &it.event_type, it.side);
    input.mappings.iter().map(name).collect()
}

/// Rewrites the field paths of an error from positions in the changes to form names.
pub(super) fn in_form(error: Error, places: &[String]) -> Error {
    let Error::Invalid(mut problem) = error else { return error };
    for detail in &mut problem.errors {
        let position = detail.field.strip_prefix("mappings[").and_then(|it| it.split_once(']'));
        let place = position.and_then(|(position, _)| places.get(position.parse::<usize>().ok()?));
        if let Some(place) = place {
            detail.field.clone_from(place);
        }
    }
    Error::Invalid(problem)
}

/// The page shown after a change. Its address lists the replaced accounts that hold a balance, each
/// after the name of its entry, because the map itself does not contain them.
pub(super) fn address_after(warnings: &[AccountWarning], was: &BTreeMap<String, String>) -> String {
    let replaced: Vec<_> = warnings
        .iter()
        .filter(|warning| warning.balance.is_some())
        .filter_map(|it| {
            let place = place_name(it.product_type, &it.event_type, it.side);
            let account = was.get(&place)?.trim();
            Some(format!("replaced={}", encode(&format!("{place} {account}"))))
        })
        .collect();
    if replaced.is_empty() {
        return "/credit/accounts?saved=true".to_owned();
    }
    format!("/credit/accounts?{}#{WARNINGS}", replaced.join("&"))
}

/// The warnings for the replaced accounts in the address that are really replaced and hold a
/// balance.
pub(super) fn replaced_with_balance(
    replaced: &[String],
    map: &[AccountMapping],
    balances: &[TrialBalanceRow],
) -> Vec<AccountWarning> {
    let warning = |text: &String| {
        let (place, account) = text.split_once(' ')?;
        let (product_type, event_type, side) = place_of(place).ok()?;
        let gl_account = account.to_owned();
        let mapping = AccountMapping { product_type, event_type, side, gl_account };
        let row = balances.iter().find(|row| row.gl_account == account)?;
        let is_replaced = !map.contains(&mapping) && !row.balance.is_zero();
        is_replaced.then(|| AccountWarning::replaced(&mapping, row.balance))
    };
    replaced.iter().filter_map(warning).collect()
}

/// Parses the name of an entry in the form.
fn place_of(name: &str) -> Result<(ProductType, String, Side)> {
    let (product, rest) = name.split_once('.').ok_or_else(no_place)?;
    let (event, side) = rest.rsplit_once('.').ok_or_else(no_place)?;
    let product = product.parse().map_err(|_| no_place())?;
    Ok((product, event.to_owned(), side.parse().map_err(|_| no_place())?))
}

fn no_place() -> Error {
    Error::field("mappings", FieldCode::Invalid, "This is no place of the account map.")
}

#[cfg(test)]
mod tests {
    use shared::credit::journal::Sides;
    use shared::money::Money;
    use shared::total::Total;

    use super::*;

    fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, account)| ((*name).into(), (*account).into())).collect()
    }

    #[test]
    fn only_what_was_changed_is_sent_and_an_emptied_place_is_taken_out() {
        let was = map(&[
            ("murabaha.origination.debit", "1300"),
            ("murabaha.origination.credit", "1200"),
            ("ijarah.origination.debit", ""),
        ]);
        let now = map(&[
            ("murabaha.origination.debit", " 1300 "),
            ("murabaha.origination.credit", ""),
            ("ijarah.origination.debit", "1400"),
        ]);
        let changes = changes(&now, &was).unwrap().mappings;
        let changes: Vec<_> = changes
            .iter()
            .map(|it| {
                let name = place_name(it.product_type, &it.event_type, it.side);
                (name, it.gl_account.as_deref())
            })
            .collect();
        assert_eq!(
            changes,
            [
                ("ijarah.origination.debit".to_owned(), Some("1400")),
                ("murabaha.origination.credit".to_owned(), None),
            ]
        );
    }

    #[test]
    fn an_error_of_a_change_names_its_place_in_the_form() {
        let now = map(&[("ijarah.origination.debit", "1"), ("ijarah.write_off.credit", "2")]);
        let input = changes(&now, &map(&[])).unwrap();
        let error = Error::field("mappings[1].glAccount", FieldCode::Invalid, "No.");
        let error = in_form(error, &names(&input));
        assert_eq!(error.problem().errors[0].field, "ijarah.write_off.credit");
        let error = in_form(Error::field("mappings", FieldCode::TooMany, "No."), &names(&input));
        assert_eq!(error.problem().errors[0].field, "mappings");
    }

    #[test]
    fn an_account_that_was_replaced_and_holds_a_balance_is_named_by_the_address() {
        let place = AccountMapping {
            product_type: ProductType::Ijarah,
            event_type: "origination".to_owned(),
            side: Side::Debit,
            gl_account: "1310".to_owned(),
        };
        let balance: Total = "100".parse::<Money>().unwrap().into();
        let warning = AccountWarning::replaced(&place, balance);
        let was = map(&[("ijarah.origination.debit", "1310")]);
        let address = "/credit/accounts?replaced=ijarah.origination.debit%201310#warnings";
        assert_eq!(address_after(std::slice::from_ref(&warning), &was), address);
        assert_eq!(address_after(&[], &was), "/credit/accounts?saved=true");

        let posted = Sides { debit: balance, credit: Total::ZERO };
        let rows = [TrialBalanceRow::new(place.gl_account.clone(), posted, Sides::default())];
        let replaced = ["ijarah.origination.debit 1310", "ijarah.origination.debit 1320", "?"];
        let replaced = replaced.map(str::to_owned);
        assert_eq!(replaced_with_balance(&replaced, &[], &rows), [warning]);
        assert_eq!(replaced_with_balance(&replaced, &[place], &rows), []);
    }

    #[test]
    fn a_name_that_is_no_place_is_refused() {
        assert!(changes(&map(&[("loan.origination.debit", "1")]), &map(&[])).is_err());
        assert!(changes(&map(&[("murabaha", "1")]), &map(&[])).is_err());
    }
}
