//! The steps from a draft to its approval, and the asset. Every action honours an idempotency key.

use shared::audit::AuditAction;
use shared::credit::facility::{
    AssetOwnedInput, Facility, FacilityAction, RevisionInput, TransferInput,
};
use shared::credit::journal::FacilityEventType;
use shared::credit::payment::ReasonInput;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::{Code, Error, Result};
use shared::event::{EventType, FacilityEventData};
use shared::permission::Permission;

use super::repo::{self, FacilityRow};
use super::view::View;
use super::{Facilities, lock, timeline};
use crate::act::Act;
use crate::caller::Caller;
use crate::credit::entry;
use crate::credit::timeline::Event;

/// The records that an action writes in addition to the row itself.
struct Trace<'t> {
    event_type: FacilityEventType,
    text: Option<&'t str>,
    action: AuditAction,
    event: EventType,
    fields: &'static [&'static str],
}

impl Facilities<'_> {
    /// Submits a draft for review. Needs `credit:create`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`.
    pub async fn review(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: RevisionInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditCreate)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.submit", &(facility_ref, &input)).await? {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::Review.require_open(row.status)?;
        repo::submit(&mut act, row.id, self.0.now()).await?;
        let trace = Trace {
            event_type: FacilityEventType::Submitted,
            text: None,
            action: AuditAction::FacilitySubmitted,
            event: EventType::FacilitySubmitted,
            fields: &["status"],
        };
        self.finish_step(act, &row, trace).await
    }

    /// Approves a facility: the review with `credit:review`, the Shariah approval with
    /// `credit:approve`.
    ///
    /// Errors: 403 without the permission; 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`; 403
    /// `MAKER_CHECKER` for the person who structured it and, depending on the organization, for its
    /// reviewer at the Shariah approval.
    pub async fn approve(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: RevisionInput,
    ) -> Result<Facility> {
        let caller = caller.require_any(&[Permission::CreditApprove, Permission::CreditReview])?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.approve", &(facility_ref, &input)).await? {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::Approve.require_open(row.status)?;
        let caller = caller.require(FacilityAction::Approve.permission(row.status))?;
        View::new(&mut act, self.0, &caller).await?.require_another_person(&row)?;
        let trace = if row.status == FacilityStatus::PendingReview {
            repo::pass_review(&mut act, row.id).await?;
            Trace {
                event_type: FacilityEventType::Reviewed,
                text: None,
                action: AuditAction::FacilityReviewed,
                event: EventType::FacilityReviewed,
                fields: &["status", "reviewedById"],
            }
        } else {
            repo::pass_shariah_review(&mut act, row.id).await?;
            Trace {
                event_type: FacilityEventType::ShariahApproved,
                text: None,
                action: AuditAction::FacilityApproved,
                event: EventType::FacilityApproved,
                fields: &["status", "approvedById"],
            }
        };
        self.finish_step(act, &row, trace).await
    }

    /// Rejects a facility with a reason. Needs `credit:review`.
    ///
    /// Errors: 400 without a reason; 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`.
    pub async fn reject(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: ReasonInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditReview)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.reject", &(facility_ref, &input)).await? {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::Reject.require_open(row.status)?;
        let reason = input.check()?;
        repo::reject(&mut act, row.id, &reason).await?;
        let trace = Trace {
            event_type: FacilityEventType::Rejected,
            text: Some(&reason),
            action: AuditAction::FacilityRejected,
            event: EventType::FacilityRejected,
            fields: &["status", "rejectionReason"],
        };
        self.finish_step(act, &row, trace).await
    }

    /// Withdraws a draft with a reason, which is final. Needs `credit:create`.
    ///
    /// Errors: 400 without a reason; 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`; 403 for everyone
    /// except its maker.
    pub async fn withdraw(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: ReasonInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditCreate)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.withdraw", &(facility_ref, &input)).await? {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::Withdraw.require_open(row.status)?;
        if row.created_by_id != caller.staff() {
            let message = "Only the person who created this draft can withdraw it.";
            return Err(Error::forbidden(Code::Forbidden, message));
        }
        let reason = input.check()?;
        repo::withdraw(&mut act, row.id, &reason).await?;
        let trace = Trace {
            event_type: FacilityEventType::Withdrawn,
            text: Some(&reason),
            action: AuditAction::FacilityWithdrawn,
            event: EventType::FacilityWithdrawn,
            fields: &["status", "withdrawalReason"],
        };
        self.finish_step(act, &row, trace).await
    }

    /// Records that the provider owns the asset, alone or together with the customer. A repetition
    /// changes nothing. Needs `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`; 400 for an invalid reference.
    pub async fn own_asset(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: AssetOwnedInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("facility.own_asset", &(facility_ref, &input)).await? {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::AssetOwned.require_open(row.status)?;
        let document_ref = input.check()?;
        if row.is_asset_owned() {
            return self.read(&mut act, &caller, facility_ref).await;
        }
        let owned = (row.product_type.required_asset_status(), document_ref.as_deref());
        repo::own_asset(&mut act, row.id, owned).await?;
        let trace = Trace {
            event_type: FacilityEventType::AssetOwned,
            text: document_ref.as_deref(),
            action: AuditAction::FacilityAssetOwned,
            event: EventType::FacilityAssetOwned,
            fields: &["assetStatus", "assetDocumentRef"],
        };
        self.finish_step(act, &row, trace).await
    }

    /// Records the transfer of a leased asset's title to the customer, with its document. Needs
    /// `credit:approve`.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE` unless it is a settled ijarah whose
    /// title has not been transferred; 400 for an invalid reference.
    pub async fn transfer_ownership(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: TransferInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) =
            act.repeated("facility.transfer_ownership", &(facility_ref, &input)).await?
        {
            return Ok(first);
        }
        let row = lock(&mut act, facility_ref, input.revision).await?;
        FacilityAction::TransferOwnership.require_open(row.status)?;
        require_title_held(&row)?;
        let document_ref = input.check()?;
        repo::transfer_title(&mut act, row.id, &document_ref).await?;
        let trace = Trace {
            event_type: FacilityEventType::OwnershipTransferred,
            text: Some(&document_ref),
            action: AuditAction::FacilityOwnershipTransferred,
            event: EventType::FacilityOwnershipTransferred,
            fields: &["assetStatus", "transferDocumentRef"],
        };
        self.finish_step(act, &row, trace).await
    }

    /// Writes the timeline, the audit entry and the event of an action, commits, and returns the
    /// facility after it.
    async fn finish_step(
        &self,
        mut act: Act<'_>,
        row: &FacilityRow,
        trace: Trace<'_>,
    ) -> Result<Facility> {
        let caller = act.caller();
        let event = Event { text: trace.text, ..Event::by(caller.staff(), trace.event_type) };
        timeline::record(&mut act, self.0, row.id, event).await?;
        let entry = entry(trace.action, &row.facility_ref, trace.fields);
        act.audit(entry).await?;
        let facility = self.read(&mut act, caller, &row.facility_ref).await?;
        let actor = Some(caller.staff());
        let data = FacilityEventData::new(&facility.facility_ref, actor, facility.status);
        act.event(trace.event, data).await?;
        act.respond(facility).await
    }
}

/// Errors: 409 `WRONG_STATE` unless the provider holds the title of a leased asset.
fn require_title_held(row: &FacilityRow) -> Result<()> {
    let message = match row.product_type {
        ProductType::Ijarah if row.ownership_transferred_at.is_none() => return Ok(()),
        ProductType::Ijarah => "Title has already been transferred to the customer.",
        ProductType::Murabaha => "The asset was sold at activation; there is no title to transfer.",
        ProductType::DiminishingMusharakah => {
            "The customer already owns the asset; there is no title to transfer."
        }
    };
    Err(Error::conflict(Code::WrongState, message))
}
