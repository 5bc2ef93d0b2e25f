//! Leave: balances, requests, decisions, corrections and the year-end.

mod absence;
mod balance;
mod budget;
mod certificate;
mod decision;
mod effect;
mod feed;
mod history;
mod management;
mod race;
mod request;

use chrono::NaiveDate;
use service::Caller;
use shared::error::{Code, Error, Result};
use shared::id::StaffId;
use shared::leave::LeaveType;
use shared::leave::balance::Balance;
use shared::leave::days::Days;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::{LeaveDecisionInput, LeaveRequest, LeaveRequestInput};
use shared::patch::Patch;
use shared::staff::StaffPatch;

use crate::support::World;

const YEAR: i32 = 2026;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

/// A request for whole days.
fn request_input(leave_type: LeaveType, start: &str, end: &str) -> LeaveRequestInput {
    LeaveRequestInput {
        leave_type,
        start_date: date(start),
        end_date: date(end),
        start_half: false,
        end_half: false,
        reason: "Moving house".to_owned(),
    }
}

fn word() -> LeaveDecisionInput {
    LeaveDecisionInput { comment: Some("Seen".to_owned()) }
}

fn correction(
    staff: StaffId,
    leave_type: LeaveType,
    year: i32,
    days: Days,
) -> LeaveAdjustmentInput {
    LeaveAdjustmentInput { staff_id: staff, leave_type, year, days, reason: "Agreed".to_owned() }
}

impl World {
    async fn request_leave(
        &self,
        caller: &Caller,
        input: LeaveRequestInput,
    ) -> Result<LeaveRequest> {
        self.service.leave().request(caller, input).await
    }

    /// Confirms the employment as of a day, or revokes the confirmation.
    async fn confirm(&self, staff: StaffId, day: Option<&str>) {
        let employment_confirmed_at = Patch::from(day.map(date));
        self.change(staff, StaffPatch { employment_confirmed_at, ..Default::default() }).await;
    }

    /// The balance of one leave type, as the person sees it.
    async fn own(&self, caller: &Caller, leave_type: LeaveType, year: i32) -> Balance {
        let balances = self.service.leave().balances(caller, Some(year)).await.unwrap();
        *balances.of(leave_type).unwrap()
    }
}
