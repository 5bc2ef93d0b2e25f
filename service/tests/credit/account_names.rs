//! The names of accounts.

use database::on_both;
use database::test_support::TestDatabase;
use shared::audit::AuditQuery;
use shared::credit::account_name::{AccountNameInput, AccountNames, AccountNamesInput};
use shared::credit::facility::RevisionInput;
use shared::credit::journal::JournalQuery;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, Terms, code, receipt};

on_both!(
    accounts_are_named_renamed_and_lose_their_names_one_by_one,
    journals_trial_balance_and_previews_show_the_names,
    only_finance_names_accounts_and_only_of_its_organization,
);

fn input(accounts: &[(&str, Option<&str>)]) -> AccountNamesInput {
    let account = |(code, name): &(&str, Option<&str>)| AccountNameInput {
        code: (*code).to_owned(),
        name: name.map(str::to_owned),
    };
    AccountNamesInput { accounts: accounts.iter().map(account).collect() }
}

fn shown(names: &AccountNames) -> Vec<String> {
    names.accounts.iter().map(|it| format!("{} {}", it.code, it.name)).collect()
}

async fn accounts_are_named_renamed_and_lose_their_names_one_by_one(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let names = desk.world.service.account_names();
    assert_eq!(names.find(&desk.finance).await.unwrap(), AccountNames::default());
    let change = async |accounts: &[(&str, Option<&str>)]| {
        shown(&names.change(&desk.finance, input(accounts)).await.unwrap())
    };
    assert_eq!(
        change(&[("cash", Some(" Cash at bank ")), ("9999", Some("Unused"))]).await,
        ["9999 Unused", "cash Cash at bank"]
    );
    assert_eq!(
        change(&[("cash", Some("Cash")), ("9999", None), ("8888", None)]).await,
        ["cash Cash"]
    );
    let before = desk.dump().await;
    assert_eq!(change(&[("cash", Some("Cash"))]).await, ["cash Cash"]);
    assert_eq!(desk.dump().await, before);
    let trail = desk.world.service.audit().list(&desk.world.admin, AuditQuery::default()).await;
    let newest = trail.unwrap().data.remove(0);
    assert_eq!(newest.action.as_str(), "account_names.changed");
    assert_eq!(newest.fields, ["glAccountName=cash", "glAccountName=9999"]);
}

async fn journals_trial_balance_and_previews_show_the_names(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let names = desk.world.service.account_names();
    names.change(&desk.finance, input(&[("murabaha_receivable", Some("Debtors"))])).await.unwrap();
    let small = desk.live(Terms::SMALL).await;
    let service = &desk.world.service;
    let of = |account: &str, name: &Option<String>| format!("{account}: {name:?}");
    let journals = service.journals().list(&desk.finance, JournalQuery::default()).await.unwrap();
    let ledger = service.facilities().journals(&desk.finance, &small).await.unwrap();
    assert_eq!(journals.data, ledger);
    let lines = ledger[0].lines.iter().map(|it| of(&it.gl_account, &it.gl_account_name));
    let [debtors, other]: [String; 2] = lines.collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(debtors, "murabaha_receivable: Some(\"Debtors\")");
    assert!(other.ends_with(": None"), "{other}");
    let balance = service.journals().trial_balance(&desk.finance, None, None).await.unwrap();
    let rows = balance.rows.iter().map(|it| of(&it.gl_account, &it.gl_account_name));
    assert!(rows.collect::<Vec<_>>().contains(&debtors));
    let table = service.journals().export_trial_balance(&desk.finance, None, None).await.unwrap();
    assert!(table.contains(",murabaha_receivable,Debtors,"), "{table}");
    let table = service.journals().export(&desk.finance, JournalQuery::default()).await.unwrap();
    assert!(table.contains(",100.0000,0.0000,,Debtors\n"), "{table}");
    let payment = receipt("10", "2026-01-31");
    let preview = service.payments().preview(&desk.cashier, &small, payment).await.unwrap();
    let lines = preview.journal.lines.iter().map(|it| of(&it.gl_account, &it.gl_account_name));
    assert!(lines.collect::<Vec<_>>().contains(&debtors));
    let approved = desk.reach(ProductType::Murabaha, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &approved).await.unwrap();
    let seen = RevisionInput::default();
    let preview = service.facilities().preview_activation(&desk.shariah, &approved, seen).await;
    assert_eq!(preview.unwrap().journal.lines[0].gl_account_name.as_deref(), Some("Debtors"));
}

async fn only_finance_names_accounts_and_only_of_its_organization(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let names = desk.world.service.account_names();
    let cash = || input(&[("cash", Some("Cash"))]);
    for by in [&desk.officer, &desk.cashier, &desk.world.hr, &desk.world.bystander] {
        assert_eq!(code(names.change(by, cash()).await), Code::Forbidden);
    }
    assert_eq!(code(names.find(&desk.world.hr).await), Code::Forbidden);
    names.change(&desk.finance, cash()).await.unwrap();
    assert_eq!(names.find(&desk.cashier).await.unwrap().accounts.len(), 1);
    let foreign = names.find(&desk.world.foreign_admin).await.unwrap();
    assert_eq!(foreign, AccountNames::default());
    let odd = names.change(&desk.finance, input(&[("ca sh", Some("Cash"))])).await;
    assert_eq!(code(odd), Code::ValidationFailed);
}
