//! The names of accounts, and the form that imports them.

use leptos::prelude::*;
use shared::credit::account_name::{AccountNames, AccountNamesInput};
use shared::error::{Error, Result};
use shared::permission::Permission;

use super::SaveAccountNames;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::card::Card;
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
        <div class="field">
            <label class="field-label" for="csv">
                {tu_string!(i18n, credit.account_names.rows)}
            </label>
            <textarea
                class="input"
                id="csv"
                name="csv"
                rows="6"
                spellcheck="false"
                autocomplete="off"
                aria-describedby="csv-hint"
            ></textarea>
            <p class="field-hint" id="csv-hint">
                {tu_string!(i18n, credit.account_names.hint)}
            </p>
        </div>
        <div class="button-row">{send_button(tu_string!(i18n, credit.account_names.save))}</div>
    };
    sent_form::<SaveAccountNames>(form, content.into_any())
}

/// The changes in the rows of the form.
///
/// Errors: 400 that names the row.
pub(super) fn changes(text: &str) -> Result<AccountNamesInput> {
    AccountNamesInput::of_table(text)?.check().map_err(in_rows)
}

/// Rewrites the field paths of an error from positions in the changes to rows of the field.
fn in_rows(error: Error) -> Error {
    let Error::Invalid(mut problem) = error else { return error };
    for detail in &mut problem.errors {
        let position = detail.field.strip_prefix("accounts[").and_then(|it| it.split_once(']'));
        let position = position.and_then(|(position, _)| position.parse::<usize>().ok());
        if let Some(position) = position {
            detail.message = format!("Row {}: {}", position.saturating_add(1), detail.message);
        }
        "csv".clone_into(&mut detail.field);
    }
    Error::Invalid(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_names_its_row() {
        let error = changes("code,name\n1010,Cash\n13 10,Receivables\n").unwrap_err();
        let detail = &error.problem().errors[0];
        assert_eq!(detail.field, "csv");
        assert!(detail.message.starts_with("Row 2: "), "{}", detail.message);
        assert_eq!(changes("code,name\n1010,Cash").unwrap().accounts.len(), 1);
    }
}
