//! Mail of the model: attempts, back-off and surrender.

use chrono::{NaiveDateTime, TimeDelta};

use super::Model;
use crate::simulation::act::Provider;

/// The failed attempts after which a mail is given up.
const ATTEMPTS_MAX: u32 = 10;
/// The longest wait between two attempts.
const WAIT_MAX: TimeDelta = TimeDelta::hours(6);

/// A mail that is not delivered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mail {
    created_at: NaiveDateTime,
    attempts: u32,
    next_at: NaiveDateTime,
}

impl Mail {
    pub(super) const fn new(at: NaiveDateTime) -> Self {
        Self { created_at: at, attempts: 0, next_at: at }
    }

    fn is_due(&self, at: NaiveDateTime) -> bool {
        self.attempts < ATTEMPTS_MAX && self.next_at <= at
    }

    /// One minute after the first failure, and twice as long after each further one.
    fn fail(&mut self, at: NaiveDateTime) {
        let wait = TimeDelta::minutes(1 << self.attempts);
        self.attempts += 1;
        self.next_at = at + wait.min(WAIT_MAX);
    }

    fn is_stuck(&self, at: NaiveDateTime) -> bool {
        self.attempts == ATTEMPTS_MAX || self.created_at < at - TimeDelta::minutes(10)
    }
}

impl Model {
    /// Attempts the delivery of the mails that are due; returns the number of delivered mails.
    pub(super) fn send_mail(&mut self, provider: Provider, at: NaiveDateTime) -> usize {
        let before = self.mails.len();
        match provider {
            Provider::Accepts => self.mails.retain(|mail| !mail.is_due(at)),
            Provider::Refuses | Provider::TimesOut => {
                self.mails.iter_mut().filter(|mail| mail.is_due(at)).for_each(|it| it.fail(at));
            }
        }
        before - self.mails.len()
    }

    /// The number of mails that the self-check reports.
    pub(crate) fn stuck_mails(&self, at: NaiveDateTime) -> usize {
        self.mails.iter().filter(|mail| mail.is_stuck(at)).count()
    }
}
