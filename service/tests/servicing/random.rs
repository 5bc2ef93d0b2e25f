//! Random sequences of acts: after every step the books tie out, and a refusal writes nothing.

use service::database::test_support::TestDatabase;
use service::on_both;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::{Code, Result};
use shared::money::Money;

use super::{Desk, Terms, because, receipt, settlement};

on_both!(after_any_sequence_of_acts_the_books_tie_out);

/// How many facilities live through a sequence of their own, and how many acts each has.
const FACILITIES: usize = 30;
const ACTS: usize = 10;

/// Numbers that look random and are the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// One act on a facility on a day; what it answers does not matter here.
async fn act(desk: &Desk, dice: &mut Dice, reference: &str, day: &str) -> Result<()> {
    let facilities = desk.world.service.facilities();
    let facility = desk.facility(reference).await;
    let due = facility.next_due.map_or(Money::ZERO, |due| due.amount);
    let part = |share: u64| {
        let share = i64::try_from(share).unwrap() + 1;
        Money::from_ten_thousandths(due.ten_thousandths() / 7 * share).to_string()
    };
    match dice.roll(12) {
        0..=2 => desk.pay(reference, &part(dice.roll(6)), day).await.map(drop),
        3 | 4 => desk.pay(reference, &due.to_string(), day).await.map(drop),
        5 => desk.pay(reference, &part(20), day).await.map(drop),
        6 => {
            let quote = facilities.settlement_quote(&desk.cashier, reference, None).await?;
            let amount = quote.quote.total.to_string();
            desk.record(reference, settlement(&amount, day)).await.map(drop)
        }
        7 => facilities.overdue(&desk.shariah, reference, None).await.map(drop),
        8 => {
            let reason = because("Lost");
            facilities.stop_accrual(&desk.shariah, reference, reason).await.map(drop)
        }
        9 => {
            let reason = because("Cured");
            facilities.resume_accrual(&desk.shariah, reference, reason).await.map(drop)
        }
        _ => {
            let page = shared::page::PageRequest::default();
            let payments = desk.world.service.payments();
            let list = payments.list(&desk.finance, reference, page).await?.data;
            let Some(latest) = list.iter().find(|it| it.reversed_at.is_none()) else {
                return desk.record(reference, receipt("0.0001", day)).await.map(drop);
            };
            desk.undo(reference, latest).await.map(drop)
        }
    }
}

async fn after_any_sequence_of_acts_the_books_tie_out(db: TestDatabase) {
    let desk = Desk::new(db, "2026-01-01").await;
    let mut dice = Dice(0x5DEE_CE66_D1CE_CAFE);
    let terms = [Terms::SMALL, Terms::LEASE, Terms::HOUSE, Terms::MURABAHA];
    let mut settled = 0;
    for number in 0..FACILITIES {
        if number == FACILITIES / 2 {
            desk.show_gross().await;
        }
        desk.go_to("2026-01-01");
        let reference = desk.live(terms[number % terms.len()]).await;
        let mut day = super::date("2026-01-01");
        for _ in 0..ACTS {
            day = day + chrono::Days::new(dice.roll(40));
            desk.go_to(&day.to_string());
            let before = super::reversal::rows(&desk.world.db).await;
            if let Err(error) = act(&desk, &mut dice, &reference, &day.to_string()).await {
                let expected = [Code::WrongState, Code::AmountNotAccepted, Code::ValidationFailed];
                assert!(expected.contains(&error.code()), "{error:?}");
                assert_eq!(super::reversal::rows(&desk.world.db).await, before);
            }
            desk.ties_out().await;
        }
        let facility = desk.facility(&reference).await;
        settled += usize::from(facility.status == FacilityStatus::Settled);
    }
    assert!(settled > 0);
    let findings = desk.world.service.checkup().run().await.unwrap();
    assert_eq!(findings, []);
    let reports = desk.world.service.credit_reports();
    let report = reports.shariah_compliance(&desk.finance).await.unwrap();
    assert!(report.income_while_non_accrual.is_zero());
}
