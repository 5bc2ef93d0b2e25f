//! Journals: the postings of credit operations to the general ledger.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::Sub;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::payment::EarlierPayment;
use super::vocabulary::CreditEvent;
use crate::check::Checks;
use crate::date::strict_date;
use crate::error::{Error, FieldCode, Result};
use crate::extensible::Extensible;
use crate::id::{FacilityEventId, JournalId};
use crate::money::Money;
use crate::page::PageRequest;
use crate::total::Total;

/// One leg: an amount on one side of one account. The other side is zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    /// The event.
    pub event_type: CreditEvent,
    /// The account mapped at the time of posting.
    pub gl_account: String,
    /// The current name of the account, if it has one.
    pub gl_account_name: Option<String>,
    /// The debit amount.
    pub debit: Money,
    /// The credit amount.
    pub credit: Money,
}

/// A journal, whose debits and credits are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Journal {
    /// Its id.
    pub id: JournalId,
    /// The value date.
    pub date: NaiveDate,
    /// The time of posting.
    pub posted_at: DateTime<Utc>,
    /// The facility.
    pub facility_ref: String,
    /// Its legs, a debit and a credit for each event.
    pub lines: Vec<JournalLine>,
    /// The journal that this one reverses.
    pub reversal_of: Option<JournalId>,
}

/// The query parameters of a list of journals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalQuery {
    /// Only of this facility.
    pub facility_ref: Option<String>,
    /// Only from this value date on.
    #[serde(default, deserialize_with = "strict_date")]
    pub from: Option<NaiveDate>,
    /// Only up to this value date, inclusive.
    #[serde(default, deserialize_with = "strict_date")]
    pub to: Option<NaiveDate>,
    /// The requested page.
    pub page: PageRequest,
}

impl JournalQuery {
    /// Errors: 400 for overlong texts and days outside the calendar.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        if let Some(facility_ref) = &self.facility_ref {
            checks.text("facilityRef", facility_ref);
        }
        for (field, value) in [("from", self.from), ("to", self.to)] {
            if let Some(value) = value {
                checks.date(field, value);
            }
        }
        checks.finish()
    }
}

/// Errors: 400 for a day outside the calendar.
pub fn check_day(field: &str, day: NaiveDate) -> Result<()> {
    let mut checks = Checks::new();
    checks.date(field, day);
    checks.finish()
}

/// Errors: 400 if the range ends before it begins.
pub fn require_range(from: NaiveDate, to: NaiveDate) -> Result<()> {
    if from <= to {
        return Ok(());
    }
    let message = "The start date is after the end date.";
    Err(Error::field("from", FieldCode::OutOfRange, message))
}

/// The last day of a trial balance, which a request names `to` or `asOf`.
///
/// Errors: 400 for two different days.
pub fn last_day(to: Option<NaiveDate>, as_of: Option<NaiveDate>) -> Result<Option<NaiveDate>> {
    match (to, as_of) {
        (Some(to), Some(as_of)) if to != as_of => {
            let message = "Leave this out, or send the same day as to.";
            Err(Error::field("asOf", FieldCode::NotAllowed, message))
        }
        (Some(day), _) | (None, Some(day)) => Ok(Some(day)),
        (None, None) => Ok(None),
    }
}

/// Amounts by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sides {
    /// The total of debits.
    pub debit: Total,
    /// The total of credits.
    pub credit: Total,
}

impl Sides {
    /// The balance on its side, with zero on the other.
    pub fn balance(self) -> Self {
        let balance = self.debit - self.credit;
        if balance.is_positive() {
            Self { debit: balance, credit: Total::ZERO }
        } else {
            Self { debit: Total::ZERO, credit: Total::ZERO - balance }
        }
    }
}

impl Sub for Sides {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { debit: self.debit - other.debit, credit: self.credit - other.credit }
    }
}

impl Sum for Sides {
    fn sum<I: Iterator<Item = Self>>(sides: I) -> Self {
        sides.fold(Self::default(), |sum, it| Self {
            debit: sum.debit + it.debit,
            credit: sum.credit + it.credit,
        })
    }
}

