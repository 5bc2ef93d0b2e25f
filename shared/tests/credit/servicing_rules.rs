//! Properties after any sequence of receipts, settlements and evaluations.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use proptest::prelude::*;
use shared::credit::schedule::{ExtraPayment, Line, Totals, schedule, with_extra_payments};
use shared::credit::servicing::{
    Allocation, Applied, Leg, Position, evaluate, origination_legs, outstanding_principal, quote,
    receive, resume, settle, waive,
};
use shared::credit::vocabulary::{
    CreditEvent, FacilityStatus, LineStatus, Presentation, ProductType,
};
use shared::error::{Accepted, Code};
use shared::money::Money;

use crate::servicing::after;
use crate::strategy::{start, usual_terms};

const GRACE_DAYS: u32 = 3;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A part of the next unpaid line, in thousandths.
    Part(i64),
    /// The next unpaid line.
    Line,
    /// An amount in thousandths of the total principal.
    Extra(i64),
    /// More than the receivable amount.
    TooMuch,
    Evaluate,
    StopIncome,
    ResumeIncome,
    Settle,
    Waive,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..1_000_i64).prop_map(Step::Part),
        6 => Just(Step::Line),
        3 => (1..700_i64).prop_map(Step::Extra),
        1 => Just(Step::TooMuch),
        3 => Just(Step::Evaluate),
        1 => Just(Step::StopIncome),
        2 => Just(Step::ResumeIncome),
        1 => Just(Step::Settle),
        2 => Just(Step::Waive),
    ]
}

/// A facility with all its postings.
struct Story {
    position: Position,
    legs: Vec<Leg>,
    scheduled: Totals,
    waived: Money,
    extra_payments: Vec<ExtraPayment>,
    day: NaiveDate,
    /// True if all receipts are whole units of instalments.
    pays_in_units: bool,
}

impl Story {
    fn new(position: Position, day: NaiveDate) -> Self {
        let legs = origination_legs(&position.terms, position.presentation);
        let scheduled = Totals::of(&position.lines);
        let (waived, extra_payments) = (Money::ZERO, Vec::new());
        let pays_in_units = false;
        Self { position, legs, scheduled, waived, extra_payments, day, pays_in_units }
    }

    fn posted(&self, event: CreditEvent) -> Money {
        let of = |is_contra| {
            let legs = self.legs.iter().filter(|leg| leg.event == event);
            sum(legs.filter(|leg| leg.is_contra == is_contra).map(|leg| leg.amount))
        };
        of(false).minus(of(true)).unwrap()
    }

    fn perform(&mut self, step: Step) {
        let next = self.position.lines.iter().find(|line| line.is_open()).map(Line::owed);
        let next = next.unwrap_or_default();
        let thousandths = |amount: Money, part: i64| {
            let part = i128::from(amount.ten_thousandths()) * i128::from(part) / 1_000;
            let part = Money::from_ten_thousandths(i64::try_from(part).unwrap().max(1));
            let unit = self.position.terms.unit;
            let least = Money::from_ten_thousandths(unit.ten_thousandths());
            if self.pays_in_units { unit.whole_part(part).max(least) } else { part }
        };
        match step {
            Step::Part(part) => self.receive(thousandths(next, part)),
            Step::Line => self.receive(next),
            Step::Extra(part) => {
                self.receive(thousandths(self.position.terms.facility_amount, part));
            }
            Step::TooMuch => self.receive_too_much(),
            Step::Evaluate => self.evaluate(),
            Step::StopIncome => self.stop(),
            Step::ResumeIncome => self.resume(),
            Step::Settle => self.settle(),
            Step::Waive => self.waive(),
        }
        self.check();
    }

    fn receive(&mut self, amount: Money) {
        match receive(&self.position, amount, self.day, GRACE_DAYS) {
            Ok(receipt) => {
                assert_ne!(
                    receipt.settlement.is_some(),
                    self.position.status.is_live() && { receipt.lines.iter().any(Line::is_open) }
                );
                self.apply(amount, &receipt);
            }
            Err(error) => {
                let is_more = error.code() == Code::AmountNotAccepted;
                assert!(is_more || !self.can_receive(), "{error}");
            }
        }
    }

