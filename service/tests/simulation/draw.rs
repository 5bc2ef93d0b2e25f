//! The script of a run: acts drawn by a seed from the state of the model alone.

mod appraisal;
mod books;
mod facility;
mod form;
mod leave;
mod staff;
mod token;

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

use super::act::{Act, Delivery, Provider, Receiver, StaffAct, Step};
use super::faults::Stop;
use super::model::{Model, Outcome};
use super::people::Person;
use super::random::Random;
use super::role::Role;
use super::scale::Scale;

/// The first day of every run.
pub(super) const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();

/// The organizations of a run: the hours by which local time is ahead of UTC, and whether murabahas
/// are presented gross at first.
pub(super) const ORGANIZATIONS: [(i64, bool); 3] = [(4, true), (-5, false), (0, true)];

/// Draws the steps of a run.
pub(super) struct Script {
    random: Random,
    model: Model,
    /// The number of drawn records.
    records: u32,
    steps: Vec<Step>,
    outcomes: Vec<Outcome>,
}

impl Script {
    /// The steps of a seed.
    pub(super) fn of(seed: u64, scale: Scale) -> Vec<Step> {
        Self::drawn_by(seed, scale).steps
    }

    /// The outcome of each act of a seed, by name.
    pub(super) fn outcomes(seed: u64, scale: Scale) -> Vec<(String, Outcome)> {
        let Self { steps, outcomes, .. } = Self::drawn_by(seed, scale);
        steps.iter().map(|step| step.act.name()).zip(outcomes).collect()
    }

    fn drawn_by(seed: u64, scale: Scale) -> Self {
        let model = Model::new(&ORGANIZATIONS[..scale.organizations]);
        let random = Random::new(seed);
        let mut script =
            Self { random, model, records: 0, steps: Vec::new(), outcomes: Vec::new() };
        for day in 0..scale.days {
            script.day(FIRST_DAY + Days::new(day), scale);
        }
        script
    }

    fn day(&mut self, day: NaiveDate, scale: Scale) {
        let count = self.random.between(0, scale.acts_per_day);
        let mut times: Vec<_> = (0..count).map(|_| (self.working_time(day), Work::Act)).collect();
        // The server was down for a day.
        if !self.random.one_in(30) {
            times.push((self.job_time(day), Work::Jobs));
        }
        if self.random.one_in(10) {
            times.push((self.job_time(day), Work::Jobs));
        }
        if self.random.one_in(3) {
            times.push((self.working_time(day), Work::Events));
        }
        if !self.model.mails.is_empty() {
            let count = self.random.between(0, 4);
            times.extend((0..count).map(|_| (self.working_time(day), Work::Mail)));
        }
        times.sort_unstable();
        for (at, work) in times {
            let step = match work {
                Work::Act => self.act(at),
                Work::Jobs => of_server(at, Act::CheckJobs),
                Work::Events => of_server(at, Act::Dispatch(self.receiver())),
                Work::Mail => of_server(at, Act::SendMail(self.provider())),
            };
            let outcome = self.model.apply(&step);
            self.steps.push(step);
            self.outcomes.push(outcome);
        }
    }

    /// A time in working hours, which may be another day where the organization is.
    fn working_time(&mut self, day: NaiveDate) -> NaiveDateTime {
        let minute = self.random.between(2 * 60, 23 * 60);
        day.and_time(NaiveTime::MIN) + TimeDelta::minutes(minute)
    }

    /// The server checks a schedule within a second of its time, or later.
    fn job_time(&mut self, day: NaiveDate) -> NaiveDateTime {
        let fraction = TimeDelta::microseconds(self.random.between(0, 999_999));
        let hour = self.random.weighted(&[(1, 1), (1, 9), (6, 10), (1, 11), (1, 23)]);
        day.and_hms_opt(hour, 0, 0).unwrap() + fraction
    }

    fn provider(&mut self) -> Provider {
        self.random.weighted(&[
            (2, Provider::Accepts),
            (3, Provider::Refuses),
            (2, Provider::TimesOut),
        ])
    }

    fn receiver(&mut self) -> Receiver {
        self.random.weighted(&[
            (4, Receiver::Accepts),
            (2, Receiver::Fails),
            (1, Receiver::TimesOut),
        ])
    }

    fn act(&mut self, at: NaiveDateTime) -> Step {
        let organization = self.random.between(0, self.model.organizations.len() - 1);
        let (by, act) = self.drawn(organization, at);
        // A request by a person without the role.
        let by = if self.random.one_in(12) { self.anyone(organization) } else { by };
        let statement = self.random.between(0, 15);
        let delivery = self.random.weighted(&[
            (40, Delivery::Once),
            (4, Delivery::ResponseLost),
            (3, Delivery::Interrupted(Stop::Statement(statement))),
            (2, Delivery::Interrupted(Stop::Commit)),
            (1, Delivery::Refused),
        ]);
        // A sign-in is not one request, and a command has no key.
        let is_sign_in = matches!(act, Act::ExhaustRecoveryCodes(_));
        let is_repeatable = !matches!(act, Act::Staff(StaffAct::Erase(..)));
        let is_once = is_sign_in || (delivery == Delivery::ResponseLost && !is_repeatable);
        let delivery = if is_once { Delivery::Once } else { delivery };
        let is_on_record = act.record().is_some();
        let is_stranger = is_on_record && self.random.one_in(40);
        let others = organization + usize::from(is_stranger);
        let home = others % self.model.organizations.len();
        let is_known = self.model.organizations[home].employments.contains_key(&by);
        let by = if is_known { by } else { self.anyone(home) };
        let through = self.token(home).filter(|_| !is_sign_in);
        let tokens = &self.model.organizations[home].tokens;
        let by = through.map_or(by, |token| tokens[&token].holder);
        Step { at, organization, home, by, through, delivery, act }
    }

    /// The number of a new record.
    const fn number(&mut self) -> u32 {
        self.records += 1;
        self.records
    }

    fn drawn(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        if self.random.one_in(150) {
            let act = Act::ExhaustRecoveryCodes(self.number());
            return (Person::CreditOfficer, act);
        }
        if self.random.one_in(30) {
            return self.setting(organization);
        }
        let today = self.model.organizations[organization].today(at);
        if let Some((by, act)) = self.staffing(organization, today) {
            return (by, act);
        }
        if self.random.one_in(40) {
            return self.token_act(organization);
        }
        if self.random.one_in(40) {
            return self.form_act(organization);
        }
        if self.random.one_in(40) {
            let limit = self.random.between(1, 60);
            return (self.holder(organization, Role::Administrator), Act::ReadEvents(limit));
        }
        if self.random.one_in(20) {
            return self.bookkeeping(organization, at);
        }
        match self.random.between(0, 7) {
            0 => self.leave(organization, at),
            1 => self.appraisal(organization),
            _ => self.credit(organization, at),
        }
    }

    /// A change of the settings of an organization.
    fn setting(&mut self, organization: usize) -> (Person, Act) {
        let act = match self.random.between(0, 2) {
            0 => Act::SetGraceDays(self.random.between(0, 10)),
            1 => Act::PresentGross(self.random.one_in(2)),
            _ => Act::RoundInstalments(self.random.one_in(2)),
        };
        (self.holder(organization, Role::Administrator), act)
    }
}

/// An item of the plan of a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    Act,
    Jobs,
    Events,
    Mail,
}

const fn of_server(at: NaiveDateTime, act: Act) -> Step {
    let (organization, home, by) = (0, 0, Person::Administrator);
    Step { at, organization, home, by, through: None, delivery: Delivery::Once, act }
}
