//! The names of accounts, and the form that imports them.

use leptos::prelude::*;
use shared::credit::account_name::AccountNames;
use shared::permission::Permission;

use super::SaveAccountNames;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::card::Card;
use crate::ui::input::pasted_rows;
use crate::ui::label::Language;
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

/// The named accounts, with the form for users who may name them; `None` if there is nothing to
/// show.
pub(super) fn account_names_card(names: &AccountNames) -> Option<AnyView> {
    let i18n = use_i18n();
    let manages = may(Permission::CreditConfigManage);
    if names.accounts.is_empty() && !manages {
        return None;
    }
    let title = tu_string!(i18n, credit.account_names.title);
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.account)),
        Column::Text(tu_string!(i18n, people.form.name)),
    ];
    let rows = names.accounts.iter().map(|account| {
        let name = view! { <span dir="auto">{account.name.clone()}</span> };
        [Cell::head(account.code.clone()), Cell::text(name)]
    });
    let table = (!names.accounts.is_empty()).then(|| plain_table(title, &columns, rows));
    let form = manages.then(|| form(i18n));
    Some(Card::new("account-names", title).body((table, form)))
}

fn form(i18n: Language) -> AnyView {
    let form =
        SentForm::default().class("form").confirm(tu_string!(i18n, credit.account_names.saved));
    let content = view! {
        {pasted_rows(
            "csv",
            tu_string!(i18n, credit.account_names.rows),
            tu_string!(i18n, credit.account_names.hint),
        )}
        <div class="button-row">{send_button(tu_string!(i18n, credit.account_names.save))}</div>
    };
    sent_form::<SaveAccountNames>(form, content.into_any())
}