    fn receive_too_much(&mut self) {
        let too_much = Money::from_ten_thousandths(9 * 10_i64.pow(17));
        let error = receive(&self.position, too_much, self.day, GRACE_DAYS).unwrap_err();
        if !self.can_receive() {
            assert_eq!(error.code(), Code::WrongState);
            return;
        }
        assert_eq!(error.code(), Code::AmountNotAccepted);
        let least = Money::from_ten_thousandths(1);
        let receive = |amount| receive(&self.position, amount, self.day, GRACE_DAYS);
        match error.problem().errors[0].accepted {
            Some(Accepted::AtMost(most)) => {
                assert!(receive(most.plus(least).unwrap()).is_err());
                let receipt = receive(most).unwrap();
                assert_eq!(outstanding_principal(&receipt.lines), Money::ZERO);
                let is_settled = receipt.status == FacilityStatus::Settled;
                assert!(is_settled || receipt.status == FacilityStatus::NonAccrual);
            }
            Some(Accepted::Settles(total)) => {
                assert!(receive(total).is_err());
                let less = total.minus(least).unwrap();
                assert!(!less.is_positive() || receive(less).unwrap().settlement.is_none());
                assert!(settle(&self.position, total, self.day).is_ok());
            }
            asked => panic!("{asked:?}"),
        }
    }

    fn can_receive(&self) -> bool {
        let owes_principal = outstanding_principal(&self.position.lines).is_positive();
        self.position.status.accrues()
            || (self.position.status == FacilityStatus::NonAccrual && owes_principal)
    }

    /// Records where the extra of a receipt lowers the balances: after the last line that was due.
    fn note_extra(&mut self, receipt: &Allocation) {
        if receipt.extra.is_zero() {
            return;
        }
        let changed = self.position.lines.iter().zip(&receipt.lines).filter(|(was, is)| was != is);
        let mut restated = changed
            .map(|(was, _)| was.period)
            .filter(|period| receipt.applied.iter().all(|applied| applied.period != *period));
        let after_period = restated.next().unwrap() - 1;
        let (payment_date, amount) = (self.day, receipt.extra);
        self.extra_payments.push(ExtraPayment { after_period, payment_date, amount });
    }

    fn apply(&mut self, amount: Money, receipt: &Allocation) {
        self.check_receipt(amount, receipt);
        self.note_extra(receipt);
        self.waived = sum([self.waived, receipt.waived]);
        self.legs.extend(&receipt.legs);
        self.position = after(&self.position, receipt);
        if receipt.status == FacilityStatus::Settled {
            let (deferred, recognised) =
                (CreditEvent::ProfitDeferral, CreditEvent::ProfitRecognition);
            assert_eq!(self.posted(deferred), self.posted(recognised), "nothing stays deferred");
        }
    }

    fn check_receipt(&self, amount: Money, receipt: &Allocation) {
        let put = sum(receipt.applied.iter().map(Applied::paid_amount));
        assert_eq!(sum([put, receipt.extra]), amount);
        assert!(receipt.is_extra || receipt.extra.is_zero());
        for leg in &receipt.legs {
            let events = self.position.terms.product_type.events(self.position.presentation);
            assert!(events.contains(&leg.event), "{leg:?}");
            assert!(leg.amount.is_positive());
        }
        let is_cash = |leg: &&Leg| !leg.is_contra && leg.event != CreditEvent::ProfitRecognition;
        let cash = receipt.legs.iter().filter(is_cash);
        assert_eq!(sum(cash.map(|leg| leg.amount)), amount);
        if self.position.status == FacilityStatus::NonAccrual {
            let event = CreditEvent::NonAccrualReceipt;
            assert_eq!(receipt.legs[0], Leg::of(event, amount));
            assert_eq!(receipt.legs.len(), 1);
            let left = outstanding_principal(&receipt.lines);
            assert_eq!(sum([left, amount]), outstanding_principal(&self.position.lines));
        }
        for (before, now) in self.position.lines.iter().zip(&receipt.lines) {
            let kept = Line {
                beginning_balance: before.beginning_balance,
                ending_balance: before.ending_balance,
                provider_ownership: before.provider_ownership,
                ..now.clone()
            };
            assert!(before.is_open() || *before == kept);
        }
        for applied in &receipt.applied {
            let line = receipt.lines.iter().find(|line| line.period == applied.period).unwrap();
            let status = if line.is_open() { LineStatus::Partial } else { LineStatus::Paid };
            assert_eq!(applied.status, status);
        }
    }

