//! The meaning of stored whole numbers: exports give them as the API does.

use serde_json::Value;
use shared::credit::rate::Rate;
use shared::credit::schedule::Percent;
use shared::leave::days::Days;
use shared::money::Money;

use database::Cell;

/// The unit of a column of whole numbers. A column name has one unit in all tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A truth value.
    Flag,
    /// A count, a position or a version.
    Count,
    /// An amount, a score or a weight in ten-thousandths.
    Decimal,
    /// Days in halves.
    Days,
    /// A rate per year in millionths of a percent.
    Rate,
    /// A share in hundredths of a percent.
    Percent,
}

/// The unit of a column; none for a name that no exported column of whole numbers has.
pub fn unit(column: &str) -> Option<Unit> {
    let unit = match column {
        "early_settlement"
        | "enabled"
        | "end_half"
        | "extra_payment"
        | "is_blocked"
        | "is_manager_role"
        | "password_change_required"
        | "start_half" => Unit::Flag,
        "attempts"
        | "failed_attempts"
        | "feed_position"
        | "length"
        | "number"
        | "password_version"
        | "period"
        | "periods_per_year"
        | "position"
        | "revision"
        | "schedule_version"
        | "schedule_version_before"
        | "section_order"
        | "sort_order"
        | "term_periods"
        | "totp_failures"
        | "totp_last_step"
        | "year" => Unit::Count,
        "amount"
        | "asset_cost"
        | "beginning_balance"
        | "beginning_balance_before"
        | "behaviour_score"
        | "competency_score"
        | "down_payment"
        | "ending_balance"
        | "ending_balance_before"
        | "extra_amount"
        | "facility_amount"
        | "fixed_total_profit"
        | "instalment_unit"
        | "kpi_score"
        | "next_due_amount"
        | "outstanding_principal"
        | "overall_score"
        | "principal"
        | "principal_applied"
        | "principal_paid"
        | "principal_paid_before"
        | "principal_portion"
        | "principal_portion_before"
        | "profit"
        | "profit_applied"
        | "profit_paid"
        | "profit_paid_before"
        | "profit_portion"
        | "profit_portion_before"
        | "profit_waived"
        | "profit_waived_before"
        | "self_score"
        | "supervisor_score"
        | "weight" => Unit::Decimal,
        "days" => Unit::Days,
        "rate" => Unit::Rate,
        "provider_ownership" | "provider_ownership_before" => Unit::Percent,
        _ => return None,
    };
    Some(unit)
}

/// The value in JSON; a number out of the range of its unit is given as it is stored.
pub(super) fn value(column: &str, cell: Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Boolean(flag) => flag.into(),
        Cell::Text(text) => text.into(),
        Cell::Id(id) => id.to_string().into(),
        Cell::Integer(number) => {
            let value = match unit(column) {
                Some(Unit::Flag) => Some((number != 0).into()),
                Some(Unit::Decimal) => Some(Money::from_ten_thousandths(number).to_string().into()),
                Some(Unit::Days) => Some(Days::from_halves(number).number().into()),
                Some(Unit::Rate) => {
                    Rate::from_millionths(number).ok().map(|it| it.to_string().into())
                }
                Some(Unit::Percent) => {
                    Percent::from_hundredths(number).map(|it| it.to_string().into())
                }
                Some(Unit::Count) | None => None,
            };
            value.unwrap_or_else(|| number.into())
        }
    }
}
