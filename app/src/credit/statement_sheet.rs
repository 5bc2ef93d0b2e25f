//! A statement of account, for reading and printing.

use leptos::prelude::*;
use shared::credit::statement::{
    AccountStatement, MovementType, StatementMovement, StatementQuery,
};
use shared::credit::vocabulary::ProductType;
use shared::money::Money;

use super::payment_preview::refused;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::button::submit_button;
use crate::ui::card::Card;
use crate::ui::csv_link::csv_link;
use crate::ui::digits::number;
use crate::ui::facts::plain_facts;
use crate::ui::filter::day_field;
use crate::ui::label::Language;
use crate::ui::letterhead::print_button;
use crate::ui::page::PageHead;
use crate::ui::query::{parameter, with_query};
use crate::ui::table::{Cell, Column, Row, TableKind, table_of};
use crate::ui::time::short_date_text;

/// A page with the statement of account of a facility.
#[derive(Debug)]
pub(crate) struct StatementSheet {
    /// The path of the facility's page.
    pub(crate) facility: String,
    pub(crate) reference: String,
    pub(crate) product: ProductType,
    /// The parties and the subject, as labels and values.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// The path of the CSV export, for staff.
    pub(crate) csv: Option<String>,
    /// The path of the journals, for staff.
    pub(crate) ledger: Option<String>,
    /// The statement, or the reason why there is none for that period.
    pub(crate) statement: Result<AccountStatement, UiError>,
}

/// The period in the address; an invalid day counts as absent.
pub(crate) fn requested_period() -> StatementQuery {
    StatementQuery { from: parameter("from"), to: parameter("to") }
}

impl StatementSheet {
    pub(crate) fn view(self) -> AnyView {
        let i18n = use_i18n();
        let title = tu_string!(i18n, credit.statement.title);
        let address = format!("{}/statement", self.facility);
        let form = self.period_form(i18n, address);
        let csv = self.csv.as_ref().filter(|_| self.statement.is_ok());
        let csv = csv.map(|path| csv_link(i18n, self.csv_address(path)));
        let print = self.statement.is_ok().then(|| print_button(i18n));
        let content = match &self.statement {
            Err(error) => refused(i18n, tu_string!(i18n, credit.statement.refused), error),
            Ok(statement) => self.sheet(i18n, statement),
        };
        PageHead::new(title, "")
            .printed()
            .below(self.facility, self.reference, title)
            .actions(csv.into_iter().chain(print))
            .page((form, content))
    }

    fn csv_address(&self, path: &str) -> String {
        let period = self.statement.as_ref().ok();
        let days = period.map(|it| [format!("from={}", it.from), format!("to={}", it.to)]);
        with_query(path, days.into_iter().flatten())
    }

    /// The GET form for the first and the last day.
    fn period_form(&self, i18n: Language, address: String) -> AnyView {
        let shown =
            |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        let requested = requested_period();
        let (from, to) = match &self.statement {
            Ok(statement) => (Some(statement.from), Some(statement.to)),
            Err(_) => (requested.from, requested.to),
        };
        view! {
            <form
                class="filters no-print"
                aria-label=tu_string!(i18n, credit.statement.filters)
                action=address
            >
                {day_field("from", tu_string!(i18n, people.audit.from), shown(from))}
                {day_field("to", tu_string!(i18n, people.audit.to), shown(to))}
                <div class="button-row">
                    {submit_button(tu_string!(i18n, credit.statement.show))}
                </div>
            </form>
        }
        .into_any()
    }

