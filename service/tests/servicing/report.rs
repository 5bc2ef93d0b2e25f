//! Reports.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::report::{IncomeTotals, PortfolioReport, PortfolioRow};
use shared::credit::vocabulary::{
    AgeingBucket, ComplianceRule, FacilityStatus, LineKind, ProductType,
};
use shared::error::Code;
use shared::total::Total;

use crate::credit_desk::{CreditDesk, Terms, as_of, because, code, date, settlement, total};

on_both!(
    the_portfolio_shows_the_arrears_of_today_and_of_past_days,
    a_past_day_knows_nothing_of_payments_that_were_undone_since,
    a_payment_that_is_recorded_again_on_its_day_counts_once,
    income_goes_by_value_date_and_a_reversal_takes_it_back,
    profit_that_was_unpaid_before_the_non_accrual_is_suspended_too,
    collections_due_and_received_are_shown_side_by_side,
    lines_voided_by_an_extra_payment_do_not_fall_due,
    sums_beyond_the_largest_amount_are_exact,
    the_rules_of_the_shariah_are_counted,
    the_portfolio_and_the_income_leave_as_tables,
    reports_take_the_permission_and_stay_in_the_organization,
);

fn row(report: &PortfolioReport, product: ProductType, status: FacilityStatus) -> PortfolioRow {
    let row = report.rows.iter().find(|it| it.product_type == product && it.status == status);
    row.unwrap_or_else(|| panic!("{product} {status} in {report:?}")).clone()
}

async fn the_portfolio_shows_the_arrears_of_today_and_of_past_days(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let lease = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    facilities.create(&desk.officer, Terms::LEASE.input(desk.customer)).await.unwrap();
    desk.go_to("2026-03-02");
    facilities.overdue(&desk.shariah, &small, as_of(None)).await.unwrap();
    let quote = facilities.settlement_quote(&desk.finance, &lease, None).await.unwrap();
    let owed = quote.quote.total.to_string();
    let settled = desk.record(&lease, settlement(&owed, "2026-03-02")).await.unwrap();

    let reports = desk.world.service.credit_reports();
    let portfolio = async |day: &str| {
        let report = reports.portfolio(&desk.finance, Some(date(day))).await.unwrap();
        assert!(report.tie_out.difference.is_zero(), "{report:?}");
        assert_eq!(report.tie_out.schedules, report.totals.outstanding_principal);
        assert_eq!(report.ageing.len(), 7);
        report
    };
    let (murabaha, ijarah) = (ProductType::Murabaha, ProductType::Ijarah);
    let today = portfolio("2026-03-02").await;
    let late = row(&today, murabaha, FacilityStatus::Overdue);
    assert_eq!(late.overdue_amount, total("36.6666"));
    assert_eq!((late.count, late.outstanding_principal), (1, total("100")));
    assert_eq!(late.unearned_profit, Some(total("10")));
    let paid = row(&today, ijarah, FacilityStatus::Settled);
    assert_eq!((paid.count, paid.outstanding_principal), (1, total("0")));
    assert_eq!(today.totals.facility_amount, total("10100"));
    let young = &today.ageing[1];
    assert_eq!((young.bucket, young.count), (AgeingBucket::Days1To30, 1));

    let then = portfolio("2026-03-01").await;
    assert_eq!(row(&then, ijarah, FacilityStatus::Overdue).outstanding_principal, total("10000"));
    let late = row(&then, murabaha, FacilityStatus::Overdue);
    assert_eq!(late.overdue_amount, total("36.6666"));
    let then = portfolio("2026-02-28").await;
    assert_eq!(row(&then, ijarah, FacilityStatus::Active).overdue_amount, total("0"));
    assert_eq!(then.ageing[0].count, 2);
    assert_eq!(portfolio("2026-01-30").await.rows, []);

    // A reversed settlement counts on no day.
    desk.go_to("2026-03-10");
    desk.undo(&lease, &settled).await.unwrap();
    for day in ["2026-03-02", "2026-03-09", "2026-03-10"] {
        let then = portfolio(day).await;
        assert_eq!(then.totals.outstanding_principal, total("10100"), "{day}");
        let lease = row(&then, ijarah, FacilityStatus::Overdue);
        assert_eq!(lease.outstanding_principal, total("10000"), "{day}");
    }
}

