//! Worked evaluations: late instalments, days past due, and the receipts that clear them.

use shared::credit::servicing::{Evaluation, Position, evaluate, mark, receive, resume};
use shared::credit::vocabulary::{AgeingBucket, CreditEvent, FacilityStatus, LineStatus};
use shared::error::Code;
use shared::money::Money;

use crate::servicing::{after, amount, non_accrual};
use crate::worked::{date, live};

fn on(day: &str, grace_days: u32) -> Evaluation {
    evaluate(&live("C01"), date(day), grace_days, 90)
}

#[test]
fn a_line_is_late_after_its_day_and_the_days_of_grace() {
    for (day, grace_days, days_past_due, status) in [
        ("2026-02-28", 0, 0, FacilityStatus::Active),
        ("2026-03-01", 0, 1, FacilityStatus::Overdue),
        ("2026-03-05", 5, 0, FacilityStatus::Active),
        ("2026-03-06", 5, 6, FacilityStatus::Overdue),
        ("2026-05-28", 0, 89, FacilityStatus::Overdue),
    ] {
        let evaluation = on(day, grace_days);
        assert_eq!((evaluation.days_past_due, evaluation.status), (days_past_due, status));
        assert!(!evaluation.non_accrual_eligible);
    }
    assert!(on("2026-05-29", 0).non_accrual_eligible);
}

#[test]
fn overdue_lines_stay_marked_when_an_earlier_day_is_evaluated() {
    let today = date("2026-04-01");
    let marked = |position: &Position, as_of: &str, grace_days| {
        let (status, lines) = mark(position, date(as_of), today, grace_days);
        let late = lines.iter().filter(|line| line.status == LineStatus::Overdue).count();
        (late, Position { lines, status, ..position.clone() })
    };
    let (late, position) = marked(&live("C01"), "2026-02-28", 0);
    assert_eq!((late, position.status), (0, FacilityStatus::Active));
    let (late, position) = marked(&position, "2026-03-01", 0);
    assert_eq!((late, position.status), (1, FacilityStatus::Overdue));
    let (late, position) = marked(&position, "2026-02-28", 0);
    assert_eq!((late, position.status), (1, FacilityStatus::Overdue));
    let (late, position) = marked(&position, "2026-04-01", 0);
    assert_eq!((late, position.status), (2, FacilityStatus::Overdue));
    // Overdue by a line that no evaluation has marked.
    let unmarked = Position { status: FacilityStatus::Overdue, ..live("C01") };
    let (late, unmarked) = marked(&unmarked, "2026-02-28", 0);
    assert_eq!((late, unmarked.status), (0, FacilityStatus::Overdue));
    // More days of grace than have passed: nothing is late today.
    let (late, position) = marked(&position, "2026-04-01", 60);
    assert_eq!((late, position.status), (0, FacilityStatus::Active));
}

#[test]
fn a_facility_with_only_profit_overdue_stays_on_accrual() {
    let position = live("C01");
    assert!(position.require_principal().is_ok());
    let mut lines = position.lines.clone();
    for line in &mut lines {
        line.principal_paid = line.principal_portion;
    }
    let position = Position { lines, ..position };
    assert_eq!(position.require_principal().unwrap_err().code(), Code::WrongState);
    let evaluation = evaluate(&position, date("2027-01-01"), 0, 90);
    assert_eq!(evaluation.status, FacilityStatus::Overdue);
    assert!(!evaluation.non_accrual_eligible);
}

#[test]
fn an_evaluation_returns_the_arrears() {
    let evaluation = on("2026-04-01", 0);
    assert_eq!(evaluation.outstanding_principal, amount("1600000"));
    assert_eq!(evaluation.overdue_principal, amount("26666.6666"));
    assert_eq!(evaluation.overdue_profit, amount("31866.6667"));
    assert_eq!(evaluation.overdue_amount, amount("58533.3333"));
    assert_eq!(evaluation.bucket, AgeingBucket::Days31To60);
    let next = evaluation.next_due.unwrap();
    assert_eq!((next.date, next.amount), (date("2026-02-28"), amount("29333.3333")));
    let draft = Position { status: FacilityStatus::Draft, ..live("C01") };
    let draft = evaluate(&draft, date("2026-04-01"), 0, 90);
    assert_eq!((draft.outstanding_principal, draft.next_due), (Money::ZERO, None));
    assert_eq!(draft.status, FacilityStatus::Draft);
}

#[test]
fn each_bucket_begins_a_day_after_the_one_before_it_ends() {
    let firsts = [0, 1, 31, 61, 91, 181, 366];
    for (bucket, first) in AgeingBucket::ALL.iter().zip(firsts) {
        assert_eq!(AgeingBucket::of(first), *bucket);
        assert!(first == 0 || AgeingBucket::of(first - 1) != *bucket);
    }
    assert_eq!(AgeingBucket::of(u32::MAX), AgeingBucket::Over365);
}

#[test]
fn a_payment_of_the_arrears_makes_an_overdue_facility_active() {
    let position = live("C01");
    let evaluated = on("2026-03-01", 0);
    let overdue = Position { lines: evaluated.lines, status: FacilityStatus::Overdue, ..position };
    let part = receive(&overdue, amount("29333.3332"), date("2026-03-01"), 0).unwrap();
    assert_eq!(part.status, FacilityStatus::Overdue);
    assert_eq!(part.lines[0].status, LineStatus::Overdue);
    let part = after(&overdue, &part);
    let cleared = receive(&part, amount("0.0001"), date("2026-03-01"), 0).unwrap();
    assert_eq!(cleared.status, FacilityStatus::Active);
    let back_dated = receive(&overdue, amount("1"), date("2026-02-20"), 0).unwrap();
    assert_eq!(back_dated.status, FacilityStatus::Overdue);
}

#[test]
fn income_is_recognised_again_when_no_late_line_owes_principal() {
    let position = non_accrual();
    let day = date("2026-06-15");
    assert_eq!(resume(&position, day, 0, 90).unwrap_err().code(), Code::WrongState);
    let receipt = receive(&position, amount("53333.3332"), day, 0).unwrap();
    let position = after(&position, &receipt);
    let resumed = resume(&position, day, 0, 90).unwrap();
    assert_eq!(resumed.status, FacilityStatus::Overdue);
    assert_eq!(resumed.overdue_profit, amount("63200"));
    let accruing = Position { status: resumed.status, lines: resumed.lines, ..position };
    assert!(resume(&accruing, day, 0, 90).is_err());
    let receipt = receive(&accruing, amount("63200"), day, 0).unwrap();
    assert_eq!(receipt.status, FacilityStatus::Active);
    assert_eq!(receipt.legs[0].event, CreditEvent::InstallmentProfit);
}
