//! Closed periods: they accept no postings, and their payments are reversed after them.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::audit::AuditQuery;
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::facility::Facility;
use shared::credit::payment::Payment;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::{Code, Result};
use shared::money::Money;

use crate::credit_desk::{
    CreditDesk, Terms, because, code, date, money, receipt, settlement, total,
};

on_both!(
    nothing_is_posted_to_a_closed_day,
    a_day_is_closed_by_finance_and_opened_again_by_an_administrator_alone,
    a_posting_in_a_closed_period_is_reversed_on_the_first_open_day,
    the_books_of_a_closed_day_do_not_change_any_more,
    while_today_is_closed_nothing_is_undone,
    no_profit_is_waived_on_a_closed_day_in_either_presentation,
    a_waiver_that_is_reversed_later_stays_in_the_reports_of_its_closed_day,
    a_settlement_that_is_reversed_later_stays_in_the_portfolio_of_its_closed_day,
    no_payment_slips_into_a_period_that_is_being_closed,
);

const MONTH_END: &str = "2026-01-31";

async fn close(desk: &CreditDesk, day: &str) -> Result<ClosedPeriod> {
    let closed_through = (!day.is_empty()).then(|| date(day));
    let periods = desk.world.service.closed_periods();
    periods.change(&desk.finance, ClosedPeriod { closed_through }).await
}

async fn nothing_is_posted_to_a_closed_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let small = desk.live(Terms::SMALL).await;
    let approved = desk.reach(ProductType::Ijarah, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &approved).await.unwrap();
    close(&desk, MONTH_END).await.unwrap();
    let before = desk.dump().await;
    let payments = desk.world.service.payments();
    for input in [receipt("20", MONTH_END), settlement("110", MONTH_END)] {
        let preview = payments.preview(&desk.cashier, &small, input.clone()).await;
        assert_eq!(code(preview), Code::PeriodClosed);
        assert_eq!(code(desk.record(&small, input).await), Code::PeriodClosed);
    }
    assert_eq!(code(desk.perform("activate", &desk.shariah, &approved).await), Code::PeriodClosed);
    assert_eq!(desk.dump().await, before);
    desk.go_to("2026-02-01");
    desk.pay(&small, "20", "2026-02-01").await.unwrap();
    desk.perform("activate", &desk.shariah, &approved).await.unwrap();
}

async fn a_day_is_closed_by_finance_and_opened_again_by_an_administrator_alone(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-02-10").await;
    let periods = desk.world.service.closed_periods();
    assert_eq!(periods.find(&desk.finance).await.unwrap(), ClosedPeriod::default());
    for by in [&desk.cashier, &desk.shariah, &desk.world.md] {
        assert_eq!(code(periods.find(by).await), Code::Forbidden);
        assert_eq!(code(periods.change(by, ClosedPeriod::default()).await), Code::Forbidden);
    }
    assert_eq!(code(close(&desk, "2026-02-11").await), Code::ValidationFailed);
    close(&desk, MONTH_END).await.unwrap();
    close(&desk, "2026-02-10").await.unwrap();
    for earlier in [MONTH_END, ""] {
        assert_eq!(code(close(&desk, earlier).await), Code::Forbidden);
    }
    let before = desk.dump().await;
    close(&desk, "2026-02-10").await.unwrap();
    assert_eq!(desk.dump().await, before);
    let open = ClosedPeriod { closed_through: Some(date(MONTH_END)) };
    assert_eq!(periods.change(&desk.world.admin, open).await.unwrap(), open);
    assert_eq!(periods.find(&desk.finance).await.unwrap(), open);
    let trail = desk.world.service.audit().list(&desk.world.admin, AuditQuery::default()).await;
    let mut changes = trail.unwrap().data.into_iter();
    let newest = changes.find(|it| it.action.as_str() == "closed_period.changed").unwrap();
    assert_eq!(newest.fields, ["closedThrough=2026-02-10→2026-01-31"]);
    let foreign = periods.find(&desk.world.foreign_admin).await.unwrap();
    assert_eq!(foreign, ClosedPeriod::default());
}

