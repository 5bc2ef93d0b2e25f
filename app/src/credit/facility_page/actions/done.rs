//! Confirmations of completed actions.

use shared::credit::facility::FacilityAction;
use shared::credit::vocabulary::FacilityStatus;

use crate::credit::CompletedAction;
use crate::i18n::tu_string;
use crate::ui::label::Language;

/// The confirmation of an action on a facility.
pub(in crate::credit) fn done_text(i18n: Language, taken: &CompletedAction) -> String {
    let done = match taken.step {
        FacilityAction::Review => tu_string!(i18n, credit.done.submitted),
        FacilityAction::Approve if taken.status == FacilityStatus::ShariahReview => {
            tu_string!(i18n, credit.done.reviewed)
        }
        FacilityAction::Approve => tu_string!(i18n, credit.done.approved),
        FacilityAction::Reject => tu_string!(i18n, credit.done.rejected),
        FacilityAction::Withdraw => tu_string!(i18n, credit.done.withdrawn),
        FacilityAction::AssetOwned => tu_string!(i18n, credit.done.asset_owned),
        FacilityAction::Activate => tu_string!(i18n, credit.done.activated),
        FacilityAction::RecordPayment => tu_string!(i18n, credit.done.recorded),
        FacilityAction::ReversePayment => tu_string!(i18n, credit.done.reversed),
        FacilityAction::Overdue if taken.status == FacilityStatus::Overdue => {
            tu_string!(i18n, credit.done.is_overdue)
        }
        FacilityAction::Overdue => tu_string!(i18n, credit.done.evaluated),
        FacilityAction::NonAccrual => tu_string!(i18n, credit.done.stopped),
        FacilityAction::ResumeAccrual => tu_string!(i18n, credit.done.resumed),
        FacilityAction::WaiveProfit => tu_string!(i18n, credit.done.waived),
        FacilityAction::TransferOwnership => tu_string!(i18n, credit.done.transferred),
    };
    format!("{}: {done}", taken.facility_ref)
}
