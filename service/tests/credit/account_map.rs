//! The account map.

use database::on_both;
use database::test_support::TestDatabase;
use shared::audit::AuditQuery;
use shared::credit::account_map::{
    AccountMapInput, AccountMappingInput, AccountPlace, AccountWarning, AccountWarningCode,
};
use shared::credit::vocabulary::{CreditEvent, Presentation, ProductType, Side};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, Terms, code, sides};
use crate::support::World;

on_both!(
    a_new_organization_has_nothing_mapped,
    accounts_are_set_changed_and_taken_out_one_by_one,
    required_follows_the_setting_and_the_live_facilities,
    one_account_on_both_sides_of_an_event_is_refused_with_what_is_stored,
    an_account_that_takes_back_what_the_origination_did_not_post_is_warned_of,
    an_account_that_is_replaced_while_it_holds_a_balance_is_warned_of,
    only_finance_changes_the_map,
);

fn change(event: &str, account: Option<&str>) -> AccountMapInput {
    let mapping = AccountMappingInput {
        product_type: ProductType::Ijarah,
        event_type: event.to_owned(),
        side: Side::Debit,
        gl_account: account.map(str::to_owned),
    };
    AccountMapInput { mappings: vec![mapping] }
}

async fn a_new_organization_has_nothing_mapped(db: TestDatabase) {
    let world = World::new(db).await;
    let map = world.service.account_map().find(&world.admin).await.unwrap();
    assert!(map.mappings.is_empty());
    assert_eq!(map.required, map.missing);
}

async fn accounts_are_set_changed_and_taken_out_one_by_one(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    let full = maps.find(&desk.finance).await.unwrap();
    assert!(full.missing.is_empty());
    let less = maps.change(&desk.finance, change("origination", None)).await.unwrap();
    assert_eq!((less.mappings.len(), less.missing.len()), (full.mappings.len() - 1, 1));
    let more = maps.change(&desk.finance, change("origination", Some("1310"))).await.unwrap();
    assert_eq!((more.mappings.len(), more.missing.len()), (full.mappings.len(), 0));
    let changed = maps.change(&desk.finance, change("origination", Some("1320"))).await.unwrap();
    assert!(changed.mappings.iter().any(|it| it.gl_account == "1320"));
    assert!(!changed.mappings.iter().any(|it| it.gl_account == "1310"));
    let before = desk.dump().await;
    let same = maps.change(&desk.finance, change("origination", Some("1320"))).await.unwrap();
    assert_eq!((same, desk.dump().await), (changed, before));
    let kept = maps.change(&desk.finance, change("write_off", Some("9100"))).await.unwrap();
    assert!(kept.mappings.iter().any(|it| it.event_type == "write_off"));
    let trail = desk.world.service.audit().list(&desk.world.admin, AuditQuery::default()).await;
    let newest = trail.unwrap().data.remove(0);
    assert_eq!(newest.action.as_str(), "account_map.changed");
    assert_eq!(newest.fields, ["ijarah/write_off/debit=→9100"]);
}

async fn required_follows_the_setting_and_the_live_facilities(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    let net = maps.find(&desk.finance).await.unwrap();
    desk.present(Presentation::Gross).await;
    let gross = maps.find(&desk.finance).await.unwrap();
    let missing = gross_events(&gross.missing);
    assert_eq!((net.required.len(), net.missing.len(), gross.required.len()), (38, 0, 42));
    assert_eq!(
        missing,
        [
            CreditEvent::ProfitDeferral,
            CreditEvent::InstallmentProfitCollection,
            CreditEvent::ProfitRecognition,
            CreditEvent::EarlySettlementProfitCollection,
        ]
    );
    desk.show_gross().await;
    let small = desk.live(Terms::SMALL).await;
    desk.present(Presentation::Net).await;
    assert_eq!(maps.find(&desk.finance).await.unwrap().required.len(), 46);
    assert_eq!(maps.find(&desk.world.foreign_admin).await.unwrap().required.len(), 38);
    desk.pay(&small, "110", "2026-11-21").await.unwrap();
    assert_eq!(maps.find(&desk.finance).await.unwrap().required, net.required);
}

