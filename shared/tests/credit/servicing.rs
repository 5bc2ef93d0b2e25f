//! Worked receipts and settlements.

use serde_json::{Value, json};
use shared::credit::schedule::{Line, Terms, Totals, schedule};
use shared::credit::servicing::{
    Allocation, Leg, Position, evaluate, origination_legs, outstanding_principal, quote, receive,
    resume, settle,
};
use shared::credit::vocabulary::{
    CreditEvent, FacilityStatus, LineStatus, Presentation, SettlementType,
};
use shared::error::Code;
use shared::money::Money;

use crate::worked::{data, date, live, money, schedule_case, servicing_case, terms};

/// The position after a receipt.
pub fn after(position: &Position, allocation: &Allocation) -> Position {
    let lines = allocation.lines.clone();
    Position { lines, status: allocation.status, ..position.clone() }
}

pub fn amount(text: &str) -> Money {
    text.parse().unwrap()
}

fn shown(legs: &[Leg]) -> Vec<Value> {
    legs.iter().map(|leg| json!({ "event": leg.event, "amount": leg.amount })).collect()
}

/// The legs of a worked journal, without the accounts.
fn expected(journal: &Value) -> Vec<Value> {
    let legs = journal.as_array().unwrap().iter();
    legs.map(|leg| json!({ "event": leg["event"], "amount": leg["amount"] })).collect()
}

fn applied(allocation: &Allocation) -> Vec<Value> {
    let lines = allocation.applied.iter().map(|applied| {
        json!({
            "period": applied.period,
            "status": applied.status,
            "paidAmount": applied.paid_amount(),
        })
    });
    lines.collect()
}

fn applied_sums(allocation: &Allocation) -> (Money, Money) {
    let sum = |part: fn(&shared::credit::servicing::Applied) -> Money| {
        Money::total(allocation.applied.iter().map(part)).unwrap()
    };
    (sum(|applied| applied.principal), sum(|applied| applied.profit))
}

fn assert_applied(allocation: &Allocation, expected: &Value) {
    assert_eq!(Value::from(applied(allocation)), expected["appliedTo"]);
    let (principal, profit) = applied_sums(allocation);
    assert_eq!(principal, money(&expected["principal"]));
    assert_eq!(profit, money(&expected["profit"]));
    assert_eq!(allocation.is_extra, expected["extraPayment"]);
}

#[test]
fn a_murabaha_shown_gross_defers_its_profit_and_earns_it_with_each_receipt() {
    let journals = &servicing_case("S01")["journals"];
    let position = Position { presentation: Presentation::Gross, ..live("C08") };
    let origination = origination_legs(&position.terms, position.presentation);
    assert_eq!(shown(&origination), expected(&journals["origination"]));
    let receipt = receive(&position, amount("300000"), date("2021-12-31"), 0).unwrap();
    assert_eq!(shown(&receipt.legs), expected(&journals["receipt_300000"]));
    let net = origination_legs(&position.terms, Presentation::Net);
    assert_eq!(shown(&net), expected(&journals["origination"])[..1]);
}

#[test]
fn future_rent_is_waived_by_an_early_settlement() {
    let case = servicing_case("S05");
    let mut position = live("C01");
    for index in 0..3 {
        let line = position.lines[index].clone();
        let receipt = receive(&position, line.total_payment(), line.payment_date, 0).unwrap();
        assert_eq!((receipt.is_extra, receipt.extra), (false, Money::ZERO));
        position = after(&position, &receipt);
    }
    let day = date("2026-05-15");
    let quote = quote(&position, day).unwrap();
    assert_eq!(quote.total, money(&case["quote"]));
    assert_eq!(quote.profit_waived, money(&case["waivedRent"]));
    let settled = settle(&position, quote.total, day).unwrap();
    assert_eq!(settled.waived, quote.profit_waived);
    assert_eq!(shown(&settled.legs), expected(&case["journal"]));
    assert_eq!(settled.status, FacilityStatus::Settled);
    assert_eq!(settled.settlement, Some(SettlementType::Early));
    assert!(settled.lines.iter().all(|line| line.status == LineStatus::Paid));
    let portions = |lines: &[Line]| Totals::of(lines);
    assert_eq!(portions(&settled.lines), portions(&position.lines));
}

