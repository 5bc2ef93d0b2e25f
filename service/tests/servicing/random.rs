//! Random sequences of actions: after every step the books tie out, and a refusal writes nothing.

use chrono::NaiveDate;
use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::payment::Payment;
use shared::credit::report::{PortfolioReport, TieOut};
use shared::credit::vocabulary::{FacilityStatus, InstalmentRounding};
use shared::error::{Code, Result};
use shared::money::Money;

use super::reversal::rows_of;
use crate::credit_desk::{CreditDesk, Terms, as_of, because, date, receipt, settlement};

on_both!(
    after_any_sequence_of_acts_the_books_tie_out,
    the_portfolio_of_a_past_day_is_what_it_was_then,
);

/// The number of actions per facility.
const ACTIONS: usize = 10;
/// The interval of facilities after which the whole portfolio is reconciled, in addition to each
/// facility.
const BOOK_EVERY: usize = 20;

/// The number of facilities, each with its own sequence.
fn sequences() -> usize {
    if std::env::var_os("MIZAN_TEST_LONG").is_some() { 2_000 } else { 60 }
}

/// A deterministic sequence of pseudo-random numbers (xorshift).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// One action on a facility on a day; returns the payment that was received or reversed.
pub(super) async fn random_action(
    desk: &CreditDesk,
    dice: &mut Dice,
    reference: &str,
    day: &str,
) -> Result<Option<Payment>> {
    let facilities = desk.world.service.facilities();
    let facility = desk.facility(reference).await;
    let due = facility.next_due.map_or(Money::ZERO, |due| due.amount);
    let part = |share: u64| {
        let share = i64::try_from(share).unwrap() + 1;
        Money::from_ten_thousandths(due.ten_thousandths() / 7 * share).to_string()
    };
    match dice.roll(13) {
        0..=2 => desk.pay(reference, &part(dice.roll(6)), day).await.map(Some),
        3 | 4 => desk.pay(reference, &due.to_string(), day).await.map(Some),
        5 => desk.pay(reference, &part(20), day).await.map(Some),
        6 => settle(desk, reference, day).await.map(Some),
        7 => {
            let first = facilities.overdue(&desk.shariah, reference, as_of(None)).await?;
            let journals = rows_of(&desk.world.db, reference).await;
            let second = facilities.overdue(&desk.shariah, reference, as_of(None)).await?;
            assert_eq!((first, journals), (second, rows_of(&desk.world.db, reference).await));
            Ok(None)
        }
        8 => {
            let reason = because("Lost");
            facilities.stop_accrual(&desk.shariah, reference, reason).await.map(|_| None)
        }
        9 => {
            let reason = because("Cured");
            facilities.resume_accrual(&desk.shariah, reference, reason).await.map(|_| None)
        }
        10 => {
            let reason = because("Hardship");
            facilities.waive_profit(&desk.shariah, reference, reason).await.map(|_| None)
        }
        _ => undo(desk, reference, day).await,
    }
}

/// Pays the quoted amount, after which nothing remains to be settled.
async fn settle(desk: &CreditDesk, reference: &str, day: &str) -> Result<Payment> {
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, reference, None).await?;
    let input = || settlement(&quote.quote.total.to_string(), day);
    let paid = desk.record(reference, input()).await?;
    let settled = desk.facility(reference).await;
    let is_settled = settled.status == FacilityStatus::Settled;
    assert!(is_settled || settled.profit_suspended.is_positive());
    assert_eq!(is_settled, quote.quote.profit_suspended.is_zero());
    assert!(settled.outstanding_principal.is_zero());
    assert_eq!(desk.record(reference, input()).await.unwrap_err().code(), Code::WrongState);
    Ok(paid)
}

/// Reverses the latest payment or, if there is none, pays the minimum amount.
pub(super) async fn undo(desk: &CreditDesk, reference: &str, day: &str) -> Result<Option<Payment>> {
    let page = shared::page::PageRequest::default();
    let list = desk.world.service.payments().list(&desk.finance, reference, page).await?.data;
    let Some(latest) = list.iter().find(|it| it.reversed_at.is_none()) else {
        return desk.record(reference, receipt("0.0001", day)).await.map(Some);
    };
    desk.undo(reference, latest).await.map(|_| None)
}

/// The parts of a payment add up to it, and it is in the ledger; on non-accrual all of it is
/// principal.
async fn adds_up(desk: &CreditDesk, reference: &str, payment: &Payment, was: FacilityStatus) {
    let lines = payment.applied_to.iter().map(|it| it.paid_amount);
    let put = Money::total(lines.chain([payment.extra_amount])).unwrap();
    assert_eq!(put, payment.amount);
    assert_eq!(payment.principal.plus(payment.profit), Some(payment.amount));
    assert!(!desk.journal(payment, reference).await.is_empty());
    if was == FacilityStatus::NonAccrual {
        assert_eq!(payment.principal, payment.amount);
    }
}