    fn evaluate(&mut self) {
        let on = |position: &Position, day| evaluate(position, day, GRACE_DAYS, 90);
        let evaluation = on(&self.position, self.day);
        let later = on(&self.position, self.day.checked_add_days(Days::new(40)).unwrap());
        assert!(evaluation.days_past_due <= later.days_past_due);
        let status = evaluation.status;
        self.position =
            Position { lines: evaluation.lines.clone(), status, ..self.position.clone() };
        assert_eq!(on(&self.position, self.day), evaluation);
        let owes = outstanding_principal(&self.position.lines);
        assert!(!self.position.status.is_live() || evaluation.outstanding_principal == owes);
        let is_late = evaluation.days_past_due > 0;
        let is_overdue = is_late && status != FacilityStatus::NonAccrual;
        assert_eq!(status == FacilityStatus::Overdue, is_overdue);
    }

    fn stop(&mut self) {
        let is_live = self.position.status.is_live();
        if is_live && self.position.require_principal().is_ok() {
            self.position.status = FacilityStatus::NonAccrual;
        }
    }

    fn resume(&mut self) {
        if let Ok(resumed) = resume(&self.position, self.day, GRACE_DAYS, 90) {
            assert_eq!(self.position.status, FacilityStatus::NonAccrual);
            self.position.status = resumed.status;
            self.position.lines = resumed.lines;
        }
    }

    fn settle(&mut self) {
        let Ok(quote) = quote(&self.position, self.day) else {
            assert!(!self.can_receive());
            return;
        };
        let settled = settle(&self.position, quote.total, self.day).unwrap();
        let is_settled = quote.profit_suspended.is_zero();
        assert_eq!(settled.status == FacilityStatus::Settled, is_settled);
        assert_eq!(settled.settlement.is_some(), is_settled);
        assert_eq!(settled.waived, quote.profit_waived);
        assert!(!settled.is_extra);
        assert_eq!(outstanding_principal(&settled.lines), Money::ZERO);
        self.apply(quote.total, &settled);
        let again = settle_again(&self.position, quote.total, self.day);
        assert_eq!(again, Code::WrongState);
    }

    /// Suspended profit is given up by a waiver alone, in full, once all principal is received.
    fn waive(&mut self) {
        let is_stopped = self.position.status == FacilityStatus::NonAccrual;
        let owes_principal = outstanding_principal(&self.position.lines).is_positive();
        match waive(&self.position) {
            Ok(waiver) => {
                assert!(is_stopped && !owes_principal && waiver.waived.is_positive());
                assert_eq!(waiver.waived, self.position.suspended_profit(self.day));
                assert_eq!(waiver.status, FacilityStatus::Settled);
                self.waived = sum([self.waived, waiver.waived]);
                self.legs.extend(&waiver.legs);
                self.position = after(&self.position, &waiver);
                let (deferred, recognised) =
                    (CreditEvent::ProfitDeferral, CreditEvent::ProfitRecognition);
                assert_eq!(self.posted(deferred), self.posted(recognised));
            }
            Err(error) => {
                assert_eq!(error.code(), Code::WrongState);
                assert!(!is_stopped || owes_principal);
            }
        }
    }

    /// Every line begins with the ending balance of the previous one.
    fn check_balances(&self) {
        let Position { terms, lines, .. } = &self.position;
        let shown = with_extra_payments(terms, lines, &self.extra_payments);
        assert_eq!(shown.len(), lines.len() + self.extra_payments.len());
        for pair in shown.windows(2) {
            assert_eq!(pair[0].ending_balance, pair[1].beginning_balance, "{shown:?}");
        }
    }