/// The events of these places, each once.
fn gross_events(places: &[AccountPlace]) -> Vec<CreditEvent> {
    let mut events: Vec<_> = places.iter().map(|place| place.event_type).collect();
    events.dedup();
    events
}

async fn one_account_on_both_sides_of_an_event_is_refused_with_what_is_stored(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    let before = maps.find(&desk.finance).await.unwrap();
    let stored = change("origination", Some("asset_in_possession"));
    let refused = maps.change(&desk.finance, stored).await.unwrap_err();
    assert_eq!(refused.code(), Code::SameAccount);
    assert_eq!(refused.problem().errors[0].field, "mappings[0].glAccount");
    let (product, event) = (ProductType::Murabaha, CreditEvent::ExtraPayment);
    let sent = sides(product, event, ["1010", "1010"]).to_vec();
    let sent = maps.change(&desk.finance, AccountMapInput { mappings: sent }).await;
    assert_eq!(code(sent), Code::SameAccount);
    for account in ["13 10", "1310\u{200e}", "\u{2066}1310"] {
        let odd = maps.change(&desk.finance, change("origination", Some(account))).await;
        assert_eq!(code(odd), Code::ValidationFailed, "{account:?}");
    }
    assert_eq!(maps.find(&desk.finance).await.unwrap(), before);
}

async fn an_account_that_takes_back_what_the_origination_did_not_post_is_warned_of(
    db: TestDatabase,
) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    let (product, event) = (ProductType::Ijarah, CreditEvent::InstallmentPrincipal);
    let wrong = sides(product, event, ["cash", "suspense"]).to_vec();
    let map = maps.change(&desk.finance, AccountMapInput { mappings: wrong }).await.unwrap();
    let [warning] = map.warnings.clone().try_into().unwrap();
    assert_eq!(
        warning,
        AccountWarning {
            code: AccountWarningCode::PrincipalAccountMismatch,
            product_type: product,
            event_type: event.as_str().to_owned(),
            side: Side::Credit,
            balance: None,
        }
    );
    assert_eq!(maps.find(&desk.finance).await.unwrap(), map);
    let right = sides(product, event, ["cash", "ijarah_asset"]).to_vec();
    let map = maps.change(&desk.finance, AccountMapInput { mappings: right }).await.unwrap();
    assert_eq!(map.warnings, []);
}

async fn an_account_that_is_replaced_while_it_holds_a_balance_is_warned_of(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    desk.live(Terms::LEASE).await;
    let held = desk.balance("ijarah_asset").await;
    let map = maps.change(&desk.finance, change("origination", Some("1320"))).await.unwrap();
    let holds = AccountWarningCode::AccountHoldsBalance;
    let replaced: Vec<_> = map.warnings.iter().filter(|it| it.code == holds).collect();
    assert_eq!((replaced.len(), replaced[0].balance), (1, Some(held)));
    let trail = desk.world.service.audit().list(&desk.world.admin, AuditQuery::default()).await;
    assert_eq!(trail.unwrap().data[0].fields, ["ijarah/origination/debit=ijarah_asset→1320"]);
    let map = maps.change(&desk.finance, change("origination", None)).await.unwrap();
    assert!(map.warnings.iter().all(|it| it.code != holds), "an account without a balance");
}

async fn only_finance_changes_the_map(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let maps = desk.world.service.account_map();
    for by in [&desk.officer, &desk.reviewer, &desk.shariah, &desk.cashier, &desk.world.md] {
        assert!(maps.find(by).await.is_ok());
        let refused = maps.change(by, change("origination", None)).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    assert_eq!(code(maps.find(&desk.world.bystander).await), Code::Forbidden);
}
