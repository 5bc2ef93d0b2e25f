//! Sign-off, stage by stage.

use database::on_both;
use database::test_support::TestDatabase;
use serde_json::json;
use shared::appraisal::save::{ApprovalInput, FinalizeInput};
use shared::appraisal::{ReviewAction, ReviewStage, Status};
use shared::error::{Code, Error};
use shared::id::AppraisalId;
use uuid::Uuid;

use super::{code, fields, full_review, full_self, terms};
use crate::support::World;

on_both!(
    the_stages_follow_in_order_and_each_signs_the_trail,
    the_department_head_is_skipped_when_there_is_none,
    submit_with_unscored_items_or_unanswered_questions_names_every_gap,
    a_blank_answer_counts_as_none,
    every_instantiated_row_of_a_manager_has_to_be_scored,
    supervisor_and_career_answers_are_not_compulsory,
    a_stage_action_in_the_wrong_status_is_wrong_stage,
    an_action_of_another_stage_is_refused_in_any_status,
    a_caller_with_no_part_gets_what_a_missing_appraisal_gives,
    finalized_is_terminal,
    the_comment_of_the_managing_director_stays_on_the_appraisal,
    a_managing_director_who_is_the_subject_may_act_in_that_stage,
    allowed_actions_are_exactly_what_succeeds,
);

async fn the_stages_follow_in_order_and_each_signs_the_trail(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    let mut path = vec![detail.status];
    while detail.status != Status::Finalized {
        detail = world.move_on(&detail).await;
        path.push(detail.status);
        assert_eq!(detail.reviews.len(), path.len() - 1, "{}", detail.status);
    }
    assert_eq!(path, Status::ALL[1..]);
    let trail: Vec<_> = detail.reviews.iter().map(|it| (it.stage, it.actor_staff_id)).collect();
    assert_eq!(
        trail,
        [
            (ReviewStage::SelfAssessment, world.employee.staff()),
            (ReviewStage::LineManager, world.manager.staff()),
            (ReviewStage::DeptHead, world.head.staff()),
            (ReviewStage::Md, world.md.staff()),
            (ReviewStage::Hr, world.hr.staff()),
        ]
    );
    assert!(detail.reviews.iter().all(|it| it.action == ReviewAction::Approved));
    assert_eq!(detail.finalized_by_id, Some(world.hr.staff()));
    assert!(detail.self_submitted_at.is_some() && detail.md_approved_at.is_some());
}

async fn the_department_head_is_skipped_when_there_is_none(db: TestDatabase) {
    let world = World::new(db).await;
    world.set_line_manager(&world.employee, &world.head).await;
    let detail = world.initiated().await;
    assert!(detail.department_head.is_none());
    let detail = world.move_on(&detail).await;
    let appraisals = world.service.appraisals();
    appraisals.save_review(&world.head, detail.id, full_review(&detail)).await.unwrap();
    let detail = appraisals.submit_review(&world.head, detail.id).await.unwrap();
    assert_eq!(detail.status, Status::PendingMd);
}

async fn submit_with_unscored_items_or_unanswered_questions_names_every_gap(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let nothing = appraisals.submit_self(&world.employee, detail.id).await.unwrap_err();
    assert_eq!(nothing.code(), Code::Incomplete);
    assert_eq!(nothing.problem().errors.len(), detail.items.len() + 6);
    let mut input = full_self(&detail);
    let (score, answer) = (input.items.remove(7), input.narratives.remove(2));
    appraisals.save_self(&world.employee, detail.id, input).await.unwrap();
    let refused = appraisals.submit_self(&world.employee, detail.id).await;
    assert_eq!(fields(refused), ["items[7].selfScore", "narratives[2].answer"]);
    assert_eq!(detail.items[7].id, score.id);
    assert_eq!(detail.narratives[2].question_key, answer.question_key);
    let unchanged = world.seen_by_hr(&detail).await;
    assert_eq!((unchanged.status, unchanged.reviews.len()), (Status::PendingSelf, 0));
}

async fn a_blank_answer_counts_as_none(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let mut input = full_self(&detail);
    input.narratives[4].answer = shared::patch::Patch::Value(" \n\t\u{a0}".to_owned());
    appraisals.save_self(&world.employee, detail.id, input).await.unwrap();
    let refused = appraisals.submit_self(&world.employee, detail.id).await;
    assert_eq!(fields(refused), ["narratives[4].answer"]);
}

async fn every_instantiated_row_of_a_manager_has_to_be_scored(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let mut input = terms(world.employee.staff());
    input.is_manager_role = true;
    let detail = appraisals.initiate(&world.hr, input).await.unwrap();
    let detail = world.move_on(&detail).await;
    let mut review = full_review(&detail);
    let competency = detail
        .items
        .iter()
        .position(|item| item.section == shared::appraisal::Section::Competency)
        .unwrap();
    review.items.remove(competency);
    appraisals.save_review(&world.manager, detail.id, review).await.unwrap();
    let refused = appraisals.submit_review(&world.manager, detail.id).await;
    assert_eq!(fields(refused), [format!("items[{competency}].supervisorScore")]);
}

async fn supervisor_and_career_answers_are_not_compulsory(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.at(Status::PendingLm).await;
    let mut review = full_review(&detail);
    review.narratives.clear();
    appraisals.save_review(&world.manager, detail.id, review).await.unwrap();
    assert!(appraisals.submit_review(&world.manager, detail.id).await.is_ok());
}

