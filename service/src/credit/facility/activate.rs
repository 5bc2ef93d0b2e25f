//! Activation of a facility.

use shared::audit::AuditAction;
use shared::credit::facility::{Facility, FacilityAction, NextDue, RevisionInput};
use shared::credit::journal::FacilityEventType;
use shared::credit::preview::ActivationPreview;
use shared::credit::schedule::redate;
use shared::credit::servicing::origination_legs;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, ProductType};
use shared::error::{Code, Error, Result};
use shared::event::{EventType, FacilityEventData};
use shared::permission::Permission;

use super::repo::{self, Activation, FacilityRow};
use super::{Facilities, journal, lock, timeline};
use crate::act::{Act, ReadTx};
use crate::caller::Caller;
use crate::credit::entry;
use crate::credit::journal::{Accounts, Posting};
use crate::credit::timeline::Event;
use crate::organization;

/// The fields that the audit entry of an activation names.
const ACTIVATED: &[&str] = &["status", "originationJournalId", "activatedAt"];

impl Facilities<'_> {
    /// Activates an approved facility: its schedule starts today, and its origination is posted.
    /// Needs `credit:approve`. A repeated idempotency key returns the first response.
    ///
    /// Errors: 404; 409 `STALE_REVISION`; 409 `WRONG_STATE`; 409 `VR_001` unless the provider owns
    /// the asset; 422 `ACCOUNT_UNMAPPED`; 409 `PERIOD_CLOSED`; 409 `IDEMPOTENCY_KEY_REUSED`.
    pub async fn activate(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: RevisionInput,
    ) -> Result<Facility> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        if let Some(answer) = act.repeated("facility.activate", &(facility_ref, input)).await? {
            return Ok(answer);
        }
        let facility = self.activate_within(&mut act, facility_ref, input).await?;
        act.respond(facility).await
    }

    /// The effect of activating a facility: the activation, rolled back. Needs `credit:approve`.
    ///
    /// Errors: those of `activate`, except for idempotency keys, which it ignores.
    pub async fn preview_activation(
        &self,
        caller: &Caller,
        facility_ref: &str,
        input: RevisionInput,
    ) -> Result<ActivationPreview> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut act = self.0.act(caller).await?;
        let mut facility = self.activate_within(&mut act, facility_ref, input).await?;
        let journal = journal::posted(&mut act, facility.origination_journal_id.take()).await?;
        act.roll_back();
        Ok(ActivationPreview { journal, facility })
    }

    async fn activate_within(
        &self,
        act: &mut Act<'_>,
        facility_ref: &str,
        input: RevisionInput,
    ) -> Result<Facility> {
        let row = lock(act, facility_ref, input.revision).await?;
        FacilityAction::Activate.require_open(row.status)?;
        require_owned(&row)?;
        self.post_origination(act, &row).await?;
        let caller = act.caller();
        self.read(act, caller, facility_ref).await
    }

    async fn post_origination(&self, act: &mut Act<'_>, row: &FacilityRow) -> Result<()> {
        let (caller, today) = (act.caller(), act.today());
        let accounts = Accounts::load(act, row.product_type).await?;
        let presentation = presentation(act, &accounts, row.product_type).await?;
        let entries = accounts.entries(&origination_legs(&row.terms(), presentation))?;
        let mut lines = repo::read_lines(act, row.id).await?;
        redate(&mut lines, today, row.periods_per_year)?;
        repo::write_lines(act, row.id, &lines).await?;
        let posting = Posting {
            facility: row.id,
            product_type: row.product_type,
            value_date: today,
            posted_by: caller.staff(),
        };
        let journal = journal::write(act, self.0, &posting, &entries).await?;
        let next = lines.iter().find(|line| line.is_open());
        let activation = Activation {
            status: FacilityStatus::Active,
            on: today,
            presentation,
            journal,
            next_due: next.map(|line| NextDue { date: line.payment_date, amount: line.owed() }),
        };
        repo::activate(act, row.id, &activation).await?;
        let event = Event {
            journal: Some(journal),
            ..Event::by(caller.staff(), FacilityEventType::Activated)
        };
        timeline::record(act, self.0, row.id, event).await?;
        act.audit(entry(AuditAction::FacilityActivated, &row.facility_ref, ACTIVATED)).await?;
        let actor = Some(caller.staff());
        let data = FacilityEventData {
            amount: Some(row.facility_amount),
            journal_id: Some(journal),
            ..FacilityEventData::new(&row.facility_ref, actor, activation.status)
        };
        act.event(EventType::FacilityActivated, data).await
    }
}

/// Errors: 409 `VR_001` unless the asset has the status that the product requires.
fn require_owned(row: &FacilityRow) -> Result<()> {
    if row.is_asset_owned() {
        return Ok(());
    }
    let required = row.product_type.required_asset_status();
    Err(Error::conflict(
        Code::Vr001,
        format!("The asset must be {required} first; it is {}.", row.asset_status),
    ))
}

/// The presentation of the facility for its whole life: for a murabaha the organization's setting.
/// The accounts that gross presentation needs to recognise profit must be mapped as well.
///
/// Errors: 422 `ACCOUNT_UNMAPPED`.
async fn presentation(
    tx: &mut ReadTx,
    accounts: &Accounts,
    product_type: ProductType,
) -> Result<Presentation> {
    let presentation = match product_type {
        ProductType::Murabaha => organization::repo::murabaha_presentation(tx).await?,
        ProductType::Ijarah | ProductType::DiminishingMusharakah => Presentation::Net,
    };
    match presentation {
        Presentation::Net => {}
        Presentation::Gross => accounts.require([
            CreditEvent::Origination,
            CreditEvent::ProfitDeferral,
            CreditEvent::ProfitRecognition,
        ])?,
    }
    Ok(presentation)
}