#[test]
fn a_part_of_a_line_pays_the_profit_before_the_principal() {
    let case = servicing_case("S07");
    let position = live("C01");
    let first = receive(&position, amount("20000"), date("2026-02-28"), 0).unwrap();
    assert_applied(&first, &case["step1"]);
    let second = after(&position, &first);
    let second = receive(&second, amount("9333.3333"), date("2026-02-28"), 0).unwrap();
    assert_applied(&second, &case["step2"]);
}

pub fn non_accrual() -> Position {
    let position = live("C01");
    let evaluated = evaluate(&position, date("2026-06-15"), 0, 90);
    assert_eq!(evaluated.lines.iter().filter(|it| it.status == LineStatus::Overdue).count(), 4);
    Position { lines: evaluated.lines, status: FacilityStatus::NonAccrual, ..position }
}

#[test]
fn without_income_the_whole_receipt_goes_to_principal() {
    let case = servicing_case("S10");
    let receipt = receive(&non_accrual(), amount("30000"), date("2026-06-15"), 0).unwrap();
    assert_eq!(shown(&receipt.legs), expected(&case["journal"]));
    let lines = receipt.applied.iter().map(|applied| {
        assert_eq!(applied.profit, Money::ZERO);
        json!({
            "period": applied.period,
            "amount": applied.principal,
            "status": applied.status,
        })
    });
    assert_eq!(Value::from(lines.collect::<Vec<_>>()), case["principalApplied"]);
    let left = money(&case["outstandingPrincipalAfter"]);
    assert_eq!(outstanding_principal(&receipt.lines), left);
    assert_eq!(receipt.status, FacilityStatus::NonAccrual);
    assert_eq!(receipt.lines[0].status, LineStatus::Overdue);
}

pub fn short_murabaha(presentation: Presentation) -> Position {
    let terms = Terms {
        asset_cost: amount("100"),
        facility_amount: amount("100"),
        fixed_total_profit: Some(amount("10")),
        term_periods: 3,
        periods_per_year: 12,
        ..terms(&schedule_case("C08")["inputs"])
    };
    let lines = schedule(&terms, date("2026-01-31")).unwrap();
    Position { terms, presentation, status: FacilityStatus::Active, lines }
}

#[test]
fn a_murabaha_payment_beyond_the_amount_due_is_allocated_to_the_next_lines() {
    let case = servicing_case("S12");
    let position = short_murabaha(Presentation::Net);
    let receipt = receive(&position, amount("80"), date("2026-02-28"), 0).unwrap();
    assert_applied(&receipt, &case);
    assert_eq!(receipt.extra, Money::ZERO);
    let legs = [
        (CreditEvent::InstallmentPrincipal, "66.6666"),
        (CreditEvent::InstallmentProfit, "10.0000"),
        (CreditEvent::ExtraPayment, "3.3334"),
    ];
    let legs = legs.map(|(event, text)| Leg::of(event, amount(text)));
    assert_eq!(receipt.legs, legs);
}

#[test]
fn a_hundred_thousand_ahead_retires_the_last_lines_and_saves_their_rent() {
    let position = live("C01");
    let receipt = receive(&position, amount("129333.3333"), date("2026-02-20"), 0).unwrap();
    assert_eq!((receipt.is_extra, receipt.extra), (true, amount("100000")));
    assert_eq!(receipt.waived, amount("115733.3336"));
    assert_eq!(receipt.lines.iter().filter(|line| line.is_open()).count(), 112);
    let (kept, retired) = receipt.lines.split_at(113);
    assert!(retired.iter().all(|line| line.status == LineStatus::Waived));
    assert!(retired.iter().all(|line| line.total_payment().is_zero()));
    assert_eq!(kept[0].status, LineStatus::Paid);
    assert_eq!(kept[1].beginning_balance, amount("1486666.6667"));
    assert_eq!(kept[1].profit_portion, amount("14866.6667"));
    assert_eq!(kept[1].principal_portion, amount("13333.3333"));
    assert_eq!(kept[1].provider_ownership.to_string(), "73.67");
    assert_eq!(kept[112].ending_balance, Money::ZERO);
    let given_up = Money::total(receipt.lines.iter().map(|line| line.profit_waived));
    assert_eq!(given_up, Some(receipt.waived));
}

