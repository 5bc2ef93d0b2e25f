//! Simulation: random acts of all roles over years, each compared with an independent model.
//!
//! A seed determines the acts, their times and the faults. A failure prints the seed and the
//! shortest sequence of acts that shows it.

mod act;
mod amount;
mod check;
mod draw;
mod faults;
mod model;
mod people;
mod planted;
mod random;
mod role;
mod run;
mod scale;
mod shorten;
mod world;

use std::collections::BTreeSet;

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use futures::{StreamExt, stream};
use shared::error::Code;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use draw::Script;
use model::Outcome;
use planted::Planted;
use run::Setting;
use scale::Scale;
use shorten::Failure;

on_both!(random_acts_agree_with_the_model);

/// The number of seeds that run at the same time.
const AT_ONCE: usize = 2;

async fn random_acts_agree_with_the_model(db: TestDatabase) {
    let (seeds, scale) = scale::requested(db.engine());
    let setting = Setting { engine: db.engine(), scale, planted: None };
    let runs = seeds
        .into_iter()
        .map(|seed| spawn_blocking(move || Handle::current().block_on(verify(setting, seed))));
    let reports: Vec<_> = stream::iter(runs).buffer_unordered(AT_ONCE).collect().await;
    let differences: Vec<_> = reports.into_iter().filter_map(Result::unwrap).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Runs a seed; returns a report with the shortest sequence if the service differs from the model.
async fn verify(setting: Setting, seed: u64) -> Option<String> {
    let (steps, scale) = (Script::of(seed, setting.scale), setting.scale);
    let Some(failure) = Failure::find(&setting, &steps).await else {
        println!(
            "seed {seed}: {} steps over {} days agree with the model",
            steps.len(),
            scale.days
        );
        return None;
    };
    println!("seed {seed} differs: {:?}; looking for the shortest sequence", failure.difference);
    Some(failure.shortened(&setting).await.report(seed, scale))
}

/// The acts that the scripts of the gate have to carry out.
const ACTS: &str = "\
    Appraisal ApproveAsDirector, Appraisal ApproveAsHead, Appraisal Finalize, Appraisal \
    SaveReview, Appraisal SaveSelf, Appraisal SubmitReview, Appraisal SubmitSelf, CloseBooks, \
    CloseLeaveYear, CorrectLeave, CreateFacility, ExhaustRecoveryCodes, Facility Activate, \
    Facility Approve, Facility Evaluate, Facility Pay, Facility RecordOwnership, Facility \
    Reject, Facility ResumeAccrual, Facility Reverse, Facility Settle, Facility StopAccrual, \
    Facility Submit, Facility TransferTitle, Facility WaiveProfit, Facility Withdraw, Form \
    ArchiveTemplate, Form AssignTemplate, Form ChangeTemplate, Form CreateTemplate, Form \
    ReplaceCatalog, Leave Approve, Leave Cancel, Leave Reject, Leave Resubmit, MapAccount, \
    PresentGross, ReadEvents, RequestLeave, RoundInstalments, SetGraceDays, SetHoliday, \
    SetPolicy, SetWorkingDays, Staff Block, Staff Confirm, Staff Erase, Staff Hire, Staff \
    Import, Staff SetDepartment, Staff SetHead, Staff SetLineManager, Staff SetRole, \
    StartAppraisal, Token Create, Token Revoke, Token Rotate";

#[test]
fn the_runs_of_the_gate_carry_out_every_act() {
    let done = outcomes().filter(|(_, outcome)| *outcome == Outcome::Done);
    let names: BTreeSet<_> = done.map(|(name, _)| name).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>().join(", "), ACTS);
}

/// Refusals that the scripts of the gate have to meet.
const REFUSALS: [Code; 22] = [
    Code::AccountUnmapped,
    Code::AlreadyInProgress,
    Code::AmountNotAccepted,
    Code::ConfirmationRequired,
    Code::Forbidden,
    Code::Incomplete,
    Code::InsufficientBalance,
    Code::LeaveOverlap,
    Code::NotFound,
    Code::NotYourDesk,
    Code::NoReviewer,
    Code::PaymentOutOfOrder,
    Code::PeriodClosed,
    Code::SameAccount,
    Code::SelfFinalize,
    Code::StaffBlocked,
    Code::Unauthenticated,
    Code::ValidationFailed,
    Code::Vr001,
    Code::WrongStage,
    Code::WrongState,
    Code::YearNotOver,
];

#[test]
fn the_runs_of_the_gate_meet_refusals_of_every_kind() {
    let outcomes: Vec<_> = outcomes().map(|(_, outcome)| outcome).collect();
    let missing = REFUSALS.into_iter().filter(|it| !outcomes.contains(&Outcome::Refused(*it)));
    assert_eq!(missing.collect::<Vec<_>>(), []);
}

/// The outcome of each act of the gate, by name.
fn outcomes() -> impl Iterator<Item = (String, Outcome)> {
    (1..=5).flat_map(|seed| Script::outcomes(seed, Scale::SHORT))
}

/// The shortest sequence that shows a planted fault.
async fn found(planted: Planted, scale: Scale) -> Failure {
    let setting = Setting { engine: Engine::Sqlite, scale, planted: Some(planted) };
    let scripts = (1..=100).map(|seed| (seed, Script::of(seed, scale)));
    let candidates = scripts.filter(|(_, steps)| steps.iter().any(|step| planted.is_due(step)));
    for (seed, steps) in candidates.take(5) {
        if let Some(failure) = Failure::find(&setting, &steps).await {
            let failure = failure.shortened(&setting).await;
            println!("{}", failure.report(seed, scale));
            return failure;
        }
    }
    panic!("{planted:?} was not found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_whose_clock_stands_still_are_found() {
    let failure = found(Planted::ClockOfJobs, Scale::SMALL).await;
    assert!(failure.steps.len() <= 3, "{failure:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gross_murabaha_that_is_posted_net_is_found() {
    let failure = found(Planted::NetReceivable, Scale::SMALL).await;
    assert!(failure.steps.len() <= 8, "{failure:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_that_is_written_twice_is_found() {
    let failure = found(Planted::DoubledCorrection, Scale::SHORT).await;
    assert_eq!(failure.steps.len(), 1, "{failure:?}");
}
