//! SQL of leave: the calendar and the policies. People and requests have files of their own.

pub(crate) mod account;
pub(super) mod feed;
pub(super) mod request;

use shared::calendar::{Holiday, WorkingCalendar};
use shared::error::Result;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeavePolicy;

use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    WORKING_DAYS = "SELECT working_days FROM leave_calendars WHERE organization_id = $1";
    HOLIDAYS = "SELECT date, name FROM leave_holidays WHERE organization_id = $1 ORDER BY date";
    SET_WORKING_DAYS = "INSERT INTO leave_calendars (organization_id, working_days)
        VALUES ($1, $2)
        ON CONFLICT (organization_id) DO UPDATE SET working_days = excluded.working_days";
    CLEAR_HOLIDAYS = "DELETE FROM leave_holidays WHERE organization_id = $1";
    ADD_HOLIDAYS = "INSERT INTO leave_holidays (organization_id, date, name)
        VALUES {rows: UUID, DATE, TEXT}";
    POLICIES = "SELECT type, from_year, entitlement_days, carry_forward_max_days
        FROM leave_policies WHERE organization_id = $1 ORDER BY type, from_year";
    SET_POLICIES = "INSERT INTO leave_policies
        (organization_id, type, from_year, entitlement_days, carry_forward_max_days)
        VALUES {rows: UUID, TEXT, BIGINT, BIGINT, BIGINT}
        ON CONFLICT (organization_id, type, from_year) DO UPDATE SET
            entitlement_days = excluded.entitlement_days,
            carry_forward_max_days = excluded.carry_forward_max_days";
}

#[derive(Debug, database::FromRow)]
struct PolicyRow {
    #[sqlx(rename = "type")]
    leave_type: LeaveType,
    from_year: i64,
    entitlement_days: Option<Days>,
    carry_forward_max_days: Days,
}

/// The policies of an organization over the years.
#[derive(Debug)]
pub(crate) struct Policies(Vec<PolicyRow>);

impl Policies {
    /// The policy of a type in a year: the latest row from that year or before, else the default.
    pub(crate) fn of(&self, leave_type: LeaveType, year: i32) -> LeavePolicy {
        let rows = self.0.iter().filter(|row| row.leave_type == leave_type);
        let last = rows.rev().find(|row| row.from_year <= i64::from(year));
        last.map_or(LeavePolicy::default_of(leave_type), |row| LeavePolicy {
            leave_type,
            entitlement_days: row.entitlement_days,
            carry_forward_max_days: row.carry_forward_max_days,
        })
    }

    /// The policies of all types in a year.
    pub(crate) fn in_year(&self, year: i32) -> Vec<LeavePolicy> {
        LeaveType::ALL.iter().map(|leave_type| self.of(*leave_type, year)).collect()
    }
}

/// The calendar; Monday to Friday until it is set.
pub(super) async fn calendar(tx: &mut ReadTx) -> Result<WorkingCalendar> {
    let days = tx.sql(WORKING_DAYS).optional::<(String,)>().await?;
    let holidays: Vec<Holiday> = tx.sql(HOLIDAYS).all().await?;
    let working_days = days.map_or_else(
        || WorkingCalendar::default().working_days,
        |(days,)| days.split(' ').filter_map(|day| day.parse().ok()).collect(),
    );
    Ok(WorkingCalendar { working_days, holidays })
}

pub(super) async fn set_calendar(tx: &mut WriteTx, calendar: &WorkingCalendar) -> Result<()> {
    let days: Vec<_> = calendar.working_days.iter().map(|day| day.as_str()).collect();
    tx.sql(SET_WORKING_DAYS).bind(days.join(" ")).execute().await?;
    tx.sql(CLEAR_HOLIDAYS).execute().await?;
    tx.insert(ADD_HOLIDAYS, &calendar.holidays, |row, holiday| {
        row.bind(holiday.date).bind(&holiday.name)
    })
    .execute()
    .await?;
    Ok(())
}

pub(crate) async fn policies(tx: &mut ReadTx) -> Result<Policies> {
    Ok(Policies(tx.sql(POLICIES).all().await?))
}

/// Sets policies from a year on.
pub(super) async fn set_policies(
    tx: &mut WriteTx,
    from_year: i32,
    policies: &[LeavePolicy],
) -> Result<()> {
    tx.insert(SET_POLICIES, policies, |row, policy| {
        row.bind(policy.leave_type)
            .bind(i64::from(from_year))
            .bind(policy.entitlement_days)
            .bind(policy.carry_forward_max_days)
    })
    .execute()
    .await?;
    Ok(())
}