/// An extra payment recalculates the lines; after its reversal no trace of that remains.
async fn a_past_day_knows_nothing_of_payments_that_were_undone_since(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    let lines = desk.lines(&lease).await;
    desk.go_to("2026-02-10");
    let extra = desk.pay(&lease, "6000", "2026-02-10").await.unwrap();
    assert!(extra.extra_amount.is_positive());
    desk.go_to("2026-03-31");
    let due = desk.facility(&lease).await.next_due.unwrap().amount.to_string();
    let second = desk.pay(&lease, &due, "2026-03-31").await.unwrap();
    desk.go_to("2026-04-10");
    for payment in [&second, &extra] {
        desk.undo(&lease, payment).await.unwrap();
    }
    let reports = desk.world.service.credit_reports();
    for day in ["2026-02-20", "2026-03-15", "2026-04-05"].map(date) {
        let late = lines.iter().filter(|line| line.payment_date < day);
        let late: Total = late.map(|line| Total::from(line.total_payment)).sum();
        let then = reports.portfolio(&desk.finance, Some(day)).await.unwrap().totals;
        assert_eq!((then.outstanding_principal, then.overdue_amount), (total("10000"), late));
    }
}

/// For instance a wrong reference: the money arrived on the same day.
async fn a_payment_that_is_recorded_again_on_its_day_counts_once(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-02-28");
    let wrong = desk.record(&small, settlement("110", "2026-02-28")).await.unwrap();
    desk.go_to("2026-03-10");
    desk.undo(&small, &wrong).await.unwrap();
    desk.record(&small, settlement("110", "2026-02-28")).await.unwrap();
    let reports = desk.world.service.credit_reports();
    let then = reports.portfolio(&desk.finance, Some(date("2026-03-05"))).await.unwrap();
    let paid = row(&then, ProductType::Murabaha, FacilityStatus::Settled);
    assert_eq!((paid.outstanding_principal, paid.unearned_profit), (total("0"), Some(total("0"))));
    assert!(then.ageing.iter().all(|it| it.outstanding_principal.is_zero()));
    let (from, to) = (Some(date("2026-02-01")), Some(date("2026-02-28")));
    let income = reports.income(&desk.finance, from, to).await.unwrap();
    assert_eq!(income.totals.recognised, total("10"));
    assert_eq!(income.collections[0].received, total("110"));
}

async fn income_goes_by_value_date_and_a_reversal_takes_it_back(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-30");
    let quote = desk.world.service.facilities();
    let quote = quote.settlement_quote(&desk.finance, &lease, Some(date("2026-02-28"))).await;
    let quote = quote.unwrap().quote;
    let paid =
        desk.record(&lease, settlement(&quote.total.to_string(), "2026-02-28")).await.unwrap();
    let reports = desk.world.service.credit_reports();
    let income = async |from: &str, to: &str| {
        let report = reports.income(&desk.finance, Some(date(from)), Some(date(to))).await;
        report.unwrap()
    };
    let zero = total("0");
    let totals = |recognised, waived| IncomeTotals { recognised, waived, suspended: zero };
    let february = income("2026-02-01", "2026-02-28").await;
    assert_eq!(february.totals, totals(total("50"), quote.profit_waived.into()));
    assert_eq!(february.rows[0].month, "2026-02");
    desk.undo(&lease, &paid).await.unwrap();
    for (from, to) in [("2026-02-01", "2026-02-28"), ("2026-04-01", "2026-04-30")] {
        assert_eq!(income(from, to).await.totals, totals(zero, zero));
    }
    let reversed =
        reports.income(&desk.finance, Some(date("2026-02-02")), Some(date("2026-02-01")));
    assert_eq!(code(reversed.await), Code::ValidationFailed);
}

async fn profit_that_was_unpaid_before_the_non_accrual_is_suspended_too(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.go_to("2026-03-05");
    desk.pay(&small, "1.3333", "2026-03-05").await.unwrap();
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Lost")).await.unwrap();
    desk.go_to("2026-04-05");
    let reports = desk.world.service.credit_reports();
    let suspended = async |from: &str, to: &str| {
        let report = reports.income(&desk.finance, Some(date(from)), Some(date(to))).await.unwrap();
        let months = report.rows.into_iter().map(|row| (row.month, row.suspended));
        months.collect::<Vec<_>>()
    };
    let month = |month: &str, amount| (month.to_owned(), total(amount));
    let all = suspended("2026-01-01", "2026-12-31").await;
    assert_eq!(all, [month("2026-02", "2"), month("2026-03", "3.3333")]);
    assert_eq!(suspended("2026-02-01", "2026-02-28").await, all[..1]);
}

