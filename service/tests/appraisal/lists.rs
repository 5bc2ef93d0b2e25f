//! Lists, queues and badges.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::list::{AppraisalQuery, AppraisalSort, AppraisalSummary, Scope};
use shared::appraisal::{ReviewType, Status};
use shared::error::Code;
use shared::page::PageRequest;
use shared::staff::{StaffPatch, StaffQuery};

use super::{code, fields, terms};
use crate::support::World;

on_both!(
    the_queue_is_where_it_is_the_caller_s_move_and_the_badge_counts_it,
    mine_is_where_the_caller_is_the_subject,
    all_is_for_human_resources_alone,
    all_can_be_filtered,
    mine_and_the_queue_take_every_filter,
    every_scope_takes_every_order,
    an_order_has_the_same_rows_in_the_table_and_in_the_file,
    a_name_is_found_whatever_the_case_of_its_letters,
    a_text_that_no_search_can_be_made_with_is_refused,
    lists_show_who_has_to_act,
    a_page_beyond_the_end_still_knows_the_total,
    another_organization_sees_nothing,
    the_export_holds_every_appraisal,
    the_export_holds_what_the_filters_let_through,
);

async fn list(world: &World, caller: &Caller, scope: Scope) -> Vec<AppraisalSummary> {
    let query = AppraisalQuery::of(scope);
    world.service.appraisals().list(caller, query).await.unwrap().data
}

async fn the_queue_is_where_it_is_the_caller_s_move_and_the_badge_counts_it(db: TestDatabase) {
    let world = World::new(db).await;
    let everybody =
        [&world.employee, &world.manager, &world.head, &world.md, &world.hr, &world.bystander];
    let mut detail = world.initiated().await;
    loop {
        let holder = match detail.status {
            Status::PendingSelf => Some(&world.employee),
            Status::PendingLm => Some(&world.manager),
            Status::PendingDeptHead => Some(&world.head),
            Status::PendingMd => Some(&world.md),
            Status::PendingHr => Some(&world.hr),
            Status::Draft | Status::Finalized => None,
        };
        for caller in everybody {
            let expected = usize::from(holder.is_some_and(|it| it.staff() == caller.staff()));
            assert_eq!(list(&world, caller, Scope::Queue).await.len(), expected);
            let badge = world.service.appraisals().pending_count(caller).await.unwrap();
            assert_eq!(badge, u64::try_from(expected).unwrap(), "{}", detail.status);
        }
        if detail.status == Status::Finalized {
            break;
        }
        detail = world.move_on(&detail).await;
    }
}

async fn mine_is_where_the_caller_is_the_subject(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.initiated().await;
    assert_eq!(list(&world, &world.employee, Scope::Mine).await.len(), 2);
    assert!(list(&world, &world.hr, Scope::Mine).await.is_empty());
}

