//! The number of statements per use case, which is independent of the number of rows.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::appraisal::save::{ApprovalInput, HrInput, ReviewInput, SelfInput};
use shared::appraisal::{NarrativeSection, Status};

use super::{CONFIRM, answers, full_review, full_self, terms};
use crate::support::World;

/// The statements of the detail in the response to every change.
const DETAIL: u64 = 6;

on_both!(reads_cost_a_fixed_number_of_statements, changes_cost_a_fixed_number_of_statements);

/// The number of statements of a use case.
async fn cost<T>(world: &World, use_case: impl Future<Output = shared::Result<T>>) -> u64 {
    let before = world.db.statements();
    use_case.await.unwrap_or_else(|error| panic!("{error}"));
    world.db.statements() - before
}

async fn reads_cost_a_fixed_number_of_statements(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    for scope in Scope::ALL {
        let list = appraisals.list(&world.hr, AppraisalQuery::of(*scope));
        assert_eq!(cost(&world, list).await, 2, "{scope}");
    }
    assert_eq!(cost(&world, appraisals.pending_count(&world.hr)).await, 1);
    assert_eq!(cost(&world, appraisals.detail(&world.hr, detail.id)).await, DETAIL);
}

async fn changes_cost_a_fixed_number_of_statements(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let initiate = appraisals.initiate(&world.hr, terms(world.employee.staff()));
    assert!(cost(&world, initiate).await - DETAIL <= 10);
    let detail = world.service.appraisals().list(&world.hr, AppraisalQuery::of(Scope::All)).await;
    let id = detail.unwrap().data[0].id;
    let detail = appraisals.detail(&world.hr, id).await.unwrap();

    let full = full_self(&detail);
    let scores = SelfInput { narratives: vec![], ..full.clone() };
    let texts = SelfInput { items: vec![], ..full };
    for input in [scores, texts] {
        let save = appraisals.save_self(&world.employee, id, input);
        assert!(cost(&world, save).await - DETAIL <= 4);
    }
    let both = appraisals.save_self(&world.employee, id, full_self(&detail));
    assert!(cost(&world, both).await - DETAIL <= 4, "scores and answers at once");
    assert!(cost(&world, appraisals.submit_self(&world.employee, id)).await - DETAIL <= 7);

    let plan = serde_json::json!({"planRows":{"development":[{"area":"A"}],"pip":[{"issue":"B"}]}});
    let plan: ReviewInput = serde_json::from_value(plan).unwrap();
    let scores = ReviewInput { narratives: vec![], ..full_review(&detail) };
    let texts = ReviewInput {
        narratives: answers(&detail, NarrativeSection::CareerDiscussion),
        ..ReviewInput::default()
    };
    for input in [scores, texts, plan.clone()] {
        let save = appraisals.save_review(&world.manager, id, input);
        assert!(cost(&world, save).await - DETAIL <= 4);
    }
    let all = ReviewInput { plan_rows: plan.plan_rows, ..full_review(&detail) };
    let save = appraisals.save_review(&world.manager, id, all);
    assert!(cost(&world, save).await - DETAIL <= 6, "everything at once");
    assert!(cost(&world, appraisals.submit_review(&world.manager, id)).await - DETAIL <= 7);
    let approve = appraisals.approve_dept_head(&world.head, id, ApprovalInput::default());
    assert!(cost(&world, approve).await - DETAIL <= 7);
    let approve = appraisals.approve_md(&world.md, id, ApprovalInput::default());
    assert!(cost(&world, approve).await - DETAIL <= 7);
    let save = appraisals.save_hr(&world.hr, id, HrInput::default());
    assert!(cost(&world, save).await - DETAIL <= 4);
    assert!(cost(&world, appraisals.finalize(&world.hr, id, CONFIRM)).await - DETAIL <= 10);
    assert_eq!(appraisals.detail(&world.hr, id).await.unwrap().status, Status::Finalized);
}
