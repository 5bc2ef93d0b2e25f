//! Appraisals on paper: which copy a reader gets.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::Status;
use shared::appraisal::paper::{AppraisalCopy, AppraisalPaper};
use shared::error::{Code, Result};
use shared::id::AppraisalId;

use super::full_review;
use super::visibility::{MARKER, mark};
use crate::support::World;

on_both!(
    the_employees_copy_holds_nothing_of_the_six_fields_whoever_prints_it,
    the_subject_prints_nothing_of_a_review_in_progress,
    an_appraisal_is_printed_by_its_readers_only,
);

impl World {
    async fn paper(
        &self,
        caller: &Caller,
        id: AppraisalId,
        for_employee: bool,
    ) -> Result<AppraisalPaper> {
        self.service.appraisals().paper(caller, id, for_employee).await
    }
}

/// The copy, and the number of its fields that have the marker.
fn seen(paper: Result<AppraisalPaper>) -> (AppraisalCopy, bool, usize) {
    let paper = paper.unwrap();
    let json = serde_json::to_string(&paper.detail).unwrap();
    assert_eq!(json.contains("hrRemarks"), json.contains(MARKER));
    assert_eq!(paper.detail.confirmation.is_some(), json.contains(MARKER));
    (paper.copy, paper.has_both, json.matches(MARKER).count())
}

async fn the_employees_copy_holds_nothing_of_the_six_fields_whoever_prints_it(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingHr).await;
    mark(&world, &detail).await;
    let print =
        async |caller, for_employee| seen(world.paper(caller, detail.id, for_employee).await);
    let (employee, reviewer) = (AppraisalCopy::Employee, AppraisalCopy::Reviewer);
    assert_eq!(print(&world.hr, false).await, (AppraisalCopy::HumanResources, true, 6));
    assert_eq!(print(&world.hr, true).await, (employee, true, 0));
    for caller in [&world.manager, &world.head, &world.md] {
        assert_eq!(print(caller, false).await, (reviewer, false, 0));
        assert_eq!(print(caller, true).await, (employee, false, 0));
    }
    for for_employee in [false, true] {
        assert_eq!(print(&world.employee, for_employee).await, (employee, false, 0));
    }
}

async fn the_subject_prints_nothing_of_a_review_in_progress(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::PendingLm).await;
    let review = full_review(&detail);
    world.service.appraisals().save_review(&world.manager, detail.id, review).await.unwrap();
    let rated = |paper: Result<AppraisalPaper>| {
        let items = paper.unwrap().detail.items;
        items.iter().filter(|item| item.supervisor_score.is_some()).count()
    };
    let all = detail.items.len();
    assert_eq!(rated(world.paper(&world.manager, detail.id, false).await), all);
    assert_eq!(rated(world.paper(&world.employee, detail.id, false).await), 0);
    assert_eq!(rated(world.paper(&world.hr, detail.id, true).await), 0, "the employee's copy");
}

async fn an_appraisal_is_printed_by_its_readers_only(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    for caller in [&world.bystander, &world.stranger, &world.foreign_admin] {
        for for_employee in [false, true] {
            let refused = world.paper(caller, detail.id, for_employee).await;
            assert_eq!(refused.unwrap_err().code(), Code::NotFound);
        }
    }
}