async fn a_posting_in_a_closed_period_is_reversed_on_the_first_open_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let small = desk.live(Terms::SMALL).await;
    let paid = desk.pay(&small, "20", MONTH_END).await.unwrap();
    desk.go_to("2026-02-10");
    close(&desk, MONTH_END).await.unwrap();
    let undone = desk.undo(&small, &paid).await.unwrap();
    let journals = desk.world.service.facilities().journals(&desk.finance, &small).await.unwrap();
    let contra = journals.iter().find(|it| Some(it.id) == undone.reversal_journal_id).unwrap();
    assert_eq!(contra.date, date("2026-02-01"));
    assert_eq!(contra.reversal_of, Some(paid.journal_entry_id));
    assert_eq!(desk.facility(&small).await.outstanding_principal, money("100"));
    desk.ties_out().await;
    let open = desk.pay(&small, "20", "2026-02-05").await.unwrap();
    let undone = desk.undo(&small, &open).await.unwrap();
    let journals = desk.world.service.facilities().journals(&desk.finance, &small).await.unwrap();
    let contra = journals.iter().find(|it| Some(it.id) == undone.reversal_journal_id).unwrap();
    assert_eq!(contra.date, date("2026-02-05"), "an open day is kept");
}

async fn the_books_of_a_closed_day_do_not_change_any_more(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let references = [
        desk.live(Terms::SMALL).await,
        desk.live(Terms::LEASE).await,
        desk.live(Terms::HOUSE).await,
    ];
    let mut paid = Vec::new();
    desk.go_to("2026-03-31");
    for reference in &references {
        paid.push(desk.pay(reference, "3000", "2026-03-31").await);
        paid.push(desk.pay(reference, "20", "2026-03-31").await);
    }
    let reports = desk.world.service.credit_reports();
    let books = async || {
        let day = Some(date("2026-03-31"));
        let portfolio = reports.portfolio(&desk.finance, day).await.unwrap();
        assert!(portfolio.tie_out.agrees(), "{portfolio:?}");
        let income = reports.income(&desk.finance, None, day).await.unwrap();
        let journals = desk.world.service.journals();
        let balance = journals.trial_balance(&desk.finance, None, day).await.unwrap();
        (portfolio.totals, portfolio.tie_out, income, balance)
    };
    let closed = books().await;
    desk.go_to("2026-04-10");
    close(&desk, "2026-03-31").await.unwrap();
    for reference in &references {
        let page = shared::page::PageRequest::default();
        let list = desk.world.service.payments().list(&desk.finance, reference, page).await;
        for payment in list.unwrap().data {
            desk.undo(reference, &payment).await.unwrap();
            let now = books().await;
            assert_eq!((now.0, now.1, &now.3), (closed.0, closed.1, &closed.3), "{reference}");
        }
        desk.pay(reference, "10", "2026-04-05").await.unwrap();
        let now = books().await;
        assert_eq!((now.0, now.1, &now.2), (closed.0, closed.1, &closed.2), "{reference}");
    }
    let received = paid.iter().flatten().map(|payment| payment.amount);
    let received = Money::total(received).unwrap();
    let income = reports.income(&desk.finance, None, None).await.unwrap();
    let [march, april] = ["2026-03", "2026-04"]
        .map(|month| income.collections.iter().find(|it| it.month == month).unwrap().received);
    assert_eq!(march, received);
    assert_eq!(march + april, total("30"));
}

async fn while_today_is_closed_nothing_is_undone(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let small = desk.live(Terms::SMALL).await;
    let paid = desk.pay(&small, "20", MONTH_END).await.unwrap();
    close(&desk, MONTH_END).await.unwrap();
    let before = desk.dump().await;
    assert_eq!(code(desk.undo(&small, &paid).await), Code::PeriodClosed);
    assert_eq!(desk.dump().await, before);
    desk.go_to("2026-02-01");
    desk.undo(&small, &paid).await.unwrap();
}

/// A facility on non-accrual whose principal is received today.
async fn suspended(desk: &CreditDesk) -> (String, Payment) {
    let reference = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &reference, because("Hardship")).await.unwrap();
    let paid = desk.pay(&reference, "100", MONTH_END).await.unwrap();
    (reference, paid)
}

async fn waive(desk: &CreditDesk, reference: &str) -> Result<Facility> {
    let facilities = desk.world.service.facilities();
    facilities.waive_profit(&desk.shariah, reference, because("Hardship")).await
}

