//! Acts on leave, on the service.

use chrono::NaiveDate;
use service::Caller;
use shared::calendar::{Holiday, Weekday, WorkingCalendar};
use shared::error::Result;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::{LeaveAdjustmentInput, LeavePoliciesInput, LeavePolicy};
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::leave::year_end::YearEndInput;

use super::{House, Response, World};
use crate::simulation::act::{LeaveAct, LeaveDates, Policy};
use crate::simulation::people::Person;

impl World {
    pub(super) async fn request_leave(
        &self,
        caller: &Caller,
        leave_type: LeaveType,
        dates: LeaveDates,
    ) -> Result<Response> {
        let input = LeaveRequestInput {
            leave_type,
            start_date: dates.start,
            end_date: dates.end,
            start_half: dates.starts_at_noon,
            end_half: dates.ends_at_noon,
            reason: "Moving house".to_owned(),
        };
        let request = self.service.leave().request(caller, input).await?;
        Ok(Response::Leave(Box::new(request)))
    }

    pub(super) async fn act_on_leave(
        &self,
        house: &House,
        caller: &Caller,
        (number, act): (u32, LeaveAct),
    ) -> Result<Response> {
        let (leave, id) = (self.service.leave(), house.requests[&number]);
        let word = LeaveDecisionInput { comment: None };
        let request = match act {
            LeaveAct::Approve => leave.approve(caller, id, word).await,
            LeaveAct::Reject => leave.reject(caller, id, word).await,
            LeaveAct::Cancel => leave.cancel(caller, id, word).await,
            LeaveAct::Resubmit => leave.resubmit(caller, id).await,
        };
        Ok(Response::Leave(Box::new(request?)))
    }

    pub(super) async fn correct_leave(
        &self,
        house: &House,
        caller: &Caller,
        (person, leave_type): (Person, LeaveType),
        (year, halves): (i32, i64),
    ) -> Result<Response> {
        let input = LeaveAdjustmentInput {
            staff_id: house.caller(person).staff(),
            leave_type,
            year,
            days: Days::from_halves(halves),
            reason: "Worked on a holiday".to_owned(),
        };
        let adjustment = self.service.leave().adjust(caller, input).await?;
        Ok(Response::Adjustment(Box::new(adjustment)))
    }

    pub(super) async fn close_leave_year(&self, caller: &Caller, year: i32) -> Result<Response> {
        let input = YearEndInput { year, dry_run: false };
        self.service.leave().year_end(caller, input).await.map(Response::YearEnd)
    }

    pub(super) async fn set_holiday(
        &self,
        caller: &Caller,
        day: NaiveDate,
        is_holiday: bool,
    ) -> Result<Response> {
        let mut calendar = self.service.leave().calendar(caller).await?;
        calendar.holidays.retain(|holiday| holiday.date != day);
        if is_holiday {
            calendar.holidays.push(Holiday { date: day, name: "Public holiday".to_owned() });
        }
        self.set_calendar(caller, calendar).await
    }

    pub(super) async fn set_working_days(
        &self,
        caller: &Caller,
        week: &[Weekday],
    ) -> Result<Response> {
        let calendar = self.service.leave().calendar(caller).await?;
        let calendar = WorkingCalendar { working_days: week.to_vec(), ..calendar };
        self.set_calendar(caller, calendar).await
    }

    async fn set_calendar(&self, caller: &Caller, calendar: WorkingCalendar) -> Result<Response> {
        self.service.leave().set_calendar(caller, calendar).await.map(Response::Calendar)
    }

    pub(super) async fn set_policy(
        &self,
        caller: &Caller,
        leave_type: LeaveType,
        Policy { entitlement, carried_max }: Policy,
    ) -> Result<Response> {
        let policy = LeavePolicy {
            leave_type,
            entitlement_days: entitlement.map(Days::from_halves),
            carry_forward_max_days: Days::from_halves(carried_max),
        };
        let input = LeavePoliciesInput { data: vec![policy] };
        self.service.leave().set_policies(caller, input).await.map(Response::Policies)
    }
}
