//! Every action on a facility, with a facility whose status allows it.

use serde::Serialize;
use service::Caller;
use shared::credit::facility::{AssetOwnedInput, RevisionInput, TransferInput};
use shared::credit::payment::{AsOfInput, PaymentInput, ReasonInput};
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Result;
use shared::event::EventType;
use shared::id::PaymentId;

use crate::credit_desk::{CreditDesk, Terms, because, receipt, settlement};
use crate::support::keyed;

/// An action on a facility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Create,
    Submit,
    Withdraw,
    Review,
    ShariahApprove,
    Reject,
    AssetOwned,
    Activate,
    Pay,
    PayOnNonAccrual,
    Settle,
    BuyLastUnit,
    Reverse,
    ReverseWaived,
    ReverseTransferred,
    Evaluate,
    StopAccrual,
    ResumeAccrual,
    WaiveProfit,
    TransferOwnership,
}

pub(crate) const ACTIONS: [Action; 20] = [
    Action::Create,
    Action::Submit,
    Action::Withdraw,
    Action::Review,
    Action::ShariahApprove,
    Action::Reject,
    Action::AssetOwned,
    Action::Activate,
    Action::Pay,
    Action::PayOnNonAccrual,
    Action::Settle,
    Action::BuyLastUnit,
    Action::Reverse,
    Action::ReverseWaived,
    Action::ReverseTransferred,
    Action::Evaluate,
    Action::StopAccrual,
    Action::ResumeAccrual,
    Action::WaiveProfit,
    Action::TransferOwnership,
];

/// The actions that post to the ledger, each with a preview.
pub(crate) const POSTING: [Action; 8] = [
    Action::Activate,
    Action::Pay,
    Action::PayOnNonAccrual,
    Action::Settle,
    Action::BuyLastUnit,
    Action::Reverse,
    Action::ReverseWaived,
    Action::ReverseTransferred,
];

pub(crate) const FIRST_DAY: &str = "2026-01-31";
const LATE_DAY: &str = "2026-03-31";

/// The target of an action, and the revision that its caller has seen.
#[derive(Debug, Default)]
pub(crate) struct Subject {
    pub(crate) reference: String,
    pub(crate) payment: Option<PaymentId>,
    /// The settlement amount.
    pub(crate) total: String,
    pub(crate) revision: Option<i64>,
}

impl Action {
    /// A facility whose status allows the action.
    pub(crate) async fn subject(self, desk: &CreditDesk) -> Subject {
        use FacilityStatus as S;
        desk.go_to(FIRST_DAY);
        let at = async |status| only(desk.reach(ProductType::Ijarah, status).await);
        match self {
            Self::Create | Self::Submit | Self::Withdraw => at(S::Draft).await,
            Self::Review | Self::Reject => at(S::PendingReview).await,
            Self::ShariahApprove => at(S::ShariahReview).await,
            Self::AssetOwned => at(S::Approved).await,
            Self::Activate => {
                let approved = at(S::Approved).await;
                desk.perform("asset_owned", &desk.shariah, &approved.reference).await.unwrap();
                approved
            }
            Self::Pay | Self::StopAccrual => only(desk.live(Terms::SMALL).await),
            Self::PayOnNonAccrual | Self::ResumeAccrual => only(stopped(desk).await),
            Self::Settle => quoted(desk, Terms::LEASE).await,
            Self::BuyLastUnit => quoted(desk, Terms::HOUSE).await,
            Self::Reverse => {
                let reference = desk.live(Terms::SMALL).await;
                let paid = desk.pay(&reference, "20", FIRST_DAY).await.unwrap();
                Subject { payment: Some(paid.payment_id), ..only(reference) }
            }
            Self::ReverseWaived => {
                let suspended = suspended(desk).await;
                waive(desk, &suspended.reference).await;
                suspended
            }
            Self::ReverseTransferred => {
                let settled = settled_lease(desk).await;
                transfer(desk, &settled.reference).await;
                settled
            }
            Self::Evaluate => {
                let reference = desk.live(Terms::SMALL).await;
                desk.go_to(LATE_DAY);
                only(reference)
            }
            Self::WaiveProfit => suspended(desk).await,
            Self::TransferOwnership => settled_lease(desk).await,
        }
    }

