//! The driver of the service: it performs the steps of a run, with an injected clock and faults.

mod appraisal;
mod books;
mod credit;
mod event;
mod form;
mod leave;
mod portal;
mod records;
mod setup;
mod staff;
mod token;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDateTime;
use database::test_support::TestDatabase;
use service::caller::RequestContext;
use service::clock::ManualClock;
use service::job::Checked;
use service::{Caller, Service};
use shared::api_token::{ApiToken, ApiTokenCreated};
use shared::appraisal::Status;
use shared::assignment::Assignment;
use shared::calendar::WorkingCalendar;
use shared::catalog::Catalog;
use shared::credit::account_map::AccountMap;
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::facility::Facility;
use shared::credit::payment::Payment;
use shared::credit::vocabulary::{InstalmentRounding, Presentation};
use shared::department::Department as DepartmentRecord;
use shared::error::{Code, Error, Result};
use shared::event::{Event, EventCursor, EventPage};
use shared::id::{
    ApiTokenId, AppraisalId, CustomerId, DepartmentId, LeaveRequestId, PaymentId, TemplateId,
};
use shared::job::Job;
use shared::leave::policy::{LeaveAdjustment, LeavePolicy};
use shared::leave::request::LeaveRequest;
use shared::leave::year_end::YearEnd;
use shared::organization::{Organization, OrganizationPatch};
use shared::staff::{ImportResult, Staff};
use shared::template::Template;

use super::act::{Act, Delivery, FormAct, StaffAct, Step, TokenAct};
use super::check::Mismatch;
use super::faults::Faults;
use super::model::Outcome;
use super::people::{Department, Person};
use super::planted::Planted;
use crate::support::{Fault, keyed};
use books::ClosedBooks;
use event::Hook;
use portal::Post;

/// The service under test, with what the driver has to know of its records.
pub(super) struct World {
    pub(super) db: TestDatabase,
    pub(super) clock: Arc<ManualClock>,
    /// The clock of the jobs, which a planted fault does not move.
    pub(super) job_clock: Arc<ManualClock>,
    pub(super) service: Service,
    pub(super) job_service: Service,
    pub(super) houses: Vec<House>,
    faults: Arc<Faults>,
    post: Post,
    pub(super) hook: Hook,
    planted: Option<Planted>,
    /// The number of requests, for their idempotency keys.
    requests: u64,
}

/// The records of one organization.
#[derive(Debug)]
pub(super) struct House {
    /// Everyone with the rights of their role, or of the one that they had when they were blocked.
    people: BTreeMap<Person, Caller>,
    /// The administrator of the first day, who may read everything.
    reader: Caller,
    /// The part of the addresses that names the organization.
    domain: String,
    pub(super) departments: BTreeMap<Department, DepartmentId>,
    customer: CustomerId,
    /// The references of the facilities, by number.
    pub(super) references: BTreeMap<u32, String>,
    /// The payments of each facility, in the order in which they were recorded.
    payments: BTreeMap<u32, Vec<PaymentId>>,
    pub(super) requests: BTreeMap<u32, LeaveRequestId>,
    pub(super) appraisals: BTreeMap<u32, AppraisalId>,
    pub(super) templates: BTreeMap<u32, TemplateId>,
    /// The API tokens with their secrets.
    pub(super) tokens: BTreeMap<u32, (ApiTokenId, String)>,
    pub(super) closed_books: Option<ClosedBooks>,
    pub(super) feed: Feed,
}

/// The events that an integration has read, and its place in the feed.
#[derive(Debug, Default)]
pub(super) struct Feed {
    pub(super) events: Vec<Event>,
    pub(super) cursor: Option<EventCursor>,
}

impl House {
    pub(super) fn caller(&self, person: Person) -> &Caller {
        &self.people[&person]
    }

    pub(super) const fn reader(&self) -> &Caller {
        &self.reader
    }
}

/// The response of the service; a repeated request has to return an equal one.
#[derive(Clone, Debug, PartialEq)]
enum Response {
    Facility(Box<Facility>),
    Payment(Box<Payment>),
    Organization(Box<Organization>),
    ClosedPeriod(ClosedPeriod),
    AccountMap(Box<AccountMap>),
    Leave(Box<LeaveRequest>),
    Adjustment(Box<LeaveAdjustment>),
    YearEnd(YearEnd),
    Calendar(WorkingCalendar),
    Policies(Vec<LeavePolicy>),
    Staff(Box<Staff>),
    Import(ImportResult),
    Template(Box<Template>),
    Catalog(Catalog),
    Assignments(Vec<Assignment>),
    Token(ApiTokenCreated),
    RevokedToken(ApiToken),
    Department(DepartmentRecord),
    Appraisal(AppraisalId, Status),
    Events(EventPage),
    Nothing,
}

