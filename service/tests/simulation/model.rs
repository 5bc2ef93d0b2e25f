//! An independent model of the service: it computes what every act does, or why it is refused,
//! without the arithmetic of the service.

pub(super) mod accounts;
pub(super) mod actor;
pub(super) mod appraisal;
pub(super) mod books;
pub(super) mod calendar;
mod delay;
pub(super) mod employment;
mod event;
pub(super) mod facility;
pub(super) mod form;
pub(super) mod job;
mod lateness;
pub(super) mod leave;
pub(super) mod ledger;
mod mail;
pub(super) mod payment;
mod policy;
mod posting;
pub(super) mod schedule;
pub(super) mod score;
mod staff;
mod token;

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta};
use shared::credit::vocabulary::FacilityStatus;
use shared::error::{Code, FieldCode};
use shared::permission::Permission;

use super::act::{Act, FacilityAct, FormAct, Record, Step, Terms, TokenAct};
use super::people::{Department, Person};
use actor::Actor;
use appraisal::Appraisal;
use books::Books;
use calendar::Calendar;
use employment::Employment;
use facility::{Circumstances, Facility};
use form::Forms;
use job::JobSchedules;
use leave::{Adjustment, Request};
use mail::Mail;
use policy::Policies;
use schedule::schedule;
use token::Token;

/// The state of the whole service.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) organizations: Vec<Organization>,
    pub(super) jobs: JobSchedules,
    /// The mails that are not delivered.
    pub(super) mails: Vec<Mail>,
    /// The number of events of which people are notified.
    dispatched: usize,
}

/// The state of one organization.
#[derive(Clone, Debug)]
pub(super) struct Organization {
    /// The hours by which local time is ahead of UTC.
    pub(super) hours_ahead: i64,
    pub(super) grace_days: i64,
    pub(super) is_presented_gross: bool,
    pub(super) rounds_instalments: bool,
    pub(super) facilities: BTreeMap<u32, Facility>,
    pub(super) books: Books,
    pub(super) employments: BTreeMap<Person, Employment>,
    pub(super) heads: BTreeMap<Department, Option<Person>>,
    pub(super) requests: BTreeMap<u32, Request>,
    pub(super) adjustments: Vec<Adjustment>,
    pub(super) calendar: Calendar,
    pub(super) policies: Policies,
    pub(super) appraisals: BTreeMap<u32, Appraisal>,
    pub(super) forms: Forms,
    pub(super) events: BTreeMap<Record, Vec<event::Event>>,
    pub(super) tokens: BTreeMap<u32, Token>,
}

/// The effect of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Done,
    Refused(Code),
    /// A file changed nothing because of the faults of its lines.
    Faulty(Vec<(u64, FieldCode)>),
    /// The jobs that ran, with the number of records that each of them processed.
    Ran(Vec<(shared::job::Job, usize)>),
    /// The number of delivered mails.
    Sent(usize),
    /// The number of events of which people were notified.
    Dispatched(usize),
    /// The record does not exist, because the act that creates it was left out.
    Skipped,
}

impl From<Result<(), Code>> for Outcome {
    fn from(result: Result<(), Code>) -> Self {
        result.map_or_else(Self::Refused, |()| Self::Done)
    }
}

impl Organization {
    fn new((hours_ahead, is_presented_gross): (i64, bool)) -> Self {
        Self {
            hours_ahead,
            grace_days: 0,
            is_presented_gross,
            rounds_instalments: false,
            facilities: BTreeMap::new(),
            books: Books::default(),
            employments: Person::FIRST.into_iter().map(|it| (it, Employment::of(it))).collect(),
            heads: Department::ALL.into_iter().map(|it| (it, Some(it.first_head()))).collect(),
            requests: BTreeMap::new(),
            adjustments: Vec::new(),
            calendar: Calendar::default(),
            policies: Policies::default(),
            appraisals: BTreeMap::new(),
            forms: Forms::default(),
            events: BTreeMap::new(),
            tokens: BTreeMap::new(),
        }
    }

    /// The local date at a time.
    pub(super) fn today(&self, at: NaiveDateTime) -> NaiveDate {
        (at + TimeDelta::hours(self.hours_ahead)).date()
    }

    /// The number of facilities in each status that wait for a person.
    pub(super) fn waiting(&self, person: Person) -> BTreeMap<FacilityStatus, u64> {
        let mut waiting = BTreeMap::new();
        let actor = self.actor(person);
        for facility in self.facilities.values().filter(|it| it.waits_for(actor)) {
            *waiting.entry(facility.status).or_default() += 1;
        }
        waiting
    }