const ALL_TEN: &str = "990000000000000.0000";

/// Ten of these exceed the sums of databases in 64 bits.
async fn sums_beyond_the_largest_amount_are_exact(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let large = Terms { cost: "99000000000000", price: "0.0003", ..Terms::SMALL };
    for _ in 0..9 {
        desk.live(large).await;
    }
    let facility = desk.live(large).await;
    desk.go_to("2026-02-28");
    let due = desk.facility(&facility).await.next_due.unwrap().amount.to_string();
    let whole = settlement("99000000000000.0003", "2026-02-28");
    let settled = desk.record(&facility, whole).await.unwrap();
    desk.undo(&facility, &settled).await.unwrap();
    desk.pay(&facility, &due, "2026-02-28").await.unwrap();

    let reports = desk.world.service.credit_reports();
    for day in ["2026-02-27", "2026-02-28"].map(date) {
        let report = reports.portfolio(&desk.finance, Some(day)).await.unwrap();
        assert_eq!(report.totals.facility_amount.to_string(), ALL_TEN);
        assert!(report.tie_out.difference.is_zero(), "{report:?}");
    }
    desk.go_to("2026-12-31");
    let late = reports.portfolio(&desk.finance, None).await.unwrap().totals;
    assert_eq!(late.outstanding_principal, late.overdue_amount - late.unearned_profit);
    let sum = late.overdue_amount + total(&due);
    assert_eq!(sum.to_string(), "990000000000000.0030");
    let income = reports.income(&desk.finance, None, None).await.unwrap().collections;
    let fell_due: Total = income.iter().map(|month| month.due).sum();
    assert_eq!(fell_due.to_string(), "990000000000000.0030");
    let balance =
        desk.world.service.journals().trial_balance(&desk.finance, None, None).await.unwrap();
    let originated = balance.rows.iter().find(|row| row.credit.to_string() == ALL_TEN);
    assert!(originated.is_some(), "{balance:?}");
    assert!(balance.totals.balance.is_zero());
}

async fn lines_voided_by_an_extra_payment_do_not_fall_due(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let lease = desk.live(Terms::LEASE).await;
    desk.pay(&lease, "8000", "2026-01-31").await.unwrap();
    let lines = desk.lines(&lease).await.into_iter();
    let left = lines.filter(|line| line.kind == LineKind::Scheduled).map(|line| {
        let month = line.payment_date.to_string()[..7].to_owned();
        (month, Total::from(line.total_payment))
    });
    let left: Vec<_> = left.collect();
    desk.go_to("2026-12-31");
    let reports = desk.world.service.credit_reports();
    let collections = reports.income(&desk.finance, None, None).await.unwrap().collections;
    let due: Vec<_> = collections.into_iter().skip(1).map(|it| (it.month, it.due)).collect();
    assert_eq!(due, left);
}

async fn collections_due_and_received_are_shown_side_by_side(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let settled = desk.live(Terms::SMALL).await;
    desk.go_to("2026-02-28");
    desk.pay(&small, "20", "2026-02-28").await.unwrap();
    let wrong = desk.pay(&small, "5", "2026-02-28").await.unwrap();
    desk.record(&settled, settlement("110", "2026-02-28")).await.unwrap();
    desk.go_to("2026-04-01");
    desk.undo(&small, &wrong).await.unwrap();
    let reports = desk.world.service.credit_reports();
    let collections = reports.income(&desk.finance, None, None).await.unwrap().collections;
    let collections: Vec<_> =
        collections.into_iter().map(|it| (it.month, it.due, it.received)).collect();
    let month = |month: &str, due, received| (month.to_owned(), total(due), total(received));
    assert_eq!(
        collections,
        [month("2026-02", "73.3332", "130"), month("2026-03", "36.6666", "0"),]
    );
}

