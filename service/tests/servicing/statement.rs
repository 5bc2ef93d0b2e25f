//! Statements of account.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::statement::{AccountStatement, StatementQuery};
use shared::error::Code;

use super::portal::visited;
use crate::credit_desk::{CreditDesk, Terms, because, code, date, receipt, settlement, total};

on_both!(
    a_statement_of_a_lease_lists_rent_payments_and_reversals,
    a_statement_of_a_murabaha_begins_with_its_price,
    a_waiver_of_suspended_profit_is_a_movement,
    a_reversal_in_a_closed_period_is_listed_on_the_first_open_day,
    a_facility_that_is_not_active_has_an_empty_statement,
    a_statement_takes_a_period_within_the_calendar_and_the_permission,
    a_statement_is_exported_with_its_balances,
    a_customer_reads_their_own_statement_without_journals,
    a_statement_takes_seven_statements_whatever_its_length,
);

fn query(from: &str, to: &str) -> StatementQuery {
    StatementQuery { from: from.parse().ok(), to: to.parse().ok() }
}

async fn statement(desk: &CreditDesk, reference: &str, from: &str, to: &str) -> AccountStatement {
    let facilities = desk.world.service.facilities();
    facilities.statement(&desk.finance, reference, query(from, to)).await.unwrap()
}

/// The movements, one per line.
fn shown(statement: &AccountStatement) -> Vec<String> {
    let movements = statement.movements.iter().map(|it| {
        let figures = format!("{} {} {}", it.debit, it.credit, it.balance);
        format!("{} {} [{}] {figures}", it.date, it.movement_type, it.reference)
    });
    movements.collect()
}

async fn a_statement_of_a_lease_lists_rent_payments_and_reversals(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-10");
    let paid = desk.pay(&lease, "50", "2026-02-28").await.unwrap();
    let undone = desk.pay(&lease, "100", "2026-03-05").await.unwrap();
    let undone = desk.undo(&lease, &undone).await.unwrap();
    let whole = statement(&desk, &lease, "", "").await;
    let expected = [
        "2026-01-31 financing [] 10000.0000 0.0000 10000.0000",
        "2026-02-28 rent [1] 50.0000 0.0000 10050.0000",
        "2026-02-28 payment [Transfer] 0.0000 50.0000 10000.0000",
        "2026-03-05 payment [Transfer] 0.0000 100.0000 9900.0000",
        "2026-03-05 payment_reversed [Transfer] 100.0000 0.0000 10000.0000",
    ];
    assert_eq!(shown(&whole), expected);
    assert_eq!((whole.from, whole.to), (date("2026-01-31"), date("2026-03-10")));
    assert_eq!(whole.closing, desk.facility(&lease).await.total_owed);
    let journals: Vec<_> = whole.movements.iter().map(|it| it.journal_id).collect();
    let facility = desk.facility(&lease).await;
    let (paid, reversed) = (paid.journal_entry_id, undone.journal_entry_id);
    let contra = undone.reversal_journal_id;
    let origination = facility.origination_journal_id;
    assert_eq!(journals, [origination, None, Some(paid), Some(reversed), contra]);
    let march = statement(&desk, &lease, "2026-03-01", "2026-03-31").await;
    assert_eq!((march.opening, march.closing), (total("10000"), total("10000")));
    assert_eq!(march.movements, whole.movements[3..]);
}

async fn a_statement_of_a_murabaha_begins_with_its_price(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for gross in [false, true] {
        if gross {
            desk.show_gross().await;
        }
        desk.go_to("2026-01-31");
        let small = desk.live(Terms::SMALL).await;
        desk.pay(&small, "40", "2026-01-31").await.unwrap();
        desk.record(&small, settlement("70", "2026-01-31")).await.unwrap();
        desk.go_to("2026-06-30");
        let statement = statement(&desk, &small, "", "").await;
        let expected = [
            "2026-01-31 sale [] 110.0000 0.0000 110.0000",
            "2026-01-31 payment [Transfer] 0.0000 40.0000 70.0000",
            "2026-01-31 early_settlement [Transfer] 0.0000 70.0000 0.0000",
        ];
        assert_eq!(shown(&statement), expected, "gross: {gross}");
    }
}

async fn a_waiver_of_suspended_profit_is_a_movement(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let facilities = desk.world.service.facilities();
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-15");
    facilities.stop_accrual(&desk.shariah, &lease, because("Insolvent")).await.unwrap();
    let paid = desk.record(&lease, settlement("10000", "2026-03-15")).await.unwrap();
    desk.go_to("2026-03-20");
    facilities.waive_profit(&desk.shariah, &lease, because("Hardship")).await.unwrap();
    let waived = [
        "2026-03-15 early_settlement [Transfer] 0.0000 10000.0000 50.0000",
        "2026-03-20 profit_waived [] 0.0000 50.0000 0.0000",
    ];
    assert_eq!(shown(&statement(&desk, &lease, "2026-03-15", "").await), waived);
    desk.undo(&lease, &paid).await.unwrap();
    let march = statement(&desk, &lease, "2026-03-15", "2026-03-31").await;
    assert_eq!((march.opening, march.closing), (total("10050"), total("10050")));
    assert_eq!(march.movements.len(), 4);
    assert_eq!(march.closing, desk.facility(&lease).await.total_owed);
}