    /// The parties, the period, and the movements between the opening and the closing balance.
    fn sheet(&self, i18n: Language, statement: &AccountStatement) -> AnyView {
        let days = tu_string!(
            i18n,
            credit.statement.period,
            from = short_date_text(i18n, statement.from),
            to = short_date_text(i18n, statement.to),
        );
        let balance = match self.product {
            ProductType::Murabaha => tu_string!(i18n, credit.statement.balance_price),
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                tu_string!(i18n, credit.statement.balance_principal)
            }
        };
        let none = statement.movements.is_empty().then(|| {
            view! { <p class="muted">{tu_string!(i18n, credit.statement.none)}</p> }.into_any()
        });
        let facts = Card::new("period", days).body(plain_facts(self.facts.clone()));
        view! {
            {facts}
            {none}
            {self.table(i18n, statement)}
            <p class="field-hint">{balance}</p>
        }
        .into_any()
    }

    fn table(&self, i18n: Language, statement: &AccountStatement) -> AnyView {
        let columns = [
            Column::Text(tu_string!(i18n, credit.portal.date)),
            Column::Text(tu_string!(i18n, credit.statement.description)),
            Column::Text(tu_string!(i18n, credit.portal.reference)),
            Column::Money(tu_string!(i18n, credit.side.debit)),
            Column::Money(tu_string!(i18n, credit.side.credit)),
            Column::Money(tu_string!(i18n, credit.balance.balance)),
        ];
        let (debits, credits) = statement.turnover();
        let opening = Row::total([
            Cell::head(short_date_text(i18n, statement.from)),
            Cell::text(tu_string!(i18n, credit.statement.opening)),
            Cell::Blank,
            Cell::Blank,
            Cell::Blank,
            Cell::money(statement.opening),
        ]);
        let closing = Row::total([
            Cell::head(short_date_text(i18n, statement.to)),
            Cell::text(tu_string!(i18n, credit.statement.closing)),
            Cell::Blank,
            Cell::money(debits),
            Cell::money(credits),
            Cell::money(statement.closing),
        ]);
        let movements = statement.movements.iter().map(|movement| self.row(i18n, movement));
        let rows = std::iter::once(opening).chain(movements).chain([closing]);
        table_of(TableKind::Dense, tu_string!(i18n, credit.statement.caption), &columns, rows)
    }

    fn row(&self, i18n: Language, movement: &StatementMovement) -> Row {
        let amount = |amount: Money| Cell::optional_money(amount.is_positive().then_some(amount));
        Row::from([
            Cell::head(short_date_text(i18n, movement.date)),
            Cell::text(self.description(i18n, movement)),
            reference(i18n, movement),
            amount(movement.debit),
            amount(movement.credit),
            Cell::money(movement.balance),
        ])
    }

    /// The type of the movement, linked to its journal for staff.
    fn description(&self, i18n: Language, movement: &StatementMovement) -> AnyView {
        let text = movement_label(i18n, movement.movement_type);
        let Some((ledger, journal)) = self.ledger.as_ref().zip(movement.journal_id) else {
            return text.into_any();
        };
        let address = format!("{ledger}#journal-{journal}");
        view! { <a href=address>{text}</a> }.into_any()
    }
}

/// The reference of a payment, or the number of the instalment that rent belongs to.
fn reference(i18n: Language, movement: &StatementMovement) -> Cell {
    if movement.reference.is_empty() {
        return Cell::Blank;
    }
    match movement.movement_type {
        MovementType::Rent | MovementType::RentReversed => {
            let period = number(&movement.reference);
            Cell::text(tu_string!(i18n, credit.statement.instalment, number = period))
        }
        MovementType::Sale
        | MovementType::Financing
        | MovementType::Payment
        | MovementType::EarlySettlement
        | MovementType::PaymentReversed
        | MovementType::ProfitWaived
        | MovementType::ProfitWaiverReversed => {
            let reference = movement.reference.clone();
            Cell::text(view! { <bdi>{reference}</bdi> })
        }
    }
}

fn movement_label(i18n: Language, movement: MovementType) -> &'static str {
    match movement {
        MovementType::Sale => tu_string!(i18n, credit.movement.sale),
        MovementType::Financing => tu_string!(i18n, credit.movement.financing),
        MovementType::Rent => tu_string!(i18n, credit.movement.rent),
        MovementType::RentReversed => tu_string!(i18n, credit.movement.rent_reversed),
        MovementType::Payment => tu_string!(i18n, credit.movement.payment),
        MovementType::EarlySettlement => tu_string!(i18n, credit.movement.early_settlement),
        MovementType::PaymentReversed => tu_string!(i18n, credit.movement.payment_reversed),
        MovementType::ProfitWaived => tu_string!(i18n, credit.movement.profit_waived),
        MovementType::ProfitWaiverReversed => {
            tu_string!(i18n, credit.movement.profit_waiver_reversed)
        }
    }
}