async fn the_rules_of_the_shariah_are_counted(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let lease = desk.live(Terms::LEASE).await;
    let reports = desk.world.service.credit_reports();
    let report = reports.shariah_compliance(&desk.finance).await.unwrap();
    let owned = report.ownership_before_activation;
    assert_eq!((owned.compliant, owned.total), (2, 2));
    assert_eq!((report.same_person_approvals, report.exceptions), (0, vec![]));
    assert_eq!(report.income_while_non_accrual, total("0"));

    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Lost")).await.unwrap();
    desk.pay(&small, "5", "2026-01-31").await.unwrap();
    let undone = desk.pay(&lease, "5", "2026-01-31").await.unwrap();
    desk.undo(&lease, &undone).await.unwrap();
    desk.live(Terms { down: "0", ..Terms::HOUSE }).await;
    desk.run("UPDATE payments SET reversed_by_id = created_by_id WHERE reversed_at IS NOT NULL")
        .await;
    desk.run("UPDATE facilities SET asset_document_ref = NULL WHERE product_type = 'ijarah'").await;
    desk.run("UPDATE facilities SET activated_by_id = created_by_id WHERE product_type = 'ijarah'")
        .await;
    desk.run("UPDATE facilities SET asset_owned_at = NULL WHERE product_type = 'ijarah'").await;
    desk.run("UPDATE facilities SET approved_by_id = reviewed_by_id WHERE product_type = 'ijarah'")
        .await;
    desk.run(
        "INSERT INTO journal_entries SELECT organization_id, journal_id, 9, 'murabaha',
            'installment_profit', 'cash', 'murabaha_income', 7 FROM payments
            WHERE reversed_at IS NULL",
    )
    .await;
    let report = reports.shariah_compliance(&desk.finance).await.unwrap();
    assert_eq!(report.ownership_before_activation.compliant, 2);
    assert_eq!(report.same_person_approvals, 1);
    assert_eq!(report.income_while_non_accrual, total("0.0007"));
    let rules: Vec<_> = report.exceptions.iter().map(|exception| exception.rule).collect();
    assert_eq!(rules, ComplianceRule::ALL);
}

async fn reports_take_the_permission_and_stay_in_the_organization(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.live(Terms::SMALL).await;
    let reports = desk.world.service.credit_reports();
    let hr = &desk.world.hr;
    assert_eq!(code(reports.portfolio(hr, None).await), Code::Forbidden);
    assert_eq!(code(reports.income(hr, None, None).await), Code::Forbidden);
    assert_eq!(code(reports.shariah_compliance(hr).await), Code::Forbidden);
    let foreign = &desk.world.foreign_admin;
    assert_eq!(reports.portfolio(foreign, None).await.unwrap().rows, []);
    let future = reports.portfolio(&desk.finance, Some(date("2026-02-01"))).await;
    assert_eq!(code(future), Code::ValidationFailed);
}

async fn the_portfolio_and_the_income_leave_as_tables(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    desk.live(Terms::LEASE).await;
    desk.go_to("2026-03-02");
    desk.pay(&small, "36.6666", "2026-03-02").await.unwrap();
    let reports = desk.world.service.credit_reports();
    let past = reports.export_portfolio(&desk.finance, Some(date("2026-03-01"))).await.unwrap();
    let lines: Vec<_> = past.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "\u{feff}asOf,type,productType,status,bucket,count,facilityAmount,\
             outstandingPrincipal,overdueAmount,unearnedProfit",
            "2026-03-01,product,murabaha,overdue,,1,100.0000,100.0000,36.6666,10.0000",
            "2026-03-01,product,ijarah,overdue,,1,10000.0000,10000.0000,2531.3279,",
            "2026-03-01,ageing,,,current,0,,0.0000,,",
        ]
    );
    assert_eq!(lines[4], "2026-03-01,ageing,,,1-30,2,,10100.0000,,");
    assert_eq!(lines.len(), 10);
    let (from, to) = (Some(date("2026-02-01")), Some(date("2026-03-31")));
    let income = reports.export_income(&desk.finance, from, to).await.unwrap();
    let lines: Vec<_> = income.lines().collect();
    assert_eq!(
        lines,
        [
            "\u{feff}type,month,productType,recognised,waived,suspended,due,received",
            "income,2026-03,murabaha,3.3333,0.0000,0.0000,,",
            "collection,2026-02,,,,,2567.9945,0.0000",
            "collection,2026-03,,,,,0.0000,36.6666",
        ]
    );
    assert_eq!(code(reports.export_portfolio(&desk.world.hr, None).await), Code::Forbidden);
    assert_eq!(code(reports.export_income(&desk.world.hr, None, None).await), Code::Forbidden);
    let foreign = reports.export_income(&desk.world.foreign_admin, None, None).await.unwrap();
    assert_eq!(foreign.lines().count(), 1);
}
