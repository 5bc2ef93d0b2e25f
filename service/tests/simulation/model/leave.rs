//! Leave of the model, counted in half days.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::status::LeaveStatus;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;
use super::calendar::Calendar;
use crate::simulation::act::{LeaveAct, LeaveDates};
use crate::simulation::people::Person;

/// The half days of casual leave per year before the confirmation.
const PROBATION_CASUAL: i64 = 10;

/// The permissions of which an act on leave needs one.
pub(super) const MEMBER: [Permission; 2] = [Permission::LeaveManage, Permission::AppraisalsRespond];

/// A request for leave.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) by: Person,
    pub(crate) leave_type: LeaveType,
    dates: LeaveDates,
    /// The half days by year.
    days: BTreeMap<i32, i64>,
    pub(crate) status: LeaveStatus,
}

/// A correction, or one side of days that were carried into the next year.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjustment {
    person: Person,
    leave_type: LeaveType,
    year: i32,
    halves: i64,
    is_carried_out: bool,
}

/// A balance in half days; the entitlement and the available days of untracked leave are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    pub(crate) entitlement: Option<i64>,
    pub(crate) adjustments: i64,
    pub(crate) consumed: i64,
    pub(crate) pending: i64,
    pub(crate) available: Option<i64>,
    pub(crate) is_locked: bool,
}

impl Balance {
    fn spendable(&self) -> Option<i64> {
        self.available.map(|available| available - self.pending)
    }
}

impl LeaveDates {
    /// The half days of working days, by year.
    fn days(&self, calendar: &Calendar) -> BTreeMap<i32, i64> {
        let mut days = BTreeMap::new();
        for date in self.start.iter_days().take_while(|date| *date <= self.end) {
            if !calendar.is_working_day(date) {
                continue;
            }
            let starts_late = self.starts_at_noon && date == self.start;
            let ends_early = self.ends_at_noon && date == self.end;
            *days.entry(date.year()).or_default() +=
                2 - i64::from(starts_late) - i64::from(ends_early);
        }
        days
    }

    /// True if half a day belongs to both.
    fn overlaps(&self, other: &Self) -> bool {
        let starts_before_end = |one: &Self, other: &Self| {
            one.start < other.end
                || (one.start == other.end && !(one.starts_at_noon && other.ends_at_noon))
        };
        starts_before_end(self, other) && starts_before_end(other, self)
    }
}

impl Organization {
    /// The person who decides on leave: the line manager, else the head of the department, unless
    /// they are blocked.
    pub(crate) fn decider(&self, requester: Person) -> Option<Person> {
        let may_sign_in = |it: &Person| !self.is_blocked(*it);
        let line_manager = self.employments[&requester].line_manager.filter(may_sign_in);
        line_manager.or_else(|| self.head_of(requester).filter(may_sign_in))
    }

    /// Without a decider, every manager of leave decides.
    fn decides(&self, by: Actor, requester: Person) -> bool {
        match self.decider(requester) {
            Some(decider) => by == decider,
            None => by != requester && by.may(Permission::LeaveManage),
        }
    }

    /// The number of requests that wait for a person.
    pub(crate) fn waiting_leave(&self, person: Person) -> u64 {
        let pending = self.requests.values().filter(|it| it.status == LeaveStatus::Pending);
        let actor = self.actor(person);
        let waiting = pending.filter(|it| it.by != person && self.decides(actor, it.by));
        u64::try_from(waiting.count()).unwrap()
    }

    pub(crate) fn balance(&self, person: Person, leave_type: LeaveType, year: i32) -> Balance {
        let confirmed_on = self.employments[&person].confirmed_on;
        self.balance_if(confirmed_on.is_some(), person, leave_type, year)
    }