/// One account of a trial balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrialBalanceRow {
    /// The account.
    pub gl_account: String,
    /// The current name of the account, if it has one.
    pub gl_account_name: Option<String>,
    /// The total of debits up to the day.
    pub debit: Total,
    /// The total of credits up to the day.
    pub credit: Total,
    /// Debits less credits.
    pub balance: Total,
    /// The balance before the first day, on its side; zero without a first day.
    pub opening: Sides,
    /// The postings from the first day on.
    pub movement: Sides,
    /// The balance at the end of the day, on its side.
    pub closing: Sides,
}

/// The totals of a trial balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialBalanceTotals {
    /// The total of debits up to the day.
    pub debit: Total,
    /// The total of credits up to the day.
    pub credit: Total,
    /// Debits less credits: 0.0000.
    pub balance: Total,
    /// The opening balances: both sides are equal.
    pub opening: Sides,
    /// The postings from the first day on: both sides are equal.
    pub movement: Sides,
    /// The closing balances: both sides are equal.
    pub closing: Sides,
}

impl TrialBalanceRow {
    /// An account with the totals posted to each side up to the last day, and before the first.
    pub fn new(gl_account: String, posted: Sides, before: Sides) -> Self {
        let Sides { debit, credit } = posted;
        Self {
            gl_account,
            gl_account_name: None,
            debit,
            credit,
            balance: debit - credit,
            opening: before.balance(),
            movement: posted - before,
            closing: posted.balance(),
        }
    }

    /// The same account with its name.
    #[must_use]
    pub fn named(self, gl_account_name: Option<String>) -> Self {
        Self { gl_account_name, ..self }
    }

    /// The accounts with postings in these journals, by code.
    pub fn of(journals: &[Journal]) -> Vec<Self> {
        let mut accounts = BTreeMap::<&str, (Sides, Option<&String>)>::new();
        for line in journals.iter().flat_map(|journal| &journal.lines) {
            let (posted, name) = accounts.entry(&line.gl_account).or_default();
            *name = line.gl_account_name.as_ref();
            posted.debit += line.debit.into();
            posted.credit += line.credit.into();
        }
        accounts
            .into_iter()
            .map(|(account, (posted, name))| {
                Self::new(account.to_owned(), posted, Sides::default()).named(name.cloned())
            })
            .collect()
    }
}

impl TrialBalanceTotals {
    /// The totals of these accounts.
    pub fn of(rows: &[TrialBalanceRow]) -> Self {
        let debit: Total = rows.iter().map(|row| row.debit).sum();
        let credit: Total = rows.iter().map(|row| row.credit).sum();
        Self {
            debit,
            credit,
            balance: debit - credit,
            opening: rows.iter().map(|row| row.opening).sum(),
            movement: rows.iter().map(|row| row.movement).sum(),
            closing: rows.iter().map(|row| row.closing).sum(),
        }
    }
}

/// Every account with its postings up to a day, and its balance before a first day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrialBalance {
    /// The first value date of the movements; none for all postings.
    pub from: Option<NaiveDate>,
    /// The last included value date.
    pub as_of: NaiveDate,
    /// The accounts, by code.
    pub rows: Vec<TrialBalanceRow>,
    /// The totals.
    pub totals: TrialBalanceTotals,
}

text_enum! {
    /// A type of event in the timeline of a facility.
    FacilityEventType {
        /// The facility was structured.
        Created = "created",
        /// It was submitted for review.
        Submitted = "submitted",
        /// The reviewer approved it.
        Reviewed = "reviewed",
        /// The Shariah officer approved it.
        ShariahApproved = "shariah_approved",
        /// It was rejected.
        Rejected = "rejected",
        /// Its maker withdrew the draft.
        Withdrawn = "withdrawn",
        /// The provider owns the asset.
        AssetOwned = "asset_owned",
        /// It was activated.
        Activated = "activated",
        /// A payment was received.
        PaymentReceived = "payment_received",
        /// A payment was reversed.
        PaymentReversed = "payment_reversed",
        /// An instalment became overdue.
        BecameOverdue = "became_overdue",
        /// No instalment is overdue any more.
        ArrearsCleared = "arrears_cleared",
        /// Income recognition was stopped.
        NonAccrual = "non_accrual",
        /// Income recognition was resumed.
        AccrualResumed = "accrual_resumed",
        /// Nothing is owed any more.
        Settled = "settled",
        /// The title of the asset passed to the customer.
        OwnershipTransferred = "ownership_transferred",
        /// A reversal returned the asset to its previous owner.
        OwnershipReturned = "ownership_returned",
        /// Suspended profit was waived.
        ProfitWaived = "profit_waived",
        /// A reversal also reversed the waiver of suspended profit.
        ProfitWaiverReversed = "profit_waiver_reversed",
    }
}