    /// Marks the facilities that are late; returns the number of changed facilities.
    pub(super) fn mark_late(&mut self, at: NaiveDateTime) -> usize {
        let (today, grace_days) = (self.today(at), self.grace_days);
        let mut changed = 0;
        let mut with_new_status = Vec::new();
        for (number, facility) in &mut self.facilities {
            let before = (facility.status, facility.lines.clone());
            facility.mark(today, today, grace_days);
            changed += usize::from(before != (facility.status, facility.lines.clone()));
            with_new_status.extend((before.0 != facility.status).then_some(*number));
        }
        for number in with_new_status {
            self.record_lateness(number);
        }
        changed
    }

    fn apply(&mut self, by: Actor, step: &Step) -> Outcome {
        let today = self.today(step.at);
        match step.act {
            Act::CheckJobs | Act::SendMail(_) | Act::Dispatch(_) | Act::ExhaustRecoveryCodes(_) => {
                unreachable!("the model performs it for all organizations")
            }
            Act::ReadEvents(_) => by.require(Permission::EventsRead).into(),
            Act::SetGraceDays(days) => self.set_grace_days(days, (by, step.at)).into(),
            Act::PresentGross(is_gross) => {
                self.set(by, |it| it.is_presented_gross = is_gross).into()
            }
            Act::RoundInstalments(rounds) => {
                self.set(by, |it| it.rounds_instalments = rounds).into()
            }
            Act::CloseBooks(through) => self.close_books(by, through, today).into(),
            Act::MapAccount(place, account) => self.map_account(by, place, account).into(),
            Act::CreateFacility(number, terms) => self.create(number, terms, (by, today)).into(),
            Act::Facility(number, act) => self.act_on_facility(number, act, (by, today)).into(),
            Act::RequestLeave(number, leave_type, dates) => {
                self.request_leave(number, (by, leave_type), dates).into()
            }
            Act::Leave(number, act) => self.act_on_leave(number, (by, act), today).into(),
            Act::CorrectLeave { person, leave_type, year, halves } => {
                self.correct_leave(by, (person, leave_type), (year, halves)).into()
            }
            Act::CloseLeaveYear(year) => self.close_leave_year(by, year, today).into(),
            Act::Form(act) => self.act_on_form(by, act, step.at).into(),
            Act::Staff(act) => self.act_on_staff(by, act, today),
            Act::Token(act) => self.act_on_token(by, act, step.at).into(),
            Act::SetHoliday(day, is_holiday) => self.set_holiday(by, day, is_holiday).into(),
            Act::SetWorkingDays(week) => self.set_working_days(by, week).into(),
            Act::SetPolicy(leave_type, policy) => {
                self.set_policy(by, (leave_type, policy), today.year()).into()
            }
            Act::StartAppraisal(number, form) => {
                self.start_appraisal(number, by, form, step.at).into()
            }
            Act::Appraisal(number, act) => self.act_on_appraisal(number, (by, act), today).into(),
        }
    }

    /// False if the record of an act was never created, or a person whom it names never joined.
    fn knows(&self, act: Act) -> bool {
        let is_known = act.people().iter().all(|it| self.employments.contains_key(it));
        is_known
            && match act.record() {
                Some(Record::Facility(number)) => self.facilities.contains_key(&number),
                Some(Record::Leave(number)) => self.requests.contains_key(&number),
                Some(Record::Appraisal(number)) => self.appraisals.contains_key(&number),
                Some(Record::Template(number)) => self.forms.templates.contains_key(&number),
                Some(Record::Token(number)) => self.tokens.contains_key(&number),
                None => true,
            }
    }

    fn act_on_facility(
        &mut self,
        number: u32,
        act: FacilityAct,
        (by, today): (Actor, NaiveDate),
    ) -> Result<(), Code> {
        let (grace_days, is_presented_gross) = (self.grace_days, self.is_presented_gross);
        let at = Circumstances { by, today, grace_days, is_presented_gross, books: &self.books };
        let mut facility = self.facilities[&number].clone();
        let entries = facility.perform(act, &at)?;
        self.books.ledger.book(&entries);
        facility.entries.extend(entries);
        self.facilities.insert(number, facility);
        Ok(())
    }

    fn set(&mut self, by: Actor, change: impl FnOnce(&mut Self)) -> Result<(), Code> {
        by.require_administrator()?;
        change(self);
        Ok(())
    }

    /// Other days of grace count at once.
    fn set_grace_days(&mut self, days: i64, (by, at): (Actor, NaiveDateTime)) -> Result<(), Code> {
        let was = self.grace_days;
        self.set(by, |it| it.grace_days = days)?;
        if days != was {
            self.mark_late(at);
        }
        Ok(())
    }

