//! An action whose trail, timeline or ledger cannot be written is rolled back.

use database::on_both;
use database::test_support::TestDatabase;
use service::job::{Job, JobReport};
use shared::credit::account_map::{AccountMapInput, AccountMappingInput};
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::vocabulary::{ProductType, Side};
use shared::error::Code;
use shared::organization::OrganizationPatch;
use shared::permission::Permission;

use super::actions::{ACTIONS, Action, FIRST_DAY, POSTING};
use crate::credit_desk::{CreditDesk, Terms, date};
use crate::support::Fault;

on_both!(
    no_act_on_a_facility_outlives_a_trail_or_a_timeline_that_cannot_be_written,
    a_posting_that_fails_half_way_leaves_nothing,
    a_waiver_in_gross_books_that_fails_half_way_leaves_nothing,
    the_account_map_does_not_change_without_its_trail,
    no_period_is_closed_without_its_trail,
    other_days_of_grace_mark_no_facility_whose_timeline_cannot_be_written,
    an_evaluation_by_the_daily_job_whose_timeline_cannot_be_written_marks_nothing,
);

async fn evaluate_daily(desk: &CreditDesk) -> JobReport {
    desk.world.service.jobs().run(Job::CreditOverdueEvaluation).await.unwrap().unwrap()
}

/// The action fails with the fault and writes nothing; without the fault it succeeds.
async fn fails_whole(desk: &CreditDesk, action: Action, table: &'static str) {
    let subject = action.subject(desk).await;
    let before = desk.dump().await;
    let fault = Fault::plant(&desk.world.db, table).await;
    let refused = action.attempt(desk, &subject, None).await;
    fault.remove().await;
    let code = refused.err().map(|error| error.code());
    assert_eq!(code, Some(Code::InternalError), "{action:?} {table}");
    assert!(desk.dump().await == before, "{action:?} has written although {table} has failed");
    action.attempt(desk, &subject, None).await.unwrap();
    assert!(desk.dump().await != before, "{action:?}");
}

async fn no_act_on_a_facility_outlives_a_trail_or_a_timeline_that_cannot_be_written(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    for action in ACTIONS {
        for table in ["audit_entries", "facility_events", "events"] {
            fails_whole(&desk, action, table).await;
        }
    }
}

async fn a_posting_that_fails_half_way_leaves_nothing(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    for action in POSTING {
        for table in ["journals", "journal_entries"] {
            fails_whole(&desk, action, table).await;
        }
    }
    for table in ["payments", "payment_lines"] {
        fails_whole(&desk, Action::Pay, table).await;
    }
    for table in ["profit_waivers", "profit_waiver_lines"] {
        fails_whole(&desk, Action::WaiveProfit, table).await;
    }
}

async fn a_waiver_in_gross_books_that_fails_half_way_leaves_nothing(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    desk.show_gross().await;
    for action in [Action::WaiveProfit, Action::ReverseWaived] {
        for table in ["journals", "journal_entries"] {
            fails_whole(&desk, action, table).await;
        }
    }
}

async fn the_account_map_does_not_change_without_its_trail(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    assert!(desk.finance.may(Permission::CreditConfigManage));
    let maps = desk.world.service.account_map();
    let change = || AccountMapInput {
        mappings: vec![AccountMappingInput {
            product_type: ProductType::Ijarah,
            event_type: "origination".to_owned(),
            side: Side::Credit,
            gl_account: Some("vendor_payable".to_owned()),
        }],
    };
    let before = (maps.find(&desk.finance).await.unwrap(), desk.dump().await);
    let fault = Fault::plant(&desk.world.db, "audit_entries").await;
    let refused = maps.change(&desk.finance, change()).await;
    fault.remove().await;
    assert_eq!(refused.unwrap_err().code(), Code::InternalError);
    assert_eq!((maps.find(&desk.finance).await.unwrap(), desk.dump().await), before);
    maps.change(&desk.finance, change()).await.unwrap();
}

async fn no_period_is_closed_without_its_trail(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let periods = desk.world.service.closed_periods();
    let change = || ClosedPeriod { closed_through: Some(date("2025-12-31")) };
    let before = desk.dump().await;
    let fault = Fault::plant(&desk.world.db, "audit_entries").await;
    let refused = periods.change(&desk.finance, change()).await;
    fault.remove().await;
    assert_eq!(refused.unwrap_err().code(), Code::InternalError);
    assert_eq!(periods.find(&desk.finance).await.unwrap(), ClosedPeriod::default());
    assert_eq!(desk.dump().await, before);
    periods.change(&desk.finance, change()).await.unwrap();
}

async fn other_days_of_grace_mark_no_facility_whose_timeline_cannot_be_written(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-03-05");
    evaluate_daily(&desk).await;
    let organizations = desk.world.service.organizations();
    let change = || OrganizationPatch { grace_days: Some(9), ..OrganizationPatch::default() };
    let before = (organizations.find(&desk.world.admin).await.unwrap(), desk.dump().await);
    for table in ["facility_events", "events", "audit_entries"] {
        let fault = Fault::plant(&desk.world.db, table).await;
        let refused = organizations.change(&desk.world.admin, change()).await;
        fault.remove().await;
        assert_eq!(refused.unwrap_err().code(), Code::InternalError, "{table}");
        let after = (organizations.find(&desk.world.admin).await.unwrap(), desk.dump().await);
        assert!(after == before, "{table}");
    }
    let revision = desk.find(&small).await.revision;
    organizations.change(&desk.world.admin, change()).await.unwrap();
    assert!(desk.find(&small).await.revision > revision);
}

async fn an_evaluation_by_the_daily_job_whose_timeline_cannot_be_written_marks_nothing(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    desk.live(Terms::SMALL).await;
    desk.go_to("2026-03-05");
    let before = desk.dump().await;
    for table in ["facility_events", "events"] {
        let fault = Fault::plant(&desk.world.db, table).await;
        let report = evaluate_daily(&desk).await;
        fault.remove().await;
        assert_eq!(report, JobReport { done: 0, failed: 1 }, "{table}");
        assert!(desk.dump().await == before, "{table}");
    }
    assert_eq!(evaluate_daily(&desk).await, JobReport { done: 1, failed: 0 });
}
