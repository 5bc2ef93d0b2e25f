//! Saving, field by field.

use chrono::{DateTime, Utc};
use database::on_both;
use database::test_support::TestDatabase;
use serde_json::json;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{ApprovalInput, HrInput, NarrativeInput, ReviewInput, SelfInput};
use shared::appraisal::{Action, NarrativeSection, Status};
use shared::audit::AuditQuery;
use shared::error::{Code, FieldCode};
use shared::id::AppraisalItemId;
use shared::patch::Patch;
use uuid::Uuid;

use super::{code, fields, full_review, full_self};
use crate::support::World;

on_both!(
    nobody_writes_the_fields_of_human_resources_in_their_own_appraisal,
    only_what_is_sent_changes_and_null_clears,
    scores_outside_one_to_five_are_rejected,
    unknown_rows_and_questions_are_refused_and_nothing_is_written,
    a_row_sent_twice_is_refused,
    the_subject_answers_the_self_questions_only,
    the_line_manager_answers_the_other_questions_only,
    each_grid_of_the_plan_is_replaced_as_a_set,
    a_save_on_an_old_revision_is_stale_and_one_without_merges,
    saves_are_accepted_only_in_their_stage_and_status,
    human_resources_saves_until_the_end,
    a_save_that_sets_nothing_changes_nothing,
    a_caller_who_may_not_save_is_refused_whatever_the_body,
    null_clears_a_grid_of_the_plan,
    texts_have_a_limit,
);

fn self_input(value: serde_json::Value) -> SelfInput {
    serde_json::from_value(value).unwrap()
}

fn review_input(value: serde_json::Value) -> ReviewInput {
    serde_json::from_value(value).unwrap()
}

async fn only_what_is_sent_changes_and_null_clears(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let (id, item) = (detail.id, detail.items[0].id);
    let save = async |value| {
        let saved = appraisals.save_self(&world.employee, id, self_input(value)).await.unwrap();
        (
            saved.items[0].self_score.map(|it| it.to_string()),
            saved.items[0].actual_achievement.clone(),
        )
    };
    let both = save(json!({"items":[{"id":item,"selfScore":3.5,"actualAchievement":"Much"}]}));
    assert_eq!(both.await, (Some("3.5".to_owned()), Some("Much".to_owned())));
    let kept = save(json!({"items":[{"id":item,"selfScore":null}]}));
    assert_eq!(kept.await, (None, Some("Much".to_owned())));
    let other = save(json!({"items":[{"id":detail.items[1].id,"selfScore":1}]}));
    assert_eq!(other.await, (None, Some("Much".to_owned())));
    let cleared = save(json!({"items":[{"id":item,"actualAchievement":null}]}));
    assert_eq!(cleared.await, (None, None));
    let nothing = save(json!({}));
    assert_eq!(nothing.await, (None, None));
}

async fn scores_outside_one_to_five_are_rejected(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let item = detail.items[3].id;
    for score in [json!(0), json!(0.9999), json!(5.0001), json!(6), json!(-1), json!(1e30)] {
        let input = self_input(json!({"items":[{"id":item,"selfScore":score}]}));
        let refused = appraisals.save_self(&world.employee, detail.id, input).await;
        assert_eq!(fields(refused), ["items[0].selfScore"], "{score}");
    }
    let too_precise = self_input(json!({"items":[{"id":item,"selfScore":4.00001}]}));
    let error = appraisals.save_self(&world.employee, detail.id, too_precise).await.unwrap_err();
    assert_eq!(error.problem().errors[0].code, FieldCode::TooPrecise);
    assert_eq!(world.seen_by_hr(&detail).await.items[3].self_score, None);
}

