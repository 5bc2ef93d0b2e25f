//! Warnings about an accepted account map.

use serde::{Deserialize, Serialize};

use super::{AccountMapping, AccountPlace, account_at};
use crate::credit::vocabulary::{CreditEvent, PrincipalEffect, ProductType, Side};
use crate::total::Total;

text_enum! {
    /// The reason for a warning about the account map.
    AccountWarningCode {
        /// Principal is credited to a different account than the one that the origination debits.
        PrincipalAccountMismatch = "PRINCIPAL_ACCOUNT_MISMATCH",
        /// Gross profit is collected from a different account than the one that its deferral
        /// debits.
        ReceivableAccountMismatch = "RECEIVABLE_ACCOUNT_MISMATCH",
        /// Gross profit is recognised from a different account than the one that its deferral
        /// credits.
        DeferredAccountMismatch = "DEFERRED_ACCOUNT_MISMATCH",
        /// The replaced account carries a balance.
        AccountHoldsBalance = "ACCOUNT_HOLDS_BALANCE",
    }
}

/// A warning about a place of the account map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountWarning {
    /// The reason.
    pub code: AccountWarningCode,
    /// The product.
    pub product_type: ProductType,
    /// The event.
    pub event_type: String,
    /// The side.
    pub side: Side,
    /// Debits less credits of the replaced account; null for the other codes.
    pub balance: Option<Total>,
}

impl AccountWarning {
    /// A warning about a replaced account that carries a balance.
    pub fn replaced(mapping: &AccountMapping, balance: Total) -> Self {
        Self {
            code: AccountWarningCode::AccountHoldsBalance,
            product_type: mapping.product_type,
            event_type: mapping.event_type.clone(),
            side: mapping.side,
            balance: Some(balance),
        }
    }
}

/// The mapped places whose account differs from the one that the activation of a facility uses.
pub(super) fn mismatches(mappings: &[AccountMapping]) -> Vec<AccountWarning> {
    let mut warnings = Vec::new();
    for &product_type in ProductType::ALL {
        for &event in CreditEvent::ALL {
            let Some((code, side, (opening, opening_side))) = counterpart(event) else { continue };
            let account = |event_type, side| {
                account_at(mappings, AccountPlace { product_type, event_type, side })
            };
            let (used, opened) = (account(event, side), account(opening, opening_side));
            if used.is_some() && opened.is_some() && used != opened {
                let event_type = event.as_str().to_owned();
                let balance = None;
                warnings.push(AccountWarning { code, product_type, event_type, side, balance });
            }
        }
    }
    warnings
}

/// The side of an event that reverses part of an activation's posting, and the place of that
/// posting.
const fn counterpart(
    event: CreditEvent,
) -> Option<(AccountWarningCode, Side, (CreditEvent, Side))> {
    use AccountWarningCode as W;
    if let PrincipalEffect::Decrease = event.principal_effect() {
        let place = (CreditEvent::Origination, Side::Debit);
        return Some((W::PrincipalAccountMismatch, Side::Credit, place));
    }
    match event {
        CreditEvent::InstallmentProfitCollection | CreditEvent::EarlySettlementProfitCollection => {
            let place = (CreditEvent::ProfitDeferral, Side::Debit);
            Some((W::ReceivableAccountMismatch, Side::Credit, place))
        }
        CreditEvent::ProfitRecognition => {
            let place = (CreditEvent::ProfitDeferral, Side::Credit);
            Some((W::DeferredAccountMismatch, Side::Debit, place))
        }
        CreditEvent::Origination
        | CreditEvent::ProfitDeferral
        | CreditEvent::InstallmentPrincipal
        | CreditEvent::InstallmentProfit
        | CreditEvent::ExtraPayment
        | CreditEvent::EarlySettlementPrincipal
        | CreditEvent::EarlySettlementProfit
        | CreditEvent::NonAccrualReceipt => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(CreditEvent, &str, &str)]) -> Vec<AccountMapping> {
        let mapping = |event: CreditEvent, side, account: &str| AccountMapping {
            product_type: ProductType::Murabaha,
            event_type: event.as_str().to_owned(),
            side,
            gl_account: account.to_owned(),
        };
        let entries = entries.iter().flat_map(|&(event, debit, credit)| {
            [mapping(event, Side::Debit, debit), mapping(event, Side::Credit, credit)]
        });
        entries.collect()
    }

    #[test]
    fn a_map_that_takes_back_from_where_the_activation_posted_has_no_warnings() {
        let sound = map(&[
            (CreditEvent::Origination, "receivable", "payable"),
            (CreditEvent::ProfitDeferral, "receivable", "deferred"),
            (CreditEvent::InstallmentPrincipal, "cash", "receivable"),
            (CreditEvent::InstallmentProfit, "cash", "income"),
            (CreditEvent::InstallmentProfitCollection, "cash", "receivable"),
            (CreditEvent::ProfitRecognition, "deferred", "income"),
        ]);
        assert_eq!(mismatches(&sound), []);
        assert_eq!(mismatches(&sound[4..]), []);
    }

    #[test]
    fn each_account_that_an_activation_did_not_post_to_is_named() {
        let unsound = map(&[
            (CreditEvent::Origination, "receivable", "payable"),
            (CreditEvent::ProfitDeferral, "receivable", "deferred"),
            (CreditEvent::NonAccrualReceipt, "cash", "payable"),
            (CreditEvent::EarlySettlementProfitCollection, "cash", "income"),
            (CreditEvent::ProfitRecognition, "receivable", "income"),
        ]);
        let codes: Vec<_> = mismatches(&unsound).into_iter().map(|it| it.code).collect();
        assert_eq!(
            codes,
            [
                AccountWarningCode::DeferredAccountMismatch,
                AccountWarningCode::ReceivableAccountMismatch,
                AccountWarningCode::PrincipalAccountMismatch,
            ]
        );
    }
}