/// Every stage action, tried by the responsible person.
async fn try_all(world: &World, id: AppraisalId) -> Vec<(Status, Result<(), Error>)> {
    let appraisals = world.service.appraisals();
    let empty = ApprovalInput::default;
    vec![
        (Status::PendingSelf, appraisals.submit_self(&world.employee, id).await.map(drop)),
        (Status::PendingLm, appraisals.submit_review(&world.manager, id).await.map(drop)),
        (
            Status::PendingDeptHead,
            appraisals.approve_dept_head(&world.head, id, empty()).await.map(drop),
        ),
        (Status::PendingMd, appraisals.approve_md(&world.md, id, empty()).await.map(drop)),
        (
            Status::PendingHr,
            appraisals.finalize(&world.hr, id, FinalizeInput { outcome: None }).await.map(drop),
        ),
    ]
}

async fn a_stage_action_in_the_wrong_status_is_wrong_stage(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    for (belongs_to, result) in try_all(&world, detail.id).await {
        let expected = match belongs_to {
            Status::PendingSelf => Code::Incomplete,
            _ => Code::WrongStage,
        };
        assert_eq!(code(result), expected, "{belongs_to}");
    }
}

async fn an_action_of_another_stage_is_refused_in_any_status(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let mut detail = world.initiated().await;
    loop {
        let id = detail.id;
        for caller in [&world.manager, &world.head, &world.md, &world.hr] {
            assert_eq!(code(appraisals.submit_self(caller, id).await), Code::NotYourDesk);
        }
        for caller in [&world.employee, &world.head, &world.md, &world.hr] {
            assert_eq!(code(appraisals.submit_review(caller, id).await), Code::NotYourDesk);
        }
        for caller in [&world.employee, &world.manager, &world.md, &world.hr] {
            let refused = appraisals.approve_dept_head(caller, id, ApprovalInput::default()).await;
            assert_eq!(code(refused), Code::NotYourDesk);
        }
        for caller in [&world.employee, &world.manager, &world.head, &world.hr] {
            let refused = appraisals.approve_md(caller, id, ApprovalInput::default()).await;
            assert_eq!(code(refused), Code::NotYourDesk);
        }
        if detail.status == Status::Finalized {
            break;
        }
        detail = world.move_on(&detail).await;
    }
}

async fn a_caller_with_no_part_gets_what_a_missing_appraisal_gives(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let real = world.initiated().await.id;
    let invented = AppraisalId(Uuid::from_u128(404));
    let empty = ApprovalInput::default;
    for stranger in [&world.stranger, &world.bystander] {
        for id in [real, invented] {
            let answers = [
                appraisals.detail(stranger, id).await,
                appraisals.submit_self(stranger, id).await,
                appraisals.submit_review(stranger, id).await,
                appraisals.approve_dept_head(stranger, id, empty()).await,
                appraisals.approve_md(stranger, id, empty()).await,
            ];
            for answer in answers {
                assert_eq!(answer.unwrap_err(), Error::not_found("Appraisal"));
            }
            let score = appraisals.score(stranger, id).await.unwrap_err();
            assert_eq!(score, Error::not_found("Appraisal"));
        }
    }
}

async fn finalized_is_terminal(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::Finalized).await;
    assert!(detail.allowed_actions.is_empty());
    for (belongs_to, result) in try_all(&world, detail.id).await {
        assert_eq!(code(result), Code::WrongStage, "{belongs_to}");
    }
    let after = world.seen_by_hr(&detail).await;
    assert_eq!(after, detail);
}

async fn the_comment_of_the_managing_director_stays_on_the_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let id = world.at(Status::PendingDeptHead).await.id;
    let say = |text: &str| ApprovalInput { comment: Some(text.to_owned()) };
    let detail = appraisals.approve_dept_head(&world.head, id, say("From the head")).await.unwrap();
    assert_eq!(detail.md_comment, None);
    let detail = appraisals.approve_md(&world.md, id, say("From the top")).await.unwrap();
    assert_eq!(detail.md_comment.as_deref(), Some("From the top"));
    let said: Vec<_> = detail.reviews.iter().map(|it| it.comment.as_deref()).collect();
    assert_eq!(said, [None, None, Some("From the head"), Some("From the top")]);
}

async fn a_managing_director_who_is_the_subject_may_act_in_that_stage(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    world.set_line_manager(&world.md, &world.manager).await;
    let detail = appraisals.initiate(&world.hr, terms(world.md.staff())).await.unwrap();
    appraisals.save_self(&world.md, detail.id, full_self(&detail)).await.unwrap();
    let mut detail = appraisals.submit_self(&world.md, detail.id).await.unwrap();
    while detail.status != Status::PendingMd {
        detail = world.move_on(&detail).await;
    }
    let approved = appraisals.approve_md(&world.md, detail.id, ApprovalInput::default()).await;
    assert_eq!(approved.unwrap().status, Status::PendingHr);
}

async fn allowed_actions_are_exactly_what_succeeds(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let mut detail = world.initiated().await;
    let seen = async |caller, id| {
        let detail = appraisals.detail(caller, id).await.unwrap();
        serde_json::to_value(detail.allowed_actions).unwrap()
    };
    let expected = [
        (json!(["save_self", "submit_self"]), json!([]), json!(["save_hr"])),
        (json!([]), json!(["save_review", "submit_review"]), json!(["save_hr"])),
        (json!([]), json!([]), json!(["save_hr"])),
        (json!([]), json!([]), json!(["save_hr"])),
        (json!([]), json!([]), json!(["save_hr", "finalize"])),
    ];
    for (employee, manager, hr) in expected {
        assert_eq!(seen(&world.employee, detail.id).await, employee, "{}", detail.status);
        assert_eq!(seen(&world.manager, detail.id).await, manager, "{}", detail.status);
        assert_eq!(seen(&world.hr, detail.id).await, hr, "{}", detail.status);
        detail = world.move_on(&detail).await;
    }
}
