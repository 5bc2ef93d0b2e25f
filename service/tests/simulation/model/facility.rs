//! A facility of the model, from its draft to its settlement.

use chrono::NaiveDate;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;
use shared::permission::Permission;

use super::actor::Actor;
use super::books::Books;
use super::ledger::Entry;
use super::posting::Legs;
use super::schedule::{Line, due_date};
use crate::simulation::act::{FacilityAct, Terms};
use crate::simulation::amount::Amount;
use crate::simulation::people::Person;

/// A facility with everything that later acts depend on.
#[derive(Clone, Debug)]
pub(crate) struct Facility {
    pub(crate) terms: Terms,
    /// The unit of the instalments in ten-thousandths.
    pub(crate) unit: i64,
    pub(crate) maker: Person,
    pub(crate) reviewer: Option<Person>,
    pub(crate) status: FacilityStatus,
    pub(crate) is_asset_owned: bool,
    pub(crate) is_title_transferred: bool,
    /// True for a murabaha whose receivable includes the profit.
    pub(crate) is_gross: bool,
    pub(crate) activated_on: Option<NaiveDate>,
    pub(crate) resumed_on: Option<NaiveDate>,
    pub(crate) lines: Vec<Line>,
    pub(crate) payments: Vec<Payment>,
    pub(crate) waiver: Option<Waiver>,
    pub(crate) version: u32,
    /// All entries of the facility.
    pub(super) entries: Vec<Entry>,
    /// The accounts that its origination debited, and the one of its deferred profit.
    pub(super) carriers: Vec<&'static str>,
}

/// A payment, with the state to which its reversal returns.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) amount: Amount,
    pub(crate) on: NaiveDate,
    pub(super) entries: Vec<Entry>,
    /// Principal that retired later lines from the last backwards.
    pub(crate) extra: Amount,
    pub(crate) recorded_on: NaiveDate,
    pub(crate) cashier: Person,
    pub(crate) is_reversed: bool,
    pub(super) lines_before: Vec<Line>,
    pub(super) lines_after: Vec<Line>,
    pub(super) status_before: FacilityStatus,
    pub(super) version_before: u32,
}

/// A waiver of suspended profit, with the lines to which its reversal returns.
#[derive(Clone, Debug)]
pub(crate) struct Waiver {
    pub(super) entries: Vec<Entry>,
    pub(super) lines_before: Vec<Line>,
}

/// The circumstances of an act on a facility.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances<'b> {
    pub(crate) by: Actor,
    pub(crate) today: NaiveDate,
    pub(crate) grace_days: i64,
    pub(crate) is_presented_gross: bool,
    pub(crate) books: &'b Books,
}

impl Facility {
    /// Principal that is still owed.
    pub(crate) fn outstanding(&self) -> Amount {
        self.lines.iter().map(Line::principal_owed).sum()
    }

    /// The balance of its carriers up to a day, or of all days.
    pub(crate) fn carried(&self, as_of: Option<NaiveDate>) -> Amount {
        let until = self.entries.iter().filter(|entry| as_of.is_none_or(|day| entry.day <= day));
        let signed = until.flat_map(|it| [(it.debit, it.amount), (it.credit, -it.amount)]);
        let carried = signed.filter(|(account, _)| self.carriers.contains(account));
        carried.map(|(_, amount)| amount).sum()
    }

    pub(crate) const fn is_live(&self) -> bool {
        match self.status {
            FacilityStatus::Active | FacilityStatus::Overdue | FacilityStatus::NonAccrual => true,
            FacilityStatus::Draft
            | FacilityStatus::PendingReview
            | FacilityStatus::ShariahReview
            | FacilityStatus::Approved
            | FacilityStatus::Rejected
            | FacilityStatus::Withdrawn
            | FacilityStatus::Settled => false,
        }
    }

    /// The latest payment that was not reversed, by its number.
    pub(crate) fn latest_payment(&self) -> Option<usize> {
        self.payments.iter().rposition(|payment| !payment.is_reversed)
    }

