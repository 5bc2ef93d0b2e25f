//! Journals: what the credit desk posted to the general ledger.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::payment::EarlierPayment;
use super::vocabulary::CreditEvent;
use crate::check::Checks;
use crate::error::Result;
use crate::id::{FacilityEventId, JournalId};
use crate::money::Money;
use crate::page::PageRequest;
use crate::total::Total;

/// One leg: an amount on one side of one account. The other side is zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    /// What happened.
    pub event_type: CreditEvent,
    /// The account, as it was mapped then.
    pub gl_account: String,
    /// What it was debited.
    pub debit: Money,
    /// What it was credited.
    pub credit: Money,
}

/// A journal: its debits and its credits are the same amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Journal {
    /// Its id.
    pub id: JournalId,
    /// The day in the books.
    pub date: NaiveDate,
    /// When it was posted.
    pub posted_at: DateTime<Utc>,
    /// The facility.
    pub facility_ref: String,
    /// Its legs, a debit and a credit for each event.
    pub lines: Vec<JournalLine>,
    /// The journal that this one undoes.
    pub reversal_of: Option<JournalId>,
}

/// What a list of journals is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalQuery {
    /// Only of this facility.
    pub facility_ref: Option<String>,
    /// Only from this value date on.
    pub from: Option<NaiveDate>,
    /// Only up to this value date.
    pub to: Option<NaiveDate>,
    /// Which page.
    pub page: PageRequest,
}

impl JournalQuery {
    /// Errors: 400 for texts that are too long and days outside the calendar.
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

/// One account of a trial balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrialBalanceRow {
    /// The account.
    pub gl_account: String,
    /// All that it was debited.
    pub debit: Total,
    /// All that it was credited.
    pub credit: Total,
    /// Debits less credits.
    pub balance: Total,
}

/// The sums of a trial balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialBalanceTotals {
    /// All debits.
    pub debit: Total,
    /// All credits.
    pub credit: Total,
    /// Debits less credits: 0.0000.
    pub balance: Total,
}

impl TrialBalanceRow {
    /// An account, from what was posted to either side of it.
    pub fn new(gl_account: String, debit: Total, credit: Total) -> Self {
        Self { gl_account, debit, credit, balance: debit - credit }
    }

    /// The accounts that journals posted to, by code.
    pub fn of(journals: &[Journal]) -> Vec<Self> {
        let mut accounts = BTreeMap::<&str, (Total, Total)>::new();
        for line in journals.iter().flat_map(|journal| &journal.lines) {
            let (debit, credit) = accounts.entry(&line.gl_account).or_default();
            *debit += line.debit.into();
            *credit += line.credit.into();
        }
        accounts
            .into_iter()
            .map(|(account, (debit, credit))| Self::new(account.to_owned(), debit, credit))
            .collect()
    }
}

impl TrialBalanceTotals {
    /// The sums of these accounts.
    pub fn of(rows: &[TrialBalanceRow]) -> Self {
        let debit: Total = rows.iter().map(|row| row.debit).sum();
        let credit: Total = rows.iter().map(|row| row.credit).sum();
        Self { debit, credit, balance: debit - credit }
    }
}

/// Every account with what was posted to it up to a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrialBalance {
    /// The last value date counted.
    pub as_of: NaiveDate,
    /// The accounts, by code.
    pub rows: Vec<TrialBalanceRow>,
    /// Their sums.
    pub totals: TrialBalanceTotals,
}

text_enum! {
    /// What can happen to a facility, as its timeline names it.
    FacilityEventType {
        /// It was structured.
        Created = "created",
        /// It was handed to the reviewer.
        Submitted = "submitted",
        /// The reviewer passed it.
        Reviewed = "reviewed",
        /// The Shariah officer passed it.
        ShariahApproved = "shariah_approved",
        /// It was turned down.
        Rejected = "rejected",
        /// Its maker gave the draft up.
        Withdrawn = "withdrawn",
        /// The house owns the asset.
        AssetOwned = "asset_owned",
        /// It came to life.
        Activated = "activated",
        /// Money was received.
        PaymentReceived = "payment_received",
        /// A payment was undone.
        PaymentReversed = "payment_reversed",
        /// A line became late.
        BecameOverdue = "became_overdue",
        /// Nothing is late any more.
        ArrearsCleared = "arrears_cleared",
        /// Income stopped being recognised.
        NonAccrual = "non_accrual",
        /// Income is recognised again.
        AccrualResumed = "accrual_resumed",
        /// Nothing is owed any more.
        Settled = "settled",
        /// The asset became the customer's.
        OwnershipTransferred = "ownership_transferred",
        /// A reversal put the asset back to who held it before.
        OwnershipReturned = "ownership_returned",
        /// Suspended profit was waived.
        ProfitWaived = "profit_waived",
        /// A reversal undid the waiver of suspended profit.
        ProfitWaiverReversed = "profit_waiver_reversed",
    }
}

impl FacilityEventType {
    /// True for what happens between the first figures and the decision about them.
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

/// Something that happened to a facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilityEvent {
    /// Its id.
    pub id: FacilityEventId,
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    #[serde(rename = "type")]
    pub event_type: FacilityEventType,
    /// Who; none for the service itself.
    pub actor_name: Option<String>,
    /// A reason, a document or an amount, in words.
    pub text: Option<String>,
    /// The journal that it posted.
    pub journal_id: Option<JournalId>,
    /// Of a payment: an earlier one of the facility that stood then and has the same reference. It
    /// may be the same money, recorded twice.
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
