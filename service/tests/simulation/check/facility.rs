//! Comparison of one facility.

use chrono::NaiveDate;
use shared::credit::facility::Facility;
use shared::credit::schedule::ScheduleLine;
use shared::credit::vocabulary::{LineKind, LineStatus};

use super::{Checked, Mismatch, failed, same};
use crate::simulation::amount::Amount;
use crate::simulation::model::facility::Facility as Expected;
use crate::simulation::world::{House, World};

/// Compares a facility, its schedule, its settlement amount and its payments.
pub(super) async fn check(
    world: &World,
    house: &House,
    number: u32,
    expected: &Expected,
    (today, grace_days): (NaiveDate, i64),
) -> Checked {
    let reference = &house.references[&number];
    let reader = house.reader();
    let facilities = world.service.facilities();
    let found = facilities.find(reader, reference).await.map_err(failed)?;
    let name = |it: Mismatch| Mismatch { subject: format!("{} of a facility", it.subject), ..it };
    header(&found, expected, (today, grace_days)).map_err(name)?;
    let schedule = facilities.schedule(reader, reference).await.map_err(failed)?.lines;
    lines(&schedule, expected).map_err(name)?;
    if expected.is_live() && !expected.is_exhausted() {
        let quote = facilities.settlement_quote(reader, reference, Some(today)).await;
        let quote = quote.map_err(failed)?.quote;
        let due = Amount::from(quote.profit_due) + quote.profit_remaining.into();
        let found = [quote.principal.into(), due, quote.profit_waived.into()];
        let expected = expected.quote(today);
        let model = [expected.principal, expected.profit, expected.waived];
        same("the settlement amount", &found, &model).map_err(name)?;
    }
    payments(world, house, (number, expected)).await.map_err(name)
}

fn header(found: &Facility, expected: &Expected, (today, grace_days): (NaiveDate, i64)) -> Checked {
    same("the status", &found.status, &expected.status)?;
    let amounts = [
        ("the facility amount", found.facility_amount, expected.terms.amount()),
        ("the outstanding principal", found.outstanding_principal, expected.outstanding()),
        ("the total owed", found.total_owed, expected.total_owed(today)),
        ("the arrears", found.arrears, expected.arrears(today, grace_days)),
        ("the suspended profit", found.profit_suspended, expected.suspended_profit(today)),
    ];
    for (subject, found, expected) in amounts {
        same(subject, &Amount::from(found), &expected)?;
    }
    let days_past_due = i64::from(found.days_past_due);
    same("the days past due", &days_past_due, &expected.days_past_due(today, grace_days))?;
    let next_due = found.next_due.map(|next| (next.date, Amount::from(next.amount)));
    same("the next amount due", &next_due, &expected.next_due())?;
    same("the version of the schedule", &found.schedule_version, &expected.version)
}

/// An instalment in the order of its comparison.
type Instalment = (NaiveDate, [Amount; 7], i64, LineStatus);

fn lines(schedule: &[ScheduleLine], expected: &Expected) -> Checked {
    let scheduled = schedule.iter().filter(|line| line.kind == LineKind::Scheduled);
    let found: Vec<Instalment> = scheduled
        .map(|line| {
            let amounts = [
                line.beginning_balance,
                line.principal_portion,
                line.profit_portion,
                line.ending_balance,
                line.principal_paid,
                line.profit_paid,
                line.profit_waived,
            ];
            let share = line.provider_ownership_pct.hundredths();
            (line.payment_date, amounts.map(Amount::from), share, line.status)
        })
        .collect();
    let model: Vec<Instalment> = expected
        .lines
        .iter()
        .map(|line| {
            let amounts = [
                line.beginning,
                line.principal,
                line.profit,
                line.ending,
                line.principal_paid,
                line.profit_paid,
                line.profit_waived,
            ];
            (line.due, amounts, line.provider_share(&expected.terms), line.status)
        })
        .collect();
    same("the number of instalments", &found.len(), &model.len())?;
    for (period, (found, model)) in (1_u32..).zip(found.iter().zip(&model)) {
        same("an instalment", &(period, found), &(period, model))?;
    }
    let extra = schedule.iter().filter(|line| line.kind == LineKind::Extra);
    let found: Vec<Amount> = extra.map(|line| line.principal_portion.into()).collect();
    let payments = expected.payments.iter().filter(|payment| !payment.is_reversed);
    let model: Vec<Amount> =
        payments.map(|payment| payment.extra).filter(|extra| *extra > Amount::ZERO).collect();
    same("extra payments", &found, &model)
}

/// Compares the payments, latest first.
async fn payments(world: &World, house: &House, (number, expected): (u32, &Expected)) -> Checked {
    let (reader, reference) = (house.reader(), &house.references[&number]);
    let page = shared::page::PageRequest::new(1, 100);
    let found = world.service.payments().list(reader, reference, page).await.map_err(failed)?;
    let found = found.data.iter().map(|payment| {
        (Amount::from(payment.amount), payment.payment_date, payment.reversed_at.is_some())
    });
    let found: Vec<_> = found.collect();
    let model = expected.payments.iter().rev();
    let model: Vec<_> =
        model.map(|payment| (payment.amount, payment.on, payment.is_reversed)).collect();
    same("the payments", &found, &model)
}
