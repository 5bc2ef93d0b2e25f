//! After any sequence of events, all views agree: a person's own balances, the view of human
//! resources, the check of a request, and the days carried by the year-end.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeavePolicy;
use shared::leave::year_end::YearEndInput;

use super::{YEAR, correction, request_input, word};
use crate::support::World;

on_both!(random_histories_give_the_same_numbers_everywhere);

/// A small deterministic random generator (linear congruential).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

async fn random_histories_give_the_same_numbers_everywhere(db: TestDatabase) {
    let world = World::new(db).await;
    for seed in [1, 2, 3] {
        let mut dice = Dice(seed);
        for _ in 0..40 {
            live(&world, &mut dice).await;
            never_below_nothing(&world).await;
        }
        agree(&world).await;
    }
    world.clock.set("2027-01-10T09:00:00Z".parse().unwrap());
    let year_end = YearEndInput { year: YEAR, dry_run: false };
    world.service.leave().year_end(&world.hr, year_end).await.unwrap();
    agree(&world).await;
    let findings = world.service.self_check().run().await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

/// A random action; its refusal does not matter here.
async fn live(world: &World, dice: &mut Dice) {
    let leave = world.service.leave();
    let kinds = [LeaveType::Casual, LeaveType::Annual, LeaveType::Sick];
    let kind = kinds[usize::try_from(dice.roll(3)).unwrap()];
    let mine = shared::leave::request::LeaveQuery::of(shared::leave::request::LeaveScope::Mine);
    let mut requests = leave.requests(&world.employee, mine).await.unwrap().data;
    // Dates in June are reserved for the probes below.
    requests.retain(|request| request.start_date >= super::date("2026-12-01"));
    let pick = dice.roll(u64::try_from(requests.len().max(1)).unwrap());
    let picked = requests.get(usize::try_from(pick).unwrap()).map(|request| request.id);
    match (dice.roll(8), picked) {
        (0 | 1, _) | (2..=6, None) => {
            let start = super::date("2026-12-01")
                + chrono::TimeDelta::days(i64::try_from(dice.roll(60)).unwrap());
            let end = start + chrono::TimeDelta::days(i64::try_from(dice.roll(4)).unwrap());
            let mut input = request_input(kind, &start.to_string(), &end.to_string());
            input.start_half = dice.roll(3) == 0;
            drop(leave.request(&world.employee, input).await);
        }
        (2 | 3, Some(id)) => drop(leave.approve(&world.manager, id, word()).await),
        (4, Some(id)) => drop(leave.reject(&world.manager, id, word()).await),
        (5, Some(id)) => drop(leave.cancel(&world.employee, id, word()).await),
        (6, Some(id)) => drop(leave.resubmit(&world.employee, id).await),
        (_, _) if dice.roll(3) == 0 => {
            world.confirm(world.employee.staff(), Some("2026-11-01")).await;
        }
        (_, _) => {
            let halves = i64::try_from(dice.roll(13)).unwrap() - 6;
            let days = Days::from_halves(halves);
            let input = correction(world.employee.staff(), kind, YEAR, days);
            drop(leave.adjust(&world.hr, input).await);
        }
    }
}

async fn never_below_nothing(world: &World) {
    for year in [YEAR, YEAR + 1] {
        let balances = world.service.leave().balances(&world.employee, Some(year)).await.unwrap();
        for balance in balances.data {
            let available = balance.available.unwrap_or_default();
            assert!(!available.is_negative(), "{balance:?}");
        }
    }
}

async fn agree(world: &World) {
    let leave = world.service.leave();
    let staff = world.employee.staff();
    for year in [YEAR, YEAR + 1] {
        let own = leave.balances(&world.employee, Some(year)).await.unwrap();
        let seen = leave.balances_of(&world.hr, staff, Some(year)).await.unwrap();
        assert_eq!(own, seen);
    }
    let own = leave.balances(&world.employee, Some(YEAR)).await.unwrap();
    let annual = own.of(LeaveType::Annual).unwrap();
    let year_end = YearEndInput { year: YEAR, dry_run: true };
    let closed = leave.year_end(&world.hr, year_end).await.unwrap();
    let line = closed.data.iter().find(|line| line.staff_id == staff).unwrap();
    if !line.already_carried {
        let most = LeavePolicy::default_of(LeaveType::Annual).carry_forward_max_days;
        assert_eq!(line.available, annual.available);
        assert_eq!(line.carried, annual.carried(most));
    }
    for balance in &own.data {
        checked_against_the_same(world, &world.employee, balance).await;
    }
}

/// The check accepts exactly the days that the balance reports as requestable, to half a day.
async fn checked_against_the_same(
    world: &World,
    caller: &Caller,
    balance: &shared::leave::balance::Balance,
) {
    let Some(spendable) = balance.spendable().filter(|_| !balance.locked) else { return };
    // From Monday, 1 June 2026, as many working days as are left, and half a day more.
    let wanted = spendable + Days::HALF;
    let whole = wanted.halves().div_euclid(2) + wanted.halves().rem_euclid(2);
    let start = super::date("2026-06-01");
    let end =
        start + chrono::TimeDelta::days((whole - 1).div_euclid(5) * 7 + (whole - 1).rem_euclid(5));
    let mut input = request_input(balance.leave_type, &start.to_string(), &end.to_string());
    input.start_half = wanted.halves().rem_euclid(2) == 1;
    let refused = world.service.leave().request(caller, input.clone()).await;
    assert_eq!(refused.unwrap_err().code(), Code::InsufficientBalance, "{balance:?}");
    if spendable > Days::ZERO {
        let halves = spendable.halves();
        let whole = halves.div_euclid(2) + halves.rem_euclid(2);
        input.end_date = start
            + chrono::TimeDelta::days((whole - 1).div_euclid(5) * 7 + (whole - 1).rem_euclid(5));
        input.start_half = halves.rem_euclid(2) == 1;
        let made = world.service.leave().request(caller, input).await.unwrap();
        assert_eq!(made.days, spendable);
        let cancelled = world.service.leave().cancel(caller, made.id, word()).await;
        assert!(cancelled.is_ok());
    }
}