/// Four lines and a half were received on non-accrual; the rest of the fifth is paid, then 400.
#[test]
fn principal_received_before_its_due_date_bears_no_rent_and_stays_in_the_balances() {
    let input = json!({
        "productType": "diminishing_musharakah", "assetCost": "1200.0000", "downPayment": "0.0000",
        "scheduleMethod": "equal_principal", "rate": "12", "termPeriods": 12,
        "periodsPerYear": 12,
    });
    let terms = terms(&input);
    let lines = schedule(&terms, date("2026-01-01")).unwrap();
    let (presentation, status) = (Presentation::Net, FacilityStatus::NonAccrual);
    let position = Position { terms, presentation, status, lines };
    let early = receive(&position, amount("450"), date("2026-02-05"), 0).unwrap();
    let position = Position { status: FacilityStatus::Active, ..after(&position, &early) };
    let most = receive(&position, amount("423"), date("2026-02-05"), 0).unwrap();
    let line = |period: usize| &most.lines[period - 1];
    // 12 and 11 are profit of the first two lines, 400 retire the last four.
    assert_eq!(most.extra, amount("400"));
    assert_eq!((line(3).beginning_balance, line(3).ending_balance), (amount("600"), amount("500")));
    assert_eq!((line(5).beginning_balance, line(5).profit_portion), (amount("400"), amount("3.5")));
    assert_eq!(line(3).profit_portion, amount("3.5"));
    assert_eq!((line(6).profit_portion, line(8).profit_portion), (amount("3"), amount("1")));
    assert_eq!(outstanding_principal(&most.lines), amount("350"));
}

/// A million received on non-accrual on the first day; then accrual is resumed.
#[test]
fn rent_follows_what_was_received_without_income_before_it_fell_due() {
    let input = json!({
        "productType": "diminishing_musharakah", "assetCost": "1600000.0000",
        "downPayment": "0.0000", "scheduleMethod": "equal_principal", "rate": "12",
        "termPeriods": 120, "periodsPerYear": 12,
    });
    let terms = terms(&input);
    let (day, presentation) = (date("2026-01-31"), Presentation::Net);
    let lines = schedule(&terms, day).unwrap();
    let position = Position { terms, presentation, status: FacilityStatus::NonAccrual, lines };
    assert_eq!(position.lines[1].profit_portion, amount("15866.6667"));
    let receipt = receive(&position, amount("1000000"), day, 0).unwrap();
    let legs = [Leg::of(CreditEvent::NonAccrualReceipt, amount("1000000"))];
    assert_eq!((&receipt.legs[..], receipt.extra), (&legs[..], Money::ZERO));
    assert_eq!(receipt.waived, amount("370000.0009"));
    let position = after(&position, &receipt);
    let resumed = resume(&position, day, 0, 90).unwrap();
    assert_eq!(resumed.outstanding_principal, amount("600000"));
    // The rent of the current period was not lowered by receipts within it.
    assert_eq!(resumed.lines[0].profit_portion, amount("16000"));
    let mut outstanding = resumed.outstanding_principal;
    for line in &resumed.lines[1..] {
        let rent = Money::from_ten_thousandths((outstanding.ten_thousandths() + 50) / 100);
        assert_eq!(line.profit_portion, rent, "{}", line.period);
        outstanding = outstanding.minus(line.principal_owed()).unwrap();
    }
    let accruing = Position { status: resumed.status, lines: resumed.lines, ..position };
    let extra = receive(&accruing, amount("16000.0001"), day, 0).unwrap();
    assert!(extra.waived <= amount("0.0001"), "{}", extra.waived);
}

#[test]
fn level_payments_become_uneven_when_principal_is_bought_ahead() {
    let position = live("C29");
    let receipt = receive(&position, amount("17091.2976"), date("2026-02-20"), 0).unwrap();
    assert_eq!(receipt.extra, amount("10000"));
    for (before, after) in position.lines.iter().zip(&receipt.lines).skip(1).take(21) {
        assert_eq!(before.principal_portion, after.principal_portion);
        let saved = before.profit_portion.minus(after.profit_portion).unwrap();
        assert_eq!(saved, amount("50"));
    }
}

#[test]
fn more_than_can_be_received_is_refused_with_what_can() {
    let day = date("2026-02-20");
    let murabaha = short_murabaha(Presentation::Net);
    let error = receive(&murabaha, amount("110.0001"), day, 0).unwrap_err();
    assert_eq!(error.to_string(), "Maximum 110.0000 on 2026-02-20.");
}

