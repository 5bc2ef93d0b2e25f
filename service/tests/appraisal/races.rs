//! Concurrent requests: two, and twenty.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::Status;
use shared::error::Code;

use super::{CONFIRM, full_self, terms};
use crate::support::World;

const AT_ONCE: usize = 20;

on_both!(
    twenty_parallel_initiations_make_one_appraisal,
    twenty_parallel_submits_make_one_trail_row,
    twenty_parallel_finalizations_make_one_stamp,
    parallel_saves_of_different_rows_all_stay,
);

fn codes<T>(results: Vec<shared::Result<T>>) -> (usize, Vec<Code>) {
    let done = results.iter().filter(|it| it.is_ok()).count();
    (done, results.into_iter().filter_map(Result::err).map(|it| it.code()).collect())
}

async fn twenty_parallel_initiations_make_one_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let tries = (0..AT_ONCE).map(|_| appraisals.initiate(&world.hr, terms(world.employee.staff())));
    let (done, refused) = codes(futures::future::join_all(tries).await);
    assert_eq!((done, refused), (1, vec![Code::AlreadyInProgress; AT_ONCE - 1]));
    assert_eq!(world.service.events().dispatch_waiting().await.unwrap(), 1);
}

async fn twenty_parallel_submits_make_one_trail_row(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    appraisals.save_self(&world.employee, detail.id, full_self(&detail)).await.unwrap();
    let tries = (0..AT_ONCE).map(|_| appraisals.submit_self(&world.employee, detail.id));
    let (done, refused) = codes(futures::future::join_all(tries).await);
    assert_eq!((done, refused), (1, vec![Code::WrongStage; AT_ONCE - 1]));
    assert_eq!(world.seen_by_hr(&detail).await.reviews.len(), 1);
    assert_eq!(world.service.events().dispatch_waiting().await.unwrap(), 2);
}

async fn twenty_parallel_finalizations_make_one_stamp(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::PendingHr).await;
    let tries = (0..AT_ONCE).map(|_| appraisals.finalize(&world.hr, detail.id, CONFIRM));
    let (done, refused) = codes(futures::future::join_all(tries).await);
    assert_eq!((done, refused), (1, vec![Code::WrongStage; AT_ONCE - 1]));
    assert_eq!(world.seen_by_hr(&detail).await.reviews.len(), 5);
}

async fn parallel_saves_of_different_rows_all_stay(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let tries = full_self(&detail).items.into_iter().map(|item| {
        let input = shared::appraisal::save::SelfInput { items: vec![item], ..Default::default() };
        appraisals.save_self(&world.employee, detail.id, input)
    });
    let (done, refused) = codes(futures::future::join_all(tries).await);
    assert_eq!((done, refused), (detail.items.len(), vec![]));
    let after = world.seen_by_hr(&detail).await;
    assert!(after.items.iter().all(|it| it.self_score.is_some()));
}
