//! Acts as plain data, so that a run can be printed, repeated and shortened.

mod event;
mod form;
mod staff;
mod token;

use std::fmt;

use chrono::{NaiveDate, NaiveDateTime};
use shared::appraisal::RoleCategory;
use shared::calendar::Weekday;
use shared::credit::account_map::AccountPlace;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};
use shared::leave::LeaveType;

use super::amount::Amount;
use super::faults::Stop;
use super::people::Person;
pub(super) use event::Receiver;
pub(super) use form::{FormAct, Rows};
pub(super) use staff::{Contract, StaffAct};
pub(super) use token::{Scope, TokenAct};

/// One act by one person at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The time in UTC.
    pub(super) at: NaiveDateTime,
    /// The organization of the record.
    pub(super) organization: usize,
    /// The organization of the person, which for a stranger is another one.
    pub(super) home: usize,
    pub(super) by: Person,
    /// The API token of the request, by its number; none in a session.
    pub(super) through: Option<u32>,
    pub(super) delivery: Delivery,
    pub(super) act: Act,
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, organization, home, by, through, delivery, act } = self;
        write!(formatter, "{at} organization {organization}, {by:?}: {act:?}")?;
        if home != organization {
            write!(formatter, " from organization {home}")?;
        }
        if let Some(token) = through {
            write!(formatter, " through token {token}")?;
        }
        if *delivery != Delivery::Once {
            write!(formatter, " ({delivery:?})")?;
        }
        Ok(())
    }
}

/// The way of a request to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// It arrives once, and its response as well.
    Once,
    /// The response is lost after the commit: the client repeats the request with its key.
    ResponseLost,
    /// The server stops within the transaction; the client repeats the request with its key.
    Interrupted(Stop),
    /// The database refuses to write the audit log; the client repeats the request with its key.
    Refused,
}

/// The answer of the mail provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provider {
    Accepts,
    Refuses,
    /// It accepts the mail, and its answer is lost.
    TimesOut,
}

/// The terms of a facility. The rate is in hundredths of a percent per year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) product: ProductType,
    pub(super) method: ScheduleMethod,
    pub(super) cost: Amount,
    pub(super) down_payment: Amount,
    pub(super) rate: i64,
    pub(super) profit: Amount,
    pub(super) periods: u32,
    pub(super) periods_per_year: u32,
}

impl Terms {
    /// The financed amount.
    pub(super) fn amount(&self) -> Amount {
        self.cost - self.down_payment
    }
}

/// An act. Records are numbered in the order in which they were drawn, so that an act keeps its
/// meaning when earlier ones are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The server checks the schedules of the daily jobs.
    CheckJobs,
    /// The server sends the mail that is due.
    SendMail(Provider),
    /// The server notifies people and webhooks of events.
    Dispatch(Receiver),
    /// An integration reads so many events of the feed.
    ReadEvents(u32),
    /// A new customer signs in with each of their recovery codes.
    ExhaustRecoveryCodes(u32),
    SetGraceDays(i64),
    /// Murabahas are presented gross from now on, or net.
    PresentGross(bool),
    /// Instalments are rounded to whole minor units from now on, or not.
    RoundInstalments(bool),
    /// No day up to this one accepts a posting any more; with none, every day does.
    CloseBooks(Option<NaiveDate>),
    /// A place of the account map has another account from now on, or none.
    MapAccount(AccountPlace, Option<&'static str>),
    CreateFacility(u32, Terms),
    Facility(u32, FacilityAct),
    RequestLeave(u32, LeaveType, LeaveDates),
    Leave(u32, LeaveAct),
    CorrectLeave {
        person: Person,
        leave_type: LeaveType,
        year: i32,
        halves: i64,
    },
    CloseLeaveYear(i32),
    Form(FormAct),
    Staff(StaffAct),
    Token(TokenAct),
    /// A day becomes a holiday, or is none any more.
    SetHoliday(NaiveDate, bool),
    SetWorkingDays(&'static [Weekday]),
    SetPolicy(LeaveType, Policy),
    StartAppraisal(u32, Form),
    Appraisal(u32, AppraisalAct),
}

/// An existing record that an act changes, by its number in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Record {
    Facility(u32),
    Leave(u32),
    Appraisal(u32),
    Template(u32),
    Token(u32),
}

