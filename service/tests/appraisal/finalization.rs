//! Finalization and its effect on the employment.

use database::on_both;
use database::test_support::TestDatabase;
use serde_json::json;
use shared::appraisal::save::{FinalizeInput, ReviewInput};
use shared::appraisal::{Band, ReviewType, Status};
use shared::audit::{AuditAction, AuditQuery};
use shared::error::Code;
use shared::id::AppraisalId;
use uuid::Uuid;

use super::{CONFIRM, code, full_self, terms};
use crate::support::{World, run_sql};

const NOTHING: FinalizeInput = FinalizeInput { outcome: None };

on_both!(
    finalizing_stamps_what_was_previewed_and_confirms_as_of_today,
    the_permission_is_checked_before_the_appraisal_is_loaded,
    nobody_finalizes_their_own_appraisal,
    the_outcome_is_needed_for_probation_and_refused_otherwise,
    a_row_without_a_score_stops_the_finalization,
    a_start_date_in_the_future_rolls_everything_back,
    an_employment_that_is_confirmed_already_keeps_its_first_date,
    a_confirmation_is_written_down_about_the_person,
    a_score_recomputes_from_its_snapshot,
    the_score_is_hidden_before_the_line_manager_stage,
);

async fn employment(world: &World) -> (String, Option<String>) {
    let mut tx = world.db.read().await.unwrap();
    let (start, confirmed): (chrono::NaiveDate, Option<chrono::NaiveDate>) = tx
        .sql(
            "SELECT employment_start_date, employment_confirmed_at FROM staff
            WHERE organization_id = $1 AND id = $2",
        )
        .bind(world.organization)
        .bind(world.employee.staff())
        .one()
        .await
        .unwrap();
    (start.to_string(), confirmed.map(|it| it.to_string()))
}

async fn set_employment(world: &World, start: &str, confirmed: Option<&str>) {
    let date = |text: &str| text.parse::<chrono::NaiveDate>().unwrap();
    run_sql!(
        world.db,
        "UPDATE staff SET employment_start_date = $3, employment_confirmed_at = $4
            WHERE organization_id = $1 AND id = $2",
        world.organization,
        world.employee.staff(),
        date(start),
        confirmed.map(date)
    );
}

async fn finalizing_stamps_what_was_previewed_and_confirms_as_of_today(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::PendingHr).await;
    assert_eq!(employment(&world).await.1, None);
    let outlook = detail.confirmation.clone();
    assert!(outlook.is_none(), "the managing director is not told of the employment");
    let outlook = world.seen_by_hr(&detail).await.confirmation.unwrap();
    let previewed = appraisals.score(&world.hr, detail.id).await.unwrap().scorecard;
    let detail = appraisals.finalize(&world.hr, detail.id, CONFIRM).await.unwrap();
    assert_eq!(detail.kpi_score, Some(previewed.kpi_score));
    assert_eq!(detail.competency_score, Some(previewed.competency_score));
    assert_eq!(detail.behaviour_score, Some(previewed.behaviour_score));
    assert_eq!(detail.overall_score, Some(previewed.overall_score));
    assert_eq!(detail.overall_band, Some(previewed.overall_band));
    // All threes: 0.6, but for the fifteen stored fifteenths.
    assert_eq!(detail.overall_score.unwrap().to_string(), "0.6001");
    assert_eq!(detail.overall_band, Some(Band::NeedsImprovement));
    assert_eq!(employment(&world).await.1, Some(outlook.today.to_string()));
}

async fn the_permission_is_checked_before_the_appraisal_is_loaded(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let real = world.at(Status::PendingHr).await.id;
    for caller in [&world.employee, &world.manager, &world.head, &world.md] {
        for id in [real, AppraisalId(Uuid::from_u128(404))] {
            assert_eq!(code(appraisals.finalize(caller, id, CONFIRM).await), Code::Forbidden);
        }
    }
    let invented = appraisals.finalize(&world.hr, AppraisalId(Uuid::nil()), CONFIRM).await;
    assert_eq!(code(invented), Code::NotFound);
    let foreign = appraisals.finalize(&world.stranger, real, CONFIRM).await;
    assert_eq!(code(foreign), Code::NotFound);
}

async fn nobody_finalizes_their_own_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    world.set_line_manager(&world.hr, &world.manager).await;
    let mut detail = appraisals.initiate(&world.hr, terms(world.hr.staff())).await.unwrap();
    appraisals.save_self(&world.hr, detail.id, full_self(&detail)).await.unwrap();
    detail = appraisals.submit_self(&world.hr, detail.id).await.unwrap();
    while detail.status != Status::PendingHr {
        detail = world.move_on(&detail).await;
        let own = appraisals.finalize(&world.hr, detail.id, CONFIRM).await;
        assert_eq!(code(own), Code::SelfFinalize);
    }
    let own = appraisals.detail(&world.hr, detail.id).await.unwrap();
    assert!(!own.allowed_actions.contains(&shared::appraisal::Action::Finalize));
    assert_eq!(appraisals.pending_count(&world.hr).await.unwrap(), 0);
    assert!(appraisals.finalize(&world.admin, detail.id, CONFIRM).await.is_ok());
}