    fn balance_if(
        &self,
        is_confirmed: bool,
        person: Person,
        leave_type: LeaveType,
        year: i32,
    ) -> Balance {
        let held = |status: LeaveStatus| -> i64 {
            let requests = self.requests.values().filter(|it| it.status == status);
            let own = requests.filter(|it| it.by == person && it.leave_type == leave_type);
            own.filter_map(|it| it.days.get(&year)).sum()
        };
        let corrections = self
            .adjustments
            .iter()
            .filter(|it| it.person == person && it.leave_type == leave_type && it.year == year);
        let adjustments = corrections.map(|it| it.halves).sum();
        let consumed = held(LeaveStatus::Approved);
        let is_locked = !is_confirmed && leave_type != LeaveType::Casual;
        let entitlement = match (is_confirmed, is_locked) {
            (true, _) => self.policies.of(leave_type, year).entitlement,
            (false, true) => Some(0),
            (false, false) => Some(PROBATION_CASUAL),
        };
        let unlocked = entitlement.map(|days| days + adjustments - consumed);
        Balance {
            entitlement,
            adjustments,
            consumed,
            pending: held(LeaveStatus::Pending),
            available: if is_locked { Some(0) } else { unlocked },
            is_locked,
        }
    }

    /// True if the days fit the balances, not counting a request that holds them already.
    fn fits(&self, request: &Request) -> bool {
        let own = i64::from(request.status == LeaveStatus::Pending);
        request.days.iter().all(|(year, days)| {
            let balance = self.balance(request.by, request.leave_type, *year);
            balance.spendable().is_none_or(|left| *days <= left + own * days)
        })
    }

    pub(super) fn request_leave(
        &mut self,
        number: u32,
        (by, leave_type): (Actor, LeaveType),
        dates: LeaveDates,
    ) -> Result<(), Code> {
        by.require_any(&MEMBER)?;
        let is_one_day = dates.start == dates.end;
        if dates.end < dates.start || (is_one_day && dates.starts_at_noon && dates.ends_at_noon) {
            return Err(Code::ValidationFailed);
        }
        // A draft holds no days.
        let status = LeaveStatus::Cancelled;
        let days = dates.days(&self.calendar);
        let request = Request { by: by.person, leave_type, dates, days, status };
        self.grant(&request, None)?;
        let status = LeaveStatus::Pending;
        self.requests.insert(number, Request { status, ..request });
        Ok(())
    }

    fn grant(&self, request: &Request, number: Option<u32>) -> Result<(), Code> {
        let employment = self.employments[&request.by];
        if employment.confirmed_on.is_none() && request.leave_type != LeaveType::Casual {
            return Err(Code::ConfirmationRequired);
        }
        if request.dates.start < employment.started_on || request.days.is_empty() {
            return Err(Code::ValidationFailed);
        }
        let others = self.requests.iter().filter(|(other, it)| {
            Some(**other) != number && it.by == request.by && it.holds_days()
        });
        if others.into_iter().any(|(_, it)| it.dates.overlaps(&request.dates)) {
            return Err(Code::LeaveOverlap);
        }
        if self.fits(request) { Ok(()) } else { Err(Code::InsufficientBalance) }
    }

    pub(super) fn act_on_leave(
        &mut self,
        number: u32,
        (by, act): (Actor, LeaveAct),
        today: NaiveDate,
    ) -> Result<(), Code> {
        use {LeaveAct as A, LeaveStatus as S};
        by.require_any(&MEMBER)?;
        let mut request = self.requests[&number].clone();
        let is_manager = by.may(Permission::LeaveManage);
        let is_requester = by == request.by;
        let is_decider = self.decides(by, request.by);
        if !is_manager && !is_requester && !is_decider {
            return Err(Code::NotFound);
        }
        let next = match (request.status, act) {
            (S::Pending, A::Approve) => Some(S::Approved),
            (S::Pending, A::Reject) => Some(S::Rejected),
            (S::Pending | S::Approved, A::Cancel) => Some(S::Cancelled),
            (S::Rejected | S::Cancelled, A::Resubmit) => Some(S::Pending),
            _ => None,
        };
        let has_begun = request.dates.start <= today;
        let may = match act {
            A::Approve | A::Reject => is_decider && !is_requester,
            A::Resubmit => is_requester,
            A::Cancel if request.status == S::Approved && is_requester => !has_begun,
            A::Cancel if request.status == S::Approved => is_manager,
            A::Cancel => is_requester || is_manager,
        };
        if !may && is_requester && act == A::Cancel && next.is_some() {
            return Err(Code::WrongState);
        }
        if !may {
            return Err(Code::Forbidden);
        }
        let next = next.ok_or(Code::WrongState)?;
        if act == A::Approve && !self.fits(&request) {
            return Err(Code::InsufficientBalance);
        }
        if act == A::Resubmit {
            request.days = request.dates.days(&self.calendar);
            self.grant(&request, Some(number))?;
        }
        self.requests.insert(number, Request { status: next, ..request });
        Ok(())
    }