impl FacilityEventType {
    /// Returns true for events between the creation and the decision.
    pub const fn is_of_approval(self) -> bool {
        match self {
            Self::Created
            | Self::Submitted
            | Self::Reviewed
            | Self::ShariahApproved
            | Self::Rejected
            | Self::Withdrawn => true,
            Self::AssetOwned
            | Self::Activated
            | Self::PaymentReceived
            | Self::PaymentReversed
            | Self::BecameOverdue
            | Self::ArrearsCleared
            | Self::NonAccrual
            | Self::AccrualResumed
            | Self::Settled
            | Self::OwnershipTransferred
            | Self::OwnershipReturned
            | Self::ProfitWaived
            | Self::ProfitWaiverReversed => false,
        }
    }
}

/// An event of a facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilityEvent {
    /// Its id.
    pub id: FacilityEventId,
    /// The time.
    pub at: DateTime<Utc>,
    /// The type of event.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "openapi", schema(value_type = FacilityEventType))]
    pub event_type: Extensible<FacilityEventType>,
    /// The person; none for the service itself.
    pub actor_name: Option<String>,
    /// A reason, a document or an amount, as text.
    pub text: Option<String>,
    /// The posted journal.
    pub journal_id: Option<JournalId>,
    /// For a payment: an earlier payment of the facility that was not reversed by then and has the
    /// same reference. It may be the same money, recorded twice.
    pub same_reference: Option<EarlierPayment>,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn line(gl_account: &str, debit: i64, credit: i64) -> JournalLine {
        JournalLine {
            event_type: CreditEvent::Origination,
            gl_account: gl_account.to_owned(),
            gl_account_name: None,
            debit: Money::from_ten_thousandths(debit),
            credit: Money::from_ten_thousandths(credit),
        }
    }

    fn journal(lines: Vec<JournalLine>) -> Journal {
        Journal {
            id: JournalId(Uuid::nil()),
            date: NaiveDate::default(),
            posted_at: DateTime::UNIX_EPOCH,
            facility_ref: "CF-20260101-AAAA".to_owned(),
            lines,
            reversal_of: None,
        }
    }

    #[test]
    fn the_accounts_of_journals_have_what_either_side_was_posted_and_come_by_code() {
        let journals = [
            journal(vec![line("2000", 0, 300), line("1000", 300, 0)]),
            journal(vec![line("1010", 120, 0), line("1000", 0, 120)]),
        ];
        let rows = TrialBalanceRow::of(&journals);
        let shown: Vec<_> = rows
            .iter()
            .map(|row| {
                let figures = [row.debit, row.credit, row.balance].map(Total::ten_thousandths);
                (row.gl_account.as_str(), figures)
            })
            .collect();
        let accounts =
            [("1000", [300, 120, 180]), ("1010", [120, 0, 120]), ("2000", [0, 300, -300])];
        assert_eq!(shown, accounts);
        let totals = TrialBalanceTotals::of(&rows);
        assert_eq!(totals.debit.ten_thousandths(), 420);
        assert!(totals.balance.is_zero());
    }

    #[test]
    fn sums_of_an_account_hold_more_than_the_largest_amount() {
        let largest = i64::MAX;
        let journals: Vec<_> = (0..3)
            .map(|_| journal(vec![line("1000", largest, 0), line("2000", 0, largest)]))
            .collect();
        let rows = TrialBalanceRow::of(&journals);
        assert_eq!(rows[0].debit.ten_thousandths(), 3 * i128::from(largest));
        assert_eq!(rows[1].balance.ten_thousandths(), -3 * i128::from(largest));
    }
}
