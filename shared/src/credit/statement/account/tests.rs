use uuid::Uuid;

use super::*;
use crate::credit::schedule::Percent;
use crate::credit::vocabulary::LineStatus;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn at(text: &str) -> DateTime<Utc> {
    format!("{text}T09:00:00Z").parse().unwrap()
}

fn journal() -> JournalId {
    JournalId(Uuid::nil())
}

/// A facility of this product with this amount, activated on 1 January 2026.
fn account(product_type: ProductType, amount: &str) -> Account {
    Account {
        facility_ref: "CF-20260101-AAAA".to_owned(),
        origination: Origination {
            product_type,
            date: day("2026-01-01"),
            amount: money(amount),
            journal_id: journal(),
        },
        rent: Vec::new(),
        receipts: Vec::new(),
        waivers: Vec::new(),
    }
}

/// A lease of 1,000 with rent of 10 and of 5 due at the end of January and of February.
fn lease() -> Account {
    let rent = [("2026-01-31", "10"), ("2026-02-28", "5")];
    let rent = (1..).zip(rent).map(|(period, (due_on, amount))| Rent {
        period,
        due_on: day(due_on),
        amount: money(amount),
    });
    Account { rent: rent.collect(), ..account(ProductType::Ijarah, "1000") }
}

fn receipt(date: &str, amount: &str) -> Receipt {
    Receipt {
        date: day(date),
        recorded_at: at(date),
        amount: money(amount),
        reference: "Transfer".to_owned(),
        early_settlement: false,
        journal_id: journal(),
        advance: Vec::new(),
        reversal: None,
    }
}

fn reversed(date: &str, recorded_at: &str) -> Reversal {
    let (date, recorded_at) = (day(date), at(recorded_at));
    Reversal { date, recorded_at, journal_id: journal() }
}

fn advance(period: u32, due_on: &str, amount: &str) -> Vec<AdvanceRent> {
    vec![AdvanceRent { period, due_on: day(due_on), amount: money(amount) }]
}

fn statement(account: &Account, from: &str, to: &str) -> AccountStatement {
    let period = Period { from: day(from), to: day(to) };
    let statement = account.clone().statement(period, day("2026-06-30"));
    let (debits, credits) = statement.turnover();
    assert_eq!(statement.opening + debits - credits, statement.closing);
    statement
}

/// The movements of the whole account, one per line.
fn shown(account: &Account) -> Vec<String> {
    let movements = statement(account, "2026-01-01", "2026-06-30").movements;
    let shown = movements.into_iter().map(|it| {
        let amount = Total::from(it.debit) - it.credit.into();
        format!("{} {} {amount} {}", it.date, it.movement_type, it.balance)
    });
    shown.collect()
}

#[test]
fn a_murabaha_owes_its_price_from_the_sale_and_no_rent() {
    let mut sale = account(ProductType::Murabaha, "110");
    sale.receipts = vec![
        receipt("2026-01-20", "30"),
        Receipt { early_settlement: true, ..receipt("2026-02-01", "80") },
    ];
    let expected = [
        "2026-01-01 sale 110.0000 110.0000",
        "2026-01-20 payment -30.0000 80.0000",
        "2026-02-01 early_settlement -80.0000 0.0000",
    ];
    assert_eq!(shown(&sale), expected);
}

#[test]
fn rent_is_owed_from_its_due_date_and_precedes_the_payments_of_the_day() {
    let mut lease = lease();
    lease.receipts = vec![receipt("2026-01-31", "260")];
    let expected = [
        "2026-01-01 financing 1000.0000 1000.0000",
        "2026-01-31 rent 10.0000 1010.0000",
        "2026-01-31 payment -260.0000 750.0000",
        "2026-02-28 rent 5.0000 755.0000",
    ];
    assert_eq!(shown(&lease), expected);
}

#[test]
fn rent_that_is_due_after_today_is_not_in_a_statement() {
    let period = Period { from: day("2026-01-01"), to: day("2027-12-31") };
    let statement = lease().statement(period, day("2026-02-27"));
    assert_eq!((statement.movements.len(), statement.closing.to_string()), (2, "1010.0000".into()));
}

#[test]
fn rent_received_before_its_due_date_is_owed_from_the_receipt_and_the_rest_when_due() {
    let mut lease = lease();
    let advance = advance(1, "2026-01-31", "4");
    lease.receipts = vec![Receipt { advance, ..receipt("2026-01-10", "4") }];
    let expected = [
        "2026-01-01 financing 1000.0000 1000.0000",
        "2026-01-10 rent 4.0000 1004.0000",
        "2026-01-10 payment -4.0000 1000.0000",
        "2026-01-31 rent 6.0000 1006.0000",
        "2026-02-28 rent 5.0000 1011.0000",
    ];
    assert_eq!(shown(&lease), expected);
}