fn unexpected(subject: &str, detail: impl std::fmt::Debug) -> Mismatch {
    Mismatch { subject: subject.to_owned(), detail: format!("{detail:?}") }
}

impl World {
    /// Performs a step as its delivery demands, and returns the outcome.
    ///
    /// Errors: a response that no delivery allows.
    pub(super) async fn perform(&mut self, step: &Step) -> std::result::Result<Outcome, Mismatch> {
        self.set_clock(step.at);
        if step.act == Act::CheckJobs {
            return self.check_jobs().await.map_err(|error| unexpected("a job", error));
        }
        if let Act::SendMail(provider) = step.act {
            let sent = self.send_mail(provider).await.map(Outcome::Sent);
            return sent.map_err(|error| unexpected("the worker of mail", error));
        }
        if let Act::Dispatch(receiver) = step.act {
            let dispatched = self.dispatch(receiver).await;
            return dispatched.map_err(|error| unexpected("the dispatcher", error));
        }
        if !self.knows(step) {
            return Ok(Outcome::Skipped);
        }
        let Some(caller) = self.authenticated(step).await else {
            return Ok(Outcome::Refused(Code::Unauthenticated));
        };
        self.requests += 1;
        let key = format!("request-{}", self.requests);
        let caller = keyed(&caller, &key);
        let response = self.deliver(step, &caller).await?;
        match response {
            Ok(Response::Import(result)) if result.error_count > 0 => {
                let faults = result.errors.iter().map(|it| (it.line, it.code));
                Ok(Outcome::Faulty(faults.collect()))
            }
            Ok(response) => {
                self.remember(step, response);
                if let Act::Staff(act) = step.act {
                    self.meet(step.organization, act).await;
                }
                if let Act::CloseBooks(through) = step.act {
                    self.keep_books(step.organization, through).await;
                }
                if let Some(planted) = self.planted {
                    planted.after(self, step).await;
                }
                Ok(Outcome::Done)
            }
            Err(error) => Ok(Outcome::Refused(error.code())),
        }
    }

    /// The caller of a step; none if they may not sign in.
    async fn authenticated(&self, step: &Step) -> Option<Caller> {
        let (house, sessions) = (&self.houses[step.home], self.service.sessions());
        if let Some(number) = step.through {
            let (_, secret) = &house.tokens[&number];
            return sessions.authenticate(secret, RequestContext::default()).await.ok();
        }
        let known = house.caller(step.by);
        sessions.caller_for_testing(known.organization(), known.staff()).await.ok()
    }

    fn set_clock(&self, at: NaiveDateTime) {
        self.clock.set(at.and_utc());
        if self.planted != Some(Planted::ClockOfJobs) {
            self.job_clock.set(at.and_utc());
        }
    }

    /// Sends a request, and repeats it as a client does that has no response.
    async fn deliver(
        &self,
        step: &Step,
        caller: &Caller,
    ) -> std::result::Result<Result<Response>, Mismatch> {
        match step.delivery {
            Delivery::Once => Ok(self.send(step, caller).await),
            Delivery::ResponseLost => {
                let first = self.send(step, caller).await;
                let doubled = self.planted.filter(|it| *it == Planted::DoubledCorrection);
                if doubled.is_some_and(|it| it.is_due(step)) {
                    let without_key = self.houses[step.home].caller(step.by);
                    drop(self.send(step, without_key).await);
                    return Ok(first);
                }
                let again = self.send(step, caller).await;
                let codes = [&first, &again].map(|it| it.as_ref().err().map(Error::code));
                if first.as_ref().ok() == again.as_ref().ok() && codes[0] == codes[1] {
                    return Ok(first);
                }
                let detail = format!("{again:?}\ninstead of {first:?}");
                Err(unexpected("the response of a repeated request", detail))
            }
            Delivery::Interrupted(stop) => {
                match self.faults.interrupt(stop, self.send(step, caller)).await {
                    Some(response) => Ok(response),
                    None => Ok(self.send(step, caller).await),
                }
            }
            Delivery::Refused => {
                let fault = Fault::plant(&self.db, "audit_entries").await;
                let refused = self.send(step, caller).await;
                fault.remove().await;
                match refused {
                    Ok(response) if !may_change_nothing(step) => {
                        Err(unexpected("a change without an audit entry", response))
                    }
                    _ => Ok(self.send(step, caller).await),
                }
            }
        }
    }