async fn all_is_for_human_resources_alone(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    for caller in [&world.employee, &world.manager, &world.head, &world.md] {
        let refused = world.service.appraisals().list(caller, AppraisalQuery::of(Scope::All)).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    for caller in [&world.hr, &world.admin] {
        assert_eq!(list(&world, caller, Scope::All).await.len(), 1);
    }
}

async fn all_can_be_filtered(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    world.initiated().await;
    let mut input = terms(world.manager.staff());
    input.review_type = ReviewType::Annual;
    appraisals.initiate(&world.hr, input).await.unwrap();
    let found = async |change: fn(&mut AppraisalQuery, &World)| {
        let mut query = AppraisalQuery::of(Scope::All);
        change(&mut query, &world);
        appraisals.list(&world.hr, query).await.unwrap().pagination.total
    };
    assert_eq!(found(|_, _| ()).await, 2);
    assert_eq!(found(|query, _| query.review_type = Some(ReviewType::Annual)).await, 1);
    assert_eq!(found(|query, _| query.status = Some(Status::PendingLm)).await, 0);
    assert_eq!(found(|query, _| query.status = Some(Status::PendingSelf)).await, 2);
    assert_eq!(found(|query, world| query.staff_id = Some(world.employee.staff())).await, 1);
    assert_eq!(found(|query, world| query.q = Some(world.employee.name().to_uppercase())).await, 1);
    assert_eq!(found(|query, _| query.q = Some("%".to_owned())).await, 0);
}

async fn mine_and_the_queue_take_every_filter(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.initiated().await;
    let count = async |caller: &Caller, query: AppraisalQuery| {
        let page = world.service.appraisals().list(caller, query).await.unwrap();
        assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
        page.data.len()
    };
    for (scope, finalized) in [(Scope::Mine, 1), (Scope::Queue, 0)] {
        let all = AppraisalQuery::of(scope);
        let employee = &world.employee;
        for (query, expected) in [
            (AppraisalQuery { status: Some(Status::Finalized), ..all.clone() }, finalized),
            (AppraisalQuery { status: Some(Status::PendingSelf), ..all.clone() }, 1),
            (AppraisalQuery { status: Some(Status::PendingMd), ..all.clone() }, 0),
            (AppraisalQuery { staff_id: Some(employee.staff()), ..all.clone() }, 1 + finalized),
            (AppraisalQuery { staff_id: Some(world.hr.staff()), ..all.clone() }, 0),
            (AppraisalQuery { q: Some("bil".to_owned()), ..all.clone() }, 1 + finalized),
            (AppraisalQuery { q: Some("nobody".to_owned()), ..all.clone() }, 0),
            (AppraisalQuery { department_id: Some(world.finance), ..all.clone() }, 1 + finalized),
            (AppraisalQuery { review_type: Some(ReviewType::MidYear), ..all.clone() }, 0),
        ] {
            assert_eq!(count(employee, query.clone()).await, expected, "{query:?}");
        }
    }
    let everybody = [&world.manager, &world.head, &world.md, &world.hr, &world.bystander];
    for caller in everybody {
        let query =
            AppraisalQuery { q: Some("bil".to_owned()), ..AppraisalQuery::of(Scope::Queue) };
        assert_eq!(count(caller, query).await, 0);
    }
}

/// The statuses of a list in an order.
async fn statuses(
    world: &World,
    caller: &Caller,
    scope: Scope,
    sort: AppraisalSort,
) -> Vec<Status> {
    let query = AppraisalQuery { sort: Some(sort), ..AppraisalQuery::of(scope) };
    let page = world.service.appraisals().list(caller, query).await.unwrap();
    assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|it| it.status).collect()
}

/// Both appraisals have the same subject, so that their names are equal.
async fn every_scope_takes_every_order(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.initiated().await;
    for sort in AppraisalSort::ALL {
        let mine = statuses(&world, &world.employee, Scope::Mine, *sort).await;
        let first = match sort {
            AppraisalSort::Newest | AppraisalSort::NameDescending => Status::PendingSelf,
            _ => Status::Finalized,
        };
        assert_eq!((mine.len(), mine[0]), (2, first), "{sort}");
        assert_eq!(statuses(&world, &world.hr, Scope::All, *sort).await, mine, "{sort}");
        let queue = statuses(&world, &world.employee, Scope::Queue, *sort).await;
        assert_eq!(queue, [Status::PendingSelf], "{sort}");
        assert_eq!(statuses(&world, &world.bystander, Scope::Queue, *sort).await, [], "{sort}");
    }
}

async fn an_order_has_the_same_rows_in_the_table_and_in_the_file(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.initiated().await;
    for sort in AppraisalSort::ALL {
        let query = AppraisalQuery { sort: Some(*sort), ..AppraisalQuery::of(Scope::All) };
        let table = world.service.appraisals().export(&world.hr, query).await.unwrap();
        let shown = statuses(&world, &world.hr, Scope::All, *sort).await;
        assert_eq!(table.lines().count(), shown.len() + 1);
        for (line, status) in table.lines().skip(1).zip(shown) {
            assert!(line.contains(&format!(",{status},")), "{sort}: {table}");
        }
    }
}

async fn a_name_is_found_whatever_the_case_of_its_letters(db: TestDatabase) {
    let world = World::new(db).await;
    let name = Some("Élodie Çelik".to_owned());
    world.change(world.employee.staff(), StaffPatch { name, ..Default::default() }).await;
    world.initiated().await;
    for text in ["Élodie", "élodie", "ÉLODIE", "çelik", "élodie çelik", " lodie ç"] {
        let q = Some(text.to_owned());
        let query = AppraisalQuery { q: q.clone(), ..AppraisalQuery::of(Scope::All) };
        let page = world.service.appraisals().list(&world.hr, query).await.unwrap();
        assert_eq!(page.pagination.total, 1, "{text}");
        let query = StaffQuery { q, ..StaffQuery::default() };
        let page = world.service.staff().list(&world.hr, query).await.unwrap();
        assert_eq!(page.pagination.total, 1, "{text}");
        assert_eq!(page.data.len(), 1, "{text}");
    }
    let name = Some("ÉLODIE ÇELIK".to_owned());
    world.change(world.employee.staff(), StaffPatch { name, ..Default::default() }).await;
    let query = StaffQuery { q: Some("élodie ç".to_owned()), ..StaffQuery::default() };
    assert_eq!(world.service.staff().list(&world.hr, query).await.unwrap().pagination.total, 1);
    let query = AppraisalQuery { q: Some("elodie".to_owned()), ..AppraisalQuery::of(Scope::All) };
    let page = world.service.appraisals().list(&world.hr, query).await.unwrap();
    assert_eq!(page.pagination.total, 1);
}

