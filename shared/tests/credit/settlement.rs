//! Amounts and dates that settle a facility, and those that never do.

use shared::credit::servicing::{
    Leg, Position, back_dated, evaluate, next_due, quote, receive, resume, settle, waive,
};
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, SettlementType};
use shared::error::{Accepted, Code};
use shared::money::Money;

use crate::servicing::{after, amount, non_accrual, short_murabaha};
use crate::worked::{date, live};

fn sum_of(amounts: [Money; 2]) -> Money {
    Money::total(amounts).unwrap()
}

#[test]
fn without_income_the_last_principal_leaves_the_profit_that_is_due_suspended() {
    let (position, day) = (non_accrual(), date("2026-06-15"));
    let quote = quote(&position, day).unwrap();
    assert_eq!(quote.total, amount("1600000"));
    assert_eq!((quote.profit_due, quote.profit_remaining), (Money::ZERO, Money::ZERO));
    assert_eq!(quote.profit_suspended, amount("63200"));
    let receipt = receive(&position, quote.total, day, 0).unwrap();
    assert_eq!((receipt.status, receipt.settlement), (FacilityStatus::NonAccrual, None));
    assert_eq!(receipt.waived, quote.profit_waived);
    assert_eq!(sum_of([receipt.waived, quote.profit_suspended]), amount("968000.0024"));
    let early = settle(&position, quote.total, day).unwrap();
    assert_eq!((&early.lines, &early.legs), (&receipt.lines, &receipt.legs));
    assert_eq!((early.status, early.settlement), (FacilityStatus::NonAccrual, None));

    let position = after(&position, &receipt);
    assert_eq!(position.suspended_profit(day), quote.profit_suspended);
    assert_eq!(next_due(position.status, &position.lines), None);
    for refused in [receive(&position, amount("1"), day, 0), settle(&position, amount("1"), day)] {
        assert_eq!(refused.unwrap_err().code(), Code::WrongState);
    }
    let waiver = waive(&position).unwrap();
    assert_eq!((waiver.status, waiver.waived), (FacilityStatus::Settled, quote.profit_suspended));
    assert_eq!((waiver.settlement, waiver.legs), (Some(SettlementType::Waived), vec![]));
    let resumed = resume(&position, day, 0, 90).unwrap();
    assert_eq!(resumed.overdue_amount, quote.profit_suspended);
}

#[test]
fn a_murabaha_forgives_nothing_when_its_principal_is_received_without_income() {
    for presentation in [Presentation::Net, Presentation::Gross] {
        let status = FacilityStatus::NonAccrual;
        let position = Position { status, ..short_murabaha(presentation) };
        let day = date("2026-01-31");
        assert_eq!(waive(&position).unwrap_err().code(), Code::WrongState);
        let receipt = receive(&position, amount("100"), day, 0).unwrap();
        assert_eq!((receipt.status, receipt.waived), (status, Money::ZERO));
        let position = after(&position, &receipt);
        assert_eq!(position.suspended_profit(day), amount("10"));
        let waiver = waive(&position).unwrap();
        let released =
            Leg { is_contra: true, ..Leg::of(CreditEvent::ProfitDeferral, amount("10")) };
        let legs = if presentation == Presentation::Gross { vec![released] } else { vec![] };
        assert_eq!((waiver.waived, waiver.legs), (amount("10"), legs));
        let settled = Position { status: waiver.status, lines: waiver.lines, ..position };
        assert_eq!(waive(&settled).unwrap_err().code(), Code::WrongState);
    }
}

#[test]
fn without_income_the_next_amount_due_is_principal_that_can_be_paid() {
    let position = non_accrual();
    let receipt = receive(&position, amount("20000"), date("2026-06-15"), 0).unwrap();
    let due = next_due(receipt.status, &receipt.lines).unwrap();
    assert_eq!((due.date, due.amount), (date("2026-03-31"), amount("6666.6666")));
    let evaluated = evaluate(&after(&position, &receipt), date("2026-06-15"), 0, 90);
    assert_eq!(evaluated.next_due, Some(due));
    assert_eq!(evaluated.days_past_due, 107);
}

#[test]
fn more_principal_than_is_owed_is_not_received_without_income() {
    let position = non_accrual();
    let error = receive(&position, amount("1600000.0001"), date("2026-06-15"), 0).unwrap_err();
    assert_eq!(error.code(), Code::AmountNotAccepted);
    assert!(error.to_string().contains("1600000.0000"), "{error}");
}

/// 1,600,000 settle on the day, and the rent of the next instalment is 16,000.
#[test]
fn a_receipt_that_reaches_the_settlement_amount_must_be_marked_as_a_settlement() {
    let position = live("C01");
    let day = date("2026-02-20");
    for text in ["1600000", "1600000.0001", "1615999.9999", "1616000", "9999999"] {
        let error = receive(&position, amount(text), day, 0).unwrap_err();
        assert_eq!(error.code(), Code::AmountNotAccepted, "{text}");
        let asked = error.problem().errors[0].accepted;
        assert_eq!(asked, Some(Accepted::Settles(amount("1600000"))), "{text}");
    }
    let receipt = receive(&position, amount("1599999.9999"), day, 0).unwrap();
    assert_eq!(receipt.status, FacilityStatus::Active);
    assert_eq!(settle(&position, amount("1600000"), day).unwrap().status, FacilityStatus::Settled);
}

#[test]
fn the_last_line_on_its_day_settles_as_an_ordinary_receipt() {
    let mut position = live("C29");
    for index in 0..position.lines.len() {
        let line = position.lines[index].clone();
        if index + 1 == position.lines.len() {
            let early = line.payment_date.pred_opt().unwrap();
            let refused = receive(&position, line.total_payment(), early, 0).unwrap_err();
            assert_eq!(refused.code(), Code::AmountNotAccepted);
        }
        let receipt = receive(&position, line.total_payment(), line.payment_date, 0).unwrap();
        position = after(&position, &receipt);
    }
    assert_eq!(position.status, FacilityStatus::Settled);
}

#[test]
fn an_earlier_day_of_a_settlement_is_worth_the_rent_that_fell_due_since() {
    let position = live("C01");
    let on = |day, today| back_dated(&position, date(day), date(today)).unwrap();
    assert_eq!(on("2026-02-28", "2026-02-28"), None);
    assert_eq!(on("2026-02-28", "2026-03-30"), None);
    let worth = on("2026-02-27", "2026-03-31").unwrap();
    assert_eq!(worth.less, amount("31866.6667"));
    assert_eq!(worth.total_today, amount("1631866.6667"));
}
