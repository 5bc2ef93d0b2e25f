//! Lateness and income recognition of a facility of the model.

use chrono::{NaiveDate, TimeDelta};
use shared::credit::vocabulary::{FacilityStatus, LineStatus, ProductType};
use shared::error::Code;

use super::facility::{Circumstances, Facility, Waiver};
use super::ledger::Entry;
use super::posting::Legs;
use super::schedule::Line;
use crate::simulation::amount::Amount;

impl Line {
    /// True if an amount is owed after the days of grace.
    pub(super) fn is_late(&self, today: NaiveDate, grace_days: i64) -> bool {
        self.is_open() && self.due + TimeDelta::days(grace_days) < today
    }
}

impl Facility {
    /// Principal and profit of late lines.
    pub(crate) fn arrears(&self, today: NaiveDate, grace_days: i64) -> Amount {
        if !self.is_live() {
            return Amount::ZERO;
        }
        let late = self.lines.iter().filter(|line| line.is_late(today, grace_days));
        late.map(Line::owed).sum()
    }

    /// The days since the oldest unpaid due date, once the days of grace have passed.
    pub(crate) fn days_past_due(&self, today: NaiveDate, grace_days: i64) -> i64 {
        let oldest = self.lines.iter().find(|line| line.is_open());
        let days = oldest.map_or(0, |line| (today - line.due).num_days());
        if self.is_live() && days > grace_days { days } else { 0 }
    }

    /// The total owed: the price of a murabaha, else principal and the rent due by the day.
    pub(crate) fn total_owed(&self, today: NaiveDate) -> Amount {
        if !self.is_live() {
            return Amount::ZERO;
        }
        self.outstanding() + self.earned_profit(today)
    }

    /// Profit that is owed and not recognised on non-accrual.
    pub(crate) fn suspended_profit(&self, today: NaiveDate) -> Amount {
        match self.status {
            FacilityStatus::NonAccrual => self.earned_profit(today),
            _ => Amount::ZERO,
        }
    }

    fn earned_profit(&self, today: NaiveDate) -> Amount {
        let earned = self.lines.iter().filter(|line| self.is_earned(line, today));
        earned.map(Line::profit_owed).sum()
    }

    /// All profit of a murabaha, whose price is fixed, and rent of lines due by the day.
    pub(super) fn is_earned(&self, line: &Line, day: NaiveDate) -> bool {
        self.terms.product == ProductType::Murabaha || line.due <= day
    }

    /// The next amount to pay, on non-accrual of principal alone.
    pub(crate) fn next_due(&self) -> Option<(NaiveDate, Amount)> {
        let is_suspended = self.status == FacilityStatus::NonAccrual;
        let owed = |line: &Line| if is_suspended { line.principal_owed() } else { line.owed() };
        let next = self.lines.iter().find(|line| owed(line) > Amount::ZERO);
        next.filter(|_| self.is_live()).map(|line| (line.due, owed(line)))
    }

    /// Marks the lines that were late on a day. A line that is late today keeps its mark.
    pub(super) fn mark(&mut self, as_of: NaiveDate, today: NaiveDate, grace_days: i64) {
        if !self.is_live() {
            return;
        }
        for line in self.lines.iter_mut().filter(|line| line.is_open()) {
            let is_marked = line.status == LineStatus::Overdue && line.is_late(today, grace_days);
            line.status = if is_marked || line.is_late(as_of, grace_days) {
                LineStatus::Overdue
            } else if line.principal_paid + line.profit_paid > Amount::ZERO {
                LineStatus::Partial
            } else {
                LineStatus::Pending
            };
        }
        let is_late = self.lines.iter().any(|line| line.is_late(today, grace_days));
        if self.status == FacilityStatus::Active && self.has_mark() {
            self.status = FacilityStatus::Overdue;
        } else if self.status == FacilityStatus::Overdue && !is_late {
            self.status = FacilityStatus::Active;
        }
    }

    pub(super) fn has_mark(&self) -> bool {
        self.lines.iter().any(|line| line.status == LineStatus::Overdue)
    }

    pub(super) fn evaluate(
        &mut self,
        as_of: NaiveDate,
        at: &Circumstances<'_>,
    ) -> Result<(), Code> {
        if as_of > at.today || Some(as_of) < self.activated_on {
            return Err(Code::ValidationFailed);
        }
        self.mark(as_of, at.today, at.grace_days);
        Ok(())
    }

    pub(super) fn stop_accrual(&mut self) -> Result<(), Code> {
        if self.outstanding() == Amount::ZERO {
            return Err(Code::WrongState);
        }
        self.status = FacilityStatus::NonAccrual;
        Ok(())
    }

    /// Accrual resumes once no principal is late.
    pub(super) fn resume_accrual(&mut self, at: &Circumstances<'_>) -> Result<(), Code> {
        let mut late = self.lines.iter().filter(|line| line.is_late(at.today, at.grace_days));
        if late.any(|line| line.principal_owed() > Amount::ZERO) {
            return Err(Code::WrongState);
        }
        self.status = FacilityStatus::Active;
        self.resumed_on = Some(at.today);
        self.mark(at.today, at.today, at.grace_days);
        Ok(())
    }

    /// Waives the profit that is still owed once all principal is received, and settles the
    /// facility; the person who recorded the latest payment may not.
    pub(super) fn waive_profit(&mut self, at: &Circumstances<'_>) -> Result<Vec<Entry>, Code> {
        if self.outstanding() > Amount::ZERO {
            return Err(Code::WrongState);
        }
        let latest = self.latest_payment().map(|latest| self.payments[latest].cashier);
        if latest == Some(at.by.person) {
            return Err(Code::MakerChecker);
        }
        let lines_before = self.lines.clone();
        let waived = self.close_lines();
        let legs = Legs::waiver(self.is_gross, waived);
        let entries = at.books.post(self.terms.product, at.today, &legs)?;
        self.waiver = Some(Waiver { entries: entries.clone(), lines_before });
        self.status = FacilityStatus::Settled;
        Ok(entries)
    }

    /// Closes every open line, and returns the profit that was still owed.
    pub(super) fn close_lines(&mut self) -> Amount {
        let mut waived = Amount::ZERO;
        for line in self.lines.iter_mut().filter(|line| line.is_open()) {
            let profit = line.profit_owed();
            line.profit_waived += profit;
            line.status = LineStatus::Paid;
            waived += profit;
        }
        waived
    }
}
