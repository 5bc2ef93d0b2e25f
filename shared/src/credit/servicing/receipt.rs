//! The allocation of a receipt in progress.

use chrono::NaiveDate;

use super::evaluation::is_late;
use super::leg::Legs;
use super::{Allocation, Applied, Position};
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::{FacilityStatus, LineStatus, SettlementType};
use crate::money::Money;

/// The lines during the allocation of a receipt, and the unallocated amount.
#[derive(Debug)]
pub(super) struct Receipt {
    pub(super) lines: Vec<Line>,
    pub(super) left: Money,
    pub(super) is_extra: bool,
    pub(super) extra: Money,
    pub(super) waived: Money,
    pub(super) legs: Legs,
    status: FacilityStatus,
    applied: Vec<Applied>,
}

impl Receipt {
    pub(super) fn new(position: &Position, amount: Money) -> Self {
        Self {
            lines: position.lines.clone(),
            left: amount,
            is_extra: false,
            extra: Money::ZERO,
            waived: Money::ZERO,
            legs: Legs::default(),
            status: position.status,
            applied: Vec::new(),
        }
    }

    /// Pays the amount owed on a line, as far as the receipt goes: profit, then principal.
    pub(super) fn pay_line(&mut self, index: usize) {
        self.pay(index, Line::profit_owed);
    }

    /// Pays the principal of a line, as far as the receipt goes, and no profit.
    pub(super) fn pay_principal(&mut self, index: usize) {
        self.pay(index, |_| Money::ZERO);
    }

    /// Pays a line, limiting its profit to the given amount.
    pub(super) fn pay(&mut self, index: usize, profit_charged: impl Fn(&Line) -> Money) {
        let Some(line) = self.lines.get_mut(index) else { return };
        let profit = self.left.min(profit_charged(line));
        let left = self.left.minus(profit).unwrap_or_default();
        let principal = left.min(line.principal_owed());
        if profit.is_zero() && principal.is_zero() {
            return;
        }
        self.left = left.minus(principal).unwrap_or_default();
        line.profit_paid = sum([line.profit_paid, profit]);
        line.principal_paid = sum([line.principal_paid, principal]);
        line.status = status_after(line);
        let status = LineStatus::Partial;
        self.applied.push(Applied { period: line.period, status, principal, profit });
    }

    /// Closes every line; the unpaid profit is waived.
    pub(super) fn close(&mut self) {
        for line in self.lines.iter_mut().filter(|line| line.is_open()) {
            let profit = line.profit_owed();
            line.profit_waived = sum([line.profit_waived, profit]);
            line.status = LineStatus::Paid;
            self.waived = sum([self.waived, profit]);
        }
    }

    pub(super) fn applied_principal(&self) -> Money {
        sum(self.applied.iter().map(|applied| applied.principal))
    }

    pub(super) fn applied_profit(&self) -> Money {
        sum(self.applied.iter().map(|applied| applied.profit))
    }

    /// The resulting allocation: settled with the last line, no longer overdue with the last late
    /// line.
    pub(super) fn finish(mut self, date: NaiveDate, grace_days: u32) -> Allocation {
        let is_settled = !self.lines.iter().any(Line::is_open);
        let is_cleared = !self
            .lines
            .iter()
            .any(|line| line.status == LineStatus::Overdue || is_late(line, date, grace_days));
        let status = match self.status {
            _ if is_settled => FacilityStatus::Settled,
            FacilityStatus::Overdue if is_cleared => FacilityStatus::Active,
            status => status,
        };
        for applied in &mut self.applied {
            let is_closed = |line: &&Line| line.period == applied.period && !line.is_open();
            if self.lines.iter().any(|line| is_closed(&line)) {
                applied.status = LineStatus::Paid;
            }
        }
        Allocation {
            lines: self.lines,
            applied: self.applied,
            is_extra: self.is_extra,
            extra: self.extra,
            waived: self.waived,
            legs: self.legs.finish(),
            status,
            settlement: is_settled.then_some(SettlementType::Scheduled),
        }
    }
}

/// A late line remains late until nothing is owed on it.
fn status_after(line: &Line) -> LineStatus {
    if line.owed().is_zero() {
        return LineStatus::Paid;
    }
    match line.status {
        LineStatus::Pending | LineStatus::Partial => LineStatus::Partial,
        LineStatus::Overdue => LineStatus::Overdue,
        LineStatus::Paid | LineStatus::Waived => line.status,
    }
}