async fn unknown_rows_and_questions_are_refused_and_nothing_is_written(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let mut input = full_self(&detail);
    input.items[2].id = AppraisalItemId(Uuid::from_u128(9));
    let refused = appraisals.save_self(&world.employee, detail.id, input).await;
    assert_eq!(fields(refused), ["items[2].id"]);
    let mut input = full_self(&detail);
    "employee_comment".clone_into(&mut input.narratives[1].question_key);
    let refused = appraisals.save_self(&world.employee, detail.id, input).await;
    assert_eq!(fields(refused), ["narratives[1].questionKey"]);
    let after = world.seen_by_hr(&detail).await;
    assert_eq!((after.items, after.narratives), (detail.items, detail.narratives));
    assert_eq!(after.revision, detail.revision);
}

async fn a_row_sent_twice_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    let mut input = full_self(&detail);
    input.items[5].id = input.items[4].id;
    let first = input.narratives[0].question_key.clone();
    input.narratives[3].question_key = first;
    let refused = world.service.appraisals().save_self(&world.employee, detail.id, input).await;
    assert_eq!(fields(refused), ["items[5].id", "narratives[3].questionKey"]);
}

async fn the_subject_answers_the_self_questions_only(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    for narrative in
        detail.narratives.iter().filter(|it| it.section != NarrativeSection::SelfAssessment)
    {
        let input =
            SelfInput { narratives: vec![answer(&narrative.question_key)], ..Default::default() };
        let refused = world.service.appraisals().save_self(&world.employee, detail.id, input).await;
        assert_eq!(fields(refused), ["narratives[0].questionKey"]);
    }
}

async fn the_line_manager_answers_the_other_questions_only(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingLm).await;
    for narrative in &detail.narratives {
        let input =
            ReviewInput { narratives: vec![answer(&narrative.question_key)], ..Default::default() };
        let saved = world.service.appraisals().save_review(&world.manager, detail.id, input).await;
        assert_eq!(saved.is_ok(), narrative.section != NarrativeSection::SelfAssessment);
    }
}

fn answer(key: &str) -> NarrativeInput {
    NarrativeInput { question_key: key.to_owned(), answer: Patch::Value("Yes".to_owned()) }
}

async fn each_grid_of_the_plan_is_replaced_as_a_set(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let id = world.at(Status::PendingLm).await.id;
    let save = async |plan| {
        let input = review_input(json!({ "planRows": plan }));
        let saved = appraisals.save_review(&world.manager, id, input).await.unwrap().plan_rows;
        let areas: Vec<_> = saved.development.into_iter().filter_map(|it| it.area).collect();
        let issues: Vec<_> = saved.pip.into_iter().filter_map(|it| it.issue).collect();
        (areas.join(","), issues.join(","))
    };
    let both = json!({"development":[{"area":"B"},{"area":"A"}],"pip":[{"issue":"X"}]});
    assert_eq!(save(both).await, ("B,A".to_owned(), "X".to_owned()));
    let one = json!({"development":[{"area":"C","targetDate":"2027-01-31"}]});
    assert_eq!(save(one).await, ("C".to_owned(), "X".to_owned()));
    assert_eq!(save(json!({"pip":[]})).await, ("C".to_owned(), String::new()));
    assert_eq!(save(json!({})).await, ("C".to_owned(), String::new()));
}

async fn a_save_on_an_old_revision_is_stale_and_one_without_merges(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let change = |place: usize, revision: Option<i64>| {
        let mut input = self_input(json!({"items":[{"id":detail.items[place].id,"selfScore":2}]}));
        input.revision = revision;
        input
    };
    let known = detail.revision;
    let saved = appraisals.save_self(&world.employee, detail.id, change(0, Some(known))).await;
    assert_eq!(saved.unwrap().revision, known + 1);
    let stale = appraisals.save_self(&world.employee, detail.id, change(1, Some(known))).await;
    assert_eq!(code(stale), Code::StaleRevision);
    let merged = appraisals.save_self(&world.employee, detail.id, change(1, None)).await.unwrap();
    assert!(merged.items[0].self_score.is_some() && merged.items[1].self_score.is_some());
}