async fn no_profit_is_waived_on_a_closed_day_in_either_presentation(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let (net, _) = suspended(&desk).await;
    desk.show_gross().await;
    let (gross, _) = suspended(&desk).await;
    close(&desk, MONTH_END).await.unwrap();
    let before = desk.dump().await;
    for reference in [&net, &gross] {
        assert_eq!(code(waive(&desk, reference).await), Code::PeriodClosed);
    }
    assert_eq!(desk.dump().await, before);
    desk.go_to("2026-02-01");
    for reference in [&net, &gross] {
        waive(&desk, reference).await.unwrap();
    }
}

async fn a_waiver_that_is_reversed_later_stays_in_the_reports_of_its_closed_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let (net, net_paid) = suspended(&desk).await;
    desk.show_gross().await;
    let (gross, gross_paid) = suspended(&desk).await;
    for reference in [&net, &gross] {
        waive(&desk, reference).await.unwrap();
    }
    desk.go_to("2026-02-10");
    close(&desk, MONTH_END).await.unwrap();
    let reports = desk.world.service.credit_reports();
    let unearned = async |day: &str| {
        let portfolio = reports.portfolio(&desk.finance, Some(date(day))).await.unwrap();
        (portfolio.totals.outstanding_principal, portfolio.totals.unearned_profit)
    };
    let waived = async |from: &str, to: &str| {
        let days = (Some(date(from)), Some(date(to)));
        reports.income(&desk.finance, days.0, days.1).await.unwrap().totals.waived
    };
    assert_eq!(unearned(MONTH_END).await, (total("0"), total("0")));
    let closed = waived("2026-01-01", MONTH_END).await;
    for (reference, paid) in [(&net, &net_paid), (&gross, &gross_paid)] {
        desk.undo(reference, paid).await.unwrap();
    }
    assert_eq!(unearned(MONTH_END).await, (total("0"), total("0")));
    assert_eq!(waived("2026-01-01", MONTH_END).await, closed);
    assert_eq!(unearned("2026-02-01").await, unearned("2026-02-10").await);
    assert_eq!(unearned("2026-02-01").await.0, total("200"));
    assert_eq!(waived("2026-01-01", "2026-02-10").await, total("0"));
    desk.ties_out().await;
}

async fn a_settlement_that_is_reversed_later_stays_in_the_portfolio_of_its_closed_day(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let settled = desk.live(Terms::SMALL).await;
    let settling = desk.record(&settled, settlement("110", MONTH_END)).await.unwrap();
    let (waived, paid) = suspended(&desk).await;
    waive(&desk, &waived).await.unwrap();
    desk.go_to("2026-02-10");
    close(&desk, MONTH_END).await.unwrap();
    let reports = desk.world.service.credit_reports();
    let statuses = async |day: &str| {
        let portfolio = reports.portfolio(&desk.finance, Some(date(day))).await.unwrap();
        portfolio.rows.iter().map(|row| (row.status, row.count)).collect::<Vec<_>>()
    };
    assert_eq!(statuses(MONTH_END).await, [(FacilityStatus::Settled, 2)]);
    desk.undo(&settled, &settling).await.unwrap();
    desk.undo(&waived, &paid).await.unwrap();
    assert_eq!(statuses(MONTH_END).await, [(FacilityStatus::Settled, 2)]);
    let reopened = [(FacilityStatus::Active, 1), (FacilityStatus::NonAccrual, 1)];
    assert_eq!(statuses("2026-02-01").await, reopened);
    assert_eq!(statuses("2026-02-10").await, reopened);
}

/// In any order of events: once the period is closed, its balance is final.
async fn no_payment_slips_into_a_period_that_is_being_closed(db: TestDatabase) {
    let desk = CreditDesk::on(db, MONTH_END).await;
    let mut references = Vec::new();
    for _ in 0..8 {
        references.push(desk.live(Terms::LEASE).await);
    }
    let cash_once_closed = async {
        close(&desk, MONTH_END).await.unwrap();
        desk.balance("cash").await
    };
    let paying = references.iter().map(|reference| desk.pay(reference, "100", MONTH_END));
    let (cash, paid) = futures::join!(cash_once_closed, join_all(paying));
    for refused in paid.iter().filter(|paid| paid.is_err()) {
        assert_eq!(refused.as_ref().unwrap_err().code(), Code::PeriodClosed);
    }
    assert_eq!(desk.balance("cash").await, cash);
}