    /// While receipts are whole units, so are all instalments before the last one with an amount.
    fn check_units(&self) {
        let Position { terms, lines, .. } = &self.position;
        let totals = lines.iter().map(Line::total_payment).filter(|total| total.is_positive());
        let totals: Vec<_> = totals.collect();
        let before_last = totals.iter().rev().skip(1);
        for total in before_last.filter(|_| self.pays_in_units) {
            assert_eq!(terms.unit.whole_part(*total), *total, "{lines:?}");
        }
    }

    /// The lines and the ledger agree, and no amount is lost.
    fn check(&self) {
        self.check_units();
        let lines = &self.position.lines;
        let principal = sum([
            self.posted(CreditEvent::InstallmentPrincipal),
            self.posted(CreditEvent::ExtraPayment),
            self.posted(CreditEvent::EarlySettlementPrincipal),
            self.posted(CreditEvent::NonAccrualReceipt),
        ]);
        let outstanding = outstanding_principal(lines);
        assert_eq!(sum([principal, outstanding]), self.scheduled.principal);
        let profit = sum([
            self.posted(CreditEvent::InstallmentProfit),
            self.posted(CreditEvent::InstallmentProfitCollection),
            self.posted(CreditEvent::EarlySettlementProfit),
            self.posted(CreditEvent::EarlySettlementProfitCollection),
        ]);
        assert_eq!(profit, sum(lines.iter().map(|line| line.profit_paid)));
        assert_eq!(self.waived, sum(lines.iter().map(|line| line.profit_waived)));
        let owed = sum(lines.iter().map(Line::profit_owed));
        assert_eq!(sum([profit, self.waived, owed]), self.scheduled.profit);
        self.check_presentation(profit);
        self.check_accounts(outstanding);
        for line in lines {
            let ending = line.beginning_balance.minus(line.principal_portion);
            assert_eq!(ending, Some(line.ending_balance));
            assert!(line.principal_paid <= line.principal_portion);
            assert!(line.profit_paid <= line.profit_portion);
            assert!(!line.is_open() || line.owed().is_positive());
        }
        self.check_balances();
        let is_open = lines.iter().any(Line::is_open);
        assert_eq!(is_open, self.position.status.is_live());
    }

    /// Each presentation recognises profit by its own events.
    fn check_presentation(&self, profit: Money) {
        let earned = self.posted(CreditEvent::ProfitRecognition);
        let deferral = self.posted(CreditEvent::ProfitDeferral);
        let is_murabaha = self.position.terms.product_type == ProductType::Murabaha;
        if !is_murabaha || self.position.presentation == Presentation::Net {
            assert_eq!((earned, deferral), (Money::ZERO, Money::ZERO));
            return;
        }
        let net = [CreditEvent::InstallmentProfit, CreditEvent::EarlySettlementProfit];
        assert_eq!(net.map(|event| self.posted(event)), [Money::ZERO; 2]);
        assert_eq!(earned, profit);
    }

    /// In correctly mapped accounts, the asset less the deferred profit equals the outstanding
    /// principal, and income equals the profit received.
    fn check_accounts(&self, outstanding: Money) {
        let mut balances = BTreeMap::<&str, i128>::new();
        for leg in &self.legs {
            let (debit, credit) = accounts(leg.event);
            let (debit, credit) = if leg.is_contra { (credit, debit) } else { (debit, credit) };
            let amount = i128::from(leg.amount.ten_thousandths());
            *balances.entry(debit).or_default() += amount;
            *balances.entry(credit).or_default() -= amount;
        }
        let balance = |account| balances.get(account).copied().unwrap_or_default();
        let carried = balance("asset") + balance("deferred");
        assert_eq!(carried, i128::from(outstanding.ten_thousandths()));
        let received = sum(self.position.lines.iter().map(|line| line.profit_paid));
        assert_eq!(-balance("income"), i128::from(received.ten_thousandths()));
        assert!(balance("deferred") <= 0);
    }
}

