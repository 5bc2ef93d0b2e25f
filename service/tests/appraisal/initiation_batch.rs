//! Proposals of initiations, and batches that a worker of the server processes.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use service::context::Settings;
use shared::appraisal::initiation_batch::{
    InitiationBatch, InitiationBatchInput, InitiationOutcome,
};
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::appraisal::proposal::{Proposal, ProposalQuery, Proposals, StaffGroup};
use shared::appraisal::{ReviewType, RoleCategory};
use shared::error::Code;
use shared::id::{InitiationBatchId, StaffId};
use shared::notification::{Notification, NotificationKind};
use shared::page::PageRequest;
use shared::staff::StaffPatch;
use uuid::Uuid;

use super::{code, fields, terms};
use crate::support::{World, keyed, run_sql};

on_both!(
    the_terms_are_derived_for_each_person,
    the_category_is_that_of_the_last_appraisal,
    a_group_offers_those_who_can_be_started,
    a_person_selected_by_hand_is_listed_with_what_prevents_the_start,
    only_human_resources_and_only_their_organization_see_proposals_and_batches,
    a_batch_starts_each_person_and_lists_who_was_refused,
    a_batch_that_is_sent_twice_is_added_once,
    unknown_people_are_named_by_place,
    a_batch_of_a_server_that_failed_is_finished_by_another,
    two_servers_start_each_appraisal_once,
    a_permission_that_is_withdrawn_ends_the_batch,
    the_background_task_processes_a_batch_that_is_added,
);

impl World {
    async fn proposed(&self, review_type: ReviewType, group: StaffGroup) -> Proposals {
        let query = ProposalQuery { review_type, people: Vec::new(), group: Some(group) };
        self.service.appraisals().propose(&self.hr, query).await.unwrap()
    }

    async fn proposed_for(&self, people: &[&Caller]) -> Proposals {
        let people = people.iter().map(|it| it.staff()).collect();
        let query = ProposalQuery { review_type: ReviewType::Annual, people, group: None };
        self.service.appraisals().propose(&self.hr, query).await.unwrap()
    }

    async fn batch_of(&self, people: &[&Caller]) -> InitiationBatchId {
        let batch = input(people);
        self.service.initiation_batches().add(&self.hr, batch).await.unwrap()
    }

    async fn batch(&self, id: InitiationBatchId) -> InitiationBatch {
        self.service.initiation_batches().find(&self.hr, id).await.unwrap()
    }

    async fn processed(&self) -> usize {
        self.service.initiation_batches().process_due().await.unwrap()
    }

    async fn appraisals(&self) -> u64 {
        let query = AppraisalQuery::of(Scope::All);
        self.service.appraisals().list(&self.hr, query).await.unwrap().pagination.total
    }

    async fn notices(&self) -> Vec<Notification> {
        let page = PageRequest::new(1, 100);
        let inbox = self.service.notifications().list(&self.hr, false, page).await.unwrap().data;
        let is_of_batch = |it: &Notification| it.kind == NotificationKind::InitiationBatchFinished;
        inbox.into_iter().filter(is_of_batch).collect()
    }
}

fn input(people: &[&Caller]) -> InitiationBatchInput {
    InitiationBatchInput { entries: people.iter().map(|it| terms(it.staff())).collect() }
}

fn names<'p>(proposals: impl Iterator<Item = &'p Proposal>) -> Vec<&'p str> {
    proposals.map(|it| it.preview.staff_name.as_str()).collect()
}

fn refusals(batch: &InitiationBatch) -> Vec<(&str, Code)> {
    let entries = batch.entries.iter();
    let refused = entries.filter_map(|it| match it.outcome {
        InitiationOutcome::Refused(code) => Some((it.staff_name.as_str(), code)),
        InitiationOutcome::Waiting | InitiationOutcome::Started(_) => None,
    });
    refused.collect()
}

async fn the_terms_are_derived_for_each_person(db: TestDatabase) {
    let world = World::new(db).await;
    let people = [&world.employee, &world.manager, &world.head, &world.md];
    let annual = world.proposed_for(&people).await;
    let is_manager: Vec<_> = annual.people.iter().map(|it| it.terms.is_manager_role).collect();
    assert_eq!(is_manager, [false, true, true, true]);
    let categories: Vec<_> = annual.people.iter().map(|it| it.terms.role_category).collect();
    assert_eq!(categories[..3], [RoleCategory::Other; 3]);
    assert_eq!(categories[3], RoleCategory::SeniorExecutive);
    let of_probation =
        world.proposed(ReviewType::Probationary, StaffGroup::DueForConfirmation).await;
    let terms = of_probation.people[0].terms;
    assert_eq!(terms.period_from.to_string(), "2026-05-01", "the start of employment");
    assert_eq!(terms.period_to.to_string(), "2026-10-31", "six months later");
}

