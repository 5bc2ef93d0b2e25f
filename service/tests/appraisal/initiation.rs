//! Initiation of appraisals.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::initiation::{
    InitiationPreviewInput, InitiationWarningCode, ReviewerReason, TemplateReason,
};
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::appraisal::{NarrativeSection, Section, Status};
use shared::error::Code;
use shared::id::StaffId;
use shared::staff::StaffPatch;
use uuid::Uuid;

use super::{code, fields, terms};
use crate::support::{World, run_sql};

on_both!(
    an_initiation_starts_at_the_subject_with_the_whole_form,
    initiating_while_an_appraisal_is_open_is_already_in_progress,
    a_finalized_appraisal_does_not_prevent_the_next,
    no_reviewer_resolvable_is_no_reviewer,
    a_supervisor_who_is_the_subject_counts_as_nobody,
    a_blocked_subject_is_refused,
    a_blocked_reviewer_is_refused_and_reported_by_the_dry_run,
    an_appraisal_keeps_the_job_title_and_the_department_of_its_initiation,
    an_unknown_person_and_one_of_another_organization_get_the_same_error,
    without_template_and_fallback_there_is_no_form,
    a_manager_gets_both_competency_sets,
    later_edits_of_the_template_never_change_the_form,
    a_reorganization_does_not_reroute_what_is_in_flight,
    a_period_must_not_end_before_it_begins,
    only_human_resources_initiates,
    a_dry_run_returns_the_result_and_writes_nothing,
    a_dry_run_names_unknown_people_by_place,
    no_operation_produces_a_draft_or_an_employee_comment,
    a_question_key_occurs_once_in_an_appraisal,
);

async fn an_initiation_starts_at_the_subject_with_the_whole_form(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    assert_eq!(detail.status, Status::PendingSelf);
    assert_eq!(detail.line_manager.id, world.manager.staff());
    assert_eq!(detail.department_head.as_ref().unwrap().id, world.head.staff());
    let count = |section| detail.items.iter().filter(|item| item.section == section).count();
    assert_eq!(count(Section::RiskKpi), 4);
    assert_eq!(count(Section::Competency), 15);
    assert_eq!(count(Section::Managerial), 0);
    assert_eq!(count(Section::Behaviour), 8);
    assert!(count(Section::DeptKpi) > 0);
    let order: Vec<_> = detail.items.iter().map(|item| (item.section, item.sort_order)).collect();
    assert!(order.is_sorted());
    for item in &detail.items {
        assert_eq!(item.category_label.is_some(), item.section == Section::DeptKpi);
    }
    let asked = |section| detail.narratives.iter().filter(|it| it.section == section).count();
    assert_eq!(asked(NarrativeSection::SelfAssessment), 6);
    assert!(asked(NarrativeSection::SupervisorAssessment) >= 4);
    assert!(asked(NarrativeSection::CareerDiscussion) >= 3);
    assert!(detail.reviews.is_empty());
}

async fn initiating_while_an_appraisal_is_open_is_already_in_progress(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    let again = world.initiate(world.employee.staff()).await;
    assert_eq!(code(again), Code::AlreadyInProgress);
}

async fn a_finalized_appraisal_does_not_prevent_the_next(db: TestDatabase) {
    let world = World::new(db).await;
    let first = world.at(Status::Finalized).await;
    let second = world.initiated().await;
    assert_ne!(first.id, second.id);
}

async fn no_reviewer_resolvable_is_no_reviewer(db: TestDatabase) {
    let world = World::new(db).await;
    world.leave_employee_without_reviewer().await;
    let refused = world.initiate(world.employee.staff()).await;
    assert_eq!(code(refused), Code::NoReviewer);
}

async fn a_supervisor_who_is_the_subject_counts_as_nobody(db: TestDatabase) {
    let world = World::new(db).await;
    run_sql!(
        world.db,
        "UPDATE staff SET line_manager_id = NULL WHERE organization_id = $1 AND id = $2",
        world.organization,
        world.head.staff()
    );
    let refused = world.initiate(world.head.staff()).await;
    assert_eq!(code(refused), Code::NoReviewer);
}

async fn a_blocked_subject_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    run_sql!(
        world.db,
        "UPDATE staff SET is_blocked = TRUE WHERE organization_id = $1 AND id = $2",
        world.organization,
        world.employee.staff()
    );
    let refused = world.initiate(world.employee.staff()).await;
    assert_eq!(code(refused), Code::StaffBlocked);
}