/// The amount owed on a facility agrees between its lines, the ledger and the stored total, and
/// together with the received principal it equals the facility amount.
async fn facility_ties_out(desk: &CreditDesk, reference: &str) {
    const LINES: &str = "SELECT CAST(SUM(l.principal_portion - l.principal_paid) AS BIGINT)
        FROM schedule_lines l JOIN facilities f ON f.id = l.facility_id
        WHERE f.facility_ref = $1";
    const RECEIVED: &str =
        "SELECT f.facility_amount - CAST(COALESCE(SUM(p.principal), 0) AS BIGINT)
        FROM facilities f LEFT JOIN payments p ON p.facility_id = f.id AND p.reversed_at IS NULL
        WHERE f.facility_ref = $1 GROUP BY f.facility_amount";
    const LEDGER: &str = "SELECT CAST(SUM(CASE WHEN j.reversal_of_id IS NULL THEN 1 ELSE -1 END
            * CASE e.event_type WHEN 'origination' THEN e.amount
                WHEN 'installment_principal' THEN -e.amount
                WHEN 'extra_payment' THEN -e.amount
                WHEN 'early_settlement_principal' THEN -e.amount
                WHEN 'non_accrual_receipt' THEN -e.amount ELSE 0 END) AS BIGINT)
        FROM journals j
        JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
        JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
        WHERE f.facility_ref = $1";
    let kept = desk.facility(reference).await.outstanding_principal;
    let journals = desk.world.service.facilities().journals(&desk.finance, reference).await;
    let tie_out = TieOut::of_facility(&journals.unwrap(), kept);
    assert!(tie_out.agrees(), "{reference}: {tie_out:?}");
    let kept = kept.ten_thousandths();
    let mut tx = desk.world.db.read().await.unwrap();
    for statement in [LINES, RECEIVED, LEDGER] {
        let owed: i64 = tx.sql(statement).bind(reference).scalar().await.unwrap();
        assert_eq!(owed, kept, "{reference}: {statement}");
    }
}

/// Ten actions on a new facility, on increasing days; returns its final status.
async fn sequence(desk: &CreditDesk, dice: &mut Dice, terms: Terms) -> FacilityStatus {
    desk.go_to("2026-01-01");
    let reference = desk.live(terms).await;
    let mut day = date("2026-01-01");
    for _ in 0..ACTIONS {
        day = day + chrono::Days::new(dice.roll(40));
        desk.go_to(&day.to_string());
        let before = rows_of(&desk.world.db, &reference).await;
        let was = desk.facility(&reference).await.status;
        match random_action(desk, dice, &reference, &day.to_string()).await {
            Ok(Some(payment)) => adds_up(desk, &reference, &payment, was).await,
            Ok(None) => {}
            Err(error) => {
                let expected = [Code::WrongState, Code::AmountNotAccepted, Code::ValidationFailed];
                assert!(expected.contains(&error.code()), "{error:?}");
                assert_eq!(rows_of(&desk.world.db, &reference).await, before);
            }
        }
        facility_ties_out(desk, &reference).await;
    }
    desk.facility(&reference).await.status
}

async fn after_any_sequence_of_acts_the_books_tie_out(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-01").await;
    let mut dice = Dice(0x5DEE_CE66_D1CE_CAFE);
    let terms = [Terms::SMALL, Terms::LEASE, Terms::HOUSE, Terms::MURABAHA];
    let (sequences, mut settled) = (sequences(), 0);
    for number in 0..sequences {
        if number == sequences / 2 {
            desk.show_gross().await;
        }
        if number == sequences / 4 {
            desk.round_instalments(InstalmentRounding::MinorUnit, "AED").await;
        } else if number == sequences / 4 * 3 {
            desk.round_instalments(InstalmentRounding::MinorUnit, "JPY").await;
        }
        let end = sequence(&desk, &mut dice, terms[number % terms.len()]).await;
        settled += usize::from(end == FacilityStatus::Settled);
        if number % BOOK_EVERY == 0 {
            desk.ties_out().await;
        }
    }
    assert!(settled > 0);
    let findings = desk.world.service.self_check().run().await.unwrap();
    assert_eq!(findings, []);
    let reports = desk.world.service.credit_reports();
    let report = reports.shariah_compliance(&desk.finance).await.unwrap();
    assert!(report.income_while_non_accrual.is_zero());
}

/// The date of the earliest payment that was reversed now.
async fn undone_now(desk: &CreditDesk) -> Option<NaiveDate> {
    const UNDONE: &str = "SELECT MIN(payment_date) FROM payments WHERE reversed_at = $1";
    let mut tx = desk.world.db.read().await.unwrap();
    tx.sql(UNDONE).bind(desk.world.service.now()).scalar().await.unwrap()
}

/// The state of a past day is derived from the events since. A reversed payment counts on no day.
async fn the_portfolio_of_a_past_day_is_what_it_was_then(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-01").await;
    let mut dice = Dice(0x0DD0_15EA_5EED_F00D);
    let mut references = Vec::new();
    for terms in [Terms::SMALL, Terms::LEASE, Terms::HOUSE, Terms::MURABAHA] {
        references.extend([desk.live(terms).await, desk.live(terms).await]);
    }
    let mut day = date("2026-01-01");
    let mut portfolios = Vec::new();
    let reports = desk.world.service.credit_reports();
    for _ in 0..12 {
        day = day + chrono::Days::new(1 + dice.roll(20));
        desk.go_to(&day.to_string());
        for reference in &references {
            if let Err(error) = random_action(&desk, &mut dice, reference, &day.to_string()).await {
                assert_ne!(error.code(), Code::InternalError, "{error:?}");
            }
        }
        if let Some(undone) = undone_now(&desk).await {
            for then in portfolios.iter_mut().filter(|it: &&mut PortfolioReport| it.as_of >= undone)
            {
                *then = reports.portfolio(&desk.finance, Some(then.as_of)).await.unwrap();
                assert!(then.tie_out.agrees(), "{then:?}");
            }
        }
        portfolios.push(reports.portfolio(&desk.finance, None).await.unwrap());
    }
    desk.go_to("2028-01-01");
    for then in portfolios {
        let now = reports.portfolio(&desk.finance, Some(then.as_of)).await.unwrap();
        assert_eq!((now.totals, now.ageing, now.tie_out), (then.totals, then.ageing, then.tie_out));
    }
}
