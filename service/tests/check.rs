//! The self-check finds planted faults.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use service::job::Job;
use shared::appraisal::Status;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::LeaveDecisionInput;
use shared::patch::Patch;
use shared::staff::StaffPatch;

use crate::event::casual;
use crate::support::{World, run_sql};

on_both!(
    a_sound_database_has_no_findings,
    planted_damage_is_found,
    a_confirmation_that_was_taken_back_is_no_finding,
    planted_damage_to_leave_is_found,
    a_link_to_an_archived_template_is_found,
    a_stored_length_that_is_wrong_or_missing_is_found,
    a_gap_in_the_feed_of_events_is_found,
    the_length_of_a_queue_follows_the_reviewer,
    the_length_of_a_queue_follows_a_deleted_appraisal,
    a_job_that_has_not_run_for_two_days_is_found,
    a_correction_of_leave_that_was_written_twice_is_found,
);

async fn codes(world: &World) -> Vec<&'static str> {
    let findings = world.service.self_check().run().await.unwrap();
    let mut codes: Vec<_> = findings.into_iter().map(|it| it.code).collect();
    codes.dedup();
    codes
}

async fn a_sound_database_has_no_findings(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.at(Status::PendingMd).await;
    assert!(codes(&world).await.is_empty());
}

async fn planted_damage_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.at(Status::Finalized).await.id;
    assert!(codes(&world).await.is_empty());
    for (damage, repair, code) in [
        (
            "UPDATE appraisal_reviews SET stage = 'gone' WHERE appraisal_id = $1 AND stage = 'md'",
            "UPDATE appraisal_reviews SET stage = 'md' WHERE appraisal_id = $1 AND stage = 'gone'",
            "ADVANCE_WITHOUT_TRAIL",
        ),
        (
            "UPDATE appraisals SET overall_score = overall_score + 1 WHERE id = $1",
            "UPDATE appraisals SET overall_score = overall_score - 1 WHERE id = $1",
            "SCORE_MISMATCH",
        ),
        (
            "UPDATE appraisals SET overall_band = 'outstanding' WHERE id = $1",
            "UPDATE appraisals SET overall_band = 'needs_improvement' WHERE id = $1",
            "SCORE_MISMATCH",
        ),
        (
            "UPDATE staff SET employment_confirmed_at = NULL
                WHERE id = (SELECT staff_id FROM appraisals WHERE id = $1)",
            "UPDATE staff SET employment_confirmed_at = '2026-11-21'
                WHERE id = (SELECT staff_id FROM appraisals WHERE id = $1)",
            "FINALIZED_WITHOUT_CONFIRMATION",
        ),
    ] {
        run_sql!(world.db, damage, id);
        assert_eq!(codes(&world).await, [code]);
        run_sql!(world.db, repair, id);
        assert!(codes(&world).await.is_empty(), "{code}");
    }
}

async fn a_confirmation_that_was_taken_back_is_no_finding(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.clock.advance(TimeDelta::minutes(1));
    let back = StaffPatch { employment_confirmed_at: Patch::Null, ..StaffPatch::default() };
    world.change(world.employee.staff(), back).await;
    assert!(codes(&world).await.is_empty());
}

async fn planted_damage_to_leave_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    let days = ["2026-12-01", "2026-12-02"].map(casual);
    for input in days {
        let request = world.service.leave().request(&world.employee, input).await.unwrap();
        let said = LeaveDecisionInput::default();
        world.service.leave().approve(&world.manager, request.id, said).await.unwrap();
    }
    assert!(codes(&world).await.is_empty());
    for (damage, repair, code) in [
        (
            "UPDATE leave_requests SET days = days + 1",
            "UPDATE leave_requests SET days = days - 1",
            "LEAVE_DAYS_MISMATCH",
        ),
        (
            "UPDATE leave_requests SET end_date = '2026-12-02'",
            "UPDATE leave_requests SET end_date = start_date",
            "LEAVE_OVERLAP",
        ),
        (
            "UPDATE leave_request_days SET year = 2031, days = days + 20",
            "UPDATE leave_request_days SET year = 2026, days = days - 20",
            "LEAVE_DAYS_MISMATCH LEAVE_OVERDRAWN",
        ),
    ] {
        for (text, expected) in [(damage, code), (repair, "")] {
            run_sql!(world.db, text);
            assert_eq!(codes(&world).await.join(" "), expected, "{text}");
        }
    }
}

async fn a_link_to_an_archived_template_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    let template = world.template("Finance").await.id;
    let assigned = crate::settings::assign(world.finance, Some(template));
    world.service.assignments().change(&world.hr, assigned).await.unwrap();
    assert!(codes(&world).await.is_empty());
    let mut tx = world.db.begin().await.unwrap();
    let archive = "UPDATE appraisal_templates SET is_archived = TRUE WHERE id = $1";
    tx.sql(archive).bind(template).execute().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(codes(&world).await, ["ARCHIVED_TEMPLATE_LINKED"]);
}