    /// Performs the action as the person responsible; returns its response as text.
    ///
    /// * `key`: the idempotency key of the request.
    pub(crate) async fn attempt(
        self,
        desk: &CreditDesk,
        subject: &Subject,
        key: Option<&str>,
    ) -> Result<String> {
        let (facilities, payments) =
            (desk.world.service.facilities(), desk.world.service.payments());
        let (at, revision) = (subject.reference.as_str(), subject.revision);
        let seen = RevisionInput { revision };
        let reason = ReasonInput { revision, ..because("Since it has to be") };
        let by = &self.by(desk, key);
        match self {
            Self::Create => text(facilities.create(by, desk.input(ProductType::Ijarah)).await),
            Self::Submit => text(facilities.review(by, at, seen).await),
            Self::Withdraw => text(facilities.withdraw(by, at, reason).await),
            Self::Review | Self::ShariahApprove => text(facilities.approve(by, at, seen).await),
            Self::Reject => text(facilities.reject(by, at, reason).await),
            Self::AssetOwned => {
                let document_ref = Some("Invoice 17".to_owned());
                let document = AssetOwnedInput { document_ref, revision };
                text(facilities.own_asset(by, at, document).await)
            }
            Self::Activate => text(facilities.activate(by, at, seen).await),
            Self::Pay | Self::PayOnNonAccrual => {
                let input = PaymentInput { revision, ..receipt("20", FIRST_DAY) };
                text(payments.record(by, at, input).await)
            }
            Self::Settle | Self::BuyLastUnit => {
                let input = PaymentInput { revision, ..settlement(&subject.total, FIRST_DAY) };
                text(payments.record(by, at, input).await)
            }
            Self::Reverse | Self::ReverseWaived | Self::ReverseTransferred => {
                text(payments.reverse(by, at, subject.payment.unwrap(), reason).await)
            }
            Self::Evaluate => {
                text(facilities.overdue(by, at, AsOfInput { as_of: None, revision }).await)
            }
            Self::StopAccrual => text(facilities.stop_accrual(by, at, reason).await),
            Self::ResumeAccrual => text(facilities.resume_accrual(by, at, reason).await),
            Self::WaiveProfit => text(facilities.waive_profit(by, at, reason).await),
            Self::TransferOwnership => {
                let deed = TransferInput { document_ref: "Deed 7".to_owned(), revision };
                text(facilities.transfer_ownership(by, at, deed).await)
            }
        }
    }

    /// The event that the action writes.
    pub(crate) fn event(self) -> EventType {
        match self {
            Self::Create => EventType::FacilityCreated,
            Self::Submit => EventType::FacilitySubmitted,
            Self::Withdraw => EventType::FacilityWithdrawn,
            Self::Review => EventType::FacilityReviewed,
            Self::ShariahApprove => EventType::FacilityApproved,
            Self::Reject => EventType::FacilityRejected,
            Self::AssetOwned => EventType::FacilityAssetOwned,
            Self::Activate => EventType::FacilityActivated,
            Self::Pay | Self::PayOnNonAccrual | Self::Settle | Self::BuyLastUnit => {
                EventType::PaymentRecorded
            }
            Self::Reverse | Self::ReverseWaived | Self::ReverseTransferred => {
                EventType::PaymentReversed
            }
            Self::Evaluate => EventType::FacilityOverdueStatusChanged,
            Self::StopAccrual => EventType::FacilityAccrualStopped,
            Self::ResumeAccrual => EventType::FacilityAccrualResumed,
            Self::WaiveProfit => EventType::FacilityProfitWaived,
            Self::TransferOwnership => EventType::FacilityOwnershipTransferred,
        }
    }

    /// The person responsible.
    pub(crate) fn by(self, desk: &CreditDesk, key: Option<&str>) -> Caller {
        let by = match self {
            Self::Create | Self::Submit | Self::Withdraw => &desk.officer,
            Self::Review | Self::Reject => &desk.reviewer,
            Self::Pay | Self::PayOnNonAccrual | Self::Settle | Self::BuyLastUnit => &desk.cashier,
            Self::ShariahApprove
            | Self::AssetOwned
            | Self::Activate
            | Self::Reverse
            | Self::ReverseWaived
            | Self::ReverseTransferred
            | Self::Evaluate
            | Self::StopAccrual
            | Self::ResumeAccrual
            | Self::WaiveProfit
            | Self::TransferOwnership => &desk.shariah,
        };
        match key {
            Some(key) => keyed(by, key),
            None => by.clone(),
        }
    }
}

fn text<T: Serialize>(response: Result<T>) -> Result<String> {
    response.map(|it| serde_json::to_string(&it).unwrap())
}

fn only(reference: String) -> Subject {
    Subject { reference, ..Subject::default() }
}

/// A live facility and its settlement amount.
async fn quoted(desk: &CreditDesk, terms: Terms) -> Subject {
    let reference = desk.live(terms).await;
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &reference, None).await.unwrap().quote;
    Subject { total: quote.total.to_string(), ..only(reference) }
}

/// A facility on non-accrual.
async fn stopped(desk: &CreditDesk) -> String {
    let reference = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &reference, because("Insolvent")).await.unwrap();
    reference
}

/// The same with its principal received.
async fn suspended(desk: &CreditDesk) -> Subject {
    let reference = stopped(desk).await;
    let paid = desk.pay(&reference, "100", FIRST_DAY).await.unwrap();
    Subject { payment: Some(paid.payment_id), ..only(reference) }
}

async fn waive(desk: &CreditDesk, reference: &str) {
    let facilities = desk.world.service.facilities();
    facilities.waive_profit(&desk.shariah, reference, because("Hardship")).await.unwrap();
}

async fn settled_lease(desk: &CreditDesk) -> Subject {
    let live = quoted(desk, Terms::LEASE).await;
    let paid = desk.record(&live.reference, settlement(&live.total, FIRST_DAY)).await.unwrap();
    Subject { payment: Some(paid.payment_id), ..live }
}

async fn transfer(desk: &CreditDesk, reference: &str) {
    let deed = TransferInput { document_ref: "Deed 7".to_owned(), revision: None };
    let facilities = desk.world.service.facilities();
    facilities.transfer_ownership(&desk.shariah, reference, deed).await.unwrap();
}
