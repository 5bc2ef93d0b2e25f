//! Appraisal statistics of a period.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::Status;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery, DepartmentFilter, FinalizedQuery};
use shared::error::Code;
use shared::organization::OrganizationPatch;

use super::{code, fields};
use crate::support::World;

on_both!(
    scores_are_gathered_by_department_and_band,
    each_stage_is_listed_with_its_hours,
    only_the_period_counts,
    the_time_at_each_stage_is_compared_with_the_target_of_the_organization,
    line_managers_and_months_are_listed,
    a_figure_leads_to_the_appraisals_that_it_counts,
    without_hr_manage_only_whole_years_and_groups_of_five_are_visible,
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

async fn the_time_at_each_stage_is_compared_with_the_target_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let within = async || {
        let figures = figures(&world, AnalyticsQuery::default()).await;
        let within: Vec<_> = figures.stages.iter().map(|it| it.within_target).collect();
        (figures.stage_target_days, within)
    };
    assert_eq!(within().await, (7, vec![1, 1, 1, 1, 1]));
    let patch = OrganizationPatch { stage_target_days: Some(3), ..Default::default() };
    world.service.organizations().change(&world.admin, patch).await.unwrap();
    assert_eq!(within().await, (3, vec![1, 1, 1, 0, 0]));
    let patch = OrganizationPatch { stage_target_days: Some(0), ..Default::default() };
    let refused = world.service.organizations().change(&world.admin, patch).await;
    assert_eq!(fields(refused), ["stageTargetDays"]);
}

async fn line_managers_and_months_are_listed(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let figures = figures(&world, AnalyticsQuery::default()).await;
    let [manager] = figures.line_managers.as_slice() else { panic!("{figures:?}") };
    assert_eq!(manager.line_manager_id, world.manager.staff());
    assert_eq!((manager.count, manager.people), (1, 1));
    let [month] = figures.months.as_slice() else { panic!("{figures:?}") };
    assert_eq!((month.month.to_string().as_str(), month.count), ("2026-12-01", 1));
    assert_eq!(month.average_hours, (1 + 2 + 3 + 4 + 5) * 24);
    assert_eq!(month.average_score, manager.average_score);
}

async fn a_figure_leads_to_the_appraisals_that_it_counts(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let figures = figures(&world, AnalyticsQuery::default()).await;
    let scores = &figures.departments[0];
    let band = scores.bands.iter().find(|it| it.count > 0).unwrap().band;
    let other = scores.bands.iter().find(|it| it.count == 0).unwrap().band;
    let department = Some(DepartmentFilter::new(scores.department_id));
    let all = FinalizedQuery::default();
    let day = |text: &str| Some(text.parse().unwrap());
    let before = AnalyticsQuery { from: day("2026-11-01"), to: day("2026-12-05") };
    let manager =
        |staff: &Caller| FinalizedQuery { line_manager_id: Some(staff.staff()), ..all.clone() };
    for (query, count) in [
        (all.clone(), 1),
        (FinalizedQuery { department, band: Some(band), ..all.clone() }, 1),
        (FinalizedQuery { department, band: Some(other), ..all.clone() }, 0),
        (FinalizedQuery { department: Some(DepartmentFilter::None), ..all.clone() }, 0),
        (FinalizedQuery { period: before, ..all.clone() }, 0),
        (manager(&world.manager), 1),
        (manager(&world.head), 0),
    ] {
        let page = world.service.appraisals().finalized(&world.hr, query.clone()).await.unwrap();
        assert_eq!((page.pagination.total, page.data.len()), (count, usize::from(count > 0)));
        assert!(page.data.iter().all(|it| it.staff_name == "Bilal"), "{query:?}");
    }
    let foreign = world.service.appraisals().finalized(&world.stranger, all).await.unwrap();
    assert_eq!(foreign.pagination.total, 0);
}

async fn without_hr_manage_only_whole_years_and_groups_of_five_are_visible(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    world.clock.advance(TimeDelta::days(365));
    let md = world.again(&world.md).await;
    let day = |text: &str| Some(text.parse().unwrap());
    let query = AnalyticsQuery { from: day("2026-12-06"), to: day("2026-12-06") };
    let seen = world.service.appraisals().analytics(&md, query).await.unwrap();
    assert!(seen.small_groups_hidden);
    assert_eq!(
        (seen.from.to_string(), seen.to.to_string()),
        ("2026-01-01".to_owned(), "2026-12-31".to_owned(),)
    );
    assert!(seen.departments.is_empty() && seen.stages.is_empty(), "{seen:?}");
    assert!(seen.line_managers.is_empty() && seen.months.is_empty(), "{seen:?}");
    let table = world.service.appraisals().analytics_export(&md, query).await.unwrap();
    assert_eq!(table.lines().count(), 1);
    assert_eq!(figures(&world, query).await.departments[0].count, 1);
}

async fn the_table_holds_every_figure(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let appraisals = world.service.appraisals();
    let table = appraisals.analytics_export(&world.hr, AnalyticsQuery::default()).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 1 + (1 + 5) + (1 + 5) + 1 + 5);
    assert!(lines[1].starts_with("department,Finance,,,,,1,1,0."), "{}", lines[1]);
    assert!(lines[7].starts_with("line_manager,,Imran,,,,1,1,0."), "{}", lines[7]);
    assert!(lines[13].starts_with("month,,,2026-12,,,1,,0."), "{}", lines[13]);
    assert!(lines.contains(&"stage,,,,,pending_self,1,,,24,24,24,1,0"));
    assert!(lines.iter().all(|line| line.matches(',').count() == 13));
}

async fn the_figures_are_for_human_resources_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    finalized(&world).await;
    let appraisals = world.service.appraisals();
    for caller in [&world.employee, &world.head] {
        let refused = appraisals.analytics(caller, AnalyticsQuery::default()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    for caller in [&world.employee, &world.head, &world.md] {
        let refused = appraisals.finalized(caller, FinalizedQuery::default()).await;
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