async fn saves_are_accepted_only_in_their_stage_and_status(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let id = detail.id;
    let early = appraisals.save_review(&world.manager, id, full_review(&detail)).await;
    assert_eq!(code(early), Code::WrongStage);
    for caller in [&world.manager, &world.head, &world.md, &world.hr] {
        let other = appraisals.save_self(caller, id, full_self(&detail)).await;
        assert_eq!(code(other), Code::NotYourDesk);
    }
    let stranger = appraisals.save_self(&world.stranger, id, full_self(&detail)).await;
    assert_eq!(stranger.unwrap_err().problem().message, "Appraisal not found");
    let detail = world.move_on(&detail).await;
    let late = appraisals.save_self(&world.employee, id, full_self(&detail)).await;
    assert_eq!(code(late), Code::WrongStage);
}

async fn human_resources_saves_until_the_end(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let mut detail = world.initiated().await;
    loop {
        let saved = appraisals.save_hr(&world.hr, detail.id, remark(detail.status.as_str())).await;
        if detail.status == Status::Finalized {
            assert_eq!(code(saved), Code::WrongStage);
            break;
        }
        let saved = saved.unwrap();
        assert_eq!(saved.hr_remarks, Patch::Value(detail.status.to_string()));
        assert_eq!(saved.hr_salary_recommendation, Patch::Null);
        for caller in [&world.employee, &world.manager, &world.head, &world.md] {
            let refused = appraisals.save_hr(caller, detail.id, remark("no")).await;
            assert_eq!(code(refused), Code::Forbidden);
        }
        detail = world.move_on(&detail).await;
    }
}

/// The revision, the time of the last change, and the number of audit entries.
async fn traces(world: &World, detail: &AppraisalDetail) -> (i64, DateTime<Utc>, u64) {
    let now = world.seen_by_hr(detail).await;
    let entries = world.service.audit().list(&world.hr, AuditQuery::default()).await.unwrap();
    (now.revision, now.updated_at, entries.pagination.total)
}

async fn a_save_that_sets_nothing_changes_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let (id, item) = (detail.id, detail.items[0].id);
    let key = &detail.narratives[0].question_key;
    let before = traces(&world, &detail).await;
    world.clock.advance(chrono::TimeDelta::minutes(1));
    let only_names = json!({"items":[{"id":item}],"narratives":[{"questionKey":key}]});
    for nothing in [json!({}), json!({"items":null}), only_names] {
        let saved = appraisals.save_self(&world.employee, id, self_input(nothing)).await.unwrap();
        assert_eq!(saved.revision, before.0);
    }
    appraisals.save_hr(&world.hr, id, HrInput::default()).await.unwrap();
    assert_eq!(traces(&world, &detail).await, before);

    let unknown = self_input(json!({"items":[{"id":Uuid::from_u128(404)}]}));
    let unknown = appraisals.save_self(&world.employee, id, unknown).await;
    assert_eq!(fields(unknown), ["items[0].id"]);
    let stale = SelfInput { revision: Some(before.0 - 1), ..SelfInput::default() };
    let stale = appraisals.save_self(&world.employee, id, stale).await;
    assert_eq!(code(stale), Code::StaleRevision);
    let nothing = ReviewInput::default;
    let early = appraisals.save_review(&world.manager, id, nothing()).await;
    assert_eq!(code(early), Code::WrongStage);

    let detail = world.move_on(&detail).await;
    let before = traces(&world, &detail).await;
    world.clock.advance(chrono::TimeDelta::minutes(1));
    for nothing in [nothing(), review_input(json!({"items":[{"id":item}],"planRows":{}}))] {
        appraisals.save_review(&world.manager, id, nothing).await.unwrap();
    }
    assert_eq!(traces(&world, &detail).await, before);
    let mixed = json!({"items":[{"id":item}],"planRows":{"pip":null}});
    appraisals.save_review(&world.manager, id, review_input(mixed)).await.unwrap();
    let entries = world.service.audit().list(&world.hr, AuditQuery::default()).await.unwrap();
    assert_eq!(entries.data[0].fields, ["planRows"]);
    assert_eq!(traces(&world, &detail).await.0, before.0 + 1);
}