#[test]
fn an_early_settlement_takes_its_quote_and_nothing_else() {
    let position = short_murabaha(Presentation::Gross);
    let day = date("2026-03-15");
    for text in ["109.9999", "110.0001"] {
        let error = settle(&position, amount(text), day).unwrap_err();
        assert_eq!(error.code(), Code::AmountNotAccepted);
        assert!(error.to_string().contains("110.0000"), "{error}");
    }
    let quote = quote(&position, day).unwrap();
    let shown = json!({
        "asOf": "2026-03-15",
        "total": "110.0000",
        "principal": "100.0000",
        "profitDue": "3.3333",
        "profitRemaining": "6.6667",
        "profitWaived": "0.0000",
        "profitSuspended": "0.0000",
    });
    assert_eq!(serde_json::to_value(&quote).unwrap(), shown);
    let settled = settle(&position, amount("110"), day).unwrap();
    let legs = [
        (CreditEvent::EarlySettlementPrincipal, "100"),
        (CreditEvent::EarlySettlementProfitCollection, "10"),
        (CreditEvent::ProfitRecognition, "10"),
    ];
    assert_eq!(settled.legs, legs.map(|(event, text)| Leg::of(event, amount(text))));
    let again = settle(&after(&position, &settled), amount("110"), day).unwrap_err();
    assert_eq!(again.code(), Code::WrongState);
}

#[test]
fn rent_that_is_due_is_part_of_an_early_settlement() {
    let position = live("C01");
    let day = date("2026-02-28");
    let quote = quote(&position, day).unwrap();
    assert_eq!(quote.profit_due, amount("16000"));
    let settled = settle(&position, amount("1616000"), day).unwrap();
    let legs = [
        (CreditEvent::EarlySettlementPrincipal, "1600000"),
        (CreditEvent::InstallmentProfit, "16000"),
    ];
    assert_eq!(settled.legs, legs.map(|(event, text)| Leg::of(event, amount(text))));
}

#[test]
fn nothing_is_received_before_activation_or_after_settlement_or_without_an_amount() {
    let day = date("2026-02-28");
    for &status in FacilityStatus::ALL {
        let position = Position { status, ..live("C01") };
        let is_received = receive(&position, amount("1"), day, 0).is_ok();
        assert_eq!(is_received, position.status.is_live(), "{status}");
        assert_eq!(quote(&position, day).is_ok(), position.status.is_live(), "{status}");
    }
    for text in ["0", "-1"] {
        let error = receive(&live("C01"), amount(text), day, 0).unwrap_err();
        assert_eq!(error.code(), Code::ValidationFailed);
    }
}

/// The account balances of a murabaha with gross presentation after the given number of lines.
fn murabaha_books(after_lines: usize) -> Value {
    let terms = Terms {
        asset_cost: amount("5000"),
        facility_amount: amount("5000"),
        fixed_total_profit: Some(amount("900")),
        term_periods: 18,
        periods_per_year: 12,
        ..terms(&schedule_case("C08")["inputs"])
    };
    let lines = schedule(&terms, date("2026-01-31")).unwrap();
    let presentation = Presentation::Gross;
    let mut position = Position { terms, presentation, status: FacilityStatus::Active, lines };
    let mut legs = origination_legs(&position.terms, presentation);
    for index in 0..after_lines {
        let line = position.lines[index].clone();
        let receipt = receive(&position, line.total_payment(), line.payment_date, 0).unwrap();
        legs.extend(&receipt.legs);
        position = after(&position, &receipt);
    }
    let of = |event| {
        let legs = legs.iter().filter(|leg| leg.event == event);
        Money::total(legs.map(|leg| leg.amount)).unwrap()
    };
    let collected = of(CreditEvent::InstallmentProfitCollection);
    let cash = of(CreditEvent::InstallmentPrincipal).plus(collected);
    let billed = of(CreditEvent::Origination).plus(of(CreditEvent::ProfitDeferral)).unwrap();
    let receivable = billed.minus(cash.unwrap()).unwrap();
    let income = of(CreditEvent::ProfitRecognition);
    let deferred = of(CreditEvent::ProfitDeferral).minus(income).unwrap();
    json!({
        "afterLines": after_lines,
        "receivableGross": receivable,
        "deferredProfit": deferred,
        "netCarrying": receivable.minus(deferred),
        "income": income,
        "cashReceived": cash,
        "scheduleEndingBalance": outstanding_principal(&position.lines),
    })
}

#[test]
fn the_books_of_a_murabaha_shown_gross_follow_its_schedule() {
    for state in data()["ledger"]["states"].as_array().unwrap() {
        let after_lines = usize::try_from(state["afterLines"].as_u64().unwrap()).unwrap();
        assert_eq!(&murabaha_books(after_lines), state);
    }
}
