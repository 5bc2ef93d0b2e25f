//! Which places of the account map a form changes.

use std::collections::BTreeMap;

use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountWarning};
use shared::credit::vocabulary::{ProductType, Side};
use shared::error::{Error, Result};

/// The name of a place in the form: `murabaha.origination.debit`.
pub(super) fn place_name(product: ProductType, event: &str, side: Side) -> String {
    format!("{product}.{event}.{side}")
}

/// The places whose account differs from what it was.
///
/// Errors: 400 for a name that is no place.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
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
        let (product, rest) = name.split_once('.').ok_or_else(no_place)?;
        let (event, side) = rest.rsplit_once('.').ok_or_else(no_place)?;
        mappings.push(AccountMappingInput {
            product_type: product.parse().map_err(|_| no_place())?,
            event_type: event.to_owned(),
            side: side.parse().map_err(|_| no_place())?,
            gl_account: (!account.is_empty()).then(|| account.to_owned()),
        });
    }
    Ok(AccountMapInput { mappings })
}

/// The places of the changes as the form names them, in their order.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
pub(super) fn names(input: &AccountMapInput) -> Vec<String> {
    let name = |it: &AccountMappingInput| place_name(it.product_type, &it.event_type, it.side);
    input.mappings.iter().map(name).collect()
}

/// The error with the places of the form in place of the positions of the changes.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
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

/// The warnings that the map itself does not show: of accounts that were replaced.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
pub(super) fn balances(warnings: Vec<AccountWarning>) -> Vec<AccountWarning> {
    warnings.into_iter().filter(|warning| warning.balance.is_some()).collect()
}

fn no_place() -> Error {
    Error::field("mappings", "INVALID", "This is no place of the account map.")
}

#[cfg(test)]
mod tests {
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
        let error = Error::field("mappings[1].glAccount", "INVALID", "No.");
        let error = in_form(error, &names(&input));
        assert_eq!(error.problem().errors[0].field, "ijarah.write_off.credit");
        let error = in_form(Error::field("mappings", "TOO_MANY", "No."), &names(&input));
        assert_eq!(error.problem().errors[0].field, "mappings");
    }

    #[test]
    fn a_name_that_is_no_place_is_refused() {
        assert!(changes(&map(&[("loan.origination.debit", "1")]), &map(&[])).is_err());
        assert!(changes(&map(&[("murabaha", "1")]), &map(&[])).is_err());
    }
}