#[test]
fn a_reversal_is_a_movement_of_its_own_and_ends_rent_that_is_not_due_yet() {
    let mut lease = lease();
    lease.rent.truncate(1);
    let advance = advance(1, "2026-01-31", "10");
    let reversal = Some(reversed("2026-01-10", "2026-03-01"));
    lease.receipts = vec![Receipt { advance, reversal, ..receipt("2026-01-10", "60") }];
    let expected = [
        "2026-01-01 financing 1000.0000 1000.0000",
        "2026-01-10 rent 10.0000 1010.0000",
        "2026-01-10 payment -60.0000 950.0000",
        "2026-01-10 payment_reversed 60.0000 1010.0000",
        "2026-01-10 rent_reversed -10.0000 1000.0000",
        "2026-01-31 rent 10.0000 1010.0000",
    ];
    assert_eq!(shown(&lease), expected);
}

#[test]
fn a_payment_of_a_closed_day_counts_until_its_reversal() {
    let mut lease = lease();
    lease.rent.truncate(1);
    let advance = advance(1, "2026-01-31", "10");
    let reversal = Some(reversed("2026-02-01", "2026-02-05"));
    lease.receipts = vec![Receipt { advance, reversal, ..receipt("2026-01-10", "60") }];
    let expected = [
        "2026-01-01 financing 1000.0000 1000.0000",
        "2026-01-10 rent 10.0000 1010.0000",
        "2026-01-10 payment -60.0000 950.0000",
        "2026-02-01 payment_reversed 60.0000 1010.0000",
    ];
    assert_eq!(shown(&lease), expected);
    assert_eq!(statement(&lease, "2026-01-01", "2026-01-31").closing.to_string(), "950.0000");
}

#[test]
fn a_waiver_and_its_reversal_have_the_later_day_of_waiver_and_payment() {
    let mut sale = account(ProductType::Murabaha, "110");
    let reversal = Some(reversed("2026-02-15", "2026-03-10"));
    sale.receipts = vec![Receipt { reversal, ..receipt("2026-02-15", "100") }];
    sale.waivers = vec![Waiver {
        date: day("2026-03-01"),
        recorded_at: at("2026-03-01"),
        amount: money("10"),
        journal_id: None,
        reversed_at: Some(at("2026-03-10")),
        reversal_journal_id: None,
    }];
    let expected = [
        "2026-01-01 sale 110.0000 110.0000",
        "2026-02-15 payment -100.0000 10.0000",
        "2026-02-15 payment_reversed 100.0000 110.0000",
        "2026-03-01 profit_waived -10.0000 100.0000",
        "2026-03-01 profit_waiver_reversed 10.0000 110.0000",
    ];
    assert_eq!(shown(&sale), expected);
    sale.receipts[0].reversal = Some(reversed("2026-03-05", "2026-03-10"));
    assert_eq!(
        shown(&sale)[3..],
        [
            "2026-03-05 payment_reversed 100.0000 100.0000",
            "2026-03-05 profit_waiver_reversed 10.0000 110.0000",
        ]
    );
}

#[test]
fn the_closing_balance_of_a_period_is_the_opening_balance_of_the_next() {
    let mut lease = lease();
    let advance = advance(2, "2026-02-28", "5");
    lease.receipts =
        vec![receipt("2026-01-31", "260"), Receipt { advance, ..receipt("2026-02-10", "255") }];
    let mut opening = Total::ZERO;
    for first in day("2025-12-30").iter_days().take(70).step_by(7) {
        let last = first + chrono::Days::new(6);
        let part = statement(&lease, &first.to_string(), &last.to_string());
        assert_eq!(part.opening, opening, "{first}");
        opening = part.closing;
    }
    assert_eq!(opening.to_string(), "500.0000");
}

#[test]
fn a_customer_does_not_see_journals() {
    let mut lease = lease();
    lease.receipts = vec![receipt("2026-01-31", "260")];
    let whole = statement(&lease, "2026-01-01", "2026-06-30");
    assert_eq!(whole.movements.iter().filter(|it| it.journal_id.is_some()).count(), 2);
    let own = whole.clone().for_customer();
    assert!(own.movements.iter().all(|it| it.journal_id.is_none()));
    assert_eq!((own.opening, own.closing), (whole.opening, whole.closing));
}

#[test]
fn the_rent_of_a_line_excludes_what_a_settlement_waived_and_includes_what_an_approver_waived() {
    let mut line = Line {
        period: 1,
        payment_date: day("2026-01-31"),
        beginning_balance: money("100"),
        principal_portion: money("50"),
        profit_portion: money("10"),
        ending_balance: money("50"),
        provider_ownership: Percent::from_hundredths(10_000).unwrap(),
        status: LineStatus::Overdue,
        principal_paid: Money::ZERO,
        profit_paid: money("4"),
        profit_waived: Money::ZERO,
    };
    let amount = |line: &Line, waived: &str| Rent::of(line, money(waived)).amount;
    assert_eq!(amount(&line, "0"), money("10"));
    line.status = LineStatus::Paid;
    line.profit_waived = money("6");
    assert_eq!(amount(&line, "0"), money("4"), "a settlement");
    assert_eq!(amount(&line, "6"), money("10"), "an approver");
}
