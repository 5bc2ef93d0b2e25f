//! The database cost of a payment does not grow with the facilities, the lines or the payments.

use database::on_both;
use database::test_support::TestDatabase;

use crate::credit_desk::{CreditDesk, Terms};

on_both!(a_payment_takes_thirteen_statements_plus_its_lines);

/// Reading the lines, writing them, and recording their previous state.
const LINES: u64 = 3;

async fn a_payment_takes_thirteen_statements_plus_its_lines(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    for terms in [Terms::LEASE, Terms::HOUSE] {
        let reference = desk.live(terms).await;
        for amount in ["100", "101", "102"] {
            let before = desk.world.db.statements();
            desk.pay(&reference, amount, "2026-01-31").await.unwrap();
            assert_eq!(desk.world.db.statements() - before, 13 + LINES, "{terms:?}");
        }
    }
    for _ in 0..3 {
        desk.live(Terms::SMALL).await;
    }
    let reports = desk.world.service.credit_reports();
    let before = desk.world.db.statements();
    reports.portfolio(&desk.finance, None).await.unwrap();
    reports.income(&desk.finance, None, None).await.unwrap();
    reports.shariah_compliance(&desk.finance).await.unwrap();
    assert_eq!(desk.world.db.statements() - before, 25);
}
