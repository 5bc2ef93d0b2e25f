//! Activation of a facility.

use shared::credit::facility::{Facility, FacilityAction, NextDue, RevisionInput};
use shared::credit::journal::FacilityEventType;
use shared::credit::schedule::redate;
use shared::credit::servicing::origination_legs;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, ProductType};
use shared::error::{Code, Error, Result};
use shared::permission::Permission;

use super::repo::{self, Activation, FacilityRow};
use super::{Facilities, journal, lock, timeline};
use crate::audit;
use crate::caller::Caller;
use crate::credit::entry;
use crate::credit::journal::{Accounts, Posting};
use crate::credit::timeline::Event;
use crate::idempotency::{self, IdempotencyKey, Request};
use crate::organization;
use database::{ReadTx, WriteTx};

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
        key: Option<IdempotencyKey>,
    ) -> Result<Facility> {
        caller.require(Permission::CreditApprove)?;
        let request =
            Request::new(caller, "facility.activate", key.as_ref(), &(facility_ref, input))?;
        let mut tx = self.0.db.begin().await?;
        if let Some(answer) = idempotency::begin(&mut tx, self.0, request.as_ref()).await? {
            return Ok(answer);
        }
        let row = lock(&mut tx, caller, facility_ref, input.revision).await?;
        FacilityAction::Activate.require_open(row.status)?;
        require_owned(&row)?;
        self.bring_to_life(&mut tx, caller, &row).await?;
        let facility = self.read(&mut tx, caller, facility_ref).await?;
        idempotency::keep(&mut tx, request.as_ref(), &facility).await?;
        tx.commit().await?;
        Ok(facility)
    }

    async fn bring_to_life(
        &self,
        tx: &mut WriteTx,
        caller: &Caller,
        row: &FacilityRow,
    ) -> Result<()> {
        let organization = caller.organization();
        let today = self.0.today(caller.time_zone());
        let accounts = Accounts::load(tx, organization, row.product_type).await?;
        let presentation = presentation(tx, caller, &accounts, row.product_type).await?;
        let entries = accounts.entries(&origination_legs(&row.terms(), presentation))?;
        let mut lines = repo::read_lines(tx, organization, row.id).await?;
        redate(&mut lines, today, row.periods_per_year)?;
        repo::write_lines(tx, organization, row.id, &lines).await?;
        let posting = Posting {
            facility: row.id,
            product_type: row.product_type,
            value_date: today,
            posted_by: caller.staff(),
        };
        let journal = journal::write(tx, self.0, organization, &posting, &entries).await?;
        let next = lines.iter().find(|line| line.is_open());
        let activation = Activation {
            status: FacilityStatus::Active,
            on: today,
            presentation,
            journal,
            next_due: next.map(|line| NextDue { date: line.payment_date, amount: line.owed() }),
        };
        let act = (caller.staff(), self.0.now());
        repo::activate(tx, organization, row.id, act, &activation).await?;
        let event = Event {
            journal: Some(journal),
            ..Event::by(caller.staff(), FacilityEventType::Activated)
        };
        timeline::record(tx, self.0, organization, row.id, event).await?;
        audit::record(tx, self.0, caller, entry("facility.activated", &row.facility_ref, ACTIVATED))
            .await
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
    caller: &Caller,
    accounts: &Accounts,
    product_type: ProductType,
) -> Result<Presentation> {
    let presentation = match product_type {
        ProductType::Murabaha => {
            organization::repo::murabaha_presentation(tx, caller.organization()).await?
        }
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