async fn a_blocked_reviewer_is_refused_and_reported_by_the_dry_run(db: TestDatabase) {
    let world = World::new(db).await;
    for reviewer in [&world.manager, &world.head] {
        let block = |is_blocked| StaffPatch { is_blocked, ..Default::default() };
        world.change(reviewer.staff(), block(Some(true))).await;
        let refused = world.initiate(world.employee.staff()).await;
        assert_eq!(code(refused), Code::ReviewerBlocked);
        let previews = world.service.appraisals().preview(&world.hr, preview(&world)).await;
        let codes: Vec<_> = previews.unwrap()[0].blockers.iter().map(|it| it.code).collect();
        assert_eq!(codes, [Code::ReviewerBlocked]);
        world.change(reviewer.staff(), block(Some(false))).await;
    }
    assert!(world.initiate(world.employee.staff()).await.is_ok());
}

fn preview(world: &World) -> InitiationPreviewInput {
    let terms = terms(world.employee.staff());
    InitiationPreviewInput {
        staff_id: Some(terms.staff_id),
        staff_ids: None,
        review_type: terms.review_type,
        period_from: terms.period_from,
        period_to: terms.period_to,
        role_category: terms.role_category,
        is_manager_role: terms.is_manager_role,
    }
}

async fn an_appraisal_keeps_the_job_title_and_the_department_of_its_initiation(db: TestDatabase) {
    let world = World::new(db).await;
    let before = world.initiated().await;
    let json = r#"{"jobTitle":"Director","departmentId":null}"#;
    world.change(world.employee.staff(), serde_json::from_str(json).unwrap()).await;
    let after = world.seen_by_hr(&before).await;
    assert_eq!(after.staff, before.staff);
    assert_eq!(after.staff.job_title.as_deref(), Some("Specialist"));
    let query =
        AppraisalQuery { department_id: Some(world.finance), ..AppraisalQuery::of(Scope::All) };
    let page = world.service.appraisals().list(&world.hr, query).await.unwrap();
    assert_eq!(page.data[0].department_name.as_deref(), Some("Finance"));
}

async fn an_unknown_person_and_one_of_another_organization_get_the_same_error(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let unknown = terms(StaffId(Uuid::from_u128(404)));
    let foreign = terms(world.stranger.staff());
    let unknown = appraisals.initiate(&world.hr, unknown).await.unwrap_err();
    let foreign = appraisals.initiate(&world.hr, foreign).await.unwrap_err();
    assert_eq!(unknown.code(), Code::NotFound);
    assert_eq!(unknown, foreign);
}

async fn without_template_and_fallback_there_is_no_form(db: TestDatabase) {
    let world = World::new(db).await;
    let mut tx = world.db.begin().await.unwrap();
    tx.sql("UPDATE departments SET appraisal_template_id = NULL WHERE organization_id = $1")
        .bind(world.organization)
        .execute()
        .await
        .unwrap();
    tx.sql("UPDATE appraisal_templates SET is_archived = TRUE WHERE organization_id = $1")
        .bind(world.organization)
        .execute()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let refused = world.initiate(world.employee.staff()).await;
    assert_eq!(code(refused), Code::NoTemplate);
}

async fn a_manager_gets_both_competency_sets(db: TestDatabase) {
    let world = World::new(db).await;
    let mut input = terms(world.employee.staff());
    input.is_manager_role = true;
    let detail = world.service.appraisals().initiate(&world.hr, input).await.unwrap();
    let count = |section| detail.items.iter().filter(|item| item.section == section).count();
    assert_eq!((count(Section::Competency), count(Section::Managerial)), (15, 6));
    // Only the managerial set counts towards the score.
    let all = u32::try_from(detail.items.len()).unwrap();
    assert_eq!(detail.item_count, all - 15);
}

async fn later_edits_of_the_template_never_change_the_form(db: TestDatabase) {
    let world = World::new(db).await;
    let before = world.initiated().await;
    let mut tx = world.db.begin().await.unwrap();
    for text in [
        "UPDATE appraisal_template_items SET objective = 'edited', weight = 1
            WHERE organization_id = $1",
        "UPDATE catalog_items SET label = 'edited', weight = 1 WHERE organization_id = $1",
        "UPDATE appraisal_templates SET name = 'Renamed ' || name WHERE organization_id = $1",
    ] {
        tx.sql(text).bind(world.organization).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
    let after = world.seen_by_hr(&before).await;
    assert_eq!(after.items, before.items);
    assert_eq!(after.template_name, before.template_name);
}

async fn a_reorganization_does_not_reroute_what_is_in_flight(db: TestDatabase) {
    let world = World::new(db).await;
    let before = world.at(Status::PendingLm).await;
    world.leave_employee_without_reviewer().await;
    let after = world.move_on(&before).await;
    assert_eq!(after.status, Status::PendingDeptHead);
    assert_eq!(after.department_head.unwrap().id, world.head.staff());
}

async fn a_period_must_not_end_before_it_begins(db: TestDatabase) {
    let world = World::new(db).await;
    let mut input = terms(world.employee.staff());
    input.period_to = "2026-04-30".parse().unwrap();
    let refused = world.service.appraisals().initiate(&world.hr, input.clone()).await;
    assert_eq!(fields(refused), ["periodTo"]);
    input.period_to = input.period_from;
    assert!(world.service.appraisals().initiate(&world.hr, input).await.is_ok());
}

async fn only_human_resources_initiates(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.employee, &world.manager, &world.head, &world.md] {
        let known = terms(world.employee.staff());
        let unknown = terms(StaffId(Uuid::from_u128(404)));
        for input in [known, unknown] {
            let refused = world.service.appraisals().initiate(caller, input).await;
            assert_eq!(code(refused), Code::Forbidden);
        }
    }
}

