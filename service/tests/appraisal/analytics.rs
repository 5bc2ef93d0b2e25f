//! Appraisal statistics of a period.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::Status;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery};
use shared::error::Code;

use super::code;
use crate::support::World;

on_both!(
    scores_are_gathered_by_department_and_band,
    each_stage_is_listed_with_its_hours,
    only_the_period_counts,
    the_table_holds_every_figure,
    the_figures_are_for_human_resources_of_the_organization,
    the_figures_take_two_statements,
);

async fn figures(world: &World, query: AnalyticsQuery) -> Analytics {
    world.service.appraisals().analytics(&world.hr, query).await.unwrap()
}

/// An appraisal whose stages each took a day longer than the previous one.
async fn finalized(world: &World) {
    let mut detail = world.initiated().await;
    for days in 1..=5 {
        world.clock.advance(TimeDelta::days(days));
        detail = world.move_on(&detail).await;
    }
    assert_eq!(detail.status, Status::Finalized);
}

async fn scores_are_gathered_by_department_and_band(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let stamped = world.service.appraisals();
    let query = shared::appraisal::list::AppraisalQuery::of(shared::appraisal::list::Scope::All);
    let stamped = stamped.list(&world.hr, query).await.unwrap().data.remove(0);
    let departments = figures(&world, AnalyticsQuery::default()).await.departments;
    assert_eq!(departments.len(), 1);
    let finance = &departments[0];
    assert_eq!(finance.department_id, Some(world.finance));
    assert_eq!((finance.count, Some(finance.average_score)), (1, stamped.overall_score));
    let filled: Vec<_> = finance.bands.iter().filter(|it| it.count > 0).collect();
    assert_eq!((filled.len(), Some(filled[0].band)), (1, stamped.overall_band));
}

async fn each_stage_is_listed_with_its_hours(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    world.initiate(world.manager.staff()).await.unwrap();
    let stages = figures(&world, AnalyticsQuery::default()).await.stages;
    let hours: Vec<_> = stages.iter().map(|it| (it.signed, it.average_hours)).collect();
    assert_eq!(hours, [(1, 24), (1, 48), (1, 72), (1, 96), (1, 120)]);
    let waiting: Vec<_> = stages.iter().map(|it| it.waiting).collect();
    assert_eq!(waiting, [1, 0, 0, 0, 0]);
}

async fn only_the_period_counts(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    // Started on 21 November; signed on the 22nd, 24th, 27th, 1 December and the 6th.
    let day = |text: &str| Some(text.parse().unwrap());
    let query = AnalyticsQuery { from: day("2026-11-24"), to: day("2026-12-01") };
    let some = figures(&world, query).await;
    assert!(some.departments.is_empty());
    let signed: Vec<_> = some.stages.iter().map(|it| it.signed).collect();
    assert_eq!(signed, [0, 1, 1, 1, 0]);
    let query = AnalyticsQuery { from: day("2026-12-06"), to: day("2026-12-06") };
    assert_eq!(figures(&world, query).await.departments[0].count, 1);
    let backwards = AnalyticsQuery { from: day("2026-12-06"), to: day("2026-12-05") };
    let refused = world.service.appraisals().analytics(&world.hr, backwards).await;
    assert_eq!(code(refused), Code::ValidationFailed);
}

async fn the_table_holds_every_figure(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let appraisals = world.service.appraisals();
    let table = appraisals.analytics_export(&world.hr, AnalyticsQuery::default()).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 1 + 1 + 5 + 5);
    assert!(lines[1].starts_with("department,Finance,,,1,0."));
    assert!(lines.contains(&"stage,,,pending_self,1,,24,24,24,0"));
    assert!(lines.iter().all(|line| line.matches(',').count() == 9));
}

async fn the_figures_are_for_human_resources_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let appraisals = world.service.appraisals();
    for caller in [&world.employee, &world.head, &world.md] {
        let refused = appraisals.analytics(caller, AnalyticsQuery::default()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let foreign = appraisals.analytics(&world.stranger, AnalyticsQuery::default()).await.unwrap();
    assert!(foreign.departments.is_empty());
    assert!(foreign.stages.iter().all(|it| it.signed + it.waiting == 0));
}

async fn the_figures_take_two_statements(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let before = world.db.statements();
    figures(&world, AnalyticsQuery::default()).await;
    assert_eq!(world.db.statements() - before, 2);
}
