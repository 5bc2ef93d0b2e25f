//! A run: the steps of a script on the service and on the model.

use database::Engine;
use database::test_support::TestDatabase;

use super::act::{Act, Step};
use super::check::{self, Mismatch, same};
use super::draw::ORGANIZATIONS;
use super::model::Model;
use super::planted::Planted;
use super::scale::Scale;
use super::world::World;

/// The days after which everything is compared.
const EVERYTHING_EVERY: i64 = 30;

/// The circumstances of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) engine: Engine,
    pub(super) scale: Scale,
    pub(super) planted: Option<Planted>,
}

/// The first difference between the service and the model.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    /// The number of the step, from 0.
    pub(super) step: usize,
    pub(super) mismatch: Mismatch,
}

impl Setting {
    /// Performs the steps on an empty database, up to the first difference.
    pub(super) async fn replay(&self, steps: &[Step]) -> Result<(), Difference> {
        let organizations = self.scale.organizations;
        let mut world = World::new(self.database().await, organizations, self.planted).await;
        let mut model = Model::new(&ORGANIZATIONS[..organizations]);
        let mut compared_on = steps.first().map(|step| step.at);
        for (number, step) in steps.iter().enumerate() {
            let differs = |mismatch| Difference { step: number, mismatch };
            let is_month_end =
                compared_on.is_some_and(|last| (step.at - last).num_days() >= EVERYTHING_EVERY);
            perform(&mut world, &mut model, step).await.map_err(differs)?;
            if is_month_end || number + 1 == steps.len() {
                compared_on = Some(step.at);
                check::everything(&world, &model, step.at).await.map_err(differs)?;
            }
        }
        Ok(())
    }

    async fn database(&self) -> TestDatabase {
        match self.engine {
            Engine::Sqlite => TestDatabase::sqlite().await,
            Engine::Postgres => TestDatabase::postgres().await.unwrap(),
        }
    }
}

async fn perform(world: &mut World, model: &mut Model, step: &Step) -> check::Checked {
    check::before(world, step).await?;
    let found = world.perform(step).await?;
    let expected = model.apply(step);
    let subject = match step.act {
        Act::CheckJobs => "the jobs that ran",
        Act::SendMail(_) => "the delivered mails",
        Act::Dispatch(_) => "the events of which people are notified",
        _ => "the outcome",
    };
    same(subject, &found, &expected)?;
    check::step(world, model, step, &expected).await
}
