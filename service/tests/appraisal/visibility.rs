//! Visibility of an appraisal by role and stage.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{HrInput, ReviewInput};
use shared::appraisal::{NarrativeSection, Status};
use shared::patch::Patch;

use super::full_review;
use crate::support::World;

pub(super) const MARKER: &str = "zq-marker-only-for-human-resources";

on_both!(
    a_reviewer_compares_with_the_last_finalized_appraisal_they_may_see,
    the_subject_sees_nothing_of_the_review_while_it_is_written,
    the_six_fields_are_absent_for_everybody_but_human_resources,
    the_six_fields_leave_no_trace_in_notifications_and_audit,
);

async fn the_subject_sees_nothing_of_the_review_while_it_is_written(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::PendingLm).await;
    let mut review = full_review(&detail);
    review.narratives = super::answers(&detail, NarrativeSection::CareerDiscussion);
    let plan = serde_json::json!({"planRows":{"development":[{"area":"Writing"}]}});
    review.plan_rows = serde_json::from_value::<ReviewInput>(plan).unwrap().plan_rows;
    appraisals.save_review(&world.manager, detail.id, review).await.unwrap();
    let seen = appraisals.detail(&world.employee, detail.id).await.unwrap();
    assert!(seen.items.iter().all(|it| it.supervisor_score.is_none()));
    assert!(seen.items.iter().all(|it| it.supervisor_comment.is_none()));
    assert!(seen.items.iter().all(|it| it.self_score.is_some()));
    let answered: Vec<_> = seen.narratives.iter().filter(|it| it.answer.is_some()).collect();
    assert!(answered.iter().all(|it| it.section == NarrativeSection::SelfAssessment));
    assert!(seen.plan_rows.development.is_empty() && seen.rated_count == 0);
    let submitted = appraisals.submit_review(&world.manager, detail.id).await.unwrap();
    let seen = appraisals.detail(&world.employee, submitted.id).await.unwrap();
    assert!(seen.items.iter().all(|it| it.supervisor_score.is_some()));
    assert_eq!(seen.plan_rows.development.len(), 1);
    assert_eq!(seen.rated_count, seen.item_count);
}

pub(super) async fn mark(world: &World, detail: &AppraisalDetail) {
    let marker = || Patch::Value(MARKER.to_owned());
    let input = HrInput {
        hr_attendance_record: marker(),
        hr_disciplinary_record: marker(),
        hr_training_recommendation: marker(),
        hr_salary_recommendation: marker(),
        hr_promotion_recommendation: marker(),
        hr_remarks: marker(),
        revision: None,
    };
    let saved = world.service.appraisals().save_hr(&world.hr, detail.id, input).await.unwrap();
    assert_eq!(serde_json::to_string(&saved).unwrap().matches(MARKER).count(), 6);
}

async fn the_six_fields_are_absent_for_everybody_but_human_resources(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    mark(&world, &detail).await;
    let others: [&Caller; 4] = [&world.employee, &world.manager, &world.head, &world.md];
    loop {
        for caller in others {
            let seen = world.service.appraisals().detail(caller, detail.id).await.unwrap();
            let json = serde_json::to_string(&seen).unwrap();
            assert!(!json.contains(MARKER) && !json.contains("\"hrRemarks\""), "{json}");
            assert!(!json.contains("employmentStartDate"));
        }
        if detail.status == Status::Finalized {
            break;
        }
        detail = world.move_on(&detail).await;
    }
}

async fn the_six_fields_leave_no_trace_in_notifications_and_audit(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    mark(&world, &detail).await;
    while detail.status != Status::Finalized {
        detail = world.move_on(&detail).await;
    }
    world.service.events().dispatch_waiting().await.unwrap();
    let mut tx = world.db.read().await.unwrap();
    let titles: Vec<String> =
        tx.sql("SELECT title || body || link FROM notifications").scalars().await.unwrap();
    assert!(!titles.is_empty() && titles.iter().all(|it| !it.contains(MARKER)));
    let audit: Vec<String> = tx
        .sql("SELECT action || ' ' || fields || COALESCE(entity_id, '') FROM audit_entries")
        .scalars()
        .await
        .unwrap();
    assert!(audit.iter().all(|it| !it.contains(MARKER)));
    let named = audit.iter().find(|it| it.starts_with("appraisal.hr_saved")).unwrap();
    assert!(named.contains("hrSalaryRecommendation"), "{named}");
}

async fn a_reviewer_compares_with_the_last_finalized_appraisal_they_may_see(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let first = world.at(Status::Finalized).await;
    assert!(appraisals.previous(&world.hr, &first).await.unwrap().is_none());
    let second = world.initiated().await;

    let seen = appraisals.previous(&world.manager, &second).await.unwrap().unwrap();
    assert_eq!(seen.id, first.id);
    assert!(seen.items.iter().all(|item| item.supervisor_score.is_some()));
    assert_eq!(seen.hr_remarks, Patch::Absent);
    // The reviewer of this appraisal alone has no relation to the earlier one.
    assert!(appraisals.previous(&world.bystander, &second).await.unwrap().is_none());
}