async fn the_category_is_that_of_the_last_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    let mut input = terms(world.employee.staff());
    input.role_category = RoleCategory::Operations;
    world.service.appraisals().initiate(&world.hr, input).await.unwrap();
    let proposals = world.proposed_for(&[&world.employee]).await;
    assert_eq!(proposals.people[0].terms.role_category, RoleCategory::Operations);
}

async fn a_group_offers_those_who_can_be_started(db: TestDatabase) {
    let world = World::new(db).await;
    let finance = StaffGroup::Department(world.finance);
    let proposals = world.proposed(ReviewType::Annual, finance).await;
    assert_eq!(names(proposals.startable()), ["Bilal", "Fatima", "Imran"]);
    world.initiated().await;
    let block = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.change(world.bystander.staff(), block).await;
    let proposals = world.proposed(ReviewType::Annual, finance).await;
    assert_eq!(names(proposals.people.iter()), ["Fatima", "Imran"]);
    let everyone = world.proposed(ReviewType::Annual, StaffGroup::Everyone).await;
    assert_eq!(names(everyone.startable()), ["Fatima", "Imran", "Noura"]);
    // Those without a reviewer are listed with the reason.
    assert_eq!(names(everyone.blocked()), ["Administrator of Amanah", "Khalid"]);
    assert!(!everyone.has_more);
}

async fn a_person_selected_by_hand_is_listed_with_what_prevents_the_start(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    let people = [&world.manager, &world.employee, &world.stranger, &world.manager];
    let proposals = world.proposed_for(&people).await;
    assert_eq!(names(proposals.startable()), ["Imran"]);
    assert_eq!(names(proposals.blocked()), ["Bilal"]);
    let blocker = &proposals.blocked().next().unwrap().preview.blockers[0];
    assert_eq!(blocker.code, Code::AlreadyInProgress);
}

async fn only_human_resources_and_only_their_organization_see_proposals_and_batches(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let id = world.batch_of(&[&world.employee]).await;
    let batches = world.service.initiation_batches();
    for caller in [&world.employee, &world.manager, &world.head, &world.md] {
        let query =
            ProposalQuery { review_type: ReviewType::Annual, people: Vec::new(), group: None };
        let refused = world.service.appraisals().propose(caller, query).await;
        assert_eq!(code(refused), Code::Forbidden);
        assert_eq!(code(batches.add(caller, input(&[&world.employee])).await), Code::Forbidden);
        assert_eq!(code(batches.find(caller, id).await), Code::Forbidden);
        assert_eq!(code(batches.list(caller).await), Code::Forbidden);
    }
    assert_eq!(code(batches.find(&world.stranger, id).await), Code::NotFound);
    assert!(batches.list(&world.stranger).await.unwrap().is_empty());
}

async fn a_batch_starts_each_person_and_lists_who_was_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let people = [&world.employee, &world.manager, &world.md, &world.bystander];
    let id = world.batch_of(&people).await;
    let before = world.batch(id).await.summary;
    assert_eq!((before.waiting(), before.finished_at), (4, None));
    assert_eq!(world.appraisals().await, 0, "nothing is started by the request itself");
    // Between the request and the worker, one is started by hand.
    world.initiated().await;
    assert_eq!(world.processed().await, 4);
    let batch = world.batch(id).await;
    assert_eq!((batch.summary.started, batch.summary.refused), (2, 2));
    assert!(batch.summary.finished_at.is_some());
    let refused = [("Bilal", Code::AlreadyInProgress), ("Khalid", Code::NoReviewer)];
    assert_eq!(refusals(&batch), refused);
    let InitiationOutcome::Started(claire) = batch.entries[1].outcome else {
        panic!("{:?}", batch.entries)
    };
    let detail = world.service.appraisals().detail(&world.hr, claire).await.unwrap();
    assert_eq!(detail.staff.name, "Claire");
    assert_eq!(detail.period_from, terms(world.bystander.staff()).period_from);

    let notices = world.notices().await;
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].title, "2 of 4 appraisals started");
    assert_eq!(notices[0].link, format!("/appraisals/batches/{id}"));
    assert_eq!(world.processed().await, 0);
    assert_eq!(world.appraisals().await, 3);
    let listed = world.service.initiation_batches().list(&world.hr).await.unwrap();
    assert_eq!(listed, [batch.summary]);
    world.clock.advance(TimeDelta::days(8));
    assert!(world.service.initiation_batches().list(&world.hr).await.unwrap().is_empty());
}

