//! Server functions of the leave pages.

use chrono::NaiveDate;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::appraisal::list::AppraisalSummary;
#[cfg(feature = "ssr")]
use shared::appraisal::list::{AppraisalQuery, Scope};
#[cfg(feature = "ssr")]
use shared::appraisal::{ReviewType, Status};
use shared::calendar::WorkingCalendar;
use shared::date::Date;
use shared::error::FieldCode;
use shared::id::{LeaveRequestId, StaffId};
use shared::leave::LeaveType;
use shared::leave::absence::{Absence, Month};
use shared::leave::balance::LeaveBalances;
use shared::leave::calendar_feed::CalendarFeed;
use shared::leave::policy::LeavePolicy;
#[cfg(feature = "ssr")]
use shared::leave::request::LeaveDecisionInput;
use shared::leave::request::{ExistingLeave, LeaveQuery, LeaveRequest, LeaveScope};
use shared::leave::status::LeaveAction;
use shared::leave::year_end::YearEnd;
use shared::page::Page;
use shared::staff::Staff;

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::i18n::{Language, tu_string};
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, confirm_done, redirect_if_form, service};
use crate::wire::Json;

#[cfg(feature = "ssr")]
const APPROVAL: LeaveAction = LeaveAction::Approve;

/// The user's leave in one year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeavePageData {
    pub balances: LeaveBalances,
    /// The requests, newest first.
    pub requests: Page<LeaveRequest>,
    /// The working days and holidays.
    pub calendar: WorkingCalendar,
    /// The dates that are taken by requests of the user.
    pub existing: Vec<ExistingLeave>,
    /// The unfinished appraisal that confirms the employment and so unlocks every type.
    pub unlocked_by: Option<AppraisalSummary>,
    pub feed: Option<CalendarFeed>,
}

/// A new calendar feed. Its address is displayed once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarAddress {
    pub address: String,
}

/// The query of the leave management page; all parts are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveManagementQuery {
    /// The searched part of a name.
    pub q: Option<String>,
    /// The selected member of staff.
    pub staff_id: Option<StaffId>,
    /// The year of the balances.
    pub year: Option<i32>,
    /// The year to be closed.
    pub close: Option<i32>,
}

/// The data of the leave management page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaveManagementPageData {
    /// The entitlements of this year by type.
    pub policies: Vec<LeavePolicy>,
    /// The working days and holidays.
    pub calendar: WorkingCalendar,
    /// The people who match the search.
    pub found: Vec<Staff>,
    /// The balances of the selected person.
    pub person: Option<LeaveBalances>,
    /// The requests of the selected person.
    pub requests: Vec<LeaveRequest>,
    /// The effect of closing the year.
    pub year_end: Option<YearEnd>,
    pub current_year: i32,
}

/// The working days of the week, as checkboxes of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "one tick for each day of the week")]
pub struct Week {
    monday: bool,
    tuesday: bool,
    wednesday: bool,
    thursday: bool,
    friday: bool,
    saturday: bool,
    sunday: bool,
}

#[cfg(feature = "ssr")]
impl Week {
    fn days(&self) -> Vec<shared::calendar::Weekday> {
        let ticks = [
            self.monday,
            self.tuesday,
            self.wednesday,
            self.thursday,
            self.friday,
            self.saturday,
            self.sunday,
        ];
        let days = shared::calendar::Weekday::ALL.iter().copied().zip(ticks);
        days.filter_map(|(day, ticked)| ticked.then_some(day)).collect()
    }
}

/// Reads the user's balances, requests and calendar.
#[server(name = ReadLeavePageData, endpoint = "leave/page", input = Json, output = Json)]
pub async fn leave_page_data(year: Option<i32>, query: LeaveQuery) -> UiResult<LeavePageData> {
    let data = async {
        let (service, caller) = (service()?, caller()?);
        let balances = service.leave().balances(&caller, year).await?;
        let unlocked_by = if balances.employment_confirmed_at.is_none() {
            let mine = AppraisalQuery::of(Scope::Mine);
            let mine = service.appraisals().list(&caller, mine).await?.data;
            mine.into_iter().find(confirms)
        } else {
            None
        };
        Ok(LeavePageData {
            unlocked_by,
            balances,
            feed: service.leave().feed(&caller).await?,
            requests: service.leave().requests(&caller, query).await?,
            calendar: service.leave().calendar(&caller).await?,
            existing: service.leave().existing(&caller).await?,
        })
    };
    answer(data.await)
}

