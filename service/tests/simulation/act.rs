//! Acts as plain data, so that a run can be printed, repeated and shortened.

use std::fmt;

use chrono::{NaiveDate, NaiveDateTime};
use shared::credit::vocabulary::{ProductType, ScheduleMethod};

use super::amount::Amount;
use super::faults::Stop;
use super::people::Person;

/// One act by one person at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The time in UTC.
    pub(super) at: NaiveDateTime,
    pub(super) organization: usize,
    pub(super) by: Person,
    pub(super) delivery: Delivery,
    pub(super) act: Act,
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, organization, by, delivery, act } = self;
        write!(formatter, "{at} organization {organization}, {by:?}: {act:?}")?;
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

/// An act. Facilities are numbered by organization in the order in which they were drawn, so that
/// an act keeps its meaning when earlier ones are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The server checks the schedules of the daily jobs.
    CheckJobs,
    SetGraceDays(i64),
    /// Murabahas are presented gross from now on, or net.
    PresentGross(bool),
    /// Instalments are rounded to whole minor units from now on, or not.
    RoundInstalments(bool),
    CreateFacility(u32, Terms),
    Facility(u32, FacilityAct),
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
