//! The account of a customer on a facility, from which statements are drawn up.

use chrono::{DateTime, NaiveDate, Utc};

use super::{AccountStatement, MovementType, Period, StatementMovement};
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::ProductType;
use crate::id::JournalId;
use crate::money::Money;
use crate::total::Total;

/// The recorded facts of a live or settled facility.
///
/// The balance is the total owed: the remaining price of a murabaha, otherwise the outstanding
/// principal and the rent that is due and unpaid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The reference of the facility.
    pub facility_ref: String,
    /// The activation.
    pub origination: Origination,
    /// The rent of each line; none for a murabaha, whose profit is part of the price.
    pub rent: Vec<Rent>,
    /// The payments in the order in which they were recorded, including reversed ones.
    pub receipts: Vec<Receipt>,
    /// The waivers of suspended profit, including reversed ones.
    pub waivers: Vec<Waiver>,
}

/// The activation of a facility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origination {
    /// The product.
    pub product_type: ProductType,
    /// The value date.
    pub date: NaiveDate,
    /// The price of a murabaha, otherwise the facility amount.
    pub amount: Money,
    /// The origination journal.
    pub journal_id: JournalId,
}

/// The rent of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rent {
    /// The period of the line.
    pub period: u32,
    /// The due date.
    pub due_on: NaiveDate,
    /// The rent without the part that a settlement waived, which never fell due.
    pub amount: Money,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The value date.
    pub date: NaiveDate,
    /// The time of recording.
    pub recorded_at: DateTime<Utc>,
    /// The amount.
    pub amount: Money,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// True if it settled the facility by a quote.
    pub early_settlement: bool,
    /// The posted journal.
    pub journal_id: JournalId,
    /// The rent that it paid before the due date.
    pub advance: Vec<AdvanceRent>,
    /// Its reversal.
    pub reversal: Option<Reversal>,
}

/// Rent that was received before its due date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvanceRent {
    /// The period of the line.
    pub period: u32,
    /// The due date.
    pub due_on: NaiveDate,
    /// The received amount.
    pub amount: Money,
}

/// The reversal of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// The value date: that of the payment, or a later one if its day was closed.
    pub date: NaiveDate,
    /// The time of the reversal.
    pub recorded_at: DateTime<Utc>,
    /// The contra journal.
    pub journal_id: JournalId,
}

/// A waiver of suspended profit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// The value date.
    pub date: NaiveDate,
    /// The time of recording.
    pub recorded_at: DateTime<Utc>,
    /// The amount.
    pub amount: Money,
    /// The posted journal; none in net presentation.
    pub journal_id: Option<JournalId>,
    /// The time of the reversal.
    pub reversed_at: Option<DateTime<Utc>>,
    /// The contra journal.
    pub reversal_journal_id: Option<JournalId>,
}

/// A side of a movement.
#[derive(Clone, Copy, Debug)]
enum Side {
    Debit,
    Credit,
}

/// A movement before the balance is known. Movements of one day are ordered by the time of
/// recording; amounts that fall due have none and come first.
#[derive(Clone, Debug)]
struct Entry {
    date: NaiveDate,
    recorded_at: Option<DateTime<Utc>>,
    movement_type: MovementType,
    reference: String,
    side: Side,
    amount: Money,
    journal_id: Option<JournalId>,
}

impl Rent {
    /// The rent of a line.
    ///
    /// * `waived`: the part that an approver waived after it had fallen due.
    pub fn of(line: &Line, waived: Money) -> Self {
        // A settlement leaves the portion of the lines that it closes unchanged.
        let amount =
            if line.is_open() { line.profit_portion } else { sum([line.profit_paid, waived]) };
        Self { period: line.period, due_on: line.payment_date, amount }
    }
}

impl Receipt {
    /// Returns true if the payment was reversed before a day.
    fn is_reversed_before(&self, day: NaiveDate) -> bool {
        self.reversal.is_some_and(|reversal| reversal.date < day)
    }
}

impl Account {
    /// The statement of a period. Rent that falls due after today is not owed yet.
    pub fn statement(self, period: Period, today: NaiveDate) -> AccountStatement {
        let mut statement = AccountStatement::empty(self.facility_ref.clone(), period);
        let mut balance = Total::ZERO;
        for entry in self.entries(today) {
            if entry.date > period.to {
                break;
            }
            let movement = entry.movement(&mut balance);
            if movement.date < period.from {
                statement.opening = balance;
            } else {
                statement.movements.push(movement);
            }
        }
        statement.closing = balance;
        statement
    }

    /// Every movement until today, oldest first.
    fn entries(&self, today: NaiveDate) -> Vec<Entry> {
        let due = self.rent.iter().filter(|rent| rent.due_on <= today);
        let mut entries = vec![self.origination.entry()];
        entries.extend(due.filter_map(|rent| self.rent_due(*rent)));
        entries.extend(self.receipts.iter().flat_map(receipt_entries));
        entries.extend(self.waivers.iter().flat_map(|waiver| self.waiver_entries(waiver)));
        // The sort is stable: entries recorded at the same time keep their order.
        entries.sort_by_key(|entry| (entry.date, entry.recorded_at));
        entries
    }