/// The user's balances in the current year.
#[server(name = ReadOwnBalances, endpoint = "leave/balances", output = Json)]
pub async fn own_balances() -> UiResult<LeaveBalances> {
    answer(async { service()?.leave().balances(&caller()?, None).await }.await)
}

/// True for an unfinished probationary appraisal.
#[cfg(feature = "ssr")]
fn confirms(appraisal: &AppraisalSummary) -> bool {
    appraisal.review_type == ReviewType::Probationary && appraisal.status != Status::Finalized
}

/// A month of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveCalendarData {
    pub month: Month,
    pub today: NaiveDate,
    pub absences: Vec<Absence>,
    /// The working days and holidays.
    pub calendar: WorkingCalendar,
}

/// Reads a month of the calendar, by default the current one.
#[server(name = ReadLeaveCalendar, endpoint = "leave/calendar", input = Json, output = Json)]
pub async fn leave_calendar(
    month: Option<Month>,
    scope: LeaveScope,
) -> UiResult<LeaveCalendarData> {
    let data = async {
        let (service, caller) = (service()?, caller()?);
        let leave = service.leave();
        let today = leave.today(&caller);
        let month = month.unwrap_or_else(|| Month::of(today));
        let days = (month.first(), month.last());
        let absences = leave.absences(&caller, scope, days).await?;
        let calendar = leave.calendar(&caller).await?;
        Ok(LeaveCalendarData { month, today, absences, calendar })
    };
    answer(data.await)
}

/// A page of requests, and the absences at the time of those that are pending.
#[server(name = ReadTeamLeave, endpoint = "leave/team", input = Json, output = Json)]
pub async fn team_leave(query: LeaveQuery) -> UiResult<(Page<LeaveRequest>, Vec<Absence>)> {
    let data = async {
        let (service, caller) = (service()?, caller()?);
        let leave = service.leave();
        let scope = query.scope;
        let page = leave.requests(&caller, query).await?;
        let pending = page.data.iter().filter(|it| it.allowed_actions.contains(&APPROVAL));
        let from = pending.clone().map(|it| it.start_date).min();
        let days = from.zip(pending.map(|it| it.end_date).max());
        let absences = match days {
            Some(days) => leave.absences(&caller, scope, days).await?,
            None => Vec::new(),
        };
        Ok((page, absences))
    };
    answer(data.await)
}

/// Requests leave.
#[server(name = RequestLeave, endpoint = "leave/request", output = Json)]
pub async fn request_leave(
    leave_type: LeaveType,
    start_date: Date,
    end_date: Date,
    #[server(default)] start_half: bool,
    #[server(default)] end_half: bool,
    reason: String,
) -> UiResult<()> {
    let input = shared::leave::request::LeaveRequestInput {
        leave_type,
        start_date: start_date.0,
        end_date: end_date.0,
        start_half,
        end_half,
        reason,
    };
    answer(async { service()?.leave().request(&caller()?, input).await }.await)?;
    redirect_if_form("/leave?done=true");
    Ok(())
}

/// Creates the user's calendar feed, or replaces its address, and returns the address. Refused for
/// forms without JavaScript, which could not display it.
#[server(name = CreateCalendarFeed, endpoint = "leave/create-feed", output = Json)]
pub async fn create_calendar_feed() -> UiResult<CalendarAddress> {
    let created = async {
        crate::server::require_script("addresses")?;
        let created = service()?.leave().create_feed(&caller()?).await?;
        let address = format!("{}{}", crate::server::origin(), created.path());
        Ok(CalendarAddress { address })
    };
    answer(created.await)
}

/// Revokes the user's calendar feed.
#[server(name = RevokeCalendarFeed, endpoint = "leave/revoke-feed", output = Json)]
pub async fn revoke_calendar_feed() -> UiResult<()> {
    answer(async { service()?.leave().revoke_feed(&caller()?).await }.await)?;
    redirect_if_form("/leave");
    Ok(())
}