fn preview_of(staff_id: Option<StaffId>, many: Option<Vec<StaffId>>) -> InitiationPreviewInput {
    let it = terms(StaffId(Uuid::nil()));
    InitiationPreviewInput {
        staff_id,
        staff_ids: many,
        review_type: it.review_type,
        period_from: it.period_from,
        period_to: it.period_to,
        role_category: it.role_category,
        is_manager_role: it.is_manager_role,
    }
}

async fn a_dry_run_returns_the_result_and_writes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let many = vec![world.employee.staff(), world.head.staff(), world.md.staff()];
    let appraisals = world.service.appraisals();
    let previews = appraisals.preview(&world.hr, preview_of(None, Some(many))).await.unwrap();
    let employee = &previews[0];
    assert!(employee.blockers.is_empty());
    assert_eq!(employee.line_manager.as_ref().unwrap().reason, ReviewerReason::LineManager);
    assert_eq!(employee.department_head.as_ref().unwrap().id, world.head.staff());
    assert_eq!(employee.md[0].id, world.md.staff());
    let template = employee.template.as_ref().unwrap();
    assert!(matches!(template.reason, TemplateReason::Department | TemplateReason::Fallback));
    let warned = |place: usize, code| previews[place].warnings.iter().any(|it| it.code == code);
    assert!(warned(2, InitiationWarningCode::ManagingDirectorIsSubject));
    let page = appraisals
        .list(
            &world.hr,
            shared::appraisal::list::AppraisalQuery::of(shared::appraisal::list::Scope::All),
        )
        .await
        .unwrap();
    assert_eq!(page.pagination.total, 0);
    world.initiated().await;
    let one = preview_of(Some(world.employee.staff()), None);
    let again = appraisals.preview(&world.hr, one).await.unwrap();
    assert_eq!(again[0].blockers[0].code, Code::AlreadyInProgress);
}

async fn a_dry_run_names_unknown_people_by_place(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let many = vec![world.employee.staff(), world.stranger.staff()];
    let refused = appraisals.preview(&world.hr, preview_of(None, Some(many))).await;
    assert_eq!(fields(refused), ["staffIds[1]"]);
    let one = preview_of(Some(world.stranger.staff()), None);
    assert_eq!(code(appraisals.preview(&world.hr, one).await), Code::NotFound);
    let twice = vec![world.employee.staff(); 2];
    let refused = appraisals.preview(&world.hr, preview_of(None, Some(twice))).await;
    assert_eq!(fields(refused), ["staffIds[1]"]);
    let neither = appraisals.preview(&world.hr, preview_of(None, None)).await;
    assert_eq!(fields(neither), ["staffIds"]);
}

async fn no_operation_produces_a_draft_or_an_employee_comment(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    loop {
        assert_ne!(detail.status, Status::Draft);
        let comment = NarrativeSection::EmployeeComment;
        assert!(detail.narratives.iter().all(|it| it.section != comment));
        if detail.status == Status::Finalized {
            break;
        }
        detail = world.move_on(&detail).await;
    }
}

async fn a_question_key_occurs_once_in_an_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    let keys: std::collections::HashSet<_> =
        detail.narratives.iter().map(|it| &it.question_key).collect();
    assert_eq!(keys.len(), detail.narratives.len());
    // The database enforces the rule independently of the code.
    let mut tx = world.db.begin().await.unwrap();
    let twice = tx
        .sql(
            "INSERT INTO appraisal_narratives
            (organization_id, id, appraisal_id, section, question_key, question_text, sort_order)
            SELECT organization_id, $2, appraisal_id, 'career_discussion', question_key, 'again',
                99
            FROM appraisal_narratives WHERE id = $1",
        )
        .bind(detail.narratives[0].id)
        .bind(Uuid::from_u128(1))
        .execute()
        .await;
    assert!(twice.unwrap_err().is_unique_violation());
}
