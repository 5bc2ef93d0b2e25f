//! Warnings about the account map.

use leptos::prelude::*;
use shared::credit::account_map::{AccountWarning, AccountWarningCode};

use super::label::place_label;
use crate::i18n::tu_string;
use crate::ui::badge::Tone;
use crate::ui::label::Language;
use crate::ui::money::exact_money;
use crate::ui::notice::Notice;

/// The element id of the warnings.
pub(super) const WARNINGS: &str = "warnings";

/// The warnings, each with its entry; `None` if there are none.
pub(super) fn account_warnings(i18n: Language, warnings: &[AccountWarning]) -> Option<AnyView> {
    if warnings.is_empty() {
        return None;
    }
    let items: Vec<_> = warnings
        .iter()
        .map(|warning| {
            let AccountWarning { product_type, event_type, side, .. } = warning;
            let place = format!("{product_type}/{event_type}/{side}");
            let place = place_label(i18n, &place).unwrap_or(place);
            view! { <li>{format!("{place}: {}", reason(i18n, warning))}</li> }.into_any()
        })
        .collect();
    let title = tu_string!(i18n, credit.accounts.warnings);
    let notice = view! {
        <div id=WARNINGS>
            <Notice tone=Tone::Warning title>
                <ul>{items}</ul>
            </Notice>
        </div>
    };
    Some(notice.into_any())
}

fn reason(i18n: Language, warning: &AccountWarning) -> String {
    match warning.code {
        AccountWarningCode::PrincipalAccountMismatch => {
            tu_string!(i18n, credit.accounts.principal_mismatch).to_owned()
        }
        AccountWarningCode::ReceivableAccountMismatch => {
            tu_string!(i18n, credit.accounts.receivable_mismatch).to_owned()
        }
        AccountWarningCode::DeferredAccountMismatch => {
            tu_string!(i18n, credit.accounts.deferred_mismatch).to_owned()
        }
        AccountWarningCode::AccountHoldsBalance => {
            let balance = exact_money(i18n, warning.balance.unwrap_or_default());
            tu_string!(i18n, credit.accounts.holds_balance, balance = balance)
        }
    }
}