/// Performs the action `step` on a request and returns it. Without JavaScript, `back` selects the
/// page to redirect to: `team`, or the user's own leave.
#[server(name = MoveLeave, endpoint = "leave/move", output = Json)]
pub async fn move_leave(
    id: LeaveRequestId,
    step: LeaveAction,
    #[server(default)] comment: String,
    #[server(default)] back: String,
) -> UiResult<LeaveAction> {
    let moved = async {
        let (service, caller) = (service()?, caller()?);
        let (leave, said) = (service.leave(), Some(comment));
        let said = LeaveDecisionInput { comment: said };
        match step {
            LeaveAction::Approve => leave.approve(&caller, id, said).await,
            LeaveAction::Reject => leave.reject(&caller, id, said).await,
            LeaveAction::Cancel => leave.cancel(&caller, id, said).await,
            LeaveAction::Resubmit => leave.resubmit(&caller, id).await,
        }
    };
    answer(moved.await)?;
    redirect_if_form(if back == "team" { "/leave/team" } else { "/leave" });
    Ok(step)
}

/// Approves requests one after another and returns their number; a refusal does not stop the rest.
///
/// Errors: the first refusal, if no request was approved.
#[server(name = ApproveLeave, endpoint = "leave/approve", output = Json)]
pub async fn approve_leave(#[server(default)] ids: Vec<LeaveRequestId>) -> UiResult<usize> {
    let (approved, refused) = answer(approve_each(ids).await)?;
    redirect_if_form("/leave/team");
    let i18n = Language::provide(crate::language::of_request());
    confirm_done(&match refused {
        0 => tu_string!(i18n, leave.approved, count = approved),
        refused => tu_string!(i18n, leave.approved_partly, count = approved, refused = refused),
    });
    Ok(approved)
}

