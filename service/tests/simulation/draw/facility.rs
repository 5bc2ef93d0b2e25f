//! Acts on facilities, drawn from the state of the model.

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use shared::credit::vocabulary::{FacilityStatus, ProductType, ScheduleMethod};

use super::Script;
use crate::simulation::act::{Act, FacilityAct, Terms};
use crate::simulation::amount::Amount;
use crate::simulation::model::facility::Facility;
use crate::simulation::people::Person;
use crate::simulation::random::Random;
use crate::simulation::role::Role;

/// The number of open facilities of an organization above which none is created.
const OPEN_MAX: usize = 5;

impl Script {
    pub(super) fn credit(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        let house = &self.model.organizations[organization];
        let with = |holds: fn(&Facility) -> bool| -> Vec<u32> {
            let found = house.facilities.iter().filter(|(_, facility)| holds(facility));
            found.map(|(number, _)| *number).collect()
        };
        let open = with(|it| {
            use FacilityStatus as S;
            !matches!(it.status, S::Rejected | S::Withdrawn | S::Settled)
        });
        let wanted = match self.random.between(0, 9) {
            0 => with(|_| true),
            1 => with(|it| it.status == FacilityStatus::Settled),
            2..=6 => with(Facility::is_live),
            _ => open.clone(),
        };
        let chosen = self.random.one_of(&wanted).or_else(|| self.random.one_of(&open));
        let (Some(number), false) = (chosen, open.len() < OPEN_MAX && self.random.one_in(6)) else {
            let (number, terms) = (self.number(), terms(&mut self.random));
            let by = self.holder(organization, Role::CreditOfficer);
            return (by, Act::CreateFacility(number, terms));
        };
        let today = house.today(at);
        let facility = &house.facilities[&number];
        let (maker, (role, act)) = (facility.maker, act_on(&mut self.random, facility, today));
        let holder = self.holder(organization, role);
        let is_own = role == Role::CreditOfficer && self.random.one_in(2);
        let by = if is_own { maker } else { holder };
        (by, Act::Facility(number, act))
    }
}

/// Terms of any product, with amounts that do not divide evenly.
fn terms(random: &mut Random) -> Terms {
    use {ProductType as P, ScheduleMethod as M};
    let (product, method) = random.weighted(&[
        (3, (P::Murabaha, M::StraightLine)),
        (2, (P::Ijarah, M::Level)),
        (1, (P::Ijarah, M::EqualPrincipal)),
        (2, (P::DiminishingMusharakah, M::EqualPrincipal)),
        (1, (P::DiminishingMusharakah, M::Level)),
    ]);
    let cost = Amount(random.between(10_000_000, 5_000_000_000));
    let parts = random.between(0, 4);
    let is_murabaha = product == P::Murabaha;
    Terms {
        product,
        method,
        cost,
        down_payment: cost.share(parts, 10, 1),
        rate: if is_murabaha { 0 } else { random.between(0, 2_500) },
        profit: if is_murabaha { cost.share(random.between(0, 400), 1_000, 1) } else { Amount(0) },
        periods: random.between(3, 24),
        periods_per_year: random.weighted(&[(8, 12), (1, 4), (1, 26), (1, 52)]),
    }
}

fn act_on(random: &mut Random, facility: &Facility, today: NaiveDate) -> (Role, FacilityAct) {
    use FacilityAct as A;
    use Role as R;
    match facility.status {
        FacilityStatus::Draft => {
            (R::CreditOfficer, random.weighted(&[(9, A::Submit), (1, A::Withdraw)]))
        }
        FacilityStatus::PendingReview | FacilityStatus::Rejected => {
            (R::CreditReviewer, random.weighted(&[(9, A::Approve), (1, A::Reject)]))
        }
        FacilityStatus::ShariahReview | FacilityStatus::Withdrawn => random
            .weighted(&[(9, (R::ShariahOfficer, A::Approve)), (1, (R::CreditReviewer, A::Reject))]),
        FacilityStatus::Approved => {
            let act = if facility.is_asset_owned { A::Activate } else { A::RecordOwnership };
            (R::ShariahOfficer, random.weighted(&[(9, act), (1, A::Activate)]))
        }
        FacilityStatus::Settled => {
            let last = facility.payments.len().saturating_sub(1);
            let act = random.weighted(&[(1, A::Reverse(last)), (2, A::TransferTitle)]);
            (R::ShariahOfficer, act)
        }
        FacilityStatus::Active | FacilityStatus::Overdue | FacilityStatus::NonAccrual => {
            live_act(random, facility, today)
        }
    }
}

fn live_act(random: &mut Random, facility: &Facility, today: NaiveDate) -> (Role, FacilityAct) {
    use FacilityAct as A;
    use Role as R;
    let on = match random.between(0, 9) {
        0 => today + TimeDelta::days(random.between(0, 1)),
        1 | 2 => today - TimeDelta::days(random.between(1, 25)),
        _ => today,
    };
    let amount = amount(random, facility, on);
    let quoted = facility.quote(on).total();
    let last = facility.payments.len().saturating_sub(1);
    let number = if random.one_in(4) { random.between(0, last) } else { last };
    let by = |role: Role, weight: u64, act: FacilityAct| (weight, (role, act));
    let is_suspended = facility.status == FacilityStatus::NonAccrual;
    let stop = if facility.days_past_due(today, 0) > 60 { 8 } else { 2 };
    random.weighted(&[
        by(R::Cashier, 24, A::Pay { amount, on }),
        by(R::Cashier, 2, A::Settle { amount: quoted, on }),
        by(R::Cashier, 1, A::Settle { amount, on }),
        by(R::ShariahOfficer, if facility.payments.is_empty() { 1 } else { 6 }, A::Reverse(number)),
        by(R::ShariahOfficer, 2, A::Evaluate { as_of: on }),
        by(R::ShariahOfficer, if is_suspended { 1 } else { stop }, A::StopAccrual),
        by(R::ShariahOfficer, if is_suspended { 6 } else { 1 }, A::ResumeAccrual),
        by(R::ShariahOfficer, if facility.is_exhausted() { 20 } else { 1 }, A::WaiveProfit),
        by(R::ShariahOfficer, 1, A::TransferTitle),
    ])
}

/// An amount around those that matter: the next amount due, parts and multiples of it, the
/// settlement amount, and amounts that are refused.
fn amount(random: &mut Random, facility: &Facility, on: NaiveDate) -> Amount {
    let due = facility.next_due().map_or(Amount(1), |(_, amount)| amount);
    let quoted = facility.quote(on).total();
    if facility.status == FacilityStatus::NonAccrual && random.one_in(3) {
        return facility.outstanding();
    }
    match random.between(0, 13) {
        0 => Amount(random.between(0, 1)),
        1 => quoted,
        2 => quoted + Amount(1),
        3 => facility.outstanding(),
        4 | 5 => due.share(random.between(1, 9), 10, 1),
        6 => due + Amount(1),
        7 => due.share(random.between(11, 60), 10, 1),
        8 => facility.arrears(on, 0),
        _ => due,
    }
}