    async fn send(&self, step: &Step, caller: &Caller) -> Result<Response> {
        let house = &self.houses[step.organization];
        match step.act {
            Act::CheckJobs | Act::SendMail(_) | Act::Dispatch(_) => {
                unreachable!("no person performs it")
            }
            Act::ReadEvents(limit) => self.read_events(house, caller, limit).await,
            Act::ExhaustRecoveryCodes(number) => Box::pin(self.exhaust_codes(house, number)).await,
            Act::SetGraceDays(days) => {
                let patch = OrganizationPatch { grace_days: Some(days), ..Default::default() };
                self.change(caller, patch).await
            }
            Act::PresentGross(is_gross) => {
                let shown = if is_gross { Presentation::Gross } else { Presentation::Net };
                let murabaha_presentation = Some(shown);
                let patch = OrganizationPatch { murabaha_presentation, ..Default::default() };
                self.change(caller, patch).await
            }
            Act::RoundInstalments(rounds) => {
                let rounding =
                    if rounds { InstalmentRounding::MinorUnit } else { InstalmentRounding::None };
                let instalment_rounding = Some(rounding);
                let patch = OrganizationPatch { instalment_rounding, ..Default::default() };
                self.change(caller, patch).await
            }
            Act::CloseBooks(through) => self.close_books(caller, through).await,
            Act::MapAccount(place, account) => self.map_account(caller, place, account).await,
            Act::CreateFacility(_, terms) => self.create(house, caller, terms).await,
            Act::Facility(number, act) => self.act_on(house, caller, (number, act)).await,
            Act::RequestLeave(_, leave_type, dates) => {
                self.request_leave(caller, leave_type, dates).await
            }
            Act::Leave(number, act) => self.act_on_leave(house, caller, (number, act)).await,
            Act::CorrectLeave { person, leave_type, year, halves } => {
                self.correct_leave(house, caller, (person, leave_type), (year, halves)).await
            }
            Act::CloseLeaveYear(year) => self.close_leave_year(caller, year).await,
            Act::Form(act) => Box::pin(self.act_on_form(house, caller, act)).await,
            Act::Staff(act) => Box::pin(self.act_on_staff(house, caller, act)).await,
            Act::Token(act) => self.act_on_token(house, caller, act).await,
            Act::SetHoliday(day, is_holiday) => self.set_holiday(caller, day, is_holiday).await,
            Act::SetWorkingDays(week) => self.set_working_days(caller, week).await,
            Act::SetPolicy(leave_type, policy) => self.set_policy(caller, leave_type, policy).await,
            Act::StartAppraisal(_, form) => self.start_appraisal(house, caller, form).await,
            Act::Appraisal(number, act) => {
                Box::pin(self.act_on_appraisal(house, caller, (number, act))).await
            }
        }
    }

    async fn change(&self, caller: &Caller, patch: OrganizationPatch) -> Result<Response> {
        let changed = self.service.organizations().change(caller, patch).await?;
        Ok(Response::Organization(Box::new(changed)))
    }

    /// Checks the schedules as the server does, and returns the jobs that ran.
    async fn check_jobs(&self) -> Result<Outcome> {
        let mut ran = Vec::new();
        for job in Job::ALL.iter().copied() {
            match self.job_service.jobs().run_if_due(job).await? {
                Checked::Ran(report) => {
                    assert_eq!(report.failed, 0, "{job} failed for some records");
                    ran.push((job, report.done));
                }
                Checked::Busy | Checked::NotDue(_) => {}
            }
        }
        Ok(Outcome::Ran(ran))
    }
}

/// True if a successful request may have changed nothing, so that no audit entry was due.
const fn may_change_nothing(step: &Step) -> bool {
    use super::act::FacilityAct as A;
    match step.act {
        Act::Staff(act) => !matches!(act, StaffAct::Hire(..) | StaffAct::Erase(..)),
        Act::Form(act) => !matches!(act, FormAct::CreateTemplate(..)),
        Act::SetGraceDays(_)
        | Act::ReadEvents(_)
        | Act::PresentGross(_)
        | Act::RoundInstalments(_)
        | Act::CloseBooks(_)
        | Act::MapAccount(..)
        | Act::SetHoliday(..)
        | Act::SetWorkingDays(_)
        | Act::SetPolicy(..)
        | Act::Token(TokenAct::Revoke(_))
        | Act::Facility(_, A::RecordOwnership) => true,
        Act::Facility(..)
        | Act::CreateFacility(..)
        | Act::CheckJobs
        | Act::SendMail(_)
        | Act::Dispatch(_)
        | Act::ExhaustRecoveryCodes(_)
        | Act::RequestLeave(..)
        | Act::Leave(..)
        | Act::CorrectLeave { .. }
        | Act::CloseLeaveYear(_)
        | Act::StartAppraisal(..)
        | Act::Token(TokenAct::Create(..) | TokenAct::Rotate(..))
        | Act::Appraisal(..) => false,
    }
}