    pub(super) fn correct_leave(
        &mut self,
        by: Actor,
        (person, leave_type): (Person, LeaveType),
        (year, halves): (i32, i64),
    ) -> Result<(), Code> {
        by.require(Permission::LeaveManage)?;
        if halves == 0 {
            return Err(Code::ValidationFailed);
        }
        let is_confirmed = self.employments[&person].confirmed_on.is_some();
        let is_short = |is_confirmed: bool| {
            let balance = self.balance_if(is_confirmed, person, leave_type, year);
            let after = balance.available.map(|days| days + halves);
            !balance.is_locked && after.is_some_and(|days| days < 0)
        };
        if halves < 0 && (is_short(is_confirmed) || is_short(true)) {
            return Err(Code::InsufficientBalance);
        }
        let is_carried_out = false;
        self.adjustments.push(Adjustment { person, leave_type, year, halves, is_carried_out });
        Ok(())
    }

    /// Carries unused days that were not locked at the end of the year, of every type once.
    pub(super) fn close_leave_year(
        &mut self,
        by: Actor,
        year: i32,
        today: NaiveDate,
    ) -> Result<(), Code> {
        by.require(Permission::LeaveManage)?;
        if year > today.year() {
            return Err(Code::ValidationFailed);
        }
        if year == today.year() {
            return Err(Code::YearNotOver);
        }
        for person in self.people() {
            for leave_type in LeaveType::ALL.iter().copied() {
                let halves = self.unused(person, leave_type, year);
                let side = |year, halves, is_carried_out| Adjustment {
                    person,
                    leave_type,
                    year,
                    halves,
                    is_carried_out,
                };
                if halves > 0 {
                    self.adjustments
                        .extend([side(year, -halves, true), side(year + 1, halves, false)]);
                }
            }
        }
        Ok(())
    }

    /// The half days that the end of a year carries.
    fn unused(&self, person: Person, leave_type: LeaveType, year: i32) -> i64 {
        let employment = self.employments[&person];
        let is_carried = |it: &Adjustment| {
            it.is_carried_out && (it.person, it.leave_type, it.year) == (person, leave_type, year)
        };
        let is_absent = employment.is_blocked || employment.started_on.year() > year;
        if is_absent || self.adjustments.iter().any(is_carried) {
            return 0;
        }
        let was_confirmed = employment.confirmed_on.is_some_and(|day| day.year() <= year);
        let policy = self.policies.of(leave_type, year);
        let balance = self.balance_if(was_confirmed, person, leave_type, year);
        let is_tracked = policy.entitlement.is_some() && !balance.is_locked;
        let unused = balance.spendable().filter(|_| is_tracked).unwrap_or_default();
        unused.clamp(0, policy.carried_max)
    }

    pub(super) fn has_pending_leave(&self, person: Person) -> bool {
        let mut own = self.requests.values().filter(|it| it.by == person);
        own.any(|it| it.status == LeaveStatus::Pending)
    }

    /// True if a person has leave that they could not have before the confirmation.
    pub(super) fn needs_confirmation(&self, person: Person) -> bool {
        self.leave_years().any(|year| {
            LeaveType::ALL.iter().any(|leave_type| {
                let balance = self.balance_if(false, person, *leave_type, year);
                let held = balance.consumed + balance.pending;
                let is_overdrawn = balance.spendable().is_some_and(|days| days < 0);
                if balance.is_locked { held > 0 } else { is_overdrawn }
            })
        })
    }

    /// The years with requests or corrections.
    pub(super) fn leave_years(&self) -> impl Iterator<Item = i32> {
        let of_requests = self.requests.values().flat_map(|it| it.days.keys().copied());
        let years = of_requests.chain(self.adjustments.iter().map(|it| it.year));
        years.collect::<BTreeSet<_>>().into_iter()
    }
}

impl Request {
    /// True while the days are reserved or consumed.
    pub(crate) const fn holds_days(&self) -> bool {
        match self.status {
            LeaveStatus::Pending | LeaveStatus::Approved => true,
            LeaveStatus::Rejected | LeaveStatus::Cancelled => false,
        }
    }
}