impl Act {
    /// The record that the act changes; none if it creates one or concerns the organization.
    pub(super) fn record(self) -> Option<Record> {
        match self {
            Self::Facility(number, _) => Some(Record::Facility(number)),
            Self::Leave(number, _) => Some(Record::Leave(number)),
            Self::Appraisal(number, _) => Some(Record::Appraisal(number)),
            Self::Token(TokenAct::Rotate(number, _) | TokenAct::Revoke(number)) => {
                Some(Record::Token(number))
            }
            Self::Form(act) => act.template().map(Record::Template),
            Self::CheckJobs
            | Self::SendMail(_)
            | Self::Dispatch(_)
            | Self::ReadEvents(_)
            | Self::ExhaustRecoveryCodes(_)
            | Self::SetGraceDays(_)
            | Self::PresentGross(_)
            | Self::RoundInstalments(_)
            | Self::CloseBooks(_)
            | Self::MapAccount(..)
            | Self::CreateFacility(..)
            | Self::RequestLeave(..)
            | Self::CorrectLeave { .. }
            | Self::CloseLeaveYear(_)
            | Self::Staff(_)
            | Self::Token(TokenAct::Create(..))
            | Self::SetHoliday(..)
            | Self::SetWorkingDays(_)
            | Self::SetPolicy(..)
            | Self::StartAppraisal(..) => None,
        }
    }

    /// The people whom the act names, except for those who join by it.
    pub(super) fn people(self) -> Vec<Person> {
        match self {
            Self::CorrectLeave { person, .. } => vec![person],
            Self::StartAppraisal(_, form) => vec![form.subject],
            Self::Staff(act) => act.people(),
            _ => Vec::new(),
        }
    }
}

/// The dates of a request for leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeaveDates {
    pub(super) start: NaiveDate,
    pub(super) end: NaiveDate,
    pub(super) starts_at_noon: bool,
    pub(super) ends_at_noon: bool,
}

/// The half days of a type of leave: those of a year, none if they are not tracked, and the most
/// that are carried into the next year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Policy {
    pub(super) entitlement: Option<i64>,
    pub(super) carried_max: i64,
}

/// An act on a request for leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeaveAct {
    Approve,
    Reject,
    Cancel,
    Resubmit,
}

/// The form of an appraisal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) subject: Person,
    pub(super) category: RoleCategory,
    pub(super) is_manager: bool,
    pub(super) is_probationary: bool,
}

/// An act on an appraisal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppraisalAct {
    SaveSelf,
    SubmitSelf,
    /// Saves scores that follow from a seed.
    SaveReview {
        scores: u64,
    },
    SubmitReview,
    ApproveAsHead,
    ApproveAsDirector,
    Finalize {
        confirms: bool,
    },
}

/// An act on a facility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FacilityAct {
    Submit,
    Approve,
    Reject,
    Withdraw,
    RecordOwnership,
    Activate,
    Pay {
        amount: Amount,
        on: NaiveDate,
    },
    Settle {
        amount: Amount,
        on: NaiveDate,
    },
    /// Reverses a payment by its number, from 0.
    Reverse(usize),
    Evaluate {
        as_of: NaiveDate,
    },
    StopAccrual,
    ResumeAccrual,
    WaiveProfit,
    TransferTitle,
}

impl Act {
    /// True for the work of the server itself, which concerns all organizations.
    pub(super) const fn is_of_server(&self) -> bool {
        matches!(self, Self::CheckJobs | Self::SendMail(_) | Self::Dispatch(_))
    }

    /// The name of the act, without its values.
    pub(super) fn name(&self) -> String {
        let text = format!("{self:?}");
        let words = text.split(|it: char| !it.is_ascii_alphanumeric());
        let names = words.filter(|word| word.starts_with(|it: char| it.is_ascii_uppercase()));
        let count = match self {
            Self::Facility(..)
            | Self::Leave(..)
            | Self::Appraisal(..)
            | Self::Form(_)
            | Self::Staff(_)
            | Self::Token(_) => 2,
            _ => 1,
        };
        names.take(count).collect::<Vec<_>>().join(" ")
    }
}