    /// The rent of a line that was not received before its due date. It is negative if a payment of
    /// a closed day reduced the rent after an earlier one had paid it.
    fn rent_due(&self, rent: Rent) -> Option<Entry> {
        let receipts = self.receipts.iter().filter(|it| !it.is_reversed_before(rent.due_on));
        let advance = receipts.flat_map(|receipt| &receipt.advance);
        let advance = advance.filter(|advance| advance.period == rent.period);
        let received = sum(advance.map(|advance| advance.amount));
        let rest = rent.amount.minus(received).unwrap_or_default();
        if rest.is_zero() {
            return None;
        }
        let entry = Entry {
            date: rent.due_on,
            recorded_at: None,
            movement_type: MovementType::Rent,
            reference: rent.period.to_string(),
            side: Side::Debit,
            amount: rest,
            journal_id: None,
        };
        if rest.is_positive() {
            return Some(entry);
        }
        let amount = received.minus(rent.amount).unwrap_or_default();
        let movement_type = MovementType::RentReversed;
        Some(Entry { movement_type, side: Side::Credit, amount, ..entry })
    }

    /// The entries of a waiver. Its reversal is part of that of the payment before it, and has the
    /// later of their value dates.
    fn waiver_entries(&self, waiver: &Waiver) -> Vec<Entry> {
        let entry = Entry {
            date: waiver.date,
            recorded_at: Some(waiver.recorded_at),
            movement_type: MovementType::ProfitWaived,
            reference: String::new(),
            side: Side::Credit,
            amount: waiver.amount,
            journal_id: waiver.journal_id,
        };
        let Some(reversed_at) = waiver.reversed_at else { return vec![entry] };
        let reversals = self.receipts.iter().filter_map(|receipt| receipt.reversal);
        let since = reversals.filter(|reversal| reversal.recorded_at >= waiver.recorded_at);
        let first = since.min_by_key(|reversal| reversal.recorded_at);
        let reversed = Entry {
            date: first.map_or(waiver.date, |reversal| reversal.date.max(waiver.date)),
            recorded_at: Some(reversed_at),
            movement_type: MovementType::ProfitWaiverReversed,
            side: Side::Debit,
            journal_id: waiver.reversal_journal_id,
            ..entry.clone()
        };
        vec![entry, reversed]
    }
}

impl Origination {
    fn entry(self) -> Entry {
        let movement_type = match self.product_type {
            ProductType::Murabaha => MovementType::Sale,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => MovementType::Financing,
        };
        Entry {
            date: self.date,
            recorded_at: None,
            movement_type,
            reference: String::new(),
            side: Side::Debit,
            amount: self.amount,
            journal_id: Some(self.journal_id),
        }
    }
}

/// The entries of a payment and of its reversal. Rent is owed from its receipt on if that is before
/// its due date; a reversal before the due date ends this.
fn receipt_entries(receipt: &Receipt) -> Vec<Entry> {
    let movement_type = if receipt.early_settlement {
        MovementType::EarlySettlement
    } else {
        MovementType::Payment
    };
    let entry = Entry {
        date: receipt.date,
        recorded_at: Some(receipt.recorded_at),
        movement_type,
        reference: receipt.reference.clone(),
        side: Side::Credit,
        amount: receipt.amount,
        journal_id: Some(receipt.journal_id),
    };
    let rent = |advance: &AdvanceRent| Entry {
        movement_type: MovementType::Rent,
        reference: advance.period.to_string(),
        side: Side::Debit,
        amount: advance.amount,
        journal_id: None,
        ..entry.clone()
    };
    let mut entries: Vec<_> = receipt.advance.iter().map(rent).collect();
    entries.push(entry.clone());
    let Some(reversal) = receipt.reversal else { return entries };
    let reversed = Entry {
        date: reversal.date,
        recorded_at: Some(reversal.recorded_at),
        movement_type: MovementType::PaymentReversed,
        side: Side::Debit,
        journal_id: Some(reversal.journal_id),
        ..entry.clone()
    };
    let not_due = receipt.advance.iter().filter(|advance| reversal.date < advance.due_on);
    let rent_reversed = not_due.map(|advance| Entry {
        date: reversal.date,
        recorded_at: Some(reversal.recorded_at),
        movement_type: MovementType::RentReversed,
        side: Side::Credit,
        ..rent(advance)
    });
    let rent_reversed: Vec<_> = rent_reversed.collect();
    entries.push(reversed);
    entries.extend(rent_reversed);
    entries
}

impl Entry {
    /// The movement, with the balance after it.
    fn movement(self, balance: &mut Total) -> StatementMovement {
        let (debit, credit) = match self.side {
            Side::Debit => (self.amount, Money::ZERO),
            Side::Credit => (Money::ZERO, self.amount),
        };
        *balance = *balance + debit.into() - credit.into();
        StatementMovement {
            date: self.date,
            movement_type: self.movement_type,
            reference: self.reference,
            debit,
            credit,
            balance: *balance,
            journal_id: self.journal_id,
        }
    }
}

#[cfg(test)]
mod tests;