/// The accounts of an event, the debit first.
fn accounts(event: CreditEvent) -> (&'static str, &'static str) {
    match event {
        CreditEvent::Origination => ("asset", "payable"),
        CreditEvent::ProfitDeferral => ("asset", "deferred"),
        CreditEvent::ProfitRecognition => ("deferred", "income"),
        CreditEvent::InstallmentProfit | CreditEvent::EarlySettlementProfit => ("cash", "income"),
        CreditEvent::InstallmentPrincipal
        | CreditEvent::InstallmentProfitCollection
        | CreditEvent::ExtraPayment
        | CreditEvent::EarlySettlementPrincipal
        | CreditEvent::EarlySettlementProfitCollection
        | CreditEvent::NonAccrualReceipt => ("cash", "asset"),
    }
}

fn sum(amounts: impl IntoIterator<Item = Money>) -> Money {
    Money::total(amounts).unwrap()
}

fn settle_again(position: &Position, amount: Money, day: NaiveDate) -> Code {
    settle(position, amount, day).unwrap_err().code()
}

/// A newly activated facility, if its terms have a schedule.
fn live() -> impl Strategy<Value = (Position, NaiveDate)> {
    let presentation = prop_oneof![Just(Presentation::Net), Just(Presentation::Gross)];
    let made = (usual_terms(40), presentation, start());
    made.prop_filter_map("terms that make no schedule", |(terms, presentation, start)| {
        let lines = schedule(&terms, start).ok()?;
        let status = FacilityStatus::Active;
        Some((Position { terms, presentation, status, lines }, start))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn schedule_and_ledger_agree_after_any_acts(
        (position, start) in live(),
        steps in proptest::collection::vec((step(), 0..50_u64), 1..30),
        pays_in_units in any::<bool>(),
    ) {
        let mut story = Story { pays_in_units, ..Story::new(position, start) };
        story.check();
        for (step, days) in steps {
            story.day = story.day.checked_add_days(Days::new(days)).unwrap();
            story.perform(step);
        }
    }
}

proptest! {
    #[test]
    fn each_line_paid_exactly_in_turn_settles_without_extra(
        (position, start) in live(), is_on_time in any::<bool>(),
    ) {
        let mut story = Story::new(position, start);
        for index in 0..story.position.lines.len() {
            let line = story.position.lines[index].clone();
            if line.is_open() {
                let day = if is_on_time { line.payment_date } else { start };
                let total = line.total_payment();
                let quote = quote(&story.position, day).unwrap();
                if !is_on_time && quote.profit_waived.is_positive() && total >= quote.total {
                    story.day = day;
                    story.settle();
                    return Ok(());
                }
                let receipt = receive(&story.position, total, day, GRACE_DAYS).unwrap();
                prop_assert!(!receipt.is_extra);
                prop_assert_eq!(receipt.applied.len(), 1);
                story.apply(total, &receipt);
                story.check();
            }
        }
        prop_assert_eq!(story.position.status, FacilityStatus::Settled);
        prop_assert_eq!(story.waived, Money::ZERO);
    }

    /// For products whose rent follows the balance, without extra payments: a payment before rent
    /// falls due saves some.
    #[test]
    fn two_receipts_of_one_day_may_come_in_either_order(
        (position, start) in live(), parts in (1..1_000_i64, 1..1_000_i64), days in 0..400_u64,
    ) {
        let day = start.checked_add_days(Days::new(days)).unwrap();
        let base = match position.terms.product_type {
            ProductType::Murabaha => sum(position.lines.iter().map(Line::owed)),
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                let due = |line: &&Line| line.payment_date <= day || line.period == 1;
                sum(position.lines.iter().filter(due).map(Line::owed))
            }
        };
        let half = |part: i64| {
            let part = i128::from(base.ten_thousandths()) * i128::from(part) / 2_000;
            Money::from_ten_thousandths(i64::try_from(part).unwrap())
        };
        let (first, second) = (half(parts.0), half(parts.1));
        prop_assume!(first.is_positive() && second.is_positive());
        let quote = quote(&position, day).unwrap();
        prop_assume!(quote.profit_waived.is_zero() || sum([first, second]) < quote.total);
        let both = |first: Money, second: Money| {
            let receipt = receive(&position, first, day, GRACE_DAYS).unwrap();
            let position = after(&position, &receipt);
            receive(&position, second, day, GRACE_DAYS).unwrap().lines
        };
        prop_assert_eq!(both(first, second), both(second, first));
    }
}