async fn a_reversal_in_a_closed_period_is_listed_on_the_first_open_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let paid = desk.pay(&lease, "100", "2026-01-31").await.unwrap();
    desk.go_to("2026-02-10");
    let january = statement(&desk, &lease, "", "2026-01-31").await;
    let closed = ClosedPeriod { closed_through: Some(date("2026-01-31")) };
    desk.world.service.closed_periods().change(&desk.finance, closed).await.unwrap();
    desk.undo(&lease, &paid).await.unwrap();
    assert_eq!(statement(&desk, &lease, "", "2026-01-31").await, january);
    let february = statement(&desk, &lease, "2026-02-01", "").await;
    let expected = [
        "2026-02-01 payment_reversed [Transfer] 100.0000 0.0000 10050.0000",
        "2026-02-01 rent_reversed [1] 0.0000 50.0000 10000.0000",
    ];
    assert_eq!(shown(&february), expected);
    assert_eq!((february.opening, february.closing), (total("9950"), total("10000")));
}

async fn a_facility_that_is_not_active_has_an_empty_statement(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let facilities = desk.world.service.facilities();
    let input = Terms::LEASE.input(desk.customer);
    let draft = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    let statement = statement(&desk, &draft, "", "").await;
    assert_eq!((statement.from, statement.to), (date("2026-01-31"), date("2026-01-31")));
    assert_eq!((statement.opening, statement.closing), (total("0"), total("0")));
    assert_eq!(statement.movements, []);
}

async fn a_statement_takes_a_period_within_the_calendar_and_the_permission(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    for (from, to) in [("2026-03-01", "2026-02-28"), ("1899-12-31", ""), ("", "+10000-01-01")] {
        let refused = facilities.statement(&desk.finance, &lease, query(from, to)).await;
        assert_eq!(code(refused), Code::ValidationFailed, "{from} {to}");
    }
    let all = StatementQuery::default();
    let unknown = facilities.statement(&desk.finance, "CF-20260131-ZZZZ", all).await;
    assert_eq!(code(unknown), Code::NotFound);
    let foreign = facilities.statement(&desk.world.foreign_admin, &lease, all).await;
    assert_eq!(code(foreign), Code::NotFound);
    let employee = facilities.statement(&desk.world.employee, &lease, all).await;
    assert_eq!(code(employee), Code::Forbidden);
}

async fn a_statement_is_exported_with_its_balances(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let input = receipt("40", "2026-01-31");
    let input = shared::credit::payment::PaymentInput { reference: "=1+1".to_owned(), ..input };
    let paid = desk.record(&small, input).await.unwrap();
    let origination = desk.facility(&small).await.origination_journal_id.unwrap();
    let facilities = desk.world.service.facilities();
    let all = StatementQuery::default();
    let table = facilities.export_statement(&desk.finance, &small, all).await.unwrap();
    let expected = format!(
        "\u{feff}date,type,reference,debit,credit,balance,journalId\n\
         2026-01-31,opening,,,,0.0000,\n\
         2026-01-31,sale,,110.0000,0.0000,110.0000,{origination}\n\
         2026-01-31,payment,\"'=1+1\",0.0000,40.0000,70.0000,{}\n\
         2026-01-31,closing,,,,70.0000,\n",
        paid.journal_entry_id,
    );
    assert_eq!(table, expected);
}

async fn a_customer_reads_their_own_statement_without_journals(db: TestDatabase) {
    let (mut desk, guest) = visited(db).await;
    let own = desk.live(Terms::SMALL).await;
    desk.pay(&own, "40", "2026-11-21").await.unwrap();
    let input = Terms::SMALL.input(desk.customer);
    let facilities = desk.world.service.facilities();
    let draft = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    let all = StatementQuery::default();
    let portal = desk.world.service.portal();
    let read = portal.account_statement(&guest, &own, all).await.unwrap();
    let whole = facilities.statement(&desk.finance, &own, all).await.unwrap();
    assert_eq!(read, whole.clone().for_customer());
    assert_ne!(read, whole);
    let reversed = query("2026-12-01", "2026-11-30");
    let refused = portal.account_statement(&guest, &own, reversed).await;
    assert_eq!(code(refused), Code::ValidationFailed);
    desk.customer = desk.world.customer("Layla").await.id;
    let foreign = desk.live(Terms::SMALL).await;
    for reference in [&*draft, &*foreign, "CF-20261121-ZZZZ"] {
        let refused = portal.account_statement(&guest, reference, all).await;
        assert_eq!(code(refused), Code::NotFound, "{reference}");
    }
}

async fn a_statement_takes_seven_statements_whatever_its_length(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let house = desk.live(Terms::HOUSE).await;
    for payments in 1..4 {
        desk.pay(&house, "100", "2026-01-31").await.unwrap();
        let before = desk.world.db.statements();
        statement(&desk, &house, "", "").await;
        assert!(desk.world.db.statements() - before <= 7, "{payments}");
    }
}
