//! The figures that the dialogs of the actions on a facility show.

use serde::{Deserialize, Serialize};
#[cfg(feature = "ssr")]
use shared::credit::facility::{Facility, FacilityAction, RevisionInput};
#[cfg(feature = "ssr")]
use shared::credit::payment::ReasonInput;
use shared::credit::preview::JournalPreview;

#[cfg(feature = "ssr")]
use super::TabContent;
#[cfg(feature = "ssr")]
use crate::error::UiError;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{caller, service};

/// Figures for the dialogs of the actions that the user may take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionFigures {
    /// The days past due from which a facility may be placed on non-accrual.
    pub non_accrual_days: Option<u32>,
    /// The postings of the activation, or why it is not possible.
    pub activation: Option<UiResult<JournalPreview>>,
    /// The postings of the reversal of the latest payment, or why it is not possible.
    pub reversal: Option<UiResult<JournalPreview>>,
}

#[cfg(feature = "ssr")]
pub(super) async fn read_action_figures(
    facility: &Facility,
    content: &TabContent,
) -> shared::Result<ActionFigures> {
    let (service, caller) = (service()?, caller()?);
    let (facilities, reference) = (service.facilities(), facility.facility_ref.as_str());
    let allows = |action| facility.allowed_actions.contains(&action);
    let seen = RevisionInput { revision: None };
    let mut figures = ActionFigures::default();
    if allows(FacilityAction::NonAccrual) {
        figures.non_accrual_days = Some(facilities.non_accrual_days(&caller).await?);
    }
    if allows(FacilityAction::Activate) {
        let preview = facilities.preview_activation(&caller, reference, seen).await;
        figures.activation = Some(preview.map(|it| it.journal).map_err(UiError));
    }
    if allows(FacilityAction::ReversePayment)
        && let TabContent::Payments(page) = content
        && let Some(latest) = page.data.iter().find(|payment| payment.reversed_at.is_none())
    {
        let reason = ReasonInput { reason: "Preview".to_owned(), revision: None };
        let id = latest.payment_id;
        let preview = service.payments().preview_reversal(&caller, reference, id, reason).await;
        figures.reversal = Some(preview.map(|it| it.journal).map_err(UiError));
    }
    Ok(figures)
}
