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
mod run;
mod scale;
mod shorten;
mod world;

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use futures::{StreamExt, stream};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use draw::Script;
use planted::Planted;
use run::Setting;
use scale::Scale;
use shorten::Failure;

on_both!(random_acts_agree_with_the_model);

/// The number of seeds that run at the same time.
const AT_ONCE: usize = 2;

async fn random_acts_agree_with_the_model(db: TestDatabase) {
    let (seeds, scale) = scale::requested();
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
    println!("seed {seed}: the service differs from the model; looking for the shortest sequence");
    Some(failure.shortened(&setting).await.report(seed, scale))
}

/// The shortest sequence that shows a planted fault.
async fn found(planted: Planted) -> Failure {
    let setting = Setting { engine: Engine::Sqlite, scale: Scale::SHORT, planted: Some(planted) };
    for seed in 1..=5 {
        if let Some(failure) = Failure::find(&setting, &Script::of(seed, Scale::SHORT)).await {
            let failure = failure.shortened(&setting).await;
            println!("{}", failure.report(seed, Scale::SHORT));
            return failure;
        }
    }
    panic!("{planted:?} was not found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_whose_clock_stands_still_are_found() {
    let failure = found(Planted::ClockOfJobs).await;
    assert!(failure.steps.len() <= 3, "{failure:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gross_murabaha_that_is_posted_net_is_found() {
    let failure = found(Planted::NetReceivable).await;
    assert!(failure.steps.len() <= 8, "{failure:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_carried_out_twice_is_found() {
    let failure = found(Planted::RequestWithoutKey).await;
    assert!(failure.steps.len() <= 8, "{failure:?}");
}
