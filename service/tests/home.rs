//! The figures of the home page.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::Status;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::home::{CollectionFigures, FacilityCount, HomeFigures, StageCount};
use shared::total::Total;

use crate::credit_desk::{CreditDesk, Terms, as_of, total};
use crate::support::{World, run_sql};

on_both!(
    each_role_sees_the_figures_of_its_own_tasks,
    an_instalment_is_due_until_it_is_paid_and_again_after_the_reversal,
    an_overdue_facility_is_counted_and_its_principal_is_at_risk_from_the_31st_day,
    an_officer_sees_only_facilities_of_their_own_before_activation,
    a_probation_is_announced_thirty_days_before_its_end,
    an_appraisal_is_late_from_the_tenth_day_at_its_stage,
);

async fn figures(world: &World, caller: &Caller) -> HomeFigures {
    world.service.home().figures(caller).await.unwrap()
}

/// The names of the groups of figures that a caller sees.
async fn seen(world: &World, caller: &Caller) -> Vec<&'static str> {
    let found = figures(world, caller).await;
    let groups = [
        ("collection", found.collection.is_some()),
        ("pipeline", !found.pipeline.is_empty()),
        ("ledger", found.ledger.is_some()),
        ("portfolio", found.portfolio.is_some()),
        ("exceptions", found.exceptions.is_some()),
        ("people", found.people.is_some()),
    ];
    groups.into_iter().filter(|(_, is_seen)| *is_seen).map(|(name, _)| name).collect()
}

async fn each_role_sees_the_figures_of_its_own_tasks(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.draft(ProductType::Ijarah).await;
    for (caller, groups) in [
        (&desk.cashier, vec!["collection"]),
        (&desk.officer, vec!["pipeline"]),
        (&desk.finance, vec!["ledger"]),
        (&desk.world.md, vec!["portfolio"]),
        (&desk.shariah, vec!["exceptions"]),
        (&desk.world.hr, vec!["people"]),
        (&desk.reviewer, vec![]),
        (&desk.world.employee, vec![]),
        (&desk.world.admin, vec!["collection", "ledger", "exceptions", "people"]),
    ] {
        assert_eq!(seen(&desk.world, caller).await, groups, "{}", caller.name());
    }
    let abroad = figures(&desk.world, &desk.world.foreign_admin).await;
    assert_eq!(abroad.collection, Some(CollectionFigures { due_today: 0, overdue: 0 }));
}

async fn collection(desk: &CreditDesk) -> CollectionFigures {
    figures(&desk.world, &desk.cashier).await.collection.unwrap()
}

/// The instalments of this month that are still due, and the payments of this month.
async fn month(desk: &CreditDesk) -> (Total, Total) {
    let ledger = figures(&desk.world, &desk.finance).await.ledger.unwrap();
    assert!(ledger.tie_out.agrees());
    assert_eq!(ledger.unmapped, 0);
    (ledger.still_due, ledger.received)
}

async fn an_instalment_is_due_until_it_is_paid_and_again_after_the_reversal(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let reference = desk.live(Terms::LEASE).await;
    assert_eq!(month(&desk).await, (Total::ZERO, Total::ZERO));
    let due = desk.facility(&reference).await.next_due.unwrap();
    let (day, amount) = (due.date.to_string(), due.amount);
    desk.go_to(&day);
    assert_eq!(collection(&desk).await, CollectionFigures { due_today: 1, overdue: 0 });
    assert_eq!(month(&desk).await, (amount.into(), Total::ZERO));
    let payment = desk.pay(&reference, &amount.to_string(), &day).await.unwrap();
    assert_eq!(collection(&desk).await, CollectionFigures { due_today: 0, overdue: 0 });
    assert_eq!(month(&desk).await, (Total::ZERO, amount.into()));
    desk.undo(&reference, &payment).await.unwrap();
    assert_eq!(month(&desk).await, (amount.into(), Total::ZERO));
}

async fn an_overdue_facility_is_counted_and_its_principal_is_at_risk_from_the_31st_day(
    db: TestDatabase,
) {
    let desk = CreditDesk::new(db).await;
    let reference = desk.live(Terms::LEASE).await;
    let facility = desk.facility(&reference).await;
    let due = facility.next_due.unwrap().date;
    let at_risk = async |days: i64| {
        let day = due.checked_add_signed(TimeDelta::days(days)).unwrap();
        desk.go_to(&day.to_string());
        let evaluated = desk.world.service.facilities();
        evaluated.overdue(&desk.shariah, &reference, as_of(None)).await.unwrap();
        let portfolio = figures(&desk.world, &desk.world.md).await.portfolio.unwrap();
        assert_eq!(portfolio.outstanding, facility.outstanding_principal);
        (portfolio.over_30_days, portfolio.over_90_days)
    };
    let all = Total::from(facility.outstanding_principal);
    assert_eq!(at_risk(30).await, (Total::ZERO, Total::ZERO));
    assert_eq!(at_risk(31).await, (all, Total::ZERO));
    assert_eq!(collection(&desk).await.overdue, 1);
    assert_eq!(at_risk(91).await, (all, all));
    assert_ne!(all, total("0.0000"));
}

async fn an_officer_sees_only_facilities_of_their_own_before_activation(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let terms = Terms::LEASE.input(desk.customer);
    desk.draft(ProductType::Ijarah).await;
    desk.reach(ProductType::Murabaha, FacilityStatus::PendingReview).await;
    desk.live(Terms::LEASE).await;
    desk.world.service.facilities().create(&desk.world.admin, terms).await.unwrap();
    let count = |status| FacilityCount { status, count: 1 };
    let pipeline = figures(&desk.world, &desk.officer).await.pipeline;
    assert_eq!(pipeline, [FacilityStatus::Draft, FacilityStatus::PendingReview].map(count));
    let pipeline = figures(&desk.world, &desk.world.admin).await.pipeline;
    assert_eq!(pipeline, [count(FacilityStatus::Draft)]);
}

async fn a_probation_is_announced_thirty_days_before_its_end(db: TestDatabase) {
    let world = World::new(db).await;
    run_sql!(
        world.db,
        "UPDATE staff SET employment_confirmed_at = employment_start_date WHERE id <> $1",
        world.employee.staff()
    );
    for (started, count) in [("2026-05-01", 1), ("2026-06-21", 1), ("2026-06-22", 0)] {
        run_sql!(
            world.db,
            "UPDATE staff SET employment_start_date = $1 WHERE id = $2",
            started.parse::<chrono::NaiveDate>().unwrap(),
            world.employee.staff()
        );
        let people = figures(&world, &world.hr).await.people.unwrap();
        assert_eq!(people.probation_ending, count, "{started}");
    }
}

async fn an_appraisal_is_late_from_the_tenth_day_at_its_stage(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    let late = async || figures(&world, &world.hr).await.people.unwrap().late;
    world.clock.advance(TimeDelta::days(10) - TimeDelta::seconds(1));
    assert_eq!(late().await, []);
    world.clock.advance(TimeDelta::seconds(1));
    assert_eq!(late().await, [StageCount { status: Status::PendingSelf, count: 1 }]);
    world.move_on(&detail).await;
    assert_eq!(late().await, []);
}
