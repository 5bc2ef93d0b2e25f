//! The year-end: unused days are carried forward into the next year, once.

use std::collections::HashMap;

use chrono::Datelike;
use shared::audit::AuditAction;
use shared::error::Result;
use shared::id::{LeaveAdjustmentId, StaffId};
use shared::leave::days::Days;
use shared::leave::policy::AdjustmentKind;
use shared::leave::year_end::{YearEnd, YearEndInput, YearEndLine};
use shared::leave::{LeaveType, confirmed_by_end_of};
use shared::permission::Permission;

use super::repo::account::{NewAdjustment, Person};
use super::{Accounts, Leave, repo};
use crate::caller::Caller;
use crate::organization;
use crate::transaction::ReadTx;

impl Leave<'_> {
    /// Carries unused days of all employees forward into the next year, or computes a preview.
    /// Carried days are deducted from the closed year, so that they cannot be taken twice. A person
    /// and type are carried once; a second run carries those that the first one omitted. Needs
    /// `leave:manage`.
    ///
    /// Errors: 400 for a year that has not begun.
    pub async fn year_end(&self, caller: &Caller, input: YearEndInput) -> Result<YearEnd> {
        let caller = caller.require(Permission::LeaveManage)?;
        input.check(self.current_year(&caller))?;
        let YearEndInput { year, dry_run } = input;
        if dry_run {
            let mut tx = self.0.read(caller).await?;
            let data = lines(&mut tx, year).await?;
            return Ok(YearEnd { year, dry_run, data });
        }
        let organization = caller.organization();
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.year_end", &input).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let data = lines(&mut act, year).await?;
        let news = self.both_sides(year, &data);
        let (by, now) = (caller.staff(), self.0.now());
        repo::account::add_adjustments(&mut act, by, now, &news).await?;
        let entity = ("leave_year", Some(year.to_string()));
        act.audit(super::entry(AuditAction::LeaveYearEnd, entity, &["carried"])).await?;
        let closed = YearEnd { year, dry_run, data };
        let closed = act.respond(closed).await?;
        self.0.signals.committed(organization);
        Ok(closed)
    }

    /// The corrections in both years: the days are deducted from the closed year and added to the
    /// next.
    fn both_sides(&self, year: i32, lines: &[YearEndLine]) -> Vec<NewAdjustment> {
        let carried = lines.iter().filter(|it| !it.already_carried && it.carried > Days::ZERO);
        carried
            .flat_map(|line| {
                let next = year + 1;
                let out = (year, -line.carried, AdjustmentKind::CarriedOut);
                let into = (next, line.carried, AdjustmentKind::CarriedIn);
                let reasons =
                    [format!("Carried forward to {next}"), format!("Carried forward from {year}")];
                [out, into].into_iter().zip(reasons).map(|((year, days, kind), reason)| {
                    NewAdjustment {
                        id: LeaveAdjustmentId(self.0.id()),
                        staff_id: line.staff_id,
                        leave_type: line.leave_type,
                        year,
                        days,
                        kind,
                        reason,
                    }
                })
            })
            .collect()
    }
}

/// Every active person employed in the year, and every type that the policy of the year carries.
async fn lines(tx: &mut ReadTx, year: i32) -> Result<Vec<YearEndLine>> {
    let people = repo::account::people(tx, false).await?;
    let accounts = Accounts::load(tx, None, (year, year)).await?;
    let carried = repo::account::carried(tx, year).await?;
    let carried: HashMap<_, _> =
        carried.iter().map(|row| ((row.staff_id, row.leave_type), -row.days)).collect();
    let policies = accounts.policies.in_year(year);
    let carrying = policies.iter().filter(|policy| {
        policy.entitlement_days.is_some() && policy.carry_forward_max_days > Days::ZERO
    });
    let carrying: Vec<_> =
        carrying.map(|policy| (policy.leave_type, policy.carry_forward_max_days)).collect();
    let were_there = people.iter().filter(|it| it.employment_start_date.year() <= year);
    let people = were_there.flat_map(|person| {
        carrying
            .iter()
            .map(|(leave_type, most)| line(&accounts, &carried, person, (*leave_type, *most), year))
    });
    Ok(people.collect())
}

fn line(
    accounts: &Accounts,
    carried: &HashMap<(StaffId, LeaveType), Days>,
    person: &Person,
    (leave_type, most): (LeaveType, Days),
    year: i32,
) -> YearEndLine {
    let confirmed_at = confirmed_by_end_of(year, person.employment_confirmed_at);
    let balance = accounts.balance_of((person.id, confirmed_at), leave_type, year);
    let earlier = carried.get(&(person.id, leave_type)).copied();
    YearEndLine {
        staff_id: person.id,
        staff_name: person.name.clone(),
        leave_type,
        available: balance.available.map(|days| days + earlier.unwrap_or_default()),
        pending: balance.pending,
        carried: earlier.unwrap_or_else(|| balance.carried(most)),
        locked: balance.locked,
        already_carried: earlier.is_some(),
    }
}