async fn a_caller_who_may_not_save_is_refused_whatever_the_body(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let id = world.initiated().await.id;
    let bad_self = || self_input(json!({"items":[{"id":Uuid::nil(),"selfScore":6}]}));
    let bad_review = || review_input(json!({"items":[{"id":Uuid::nil(),"supervisorScore":6}]}));
    let long = || Some("a".repeat(10_001));
    let bad_hr = || HrInput { hr_remarks: Patch::from(long()), ..HrInput::default() };
    let bad_word = || ApprovalInput { comment: long() };
    for caller in [&world.stranger, &world.bystander] {
        let answers = [
            appraisals.save_self(caller, id, bad_self()).await,
            appraisals.save_review(caller, id, bad_review()).await,
            appraisals.approve_dept_head(caller, id, bad_word()).await,
            appraisals.approve_md(caller, id, bad_word()).await,
        ];
        assert_eq!(answers.map(code), [Code::NotFound; 4]);
    }
    let foreign = appraisals.save_hr(&world.stranger, id, bad_hr()).await;
    assert_eq!(code(foreign), Code::NotFound);
    let other = appraisals.save_self(&world.manager, id, bad_self()).await;
    assert_eq!(code(other), Code::NotYourDesk);
    let early = appraisals.save_review(&world.manager, id, bad_review()).await;
    assert_eq!(code(early), Code::WrongStage);
    let early = appraisals.approve_md(&world.md, id, bad_word()).await;
    assert_eq!(code(early), Code::WrongStage);
    let own = appraisals.save_hr(&world.hr, id, bad_hr()).await;
    assert_eq!(fields(own), ["hrRemarks"]);
}

async fn null_clears_a_grid_of_the_plan(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let id = world.at(Status::PendingLm).await.id;
    let save = async |grids: serde_json::Value| {
        let input = review_input(json!({ "planRows": grids }));
        let plan = appraisals.save_review(&world.manager, id, input).await.unwrap().plan_rows;
        (plan.development.len(), plan.pip.len())
    };
    let both = json!({"development":[{"area":"A"},{"area":"B"}],"pip":[{"issue":"C"}]});
    assert_eq!(save(both).await, (2, 1));
    assert_eq!(save(json!(null)).await, (2, 1));
    assert_eq!(save(json!({"development":null})).await, (0, 1));
    assert_eq!(save(json!({"pip":null})).await, (0, 0));
}

async fn texts_have_a_limit(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    let item = detail.items[0].id;
    let save = async |text: String| {
        let input = self_input(json!({"items":[{"id":item,"actualAchievement":text}]}));
        appraisals.save_self(&world.employee, detail.id, input).await
    };
    assert!(save("م".repeat(10_000)).await.is_ok());
    assert_eq!(fields(save("a".repeat(10_001)).await), ["items[0].actualAchievement"]);
    assert_eq!(fields(save("a\0b".to_owned()).await), ["items[0].actualAchievement"]);
}

fn remark(text: &str) -> HrInput {
    HrInput { hr_remarks: Patch::Value(text.to_owned()), ..HrInput::default() }
}

async fn nobody_writes_the_fields_of_human_resources_in_their_own_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let own = world.initiate(world.hr.staff()).await.unwrap();
    let refused = world.service.appraisals().save_hr(&world.hr, own.id, remark("mine")).await;
    assert_eq!(code(refused), Code::Forbidden);
    let saved = world.service.appraisals().save_hr(&world.admin, own.id, remark("checked")).await;
    assert!(saved.is_ok());
    let seen = world.seen_by_hr(&own).await;
    assert!(!seen.allowed_actions.contains(&Action::SaveHr));
}