/// The numbers of approved and of refused requests.
#[cfg(feature = "ssr")]
async fn approve_each(ids: Vec<LeaveRequestId>) -> shared::Result<(usize, usize)> {
    let (service, caller) = (service()?, caller()?);
    let count = ids.len();
    let (mut approved, mut refusal) = (0, None);
    for id in ids {
        let caller = caller.for_part(id);
        match service.leave().approve(&caller, id, LeaveDecisionInput::default()).await {
            Ok(_) => approved += 1,
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    match refusal {
        Some(refusal) if approved == 0 => Err(refusal),
        None if approved == 0 => {
            let message = "Select at least one request.";
            Err(shared::Error::field("ids", FieldCode::Missing, message))
        }
        Some(_) | None => Ok((approved, count - approved)),
    }
}

/// The data of the leave management page.
#[server(name = ReadLeaveManagement, endpoint = "leave/keeping", input = Json, output = Json)]
pub async fn leave_management_page_data(
    query: LeaveManagementQuery,
) -> UiResult<LeaveManagementPageData> {
    answer(read_leave_management(query).await)
}

#[cfg(feature = "ssr")]
async fn read_leave_management(
    query: LeaveManagementQuery,
) -> shared::Result<LeaveManagementPageData> {
    let (service, caller) = (service()?, caller()?);
    let leave = service.leave();
    let policies = leave.policies(&caller).await?;
    let calendar = leave.calendar(&caller).await?;
    let found = match query.q {
        Some(q) => {
            let sort = Some(shared::staff::StaffSort::Name);
            let query = shared::staff::StaffQuery { q: Some(q), sort, ..Default::default() };
            service.staff().list(&caller, query).await?.data
        }
        None => Vec::new(),
    };
    let (mut person, mut requests) = (None, Vec::new());
    if let Some(staff) = query.staff_id {
        person = Some(leave.balances_of(&caller, staff, query.year).await?);
        let scope = LeaveQuery::of(shared::leave::request::LeaveScope::All);
        let of = LeaveQuery { staff_id: Some(staff), year: query.year, ..scope };
        requests = leave.requests(&caller, of).await?.data;
    }
    let year_end = match query.close {
        Some(year) => {
            let input = shared::leave::year_end::YearEndInput { year, dry_run: true };
            Some(leave.year_end(&caller, input).await?)
        }
        None => None,
    };
    let current_year = leave.current_year(&caller);
    Ok(LeaveManagementPageData {
        policies,
        calendar,
        found,
        person,
        requests,
        year_end,
        current_year,
    })
}

/// Sets the policy of one type; the days of a type with an empty entitlement are not tracked.
#[server(name = SetLeavePolicy, endpoint = "leave/set-policy", output = Json)]
pub async fn set_leave_policy(
    leave_type: LeaveType,
    #[server(default)] entitlement: String,
    #[server(default)] carry: String,
) -> UiResult<()> {
    let set = async {
        let entitlement_days = match entitlement.trim() {
            "" => None,
            _ => Some(days("entitlementDays", &entitlement)?),
        };
        let carry_forward_max_days = match carry.trim() {
            "" => shared::leave::days::Days::ZERO,
            _ => days("carryForwardMaxDays", &carry)?,
        };
        let policy = LeavePolicy { leave_type, entitlement_days, carry_forward_max_days };
        let input = shared::leave::policy::LeavePoliciesInput { data: vec![policy] };
        service()?.leave().set_policies(&caller()?, input).await
    };
    answer(set.await)?;
    redirect_if_form("/leave/manage");
    Ok(())
}

/// Sets the working days of the week.
#[server(name = SetWeek, endpoint = "leave/set-week", output = Json)]
pub async fn set_week(#[server(default)] week: Week) -> UiResult<()> {
    change_calendar(move |calendar| calendar.working_days = week.days()).await
}

/// Adds a holiday.
#[server(name = AddHoliday, endpoint = "leave/add-holiday", output = Json)]
pub async fn add_holiday(date: Date, #[server(default)] name: String) -> UiResult<()> {
    let holiday = shared::calendar::Holiday { date: date.0, name };
    change_calendar(move |calendar| {
        if !calendar.holidays.contains(&holiday) {
            calendar.holidays.push(holiday);
        }
    })
    .await
}

/// Removes a holiday.
#[server(name = RemoveHoliday, endpoint = "leave/remove-holiday", output = Json)]
pub async fn remove_holiday(date: Date) -> UiResult<()> {
    change_calendar(move |calendar| calendar.holidays.retain(|it| it.date != date.0)).await
}

#[cfg(feature = "ssr")]
async fn change_calendar(change: impl FnOnce(&mut WorkingCalendar)) -> UiResult<()> {
    let changed = async {
        let (service, caller) = (service()?, caller()?);
        let mut calendar = service.leave().calendar(&caller).await?;
        change(&mut calendar);
        service.leave().set_calendar(&caller, calendar).await
    };
    answer(changed.await)?;
    redirect_if_form("/leave/manage");
    Ok(())
}

/// Adds an adjustment to the balance of a member of staff.
#[server(name = AdjustLeave, endpoint = "leave/adjust", output = Json)]
pub async fn adjust_leave(
    staff_id: StaffId,
    leave_type: LeaveType,
    year: i32,
    days: String,
    reason: String,
) -> UiResult<()> {
    let adjusted = async {
        let days = self::days("days", &days)?;
        let input = shared::leave::policy::LeaveAdjustmentInput {
            staff_id,
            leave_type,
            year,
            days,
            reason,
        };
        service()?.leave().adjust(&caller()?, input).await
    };
    answer(adjusted.await)?;
    redirect_if_form(&format!("/leave/manage?staff={staff_id}&year={year}"));
    Ok(())
}

/// Carries unused days into the next year.
#[server(name = CloseYear, endpoint = "leave/close-year", output = Json)]
pub async fn close_year(year: i32) -> UiResult<()> {
    let input = shared::leave::year_end::YearEndInput { year, dry_run: false };
    answer(async { service()?.leave().year_end(&caller()?, input).await }.await)?;
    redirect_if_form(&format!("/leave/manage?close={year}"));
    Ok(())
}

/// Errors: 400 for an invalid number of days.
#[cfg(feature = "ssr")]
fn days(field: &str, text: &str) -> shared::Result<shared::leave::days::Days> {
    let read =
        shared::digits::latin(text).trim().replace('−', "-").parse::<shared::leave::days::Days>();
    read.map_err(|error| shared::Error::field(field, FieldCode::Invalid, error.to_string()))
}
