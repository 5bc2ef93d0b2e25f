//! Payments, settlements and reversals of the model.

use chrono::NaiveDate;
use shared::credit::vocabulary::{FacilityStatus, LineStatus, ProductType};
use shared::error::Code;
use shared::permission::Permission;

use super::facility::{Circumstances, Facility, Payment};
use super::ledger::Entry;
use super::posting::Legs;
use super::schedule::{Line, periodic_profit};
use crate::simulation::amount::Amount;

/// A settlement amount by its components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quote {
    pub(crate) principal: Amount,
    /// Profit that the settlement includes.
    pub(crate) profit: Amount,
    /// Future rent that it waives.
    pub(crate) waived: Amount,
    /// Profit that stays suspended on non-accrual.
    pub(crate) suspended: Amount,
}

impl Quote {
    pub(crate) fn total(&self) -> Amount {
        self.principal + self.profit
    }
}

impl Facility {
    /// The settlement amount on a day.
    pub(crate) fn quote(&self, on: NaiveDate) -> Quote {
        let profit = |is_earned: bool| -> Amount {
            let lines = self.lines.iter().filter(|line| self.is_earned(line, on) == is_earned);
            lines.map(Line::profit_owed).sum()
        };
        let suspended = self.suspended_profit(on);
        Quote {
            principal: self.outstanding(),
            profit: profit(true) - suspended,
            waived: profit(false),
            suspended,
        }
    }

    fn is_suspended(&self) -> bool {
        self.status == FacilityStatus::NonAccrual
    }