async fn a_stored_length_that_is_wrong_or_missing_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingMd).await;
    for (damage, repair) in [
        (
            "UPDATE queue_lengths SET length = length + 1 WHERE status = 'pending_lm'",
            "UPDATE queue_lengths SET length = length - 1 WHERE status = 'pending_lm'",
        ),
        (
            "UPDATE list_lengths SET length = length + 1 WHERE list = 'pending_md'",
            "UPDATE list_lengths SET length = length - 1 WHERE list = 'pending_md'",
        ),
        (
            "DELETE FROM list_lengths WHERE list = 'pending_md'",
            "INSERT INTO list_lengths (organization_id, list, slot, length)
                SELECT organization_id, 'pending_md', 0, 1 FROM appraisals",
        ),
    ] {
        assert!(codes(&world).await.is_empty());
        run_sql!(world.db, damage);
        assert_eq!(codes(&world).await, ["LIST_LENGTH_MISMATCH"], "{damage}");
        run_sql!(world.db, repair);
    }
}

async fn a_gap_in_the_feed_of_events_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingMd).await;
    world.service.events().number_all().await.unwrap();
    for (damage, repair) in [
        (
            "UPDATE events SET feed_position = 1000 WHERE feed_position = 2",
            "UPDATE events SET feed_position = 2 WHERE feed_position = 1000",
        ),
        (
            "UPDATE event_feeds SET last_position = last_position + 1",
            "UPDATE event_feeds SET last_position = last_position - 1",
        ),
    ] {
        assert!(codes(&world).await.is_empty());
        run_sql!(world.db, damage);
        assert_eq!(codes(&world).await, ["EVENT_POSITION_MISMATCH"], "{damage}");
        run_sql!(world.db, repair);
    }
}

async fn change(world: &World, text: &'static str, reviewer: &Caller) {
    run_sql!(world.db, text, reviewer.staff());
}

async fn the_length_of_a_queue_follows_the_reviewer(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let reviewed = world.at(Status::PendingLm).await;
    change(&world, "UPDATE appraisals SET line_manager_staff_id = $1", &world.bystander).await;
    assert_eq!(appraisals.pending_count(&world.manager).await.unwrap(), 0);
    assert_eq!(appraisals.pending_count(&world.bystander).await.unwrap(), 1);
    assert!(codes(&world).await.is_empty());

    change(&world, "UPDATE appraisals SET line_manager_staff_id = $1", &world.manager).await;
    world.move_on(&reviewed).await;
    assert_eq!(appraisals.pending_count(&world.manager).await.unwrap(), 0);
    change(&world, "UPDATE appraisals SET department_head_staff_id = $1", &world.bystander).await;
    assert_eq!(appraisals.pending_count(&world.head).await.unwrap(), 0);
    assert_eq!(appraisals.pending_count(&world.bystander).await.unwrap(), 1);
    assert!(codes(&world).await.is_empty());
}

async fn the_length_of_a_queue_follows_a_deleted_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    for status in [Status::PendingLm, Status::PendingDeptHead] {
        world.at(status).await;
        let mut tx = world.db.begin().await.unwrap();
        for text in [
            "DELETE FROM notifications",
            "DELETE FROM events",
            "DELETE FROM appraisal_reviews",
            "DELETE FROM appraisal_plan_rows",
            "DELETE FROM appraisal_narratives",
            "DELETE FROM appraisal_items",
            "DELETE FROM appraisals",
        ] {
            tx.sql(text).execute().await.unwrap();
        }
        tx.commit().await.unwrap();
        for reviewer in [&world.manager, &world.head] {
            assert_eq!(world.service.appraisals().pending_count(reviewer).await.unwrap(), 0);
        }
        assert!(codes(&world).await.is_empty(), "{status}");
    }
}

async fn a_job_that_has_not_run_for_two_days_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    let jobs = world.service.jobs();
    for job in Job::ALL.iter().copied() {
        jobs.run(job).await.unwrap().unwrap();
    }
    world.clock.advance(TimeDelta::days(2));
    assert!(codes(&world).await.is_empty());
    for job in Job::ALL.iter().filter(|job| **job != Job::StaffConfirmationDue) {
        jobs.run(*job).await.unwrap().unwrap();
    }
    world.clock.advance(TimeDelta::microseconds(1));
    let findings = world.service.self_check().run().await.unwrap();
    let organizations: Vec<_> = findings.iter().map(|it| it.organization).collect();
    assert!(findings.iter().all(|it| it.code == "JOB_OVERDUE"), "{findings:?}");
    assert!(findings.iter().all(|it| it.message.contains("staff-confirmation-due")));
    assert_eq!(organizations.len(), 2);
    assert!(organizations.contains(&world.organization));
    jobs.run(Job::StaffConfirmationDue).await.unwrap().unwrap();
    assert!(codes(&world).await.is_empty());
}

/// Two equal corrections within a minute count as a duplicate; later ones are intended.
async fn a_correction_of_leave_that_was_written_twice_is_found(db: TestDatabase) {
    let world = World::new(db).await;
    let correct = async |reason: &str| {
        let input = LeaveAdjustmentInput {
            staff_id: world.employee.staff(),
            leave_type: LeaveType::Casual,
            year: 2026,
            days: Days::HALF,
            reason: reason.to_owned(),
        };
        world.service.leave().adjust(&world.hr, input).await.unwrap();
    };
    correct("Worked on a holiday").await;
    world.clock.advance(TimeDelta::milliseconds(60_001));
    correct("Worked on a holiday").await;
    correct("Worked on another holiday").await;
    assert!(codes(&world).await.is_empty());
    world.clock.advance(TimeDelta::milliseconds(400));
    correct("Worked on another holiday").await;
    assert_eq!(codes(&world).await, ["LEAVE_CORRECTION_DOUBLED"]);
}
