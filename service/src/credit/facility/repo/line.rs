//! SQL of schedule lines.

use shared::credit::schedule::Line;
use shared::id::FacilityId;

use crate::transaction::{ReadTx, WriteTx};
use database::{Result, Row, statements};

statements! {
    READ = "SELECT period, payment_date, beginning_balance, principal_portion, profit_portion,
            ending_balance, provider_ownership, status, principal_paid, profit_paid, profit_waived
        FROM schedule_lines WHERE organization_id = $1 AND facility_id = $2 ORDER BY period";
    ADD = "INSERT INTO schedule_lines (organization_id, facility_id, period, payment_date,
            beginning_balance, principal_portion, profit_portion, ending_balance,
            provider_ownership, status, principal_paid, profit_paid, profit_waived)
        VALUES {rows: UUID, UUID, BIGINT, DATE, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, TEXT,
            BIGINT, BIGINT, BIGINT}";
    WRITE = "WITH given (period, payment_date, beginning_balance, principal_portion,
            profit_portion, ending_balance, provider_ownership, status, principal_paid,
            profit_paid, profit_waived)
            AS (VALUES {rows: BIGINT, DATE, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, TEXT, BIGINT,
                BIGINT, BIGINT})
        UPDATE schedule_lines SET payment_date = given.payment_date,
            beginning_balance = given.beginning_balance,
            principal_portion = given.principal_portion, profit_portion = given.profit_portion,
            ending_balance = given.ending_balance, provider_ownership = given.provider_ownership,
            status = given.status, principal_paid = given.principal_paid,
            profit_paid = given.profit_paid, profit_waived = given.profit_waived
        FROM given
        WHERE schedule_lines.organization_id = $1 AND schedule_lines.facility_id = $2
            AND schedule_lines.period = given.period";
}

/// The lines of one facility, by period.
pub(in crate::credit) async fn read_lines(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Vec<Line>> {
    tx.sql(READ).bind(facility).all().await
}

/// Writes the lines of a new facility.
pub(in crate::credit) async fn add_lines(
    tx: &mut WriteTx,
    facility: FacilityId,
    lines: &[Line],
) -> Result<()> {
    tx.insert(ADD, lines, |row, line| bind(row.bind(facility), line)).execute().await?;
    Ok(())
}

/// Writes the given lines, no others.
pub(in crate::credit) async fn write_lines<'l>(
    tx: &mut WriteTx,
    facility: FacilityId,
    lines: impl IntoIterator<Item = &'l Line>,
) -> Result<()> {
    tx.sql(WRITE).bind(facility).rows(lines, bind).execute().await?;
    Ok(())
}

fn bind(row: Row, line: &Line) -> Row {
    row.bind(i64::from(line.period))
        .bind(line.payment_date)
        .bind(line.beginning_balance)
        .bind(line.principal_portion)
        .bind(line.profit_portion)
        .bind(line.ending_balance)
        .bind(line.provider_ownership)
        .bind(line.status)
        .bind(line.principal_paid)
        .bind(line.profit_paid)
        .bind(line.profit_waived)
}