    /// True if nothing can be received: all principal is paid, and the profit is suspended.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_suspended() && self.outstanding() == Amount::ZERO
    }

    /// The payment date is from the activation to today, and no earlier than the latest payment or
    /// the resumption of accrual.
    fn require_date(&self, on: NaiveDate, today: NaiveDate) -> Result<(), Code> {
        if on > today || Some(on) < self.activated_on {
            return Err(Code::ValidationFailed);
        }
        let latest = self.latest_payment().map(|latest| self.payments[latest].on);
        if latest.max(self.resumed_on).is_some_and(|day| on < day) {
            return Err(Code::PaymentOutOfOrder);
        }
        Ok(())
    }

    /// The number of lines that fall due by a day or are the next unpaid one after them.
    fn due_count(&self, on: NaiveDate) -> usize {
        let due = self.lines.iter().filter(|line| line.due <= on).count();
        let next = (due..self.lines.len()).find(|index| self.lines[*index].is_open());
        next.map_or(self.lines.len(), |next| next + 1)
    }

    /// The largest amount of an ordinary payment.
    fn most_receivable(&self, due: usize) -> Amount {
        if self.is_suspended() {
            return self.outstanding();
        }
        let is_fixed = self.terms.product == ProductType::Murabaha;
        let charged = if is_fixed { self.lines.len() } else { due };
        self.outstanding() + self.lines[..charged].iter().map(Line::profit_owed).sum()
    }

    pub(super) fn pay(
        &mut self,
        amount: Amount,
        on: NaiveDate,
        at: &Circumstances<'_>,
    ) -> Result<Vec<Entry>, Code> {
        if amount <= Amount::ZERO {
            return Err(Code::ValidationFailed);
        }
        self.require_date(on, at.today)?;
        if self.is_exhausted() {
            return Err(Code::WrongState);
        }
        let (quote, due) = (self.quote(on), self.due_count(on));
        let would_settle = !self.is_suspended()
            && quote.waived > Amount::ZERO
            && quote.total() > Amount::ZERO
            && amount >= quote.total();
        if would_settle || amount > self.most_receivable(due) {
            return Err(Code::AmountNotAccepted);
        }
        let before = self.clone();
        let (legs, extra) = if self.is_suspended() {
            (self.recover(amount, on, due), Amount::ZERO)
        } else {
            self.allocate(amount, due)
        };
        let status = if self.lines.iter().any(Line::is_open) {
            let is_late = self.has_mark()
                || self.lines.iter().any(|line| line.is_late(at.today, at.grace_days));
            let is_cleared = self.status == FacilityStatus::Overdue && !is_late;
            if is_cleared { FacilityStatus::Active } else { self.status }
        } else {
            FacilityStatus::Settled
        };
        self.receive((amount, on), (&legs, extra), status, before, at)
    }

    /// Pays the lines that are due, then extra. Returns the posting and the principal that retired
    /// later lines.
    fn allocate(&mut self, amount: Amount, due: usize) -> (Legs, Amount) {
        let is_fixed = self.terms.product == ProductType::Murabaha;
        let (mut left, mut principal, mut extra) = (amount, Amount::ZERO, Amount::ZERO);
        let charged = if is_fixed { self.lines.len() } else { due };
        for (index, line) in self.lines[..charged].iter_mut().enumerate() {
            let profit = line.profit_owed().min(left);
            let part = line.principal_owed().min(left - profit);
            pay_line(line, part, profit);
            let received = if index < due { &mut principal } else { &mut extra };
            *received += part;
            left = left - profit - part;
        }
        if left > Amount::ZERO {
            self.retire(left, due);
        }
        let profit = amount - principal - extra - left;
        let legs = Legs::instalments(self.is_gross, principal, profit);
        (legs.and_extra(extra + left), left)
    }

    /// Retires principal from the last line backwards.
    fn retire(&mut self, mut extra: Amount, due: usize) {
        for line in self.lines[due..].iter_mut().rev() {
            let part = extra.min(line.principal_owed());
            line.principal = line.principal - part;
            extra = extra - part;
        }
        self.lower_rents(due);
    }

    /// On non-accrual all of a payment is principal, oldest line first. Rent of later lines follows
    /// the principal.
    fn recover(&mut self, amount: Amount, on: NaiveDate, due: usize) -> Legs {
        let (mut left, legs) = (amount, Legs::recovery(amount));
        for line in &mut self.lines {
            let part = line.principal_owed().min(left);
            pay_line(line, part, Amount::ZERO);
            left = left - part;
        }
        if self.terms.product == ProductType::Murabaha {
            return legs;
        }
        if self.outstanding() > Amount::ZERO {
            self.lower_rents(due);
            return legs;
        }
        for line in self.lines.iter_mut().filter(|line| line.due > on) {
            lower_rent(line, Amount::ZERO);
        }
        legs
    }

    /// Lowers the rents from a line on to the principal that is outstanding before each of them.
    fn lower_rents(&mut self, from: usize) {
        let lines = &self.lines[from..];
        let mut balance: Amount = lines.iter().map(|line| line.principal).sum();
        let mut outstanding: Amount = lines.iter().map(Line::principal_owed).sum();
        for line in &mut self.lines[from..] {
            let owed = line.principal_owed();
            line.beginning = balance;
            balance = balance - line.principal;
            line.ending = balance;
            lower_rent(line, periodic_profit(&self.terms, self.unit, outstanding));
            outstanding = outstanding - owed;
        }
    }

    /// Settles the facility for exactly the quoted amount.
    pub(super) fn settle(
        &mut self,
        amount: Amount,
        on: NaiveDate,
        at: &Circumstances<'_>,
    ) -> Result<Vec<Entry>, Code> {
        if amount <= Amount::ZERO {
            return Err(Code::ValidationFailed);
        }
        self.require_date(on, at.today)?;
        if self.is_exhausted() {
            return Err(Code::WrongState);
        }
        let quote = self.quote(on);
        if amount != quote.total() {
            return Err(Code::AmountNotAccepted);
        }
        let mut since = self.lines.iter().filter(|line| line.is_open() && line.due > on);
        if since.any(|line| line.due <= at.today) && !at.by.may(Permission::CreditApprove) {
            return Err(Code::Forbidden);
        }
        let before = self.clone();
        let legs = if self.is_suspended() {
            let due = self.due_count(on);
            self.recover(amount, on, due)
        } else {
            for index in 0..self.lines.len() {
                let is_earned = self.is_earned(&self.lines[index], on);
                let line = &mut self.lines[index];
                let profit = if is_earned { line.profit_owed() } else { Amount::ZERO };
                pay_line(line, line.principal_owed(), profit);
            }
            self.close_lines();
            let parts = (quote.principal, quote.profit);
            Legs::settlement(self.terms.product, self.is_gross, parts)
        };
        let is_settled = !self.lines.iter().any(Line::is_open);
        let status = if is_settled { FacilityStatus::Settled } else { self.status };
        self.receive((amount, on), (&legs, Amount::ZERO), status, before, at)
    }

    /// Records the payment and returns its entries.
    fn receive(
        &mut self,
        (amount, on): (Amount, NaiveDate),
        (legs, extra): (&Legs, Amount),
        status: FacilityStatus,
        before: Self,
        at: &Circumstances<'_>,
    ) -> Result<Vec<Entry>, Code> {
        let entries = at.books.post(self.terms.product, on, legs)?;
        let restated = |was: &Line, is: &Line| {
            (was.beginning, was.principal, was.profit) != (is.beginning, is.principal, is.profit)
        };
        if before.lines.iter().zip(&self.lines).any(|(was, is)| restated(was, is)) {
            self.version += 1;
        }
        self.status = status;
        self.payments.push(Payment {
            amount,
            on,
            entries: entries.clone(),
            extra,
            recorded_on: at.today,
            cashier: at.by.person,
            is_reversed: false,
            lines_before: before.lines,
            lines_after: self.lines.clone(),
            status_before: before.status,
            version_before: before.version,
        });
        Ok(entries)
    }

    /// Reverses the latest payment, and a waiver that followed it.
    pub(super) fn reverse(
        &mut self,
        number: usize,
        at: &Circumstances<'_>,
    ) -> Result<Vec<Entry>, Code> {
        if number >= self.payments.len() {
            return Err(Code::NotFound);
        }
        if self.latest_payment() != Some(number) {
            return Err(Code::WrongState);
        }
        let mut entries = at.books.reversed(&self.payments[number].entries, at.today)?;
        if let Some(waiver) = self.waiver.take() {
            self.lines = waiver.lines_before;
            entries.extend(at.books.reversed(&waiver.entries, at.today)?);
        }
        self.payments[number].is_reversed = true;
        let payment = self.payments[number].clone();
        self.restore(&payment);
        let accrues = |status| matches!(status, FacilityStatus::Active | FacilityStatus::Overdue);
        let is_resumed = accrues(self.status) && !accrues(payment.status_before);
        if is_resumed {
            self.status = FacilityStatus::Active;
        } else if !self.is_suspended() {
            self.status = payment.status_before;
        }
        if is_resumed || payment.recorded_on < at.today {
            self.mark(at.today, at.today, at.grace_days);
        }
        if self.status == FacilityStatus::Active && self.has_mark() {
            self.status = FacilityStatus::Overdue;
        }
        self.version = payment.version_before;
        self.is_title_transferred = false;
        Ok(entries)
    }

    /// Restores the lines that the payment changed; later marks stay.
    fn restore(&mut self, payment: &Payment) {
        let changes = payment.lines_before.iter().zip(&payment.lines_after);
        for (line, (was, is)) in self.lines.iter_mut().zip(changes) {
            if was == is {
                continue;
            }
            let is_marked = line.status == LineStatus::Overdue;
            let status = if is_marked { LineStatus::Overdue } else { was.status };
            *line = Line { status, ..was.clone() };
        }
    }
}

fn pay_line(line: &mut Line, principal: Amount, profit: Amount) {
    if principal + profit == Amount::ZERO {
        return;
    }
    line.principal_paid += principal;
    line.profit_paid += profit;
    if line.owed() == Amount::ZERO {
        line.status = LineStatus::Paid;
    } else if line.status == LineStatus::Pending {
        line.status = LineStatus::Partial;
    }
}

/// Lowers the rent of an open line, but not below the rent that was received on it.
fn lower_rent(line: &mut Line, rent: Amount) {
    if !line.is_open() {
        return;
    }
    let rent = rent.max(line.profit_paid).min(line.profit);
    line.profit_waived += line.profit - rent;
    line.profit = rent;
    if line.owed() == Amount::ZERO {
        let is_retired = line.principal == Amount::ZERO;
        line.status = if is_retired { LineStatus::Waived } else { LineStatus::Paid };
    }
}