    fn create(
        &mut self,
        number: u32,
        terms: Terms,
        (by, today): (Actor, NaiveDate),
    ) -> Result<(), Code> {
        by.require(Permission::CreditCreate)?;
        let unit = if self.rounds_instalments { 100 } else { 1 };
        let facility = Facility {
            terms,
            unit,
            maker: by.person,
            reviewer: None,
            status: FacilityStatus::Draft,
            is_asset_owned: false,
            is_title_transferred: false,
            is_gross: false,
            activated_on: None,
            resumed_on: None,
            lines: schedule(&terms, unit, today),
            payments: Vec::new(),
            waiver: None,
            version: 1,
            entries: Vec::new(),
            carriers: Vec::new(),
        };
        self.facilities.insert(number, facility);
        Ok(())
    }
}

impl Facility {
    /// True if the facility waits for an act of the person.
    fn waits_for(&self, actor: Actor) -> bool {
        let is_maker = actor == self.maker;
        match self.status {
            FacilityStatus::Draft => is_maker && actor.may(Permission::CreditCreate),
            FacilityStatus::PendingReview => !is_maker && actor.may(Permission::CreditReview),
            FacilityStatus::ShariahReview => {
                let is_reviewer = self.reviewer == Some(actor.person);
                !is_maker && !is_reviewer && actor.may(Permission::CreditApprove)
            }
            FacilityStatus::Approved => actor.may(Permission::CreditApprove),
            FacilityStatus::Rejected
            | FacilityStatus::Withdrawn
            | FacilityStatus::Active
            | FacilityStatus::Overdue
            | FacilityStatus::NonAccrual
            | FacilityStatus::Settled => false,
        }
    }
}

impl Model {
    pub(super) fn new(organizations: &[(i64, bool)]) -> Self {
        let organizations = organizations.iter().copied().map(Organization::new).collect();
        Self { organizations, jobs: JobSchedules::default(), mails: Vec::new(), dispatched: 0 }
    }

    /// Performs an act, and returns its expected outcome.
    pub(super) fn apply(&mut self, step: &Step) -> Outcome {
        match step.act {
            Act::CheckJobs => return Outcome::Ran(self.check_jobs(step.at)),
            Act::SendMail(provider) => return Outcome::Sent(self.send_mail(provider, step.at)),
            Act::Dispatch(_) => return Outcome::Dispatched(self.dispatch()),
            _ => {}
        }
        let home = &self.organizations[step.home];
        let is_known = home.employments.contains_key(&step.by)
            && step.through.is_none_or(|token| home.tokens.contains_key(&token));
        if !is_known || !self.organizations[step.organization].knows(step.act) {
            return Outcome::Skipped;
        }
        let by = match step.through {
            Some(token) => home.bearer(token, step.at),
            None => Some(home.actor(step.by)).filter(|_| !home.is_blocked(step.by)),
        };
        let Some(by) = by else { return Outcome::Refused(Code::Unauthenticated) };
        if let Act::ExhaustRecoveryCodes(_) = step.act {
            self.mails.push(Mail::new(step.at));
            return Outcome::Done;
        }
        if step.home != step.organization {
            return Outcome::Refused(stranger(step.act, by));
        }
        let organization = &mut self.organizations[step.organization];
        let before = organization.before(step.act);
        let outcome = organization.apply(by, step);
        if outcome == Outcome::Done {
            organization.record_event(step.act, before);
        }
        outcome
    }
}

/// The refusal of a person of another organization, for whom the record does not exist.
fn stranger(act: Act, by: Actor) -> Code {
    let permitted = match act {
        Act::Facility(_, act) => facility::require_permission(act, by),
        Act::Appraisal(_, act) => by.require(appraisal::permission(act)),
        Act::Leave(..) => by.require_any(&leave::MEMBER),
        // The department is named in the body of the request.
        Act::Form(FormAct::AssignTemplate(..)) => {
            by.require(Permission::AppraisalsHrManage).and(Err(Code::ValidationFailed))
        }
        Act::Form(_) => by.require(Permission::AppraisalsHrManage),
        Act::Token(TokenAct::Rotate(..)) => by.require_administrator(),
        Act::Token(_) => by.require(Permission::OrgManage),
        Act::CheckJobs
        | Act::SendMail(_)
        | Act::Dispatch(_)
        | Act::ReadEvents(_)
        | Act::ExhaustRecoveryCodes(_)
        | Act::SetGraceDays(_)
        | Act::PresentGross(_)
        | Act::RoundInstalments(_)
        | Act::CloseBooks(_)
        | Act::MapAccount(..)
        | Act::CreateFacility(..)
        | Act::RequestLeave(..)
        | Act::CorrectLeave { .. }
        | Act::CloseLeaveYear(_)
        | Act::Staff(_)
        | Act::SetHoliday(..)
        | Act::SetWorkingDays(_)
        | Act::SetPolicy(..)
        | Act::StartAppraisal(..) => unreachable!("strangers act on records of others only"),
    };
    permitted.err().unwrap_or(Code::NotFound)
}