async fn a_batch_that_is_sent_twice_is_added_once(db: TestDatabase) {
    let world = World::new(db).await;
    let caller = keyed(&world.hr, "again");
    let batches = world.service.initiation_batches();
    let first = batches.add(&caller, input(&[&world.employee])).await.unwrap();
    let second = batches.add(&caller, input(&[&world.employee])).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(world.processed().await, 1);
}

async fn unknown_people_are_named_by_place(db: TestDatabase) {
    let world = World::new(db).await;
    let unknown = terms(StaffId(Uuid::from_u128(404)));
    let entries = vec![terms(world.employee.staff()), unknown, terms(world.stranger.staff())];
    let refused =
        world.service.initiation_batches().add(&world.hr, InitiationBatchInput { entries }).await;
    assert_eq!(fields(refused), ["entries[1].staffId", "entries[2].staffId"]);
}

async fn a_batch_of_a_server_that_failed_is_finished_by_another(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.batch_of(&[&world.employee, &world.manager]).await;
    // A server claimed the batch, started one appraisal, and was killed.
    let claimed_until = world.service.now() + TimeDelta::seconds(30);
    run_sql!(world.db, "UPDATE initiation_batches SET claimed_until = $1", claimed_until);
    let first = world.initiated().await;
    run_sql!(
        world.db,
        "UPDATE initiation_entries SET appraisal_id = $1 WHERE staff_id = $2",
        first.id,
        world.employee.staff()
    );
    assert_eq!(world.processed().await, 0, "while the claim lasts");
    world.clock.advance(TimeDelta::seconds(30));
    assert_eq!(world.processed().await, 1);
    let batch = world.batch(id).await;
    assert_eq!((batch.summary.started, batch.summary.refused), (2, 0));
    assert_eq!(world.appraisals().await, 2);

    // A claim that was made while the clock was wrong does not stop a batch for ever.
    let id = world.batch_of(&[&world.head]).await;
    let claimed_until = world.service.now() + TimeDelta::days(30);
    run_sql!(
        world.db,
        "UPDATE initiation_batches SET claimed_until = $1 WHERE finished_at IS NULL",
        claimed_until
    );
    assert_eq!(world.processed().await, 1);
    assert!(world.batch(id).await.summary.finished_at.is_some());
}

async fn two_servers_start_each_appraisal_once(db: TestDatabase) {
    let world = World::new(db).await;
    let people = [&world.employee, &world.manager, &world.head, &world.bystander, &world.hr];
    let id = world.batch_of(&people).await;
    let other = world.server(Settings::default());
    let (one, another) = (world.service.initiation_batches(), other.initiation_batches());
    let (first, second) = tokio::join!(one.process_due(), another.process_due());
    assert_eq!(first.unwrap() + second.unwrap(), 5, "one of them claims the batch");
    let batch = world.batch(id).await;
    assert_eq!((batch.summary.started, batch.summary.refused), (5, 0));
    assert_eq!(world.appraisals().await, 5);
    assert_eq!(world.notices().await.len(), 1);
}

async fn a_permission_that_is_withdrawn_ends_the_batch(db: TestDatabase) {
    let world = World::new(db).await;
    for patch in [
        StaffPatch { role: Some("employee".to_owned()), ..Default::default() },
        StaffPatch { is_blocked: Some(true), ..Default::default() },
    ] {
        let batch = input(&[&world.employee]);
        let id = world.service.initiation_batches().add(&world.hr, batch).await.unwrap();
        world.change(world.hr.staff(), patch).await;
        assert_eq!(world.processed().await, 1);
        assert_eq!(refusals(&world.batch(id).await), [("Bilal", Code::Forbidden)]);
    }
    assert_eq!(world.appraisals().await, 0);
}

async fn the_background_task_processes_a_batch_that_is_added(db: TestDatabase) {
    let world = World::new(db).await;
    let started = async {
        let id = world.batch_of(&[&world.employee]).await;
        while world.batch(id).await.summary.finished_at.is_none() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = started => {}
        () = world.service.run_initiations() => panic!("the worker has ended"),
    }
    assert_eq!(world.appraisals().await, 1);
}
