//! The script of a run: acts drawn by a seed from the state of the model alone.

mod facility;

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

use super::act::{Act, Delivery, Step};
use super::faults::Stop;
use super::model::Model;
use super::people::Person;
use super::random::Random;
use super::scale::Scale;

/// The first day of every run.
pub(super) const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();

/// The local time of each organization, in hours ahead of UTC.
pub(super) const HOURS_AHEAD: [i64; 3] = [4, -5, 0];

/// Draws the steps of a run.
pub(super) struct Script {
    random: Random,
    model: Model,
    facilities: u32,
    steps: Vec<Step>,
}

impl Script {
    /// The steps of a seed.
    pub(super) fn of(seed: u64, scale: Scale) -> Vec<Step> {
        let model = Model::new(&HOURS_AHEAD[..scale.organizations]);
        let random = Random::new(seed);
        let mut script = Self { random, model, facilities: 0, steps: Vec::new() };
        for day in 0..scale.days {
            script.day(FIRST_DAY + Days::new(day), scale);
        }
        script.steps
    }

    fn day(&mut self, day: NaiveDate, scale: Scale) {
        let count = self.random.between(0, scale.acts_per_day);
        let mut times: Vec<_> = (0..count).map(|_| (self.working_time(day), false)).collect();
        // The server was down for a day.
        if !self.random.one_in(30) {
            times.push((self.job_time(day), true));
        }
        if self.random.one_in(10) {
            times.push((self.job_time(day), true));
        }
        times.sort_unstable();
        for (at, checks_jobs) in times {
            let step = if checks_jobs { job_check(at) } else { self.act(at) };
            self.model.apply(&step);
            self.steps.push(step);
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

    fn act(&mut self, at: NaiveDateTime) -> Step {
        let organization = self.random.between(0, self.model.organizations.len() - 1);
        let (by, act) = self.drawn(organization, at);
        // A request by a person without the role.
        let by =
            if self.random.one_in(12) { self.random.one_of(&Person::ALL).unwrap() } else { by };
        let statement = self.random.between(0, 15);
        let delivery = self.random.weighted(&[
            (40, Delivery::Once),
            (4, Delivery::ResponseLost),
            (3, Delivery::Interrupted(Stop::Statement(statement))),
            (2, Delivery::Interrupted(Stop::Commit)),
            (1, Delivery::Refused),
        ]);
        Step { at, organization, by, delivery, act }
    }

    fn drawn(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        if self.random.one_in(25) {
            return self.setting();
        }
        self.credit(organization, at)
    }

    /// A change of the settings of an organization.
    fn setting(&mut self) -> (Person, Act) {
        let act = match self.random.between(0, 2) {
            0 => Act::SetGraceDays(self.random.between(0, 10)),
            1 => Act::PresentGross(self.random.one_in(2)),
            _ => Act::RoundInstalments(self.random.one_in(2)),
        };
        (Person::Administrator, act)
    }
}

const fn job_check(at: NaiveDateTime) -> Step {
    let (organization, by) = (0, Person::Administrator);
    Step { at, organization, by, delivery: Delivery::Once, act: Act::CheckJobs }
}
