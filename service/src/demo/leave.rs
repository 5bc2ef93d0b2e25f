//! Leave of the demo: every type and every status, requested and decided by the people concerned.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use shared::calendar::{Holiday, WorkingCalendar};
use shared::error::{Error, Result};
use shared::leave::LeaveType;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::leave::status::LeaveStatus;
use shared::leave::year_end::YearEndInput;
use shared::permission::HR;

use super::{DemoPeople, Filling, TIME_ZONE};
use crate::caller::Caller;
use crate::clock::{ManualClock, local_date};
use crate::context::Service;

/// A request of the demo.
struct Absence {
    staff_number: &'static str,
    leave_type: LeaveType,
    /// Weeks relative to the current one; the leave begins on a Monday.
    week: i64,
    /// Calendar days, including the first.
    length: u64,
    /// Only the afternoon of the first day.
    half: bool,
    reason: &'static str,
    reached: LeaveStatus,
    comment: Option<&'static str>,
}

impl Absence {
    const fn new(staff_number: &'static str, leave_type: LeaveType, reason: &'static str) -> Self {
        Self {
            staff_number,
            leave_type,
            week: 0,
            length: 1,
            half: false,
            reason,
            reached: LeaveStatus::Approved,
            comment: None,
        }
    }

    const fn lasts(mut self, week: i64, length: u64) -> Self {
        self.week = week;
        self.length = length;
        self
    }

    const fn half(mut self) -> Self {
        self.half = true;
        self
    }

    const fn ends(mut self, reached: LeaveStatus, comment: Option<&'static str>) -> Self {
        self.reached = reached;
        self.comment = comment;
        self
    }
}

const ABSENCES: [Absence; 13] = [
    Absence::new("AIF-016", LeaveType::Hajj, "Pilgrimage with my parents").lasts(-19, 12),
    Absence::new("AIF-009", LeaveType::Paternity, "Our son was born").lasts(-10, 3),
    Absence::new("AIF-012", LeaveType::Annual, "Summer visit to my family").lasts(-8, 12),
    Absence::new("AIF-004", LeaveType::Sick, "Influenza; the certificate is with HR").lasts(-6, 3),
    Absence::new("AIF-011", LeaveType::Casual, "Renewing my driving licence").lasts(-5, 1),
    Absence::new("AIF-011", LeaveType::Casual, "Appointment at the bank").lasts(-4, 1).half(),
    Absence::new("AIF-008", LeaveType::Annual, "A week in the mountains").lasts(-3, 5),
    Absence::new("AIF-014", LeaveType::Casual, "Moving to another flat")
        .lasts(-3, 2)
        .ends(LeaveStatus::Cancelled, Some("The removal was put off.")),
    Absence::new("AIF-003", LeaveType::Maternity, "Expected in the first week").lasts(4, 61),
    Absence::new("AIF-007", LeaveType::Unpaid, "Helping on the family farm")
        .lasts(3, 19)
        .ends(LeaveStatus::Rejected, Some("Two colleagues are away then; ask for another month.")),
    Absence::new("AIF-013", LeaveType::Annual, "Wedding of my sister")
        .lasts(3, 5)
        .ends(LeaveStatus::Pending, None),
    Absence::new("AIF-010", LeaveType::Casual, "School enrolment of my daughter")
        .lasts(2, 1)
        .ends(LeaveStatus::Pending, None),
    Absence::new("AIF-002", LeaveType::Annual, "Long weekend")
        .lasts(5, 2)
        .ends(LeaveStatus::Pending, None),
];

/// The age in days of decisions, chosen so that their notifications are read already.
const DECIDED_DAYS: u64 = 13;