async fn the_outcome_is_needed_for_probation_and_refused_otherwise(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::PendingHr).await;
    let missing = appraisals.finalize(&world.hr, detail.id, NOTHING).await;
    assert_eq!(code(missing), Code::OutcomeRequired);
    appraisals.finalize(&world.hr, detail.id, CONFIRM).await.unwrap();
    for review_type in [ReviewType::Annual, ReviewType::MidYear] {
        let mut input = terms(world.employee.staff());
        input.review_type = review_type;
        let mut detail = appraisals.initiate(&world.hr, input).await.unwrap();
        while detail.status != Status::PendingHr {
            detail = world.move_on(&detail).await;
        }
        let given = appraisals.finalize(&world.hr, detail.id, CONFIRM).await;
        assert_eq!(code(given), Code::OutcomeNotAllowed);
        assert!(appraisals.finalize(&world.hr, detail.id, NOTHING).await.is_ok());
    }
}

async fn a_row_without_a_score_stops_the_finalization(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingHr).await;
    run_sql!(
        world.db,
        "UPDATE appraisal_items SET supervisor_score = NULL WHERE id = $1",
        detail.items[2].id
    );
    let refused = world.service.appraisals().finalize(&world.hr, detail.id, CONFIRM).await;
    let error = refused.unwrap_err();
    assert_eq!(error.code(), Code::Incomplete);
    assert_eq!(error.problem().errors[0].field, "items[2].supervisorScore");
    assert_eq!(world.seen_by_hr(&detail).await.status, Status::PendingHr);
}

async fn a_start_date_in_the_future_rolls_everything_back(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingHr).await;
    set_employment(&world, "2999-01-01", None).await;
    let refused = world.service.appraisals().finalize(&world.hr, detail.id, CONFIRM).await;
    assert_eq!(code(refused), Code::StartDateInFuture);
    let after = world.seen_by_hr(&detail).await;
    assert_eq!((after.status, after.overall_score), (Status::PendingHr, None));
    assert_eq!(after.reviews.len(), detail.reviews.len());
    assert_eq!(employment(&world).await, ("2999-01-01".to_owned(), None));
}

async fn an_employment_that_is_confirmed_already_keeps_its_first_date(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingHr).await;
    set_employment(&world, "2020-01-01", Some("2020-07-01")).await;
    let done = world.service.appraisals().finalize(&world.hr, detail.id, CONFIRM).await.unwrap();
    assert_eq!(done.status, Status::Finalized);
    assert_eq!(employment(&world).await.1, Some("2020-07-01".to_owned()));
}

async fn a_confirmation_is_written_down_about_the_person(db: TestDatabase) {
    let world = World::new(db).await;
    let query = || AuditQuery { action: Some(AuditAction::StaffConfirmed), ..Default::default() };
    let entries = async || world.service.audit().list(&world.admin, query()).await.unwrap().data;
    let detail = world.at(Status::PendingHr).await;
    assert!(entries().await.is_empty());
    world.move_on(&detail).await;
    let entry = entries().await.remove(0);
    assert_eq!(entry.entity_type, "staff");
    assert_eq!(entry.entity_id, Some(world.employee.staff().to_string()));
    assert_eq!(entry.fields, ["employmentConfirmedAt"]);
    assert_eq!(entry.actor_id, Some(world.hr.staff()));
    // Already confirmed: the date stays, and there is no new entry about the person.
    world.at(Status::Finalized).await;
    assert_eq!(entries().await.len(), 1);
}

async fn a_score_recomputes_from_its_snapshot(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::Finalized).await;
    let score = appraisals.score(&world.employee, detail.id).await.unwrap();
    assert_eq!(score.matches, Some(true));
    run_sql!(
        world.db,
        "UPDATE appraisals SET overall_score = overall_score + 1 WHERE id = $1",
        detail.id
    );
    let score = appraisals.score(&world.employee, detail.id).await.unwrap();
    assert_eq!(score.matches, Some(false));
    let findings = world.service.self_check().run().await.unwrap();
    assert!(findings.iter().any(|it| it.code == "SCORE_MISMATCH"), "{findings:?}");
}

async fn the_score_is_hidden_before_the_line_manager_stage(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    for caller in [&world.employee, &world.manager, &world.hr] {
        assert_eq!(code(appraisals.score(caller, detail.id).await), Code::WrongStage);
    }
    let detail = world.move_on(&detail).await;
    assert_eq!(code(appraisals.score(&world.employee, detail.id).await), Code::WrongStage);
    let five = json!({"items":[{"id":detail.items[0].id,"supervisorScore":5}]});
    let five: ReviewInput = serde_json::from_value(five).unwrap();
    appraisals.save_review(&world.manager, detail.id, five).await.unwrap();
    let score = appraisals.score(&world.manager, detail.id).await.unwrap();
    assert_eq!((score.scorecard.rated_count, score.matches), (1, None));
}
