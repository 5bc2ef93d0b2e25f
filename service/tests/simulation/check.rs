//! Comparison of the service with the model.

mod appraisal;
mod books;
mod event;
mod facility;
mod form;
mod leave;
mod staff;
mod token;

use std::collections::BTreeMap;
use std::fmt::Debug;

use chrono::{Datelike, NaiveDateTime};
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Error;

use super::act::{Act, Step};
use super::model::{Model, Organization, Outcome};
use super::people::Person;
use super::world::{House, World};

/// A difference between the service and the model.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    pub(super) subject: String,
    pub(super) detail: String,
}

/// Agreement, or the first difference.
pub(super) type Checked = Result<(), Mismatch>;

/// Fails if the service and the model differ.
pub(super) fn same<T: PartialEq + Debug>(subject: &str, service: &T, model: &T) -> Checked {
    if service == model {
        return Ok(());
    }
    let detail = format!("the service has {service:?}, the model {model:?}");
    Err(Mismatch { subject: subject.to_owned(), detail })
}

/// A query that the service refuses.
fn failed(error: Error) -> Mismatch {
    Mismatch { subject: "a query".to_owned(), detail: format!("{error:?}") }
}

/// Compares what a step is about to replace.
pub(super) async fn before(world: &World, step: &Step) -> Checked {
    match step.act {
        Act::CloseBooks(_) => books::closed(world, &world.houses[step.organization]).await,
        _ => Ok(()),
    }
}

/// Compares the records that a step has touched.
pub(super) async fn step(world: &World, model: &Model, step: &Step, outcome: &Outcome) -> Checked {
    if let Act::Dispatch(_) = step.act {
        return event::passed(world, model).await;
    }
    if *outcome == Outcome::Skipped || step.act.is_of_server() {
        return Ok(());
    }
    let house = &world.houses[step.organization];
    let organization = &model.organizations[step.organization];
    if let Act::Facility(number, _) | Act::CreateFacility(number, _) = step.act
        && let Some(expected) = organization.facilities.get(&number)
    {
        let on = (organization.today(step.at), organization.grace_days);
        facility::check(world, house, number, expected, on).await?;
        queue(world, house, (organization, step.by)).await?;
    }
    if let Act::Appraisal(number, _) | Act::StartAppraisal(number, _) = step.act {
        appraisal::check(world, house, organization, number).await?;
        appraisal::queue(world, house, organization, step.by).await?;
    }
    if let Act::CloseBooks(_) | Act::MapAccount(..) = step.act {
        books::check(world, house, organization).await?;
    }
    if let Act::Staff(act) = step.act {
        staff::step(world, house, organization, act).await?;
    }
    if let Act::Form(_) = step.act {
        form::check(world, house, organization).await?;
        appraisal::delays(world, house, organization).await?;
    }
    if let Act::Token(_) = step.act {
        token::check(world, house, organization).await?;
    }
    leave::step(world, house, organization, step).await?;
    // An act in one organization changes nothing in another one.
    for (house, organization) in world.houses.iter().zip(&model.organizations) {
        books::ledger(world, house, organization, None).await?;
    }
    Ok(())
}

/// Compares everything of every organization.
pub(super) async fn everything(world: &World, model: &Model, at: NaiveDateTime) -> Checked {
    for (number, expected) in model.organizations.iter().enumerate() {
        let house = &world.houses[number];
        let on = (expected.today(at), expected.grace_days);
        for (number, facility) in &expected.facilities {
            facility::check(world, house, *number, facility, on).await?;
        }
        form::check(world, house, expected).await?;
        token::check(world, house, expected).await?;
        event::check(world, house, expected).await?;
        staff::everyone(world, house, expected).await?;
        staff::probation(world, house, expected, at).await?;
        for person in expected.people() {
            staff::check(world, house, expected, person).await?;
            leave::balances(world, house, expected, (person, on.0.year())).await?;
        }
        for number in expected.appraisals.keys() {
            appraisal::check(world, house, expected, *number).await?;
        }
        books::check(world, house, expected).await?;
        leave::settings(world, house, expected, on.0.year()).await?;
    }
    world.check_post()?;
    self_check(world, model, at).await
}

/// Compares the findings of the self-check: late jobs, undelivered mails and principal on other
/// accounts than those of its origination, and nothing else.
async fn self_check(world: &World, model: &Model, at: NaiveDateTime) -> Checked {
    let findings = world.service.self_check().run().await.map_err(failed)?;
    let overdue = model.jobs.overdue(at) * world.houses.len();
    let count = |code: &str| findings.iter().filter(|finding| finding.code == code).count();
    same("overdue jobs", &count("JOB_OVERDUE"), &overdue)?;
    same("mails that wait", &count("MAIL_WAITING"), &model.stuck_mails(at))?;
    let facilities = model.organizations.iter().flat_map(|it| it.facilities.values());
    let active = facilities.filter(|it| it.activated_on.is_some());
    let moved = active.filter(|it| it.carried(None) != it.outstanding()).count();
    same("facilities on other accounts", &count("ACCOUNTS_AGAINST_SCHEDULE"), &moved)?;
    let expected = ["JOB_OVERDUE", "MAIL_WAITING", "ACCOUNTS_AGAINST_SCHEDULE"];
    let mut others = findings;
    others.retain(|finding| !expected.contains(&finding.code));
    same("the self-check", &others, &Vec::new())
}

/// Compares the facilities that wait for a person.
async fn queue(
    world: &World,
    house: &House,
    (expected, person): (&Organization, Person),
) -> Checked {
    if !expected.may_sign_in(person) {
        return Ok(());
    }
    let found = world.service.facilities().waiting(house.caller(person)).await;
    let found = found.unwrap_or_default().into_iter().map(|row| (row.status, row.count));
    let found: BTreeMap<FacilityStatus, u64> = found.collect();
    same(&format!("facilities that wait for {person:?}"), &found, &expected.waiting(person))
}
