//! Lists of facilities, and their lateness.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{Asset, FacilityInput, FacilityQuery, FacilitySort, NextDue};
use shared::credit::journal::JournalQuery;
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use shared::customer::CustomerInput;
use shared::error::Code;
use shared::organization::OrganizationPatch;

use crate::credit_desk::{CreditDesk, Terms, because, code, date, money};
use crate::portal::customer;

on_both!(
    lists_are_narrowed_and_sorted,
    names_are_found_in_any_case_and_a_text_has_a_length,
    facilities_due_soon_and_own_facilities_are_found,
    a_table_holds_what_the_filters_let_through_and_no_formula,
    the_bucket_of_the_list_is_the_bucket_of_the_facility,
    on_non_accrual_lists_go_by_the_next_unpaid_principal_and_name_the_suspended_profit,
);

async fn found(desk: &CreditDesk, query: FacilityQuery) -> Vec<String> {
    let page = desk.world.service.facilities().list(&desk.officer, query).await.unwrap();
    assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|it| it.facility_ref).collect()
}

async fn lists_are_narrowed_and_sorted(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let draft = desk.draft(ProductType::Murabaha).await;
    desk.world.clock.advance(TimeDelta::days(1));
    let live = desk.reach(ProductType::Ijarah, FacilityStatus::Active).await;
    let waiting =
        desk.reach(ProductType::DiminishingMusharakah, FacilityStatus::PendingReview).await;
    let all = FacilityQuery::default();
    assert_eq!(found(&desk, all.clone()).await, [&*waiting, &*live, &*draft]);
    let status = vec![FacilityStatus::Draft, FacilityStatus::Active];
    let some = FacilityQuery { status, ..all.clone() };
    assert_eq!(found(&desk, some).await, [&*live, &*draft]);
    let product_type = Some(ProductType::Ijarah);
    let of_product = FacilityQuery { product_type, ..all.clone() };
    assert_eq!(found(&desk, of_product).await, [&*live]);
    let of_customer = FacilityQuery { customer_id: Some(desk.customer), ..all.clone() };
    assert_eq!(found(&desk, of_customer).await.len(), 3);
    for (q, count) in
        [(draft.to_lowercase().as_str(), 1), ("LAYAN", 3), ("delivery VAN", 3), ("%", 0)]
    {
        let named = FacilityQuery { q: Some(q.to_owned()), ..all.clone() };
        assert_eq!(found(&desk, named).await.len(), count, "{q}");
    }
    let sorted = FacilityQuery { sort: Some(FacilitySort::NextDue), ..all.clone() };
    assert_eq!(found(&desk, sorted).await[0], live);
    let latest = FacilityQuery { sort: Some(FacilitySort::NextDueDescending), ..all.clone() };
    assert_eq!(found(&desk, latest).await[0], live);
    let sorted = FacilityQuery { sort: Some(FacilitySort::Outstanding), ..all.clone() };
    let mut largest_first = found(&desk, sorted).await;
    assert_eq!(largest_first.len(), 3);
    let sorted = FacilityQuery { sort: Some(FacilitySort::OutstandingAscending), ..all.clone() };
    largest_first.reverse();
    assert_eq!(found(&desk, sorted).await, largest_first);
    for by in [&desk.world.bystander, &desk.world.hr] {
        let refused = desk.world.service.facilities().list(by, all.clone()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
}

async fn names_are_found_in_any_case_and_a_text_has_a_length(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let named = CustomerInput { name: "Özlem Ünal".to_owned(), ..customer("Ozlem") };
    let named = desk.world.service.customers().create(&desk.world.admin, named).await.unwrap();
    let asset = Asset { description: "Çamlıca Villa".to_owned(), cost: None };
    let input = desk.input(ProductType::Murabaha);
    let input = FacilityInput { customer_id: named.id, asset, ..input };
    let facilities = desk.world.service.facilities();
    let named = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    desk.draft(ProductType::Murabaha).await;
    let search = |q: &str| FacilityQuery { q: Some(q.to_owned()), ..Default::default() };
    for q in ["Özlem Ünal", "özlem ünal", "ÖZLEM", "çamlıca villa", "Villa"] {
        assert_eq!(found(&desk, search(q)).await, [&*named], "{q}");
    }
    assert_eq!(found(&desk, search(&"x".repeat(10_000))).await, [""; 0]);
    let long = "x".repeat(10_001);
    let list = facilities.list(&desk.officer, search(&long)).await;
    assert_eq!(code(list), Code::ValidationFailed);
    let table = facilities.export(&desk.officer, search(&long)).await;
    assert_eq!(code(table), Code::ValidationFailed);
    let query = JournalQuery { facility_ref: Some(long), ..Default::default() };
    let journals = desk.world.service.journals().list(&desk.finance, query).await;
    assert_eq!(code(journals), Code::ValidationFailed);
}

async fn facilities_due_soon_and_own_facilities_are_found(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let live = desk.reach(ProductType::Ijarah, FacilityStatus::Active).await;
    let mine = desk.draft(ProductType::Murabaha).await;
    desk.draft_by(&desk.world.admin, ProductType::Murabaha).await;
    let drafts = FacilityQuery { status: vec![FacilityStatus::Draft], ..Default::default() };
    assert_eq!(found(&desk, drafts.clone()).await.len(), 2);
    let my_drafts = FacilityQuery { mine: true, ..drafts };
    assert_eq!(found(&desk, my_drafts).await, [mine]);
    let soon = FacilityQuery { due_within: Some(7), ..Default::default() };
    for (day, is_soon) in
        [("2026-12-13", false), ("2026-12-14", true), ("2026-12-21", true), ("2026-12-22", false)]
    {
        desk.go_to(day);
        assert_eq!(found(&desk, soon.clone()).await.contains(&live), is_soon, "{day}");
    }
    desk.go_to("2026-12-21");
    let within_centuries = FacilityQuery { due_within: Some(u32::MAX), ..Default::default() };
    assert_eq!(found(&desk, within_centuries).await, [live]);
    let late = FacilityQuery { bucket: Some(AgeingBucket::Days1To30), ..soon };
    assert_eq!(found(&desk, late).await, [""; 0]);
}

async fn a_table_holds_what_the_filters_let_through_and_no_formula(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    let asset = Asset { description: "=HYPERLINK(1)".to_owned(), cost: None };
    let input = FacilityInput { asset, ..desk.input(ProductType::Ijarah) };
    let draft = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    let live = desk.reach(ProductType::Murabaha, FacilityStatus::Active).await;
    let all = FacilityQuery::default();
    let table = facilities.export(&desk.finance, all.clone()).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert!(
        lines[0].starts_with("\u{feff}facilityRef,customer,productType,status,asset,"),
        "{table}"
    );
    let due = "100000.0000,110000.0000,0.0000,0.0000,2026-12-21,9166.6666,0,12,";
    assert!(lines[1].starts_with(&format!("{live},Layan,murabaha,active,Delivery van,")));
    assert!(lines[1].contains(due), "{table}");
    assert!(lines[2].starts_with(&format!("{draft},Layan,ijarah,draft,\"'=HYPERLINK(1)\",")));
    assert_eq!(lines.len(), 3);
    let status = vec![FacilityStatus::Draft];
    let drafts = facilities.export(&desk.finance, FacilityQuery { status, ..all.clone() }).await;
    assert_eq!(drafts.unwrap().lines().count(), 2);
    let foreign = facilities.export(&desk.world.foreign_admin, all.clone()).await.unwrap();
    assert_eq!(foreign.lines().count(), 1);
    assert_eq!(code(facilities.export(&desk.world.hr, all).await), Code::Forbidden);
}

async fn the_bucket_of_the_list_is_the_bucket_of_the_facility(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.draft(ProductType::Murabaha).await;
    let live = desk.reach(ProductType::Ijarah, FacilityStatus::Active).await;
    let mut seen = Vec::new();
    for grace_days in [0, 40] {
        let patch = OrganizationPatch { grace_days: Some(grace_days), ..Default::default() };
        desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
        desk.world.clock.set("2026-12-20T09:00:00Z".parse().unwrap());
        for step in [0, 1, 1, 29, 1, 30, 30, 91, 186, 1] {
            desk.world.clock.advance(TimeDelta::days(step));
            let facility = desk.find(&live).await;
            seen.push((facility.days_past_due, facility.non_accrual_eligible));
            for &bucket in AgeingBucket::ALL {
                let query = FacilityQuery { bucket: Some(bucket), ..Default::default() };
                let listed = found(&desk, query).await;
                assert_eq!(listed.contains(&live), facility.bucket == bucket, "{bucket}");
                assert_eq!(
                    listed.len() - usize::from(facility.bucket == bucket),
                    usize::from(bucket == AgeingBucket::Current)
                );
            }
        }
    }
    let late: Vec<_> = seen.iter().map(|(days, _)| *days).collect();
    assert_eq!(
        late,
        [0, 0, 1, 30, 31, 61, 91, 182, 368, 369, 0, 0, 0, 0, 0, 61, 91, 182, 368, 369]
    );
    assert!(seen.iter().all(|(days, eligible)| *eligible == (*days >= 90)));
}

/// The profit of the first line stays unpaid, its principal is received: the next amount to pay is
/// the principal of the second.
async fn on_non_accrual_lists_go_by_the_next_unpaid_principal_and_name_the_suspended_profit(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let stopped = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &stopped, because("Insolvent")).await.unwrap();
    desk.pay(&stopped, "33.3333", "2026-01-31").await.unwrap();
    desk.go_to("2026-02-10");
    let other = desk.live(Terms::SMALL).await;
    let due = NextDue { date: date("2026-03-31"), amount: money("33.3333") };
    assert_eq!(desk.find(&stopped).await.next_due, Some(due));
    let sorted = FacilityQuery { sort: Some(FacilitySort::NextDue), ..Default::default() };
    assert_eq!(found(&desk, sorted.clone()).await, [&*other, &*stopped]);
    let soon = FacilityQuery { due_within: Some(20), ..Default::default() };
    assert_eq!(found(&desk, soon.clone()).await, [""; 0]);

    desk.go_to("2026-03-29");
    assert_eq!(found(&desk, soon.clone()).await, [&*stopped]);
    // It is late nevertheless, by the profit of the first line.
    assert_eq!(desk.find(&stopped).await.days_past_due, 29);
    let late = FacilityQuery { bucket: Some(AgeingBucket::Days1To30), ..soon.clone() };
    assert_eq!(found(&desk, late).await, [&*stopped]);

    desk.pay(&stopped, "66.6667", "2026-03-29").await.unwrap();
    assert_eq!(desk.find(&stopped).await.next_due, None);
    assert_eq!(found(&desk, soon).await, [""; 0]);
    assert_eq!(found(&desk, sorted.clone()).await, [&*other, &*stopped]);
    let table = facilities.export(&desk.finance, sorted).await.unwrap();
    let header = "totalOwed,arrears,profitSuspended,nextDueDate,nextDueAmount,daysPastDue";
    assert!(table.lines().next().unwrap().contains(header), "{table}");
    let row = table.lines().find(|line| line.starts_with(&stopped)).unwrap();
    assert!(row.contains(",0.0000,10.0000,3.3333,10.0000,,,29,"), "{table}");
}