    /// Performs an act; returns its entries. A refused act leaves the facility in any state.
    pub(super) fn perform(
        &mut self,
        act: FacilityAct,
        at: &Circumstances<'_>,
    ) -> Result<Vec<Entry>, Code> {
        require_permission(act, at.by)?;
        if !self.is_open_to(act) {
            return Err(Code::WrongState);
        }
        if act == FacilityAct::Approve {
            self.require_approver(at.by)?;
        }
        match act {
            FacilityAct::Submit => self.status = FacilityStatus::PendingReview,
            FacilityAct::Approve => self.approve(at.by),
            FacilityAct::Reject => self.status = FacilityStatus::Rejected,
            FacilityAct::Withdraw => self.withdraw(at.by)?,
            FacilityAct::RecordOwnership => self.is_asset_owned = true,
            FacilityAct::Activate => return self.activate(at),
            FacilityAct::Pay { amount, on } => return self.pay(amount, on, at),
            FacilityAct::Settle { amount, on } => return self.settle(amount, on, at),
            FacilityAct::Reverse(number) => return self.reverse(number, at),
            FacilityAct::Evaluate { as_of } => self.evaluate(as_of, at)?,
            FacilityAct::StopAccrual => self.stop_accrual()?,
            FacilityAct::ResumeAccrual => self.resume_accrual(at)?,
            FacilityAct::WaiveProfit => return self.waive_profit(at),
            FacilityAct::TransferTitle => self.transfer_title()?,
        }
        Ok(Vec::new())
    }

    fn is_open_to(&self, act: FacilityAct) -> bool {
        use FacilityAct as A;
        use FacilityStatus as S;
        match act {
            A::Submit | A::Withdraw => self.status == S::Draft,
            A::Approve | A::Reject => matches!(self.status, S::PendingReview | S::ShariahReview),
            A::RecordOwnership | A::Activate => self.status == S::Approved,
            A::Pay { .. } | A::Settle { .. } | A::Evaluate { .. } => self.is_live(),
            A::Reverse(_) => self.is_live() || self.status == S::Settled,
            A::StopAccrual => matches!(self.status, S::Active | S::Overdue),
            A::ResumeAccrual | A::WaiveProfit => self.status == S::NonAccrual,
            A::TransferTitle => self.status == S::Settled,
        }
    }

    /// The reviewer and the Shariah officer differ from the maker and from each other.
    fn require_approver(&self, by: Actor) -> Result<(), Code> {
        let permission = match self.status {
            FacilityStatus::ShariahReview => Permission::CreditApprove,
            _ => Permission::CreditReview,
        };
        by.require(permission)?;
        if [Some(self.maker), self.reviewer].contains(&Some(by.person)) {
            return Err(Code::MakerChecker);
        }
        Ok(())
    }

    fn approve(&mut self, by: Actor) {
        if self.status == FacilityStatus::PendingReview {
            self.status = FacilityStatus::ShariahReview;
            self.reviewer = Some(by.person);
        } else {
            self.status = FacilityStatus::Approved;
        }
    }

    fn withdraw(&mut self, by: Actor) -> Result<(), Code> {
        if by != self.maker {
            return Err(Code::Forbidden);
        }
        self.status = FacilityStatus::Withdrawn;
        Ok(())
    }

    /// The schedule starts on the day of the activation.
    fn activate(&mut self, at: &Circumstances<'_>) -> Result<Vec<Entry>, Code> {
        if !self.is_asset_owned {
            return Err(Code::Vr001);
        }
        self.status = FacilityStatus::Active;
        self.activated_on = Some(at.today);
        self.is_gross = at.is_presented_gross && self.terms.product == ProductType::Murabaha;
        for (period, line) in (1..).zip(&mut self.lines) {
            line.due = due_date(at.today, self.terms.periods_per_year, period);
        }
        if self.is_gross {
            at.books.require_recognition(self.terms.product)?;
        }
        let legs = Legs::origination(&self.terms, self.is_gross);
        let entries = at.books.post(self.terms.product, at.today, &legs)?;
        self.carriers = entries.iter().map(|entry| entry.debit).collect();
        self.carriers.extend(entries.iter().skip(1).map(|deferral| deferral.credit));
        Ok(entries)
    }

    fn transfer_title(&mut self) -> Result<(), Code> {
        let is_lease = self.terms.product == ProductType::Ijarah;
        if !is_lease || self.is_title_transferred {
            return Err(Code::WrongState);
        }
        self.is_title_transferred = true;
        Ok(())
    }
}

/// Errors: 403 without the permission of the act.
pub(super) fn require_permission(act: FacilityAct, by: Actor) -> Result<(), Code> {
    use FacilityAct as A;
    let permission = match act {
        A::Submit | A::Withdraw => Permission::CreditCreate,
        A::Reject => Permission::CreditReview,
        A::Pay { .. } | A::Settle { .. } => Permission::CreditRecordPayment,
        A::Approve => {
            return by.require_any(&[Permission::CreditReview, Permission::CreditApprove]);
        }
        A::RecordOwnership
        | A::Activate
        | A::Reverse(_)
        | A::Evaluate { .. }
        | A::StopAccrual
        | A::ResumeAccrual
        | A::WaiveProfit
        | A::TransferTitle => Permission::CreditApprove,
    };
    by.require(permission)
}