async fn a_text_that_no_search_can_be_made_with_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let search = async |q: String| {
        let query = AppraisalQuery { q: Some(q), ..AppraisalQuery::of(Scope::All) };
        world.service.appraisals().list(&world.hr, query).await
    };
    assert_eq!(search("م_".repeat(5_000)).await.unwrap().pagination.total, 0);
    assert_eq!(fields(search("a".repeat(60_000)).await), ["q"]);
    assert_eq!(fields(search("a\0".to_owned()).await), ["q"]);
}

async fn lists_show_who_has_to_act(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    for holder in [&world.employee, &world.manager, &world.head, &world.md, &world.hr] {
        let row = list(&world, &world.hr, Scope::All).await.remove(0);
        assert!(row.waiting_for.iter().any(|name| name == holder.name()), "{row:?}");
        assert!(row.waiting_since.is_some());
        detail = world.move_on(&detail).await;
    }
    let row = list(&world, &world.hr, Scope::All).await.remove(0);
    assert_eq!((row.waiting_for.len(), row.waiting_since), (0, None));
    assert_eq!(row.overall_score, detail.overall_score);
}

async fn a_page_beyond_the_end_still_knows_the_total(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    for scope in [Scope::Mine, Scope::Queue] {
        let mut query = AppraisalQuery::of(scope);
        query.page = PageRequest::new(7, 20);
        let page = world.service.appraisals().list(&world.employee, query).await.unwrap();
        assert_eq!((page.data.len(), page.pagination.total), (0, 1));
    }
}

async fn another_organization_sees_nothing(db: TestDatabase) {
    let world = World::new(db).await;
    world.initiated().await;
    for scope in Scope::ALL {
        assert!(list(&world, &world.stranger, *scope).await.is_empty());
    }
    let all = AppraisalQuery::of(Scope::All);
    let csv = world.service.appraisals().export(&world.stranger, all).await.unwrap();
    assert!(!csv.contains("prob"));
}

async fn the_export_holds_every_appraisal(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::Finalized).await;
    world.initiated().await;
    let all = AppraisalQuery::of(Scope::All);
    let csv = world.service.appraisals().export(&world.hr, all.clone()).await.unwrap();
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.starts_with("\u{feff}staffNumber,staffName,"));
    assert!(csv.contains(",0.6001,needs_improvement,"), "{csv}");
    let refused = world.service.appraisals().export(&world.manager, all).await;
    assert_eq!(code(refused), Code::Forbidden);
}

async fn the_export_holds_what_the_filters_let_through(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    world.at(Status::Finalized).await;
    world.initiated().await;
    let mut input = terms(world.manager.staff());
    input.review_type = ReviewType::Annual;
    appraisals.initiate(&world.hr, input).await.unwrap();
    let check = async |change: fn(&mut AppraisalQuery, &World), expected: usize| {
        let mut query = AppraisalQuery::of(Scope::All);
        query.page = PageRequest::new(2, 1);
        change(&mut query, &world);
        let shown = appraisals.list(&world.hr, query.clone()).await.unwrap().pagination.total;
        assert_eq!(shown, u64::try_from(expected).unwrap(), "{query:?}");
        let csv = appraisals.export(&world.hr, query.clone()).await.unwrap();
        assert_eq!(csv.lines().count(), expected + 1, "{query:?}: {csv}");
    };
    check(|_, _| (), 3).await;
    check(|query, _| query.status = Some(Status::Finalized), 1).await;
    check(|query, _| query.review_type = Some(ReviewType::Annual), 1).await;
    check(|query, world| query.staff_id = Some(world.employee.staff()), 2).await;
    check(|query, world| query.q = Some(world.manager.name().to_uppercase()), 1).await;
    check(|query, world| query.department_id = Some(world.finance), 3).await;
    check(|query, _| query.q = Some("%".to_owned()), 0).await;
    let query = AppraisalQuery { q: Some("a\0".to_owned()), ..AppraisalQuery::of(Scope::All) };
    assert_eq!(fields(appraisals.export(&world.hr, query).await), ["q"]);
}
