//! The posting account map.

use service::database::test_support::TestDatabase;
use service::on_both;
use shared::audit::AuditQuery;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput};
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};
use shared::error::Code;

use crate::desk::{Desk, Terms, code, pair};
use crate::support::World;

on_both!(
    a_new_organization_has_nothing_mapped,
    accounts_are_set_changed_and_taken_out_one_by_one,
    a_live_facility_that_is_shown_gross_needs_its_accounts_whatever_the_map_says,
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
    let desk = Desk::new(db).await;
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
    assert_eq!(newest.action, "account_map.changed");
    assert_eq!(newest.fields, ["ijarah/write_off/debit"]);
}

async fn a_live_facility_that_is_shown_gross_needs_its_accounts_whatever_the_map_says(
    db: TestDatabase,
) {
    let desk = Desk::new(db).await;
    let maps = desk.world.service.account_map();
    desk.show_gross().await;
    let small = desk.live(Terms::SMALL).await;
    let gross = [CreditEvent::ProfitDeferral, CreditEvent::ProfitRecognition]
        .map(|event| pair(ProductType::Murabaha, event))
        .concat();
    desk.map_places(&gross, None).await;
    let map = maps.find(&desk.finance).await.unwrap();
    assert_eq!((&map.missing, map.needed()), (&gross, map.required.len() + gross.len()));
    assert!(maps.find(&desk.world.foreign_admin).await.unwrap().missing.len() == 38);
    desk.map_places(&gross, Some("2310")).await;
    desk.pay(&small, "110", "2026-11-21").await.unwrap();
    desk.map_places(&gross, None).await;
    let map = maps.find(&desk.finance).await.unwrap();
    assert_eq!((map.missing.len(), map.needed()), (0, map.required.len()));
}

async fn only_finance_changes_the_map(db: TestDatabase) {
    let desk = Desk::new(db).await;
    let maps = desk.world.service.account_map();
    for by in [&desk.officer, &desk.reviewer, &desk.shariah, &desk.cashier, &desk.world.md] {
        assert!(maps.find(by).await.is_ok());
        let refused = maps.change(by, change("origination", None)).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    assert_eq!(code(maps.find(&desk.world.bystander).await), Code::Forbidden);
}