/// Sets the calendar, closes the last year, enters corrections and plays the requests.
pub(super) async fn fill(filling: Filling<'_>) -> Result<()> {
    let Filling { service, clock, people, now } = filling;
    let today = local_date(now, TIME_ZONE);
    let hr = filling.holder(HR, 0).await?;
    clock.set(now - Days::new(150));
    service.leave().set_calendar(&hr, calendar(today)).await?;
    let year = service.leave().current_year(&hr);
    let closed = YearEndInput { year: year - 1, dry_run: false };
    service.leave().year_end(&hr, closed).await?;
    for absence in &ABSENCES {
        play(service, clock, people, absence, now).await?;
    }
    clock.set(now - Days::new(DECIDED_DAYS));
    correct(service, people, &hr, today.year()).await
}

/// Monday to Friday, and annual holidays.
fn calendar(today: NaiveDate) -> WorkingCalendar {
    let days = [(1, 1, "New Year's Day"), (12, 2, "National Day"), (12, 3, "National Day")];
    let years = today.year() - 1..=today.year() + 1;
    let holidays = years.flat_map(|year| {
        days.into_iter().filter_map(move |(month, day, name)| {
            let date = NaiveDate::from_ymd_opt(year, month, day)?;
            Some(Holiday { date, name: name.to_owned() })
        })
    });
    WorkingCalendar { holidays: holidays.collect(), ..WorkingCalendar::default() }
}

async fn correct(service: &Service, people: &DemoPeople, hr: &Caller, year: i32) -> Result<()> {
    for (staff_number, leave_type, halves, reason) in [
        ("AIF-012", LeaveType::Annual, 4, "Worked on two public holidays"),
        ("AIF-011", LeaveType::Casual, 1, "Worked on a Saturday morning"),
    ] {
        let input = LeaveAdjustmentInput {
            staff_id: people.id_of(staff_number)?,
            leave_type,
            year,
            days: shared::leave::days::Days::from_halves(halves),
            reason: reason.to_owned(),
        };
        service.leave().adjust(hr, input).await?;
    }
    Ok(())
}

/// Plays one request up to its target status. A request whose days are all holidays is omitted.
async fn play(
    service: &Service,
    clock: &ManualClock,
    people: &DemoPeople,
    absence: &Absence,
    now: DateTime<Utc>,
) -> Result<()> {
    let today = local_date(now, TIME_ZONE);
    let monday = today - Days::new(u64::from(today.weekday().num_days_from_monday()));
    let start = monday + chrono::TimeDelta::weeks(absence.week);
    let requested = (start - today).num_days().min(0) - 10;
    let decided = i64::try_from(DECIDED_DAYS).unwrap_or_default();
    let requested =
        if absence.reached == LeaveStatus::Pending { -2 } else { requested.min(-decided - 2) };
    clock.set(now + chrono::TimeDelta::days(requested));
    let staff = people.id_of(absence.staff_number)?;
    let requester = service.sessions().caller_of(people.organization, staff).await?;
    let input = LeaveRequestInput {
        leave_type: absence.leave_type,
        start_date: start,
        end_date: start + Days::new(absence.length.saturating_sub(1)),
        start_half: absence.half,
        end_half: false,
        reason: absence.reason.to_owned(),
    };
    let request = match service.leave().request(&requester, input).await {
        Ok(request) => request,
        Err(Error::Invalid(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    clock.set(now + chrono::TimeDelta::days(requested + 1));
    let said = LeaveDecisionInput { comment: absence.comment.map(str::to_owned) };
    let decider = decider(service, people, absence).await?;
    let leave = service.leave();
    match absence.reached {
        LeaveStatus::Pending => Ok(()),
        LeaveStatus::Approved => leave.approve(&decider, request.id, said).await.map(drop),
        LeaveStatus::Rejected => leave.reject(&decider, request.id, said).await.map(drop),
        LeaveStatus::Cancelled => leave.cancel(&requester, request.id, said).await.map(drop),
    }
}

async fn decider(service: &Service, people: &DemoPeople, absence: &Absence) -> Result<Caller> {
    let found = people.members.iter().find(|(_, it)| it.staff_number == absence.staff_number);
    let manager = found.and_then(|(_, person)| person.line_manager);
    let manager = manager.ok_or_else(|| Error::not_found("Line manager of the demo"))?;
    service.sessions().caller_of(people.organization, people.id_of(manager)?).await
}
