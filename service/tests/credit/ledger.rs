//! Journals and their totals.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::journal::JournalQuery;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;
use shared::money::Money;
use shared::page::PageRequest;
use shared::total::Total;

use crate::credit_desk::{CreditDesk, code};

on_both!(
    journals_cannot_be_changed_or_deleted,
    journals_are_found_by_facility_and_value_date,
    a_table_holds_every_leg_of_the_journals_that_the_filters_let_through,
    the_trial_balance_is_nothing_on_every_day,
);

async fn journals_cannot_be_changed_or_deleted(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.reach(ProductType::Murabaha, FacilityStatus::Active).await;
    let before = desk.dump().await;
    for text in [
        "UPDATE journals SET value_date = '2020-01-01'",
        "UPDATE journal_entries SET amount = 1",
        "UPDATE journal_entries SET debit_account = 'other'",
        "DELETE FROM journal_entries",
        "DELETE FROM journals",
    ] {
        let mut tx = desk.world.db.begin().await.unwrap();
        let refused = tx.sql(text).execute().await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{text}: {refused}");
    }
    assert_eq!(desk.dump().await, before);
}

async fn journals_are_found_by_facility_and_value_date(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let first = desk.reach(ProductType::Murabaha, FacilityStatus::Active).await;
    desk.world.clock.advance(TimeDelta::days(10));
    let second = desk.reach(ProductType::Ijarah, FacilityStatus::Active).await;
    let journals = desk.world.service.journals();
    let found = async |query: JournalQuery| {
        let page = journals.list(&desk.finance, query).await.unwrap();
        page.data.into_iter().map(|it| it.facility_ref).collect::<Vec<_>>()
    };
    let all = JournalQuery::default();
    assert_eq!(found(all.clone()).await, [second.clone(), first.clone()]);
    let of = JournalQuery { facility_ref: Some(first.clone()), ..all.clone() };
    assert_eq!(found(of).await, [&*first]);
    let day = |text: &str| Some(text.parse().unwrap());
    let from = JournalQuery { from: day("2026-11-22"), ..all.clone() };
    assert_eq!(found(from).await, [&*second]);
    let to = JournalQuery { to: day("2026-11-30"), ..all.clone() };
    assert_eq!(found(to).await, [first]);
    let page = PageRequest::new(1, 1);
    assert_eq!(found(JournalQuery { page, ..all }).await, [second]);
    for by in [&desk.world.bystander, &desk.world.hr] {
        assert_eq!(code(journals.list(by, JournalQuery::default()).await), Code::Forbidden);
        assert_eq!(code(journals.trial_balance(by, None).await), Code::Forbidden);
    }
}

async fn a_table_holds_every_leg_of_the_journals_that_the_filters_let_through(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let first = desk.reach(ProductType::Murabaha, FacilityStatus::Active).await;
    desk.world.clock.advance(TimeDelta::days(1));
    desk.reach(ProductType::Ijarah, FacilityStatus::Active).await;
    let journals = desk.world.service.journals();
    let page = PageRequest::new(7, 1);
    let all = JournalQuery { page, ..JournalQuery::default() };
    let table = journals.export(&desk.finance, all.clone()).await.unwrap();
    let head =
        "\u{feff}journalId,date,postedAt,facilityRef,eventType,glAccount,debit,credit,reversalOf";
    assert_eq!(table.lines().next(), Some(head));
    assert_eq!(table.lines().count(), 5, "{table}");

    let of = JournalQuery { facility_ref: Some(first.clone()), ..all.clone() };
    let table = journals.export(&desk.finance, of).await.unwrap();
    let legs: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(legs.len(), 2, "{table}");
    for (leg, amounts) in legs.iter().zip(["100000.0000,0.0000,", "0.0000,100000.0000,"]) {
        assert!(leg.contains(&format!(",{first},origination,")), "{leg}");
        assert!(leg.contains(",2026-11-21,") && leg.ends_with(amounts), "{leg}");
    }
    let before = JournalQuery { to: "2026-11-20".parse().ok(), ..all.clone() };
    assert_eq!(journals.export(&desk.finance, before).await.unwrap().lines().count(), 1);
    let foreign = journals.export(&desk.world.foreign_admin, all.clone()).await.unwrap();
    assert_eq!(foreign.lines().count(), 1);
    assert_eq!(code(journals.export(&desk.world.hr, all).await), Code::Forbidden);
}

async fn the_trial_balance_is_nothing_on_every_day(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    for &product in ProductType::ALL {
        desk.reach(product, FacilityStatus::Active).await;
        desk.world.clock.advance(TimeDelta::days(1));
    }
    let journals = desk.world.service.journals();
    for (day, amount, accounts) in
        [("2026-11-20", 0, 0), ("2026-11-21", 1, 2), ("2026-11-22", 2, 3), ("2026-11-30", 3, 4)]
    {
        let as_of = Some(day.parse().unwrap());
        let balance = journals.trial_balance(&desk.finance, as_of).await.unwrap();
        let debit = Money::from_ten_thousandths(amount * 1_000_000_000);
        assert_eq!(balance.totals.debit, debit, "{day}");
        assert_eq!((balance.totals.credit, balance.totals.balance), (debit.into(), Total::ZERO));
        assert_eq!(balance.rows.len(), accounts);
    }
}
