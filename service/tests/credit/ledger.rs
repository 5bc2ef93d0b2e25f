//! Journals and their totals.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::journal::{JournalQuery, Sides, TrialBalance};
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;
use shared::money::Money;
use shared::page::PageRequest;
use shared::total::Total;

use crate::credit_desk::{CreditDesk, Terms, code};

on_both!(
    journals_cannot_be_changed_or_deleted,
    journals_are_found_by_facility_and_value_date,
    a_table_holds_every_leg_of_the_journals_that_the_filters_let_through,
    the_trial_balance_is_nothing_on_every_day,
    a_trial_balance_of_some_days_opens_moves_and_closes_on_each_side,
    the_trial_balance_leaves_as_a_table_of_accounts,
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
        assert_eq!(code(journals.trial_balance(by, None, None).await), Code::Forbidden);
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
    let head = "\u{feff}journalId,date,postedAt,facilityRef,eventType,glAccount,debit,credit,\
                reversalOf,glAccountName";
    assert_eq!(table.lines().next(), Some(head));
    assert_eq!(table.lines().count(), 5, "{table}");

    let of = JournalQuery { facility_ref: Some(first.clone()), ..all.clone() };
    let table = journals.export(&desk.finance, of).await.unwrap();
    let legs: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(legs.len(), 2, "{table}");
    for (leg, amounts) in legs.iter().zip(["100000.0000,0.0000,,", "0.0000,100000.0000,,"]) {
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
        let balance = journals.trial_balance(&desk.finance, None, as_of).await.unwrap();
        let debit = Money::from_ten_thousandths(amount * 1_000_000_000);
        assert_eq!(balance.totals.debit, debit, "{day}");
        assert_eq!((balance.totals.credit, balance.totals.balance), (debit.into(), Total::ZERO));
        assert_eq!(balance.rows.len(), accounts);
    }
}

fn sides(sides: Sides) -> String {
    format!("{} {}", sides.debit, sides.credit)
}

async fn a_trial_balance_of_some_days_opens_moves_and_closes_on_each_side(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-02-28");
    desk.pay(&small, "36.6666", "2026-02-28").await.unwrap();
    desk.go_to("2026-03-31");
    let journals = desk.world.service.journals();
    let between = async |from: Option<&str>, to: Option<&str>| {
        let day = |text: &str| text.parse().unwrap();
        journals.trial_balance(&desk.finance, from.map(day), to.map(day)).await.unwrap()
    };
    let row = |balance: &TrialBalance, account: &str| {
        let row = balance.rows.iter().find(|row| row.gl_account == account).unwrap();
        [row.opening, row.movement, row.closing].map(sides)
    };
    let february = between(Some("2026-02-01"), Some("2026-02-28")).await;
    assert_eq!(february.from.map(|it| it.to_string()).as_deref(), Some("2026-02-01"));
    assert_eq!(february.as_of.to_string(), "2026-02-28");
    let nothing = "0.0000 0.0000";
    assert_eq!(
        row(&february, "murabaha_receivable"),
        ["100.0000 0.0000", "0.0000 33.3333", "66.6667 0.0000"]
    );
    assert_eq!(row(&february, "murabaha_income"), [nothing, "0.0000 3.3333", "0.0000 3.3333"]);
    let totals = february.totals;
    for part in [totals.opening, totals.movement, totals.closing] {
        assert_eq!(part.debit, part.credit);
    }
    assert_eq!(totals.balance, Total::ZERO);
    let march = between(Some("2026-03-01"), None).await;
    assert_eq!(row(&march, "murabaha_receivable"), ["66.6667 0.0000", nothing, "66.6667 0.0000"]);
    assert_eq!(march.rows[0].debit, february.rows[0].debit);
    let all = between(None, Some("2026-02-28")).await;
    assert_eq!(row(&all, "murabaha_receivable"), [nothing, "100.0000 33.3333", "66.6667 0.0000"]);
    let from = "2026-03-02".parse().ok();
    let to = "2026-03-01".parse().ok();
    let refused = journals.trial_balance(&desk.finance, from, to).await;
    assert_eq!(code(refused), Code::ValidationFailed);
}

async fn the_trial_balance_leaves_as_a_table_of_accounts(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.live(Terms::SMALL).await;
    let journals = desk.world.service.journals();
    let from = "2026-01-01".parse().ok();
    let table = journals.export_trial_balance(&desk.finance, from, None).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(
        lines[0],
        "\u{feff}from,asOf,glAccount,glAccountName,openingDebit,openingCredit,\
         movementDebit,movementCredit,closingDebit,closingCredit,debit,credit,balance"
    );
    let receivable = "2026-01-01,2026-01-31,murabaha_receivable,,0.0000,0.0000,100.0000,0.0000,\
                      100.0000,0.0000,100.0000,0.0000,100.0000";
    assert!(lines.contains(&receivable), "{table}");
    assert_eq!(lines.len(), 3);
    let foreign = journals.export_trial_balance(&desk.world.foreign_admin, None, None).await;
    assert_eq!(foreign.unwrap().lines().count(), 1);
    assert_eq!(
        code(journals.export_trial_balance(&desk.world.hr, None, None).await),
        Code::Forbidden
    );
}
