//! Acts on leave, drawn from the state of the model.

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta};
use shared::calendar::Weekday;
use shared::leave::LeaveType;
use shared::leave::status::LeaveStatus;

use super::Script;
use crate::simulation::act::{Act, LeaveAct, LeaveDates, Policy};
use crate::simulation::people::Person;
use crate::simulation::random::Random;
use crate::simulation::role::Role;

/// The types of leave with their weights.
const TYPES: [(u64, LeaveType); 7] = [
    (6, LeaveType::Casual),
    (6, LeaveType::Annual),
    (3, LeaveType::Sick),
    (1, LeaveType::Maternity),
    (1, LeaveType::Paternity),
    (1, LeaveType::Hajj),
    (1, LeaveType::Unpaid),
];

/// Weeks of working days with their weights; the last one is refused.
const WEEKS: [(u64, &[Weekday]); 4] = {
    use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    [
        (3, &[Monday, Tuesday, Wednesday, Thursday, Friday]),
        (3, &[Monday, Tuesday, Wednesday, Thursday, Sunday]),
        (1, &[Monday, Tuesday, Wednesday, Thursday, Friday, Saturday]),
        (1, &[]),
    ]
};

impl Script {
    pub(super) fn leave(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        let today = self.model.organizations[organization].today(at);
        match self.random.between(0, 19) {
            0..=7 => self.request(organization, today),
            8 => {
                let person = self.anyone(organization);
                let leave_type = self.random.weighted(&TYPES);
                let year = today.year() - 1 + self.random.between(0, 2);
                let halves = i64::from(self.random.between(0_i32, 24)) - 12;
                let act = Act::CorrectLeave { person, leave_type, year, halves };
                (self.holder(organization, Role::HumanResources), act)
            }
            9 => {
                let year = today.year() - 1 + i32::from(self.random.one_in(3));
                let by = self.holder(organization, Role::HumanResources);
                (by, Act::CloseLeaveYear(year))
            }
            10 | 11 => {
                let by = self.holder(organization, Role::HumanResources);
                (by, self.leave_setting(organization, today))
            }
            _ => self.decision(organization, today),
        }
    }

    /// A holiday around today, other working days or another policy.
    fn leave_setting(&mut self, organization: usize, today: NaiveDate) -> Act {
        let holidays = &self.model.organizations[organization].calendar.holidays;
        let holidays: Vec<_> = holidays.iter().copied().collect();
        match self.random.between(0, 4) {
            0 => Act::SetWorkingDays(self.random.weighted(&WEEKS)),
            1 | 2 => {
                let day = today - TimeDelta::days(10) + TimeDelta::days(self.random.between(0, 50));
                let kept = self.random.one_of(&holidays).filter(|_| self.random.one_in(3));
                Act::SetHoliday(kept.unwrap_or(day), kept.is_none())
            }
            _ => {
                let halves = self.random.between(0, 60);
                let entitlement =
                    self.random.weighted(&[(12, Some(halves)), (2, None), (1, Some(733))]);
                let carried_max = self.random.weighted(&[(1, 0), (1, halves / 2)]);
                Act::SetPolicy(self.random.weighted(&TYPES), Policy { entitlement, carried_max })
            }
        }
    }

    fn request(&mut self, organization: usize, today: NaiveDate) -> (Person, Act) {
        let by = self.anyone(organization);
        let leave_type = self.random.weighted(&TYPES);
        let dates = dates(&mut self.random, today);
        (by, Act::RequestLeave(self.number(), leave_type, dates))
    }

    /// A decision on a request, mostly on one that waits.
    fn decision(&mut self, organization: usize, today: NaiveDate) -> (Person, Act) {
        let house = &self.model.organizations[organization];
        let requests = &house.requests;
        let pending = requests.iter().filter(|(_, it)| it.status == LeaveStatus::Pending);
        let pending: Vec<_> = pending.map(|(number, _)| *number).collect();
        let all: Vec<_> = requests.keys().copied().collect();
        let wanted = if self.random.one_in(3) { &all } else { &pending };
        let Some(number) = self.random.one_of(wanted) else {
            return self.request(organization, today);
        };
        let manager = self.holder(organization, Role::HumanResources);
        let house = &self.model.organizations[organization];
        let requests = &house.requests;
        let requester = requests[&number].by;
        let decider = house.decider(requester).unwrap_or(manager);
        let is_closed = !requests[&number].holds_days();
        let (by, act) = self.random.weighted(&[
            (8, (decider, LeaveAct::Approve)),
            (3, (decider, LeaveAct::Reject)),
            (2, (requester, LeaveAct::Cancel)),
            (1, (manager, LeaveAct::Cancel)),
            (if is_closed { 30 } else { 1 }, (requester, LeaveAct::Resubmit)),
        ]);
        (by, Act::Leave(number, act))
    }
}

/// Dates around today, which may be in the wrong order or on a weekend.
fn dates(random: &mut Random, today: NaiveDate) -> LeaveDates {
    let start = today - TimeDelta::days(10) + TimeDelta::days(random.between(0, 70));
    let last = random.weighted(&[(12, 4), (4, 14), (1, 60)]);
    let length = random.between(0, last);
    let end = if random.one_in(30) { start.pred_opt().unwrap() } else { start };
    LeaveDates {
        start,
        end: end + TimeDelta::days(length),
        starts_at_noon: random.one_in(5),
        ends_at_noon: random.one_in(5),
    }
}
