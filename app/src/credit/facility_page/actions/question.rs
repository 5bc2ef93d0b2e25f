//! The question that the dialog of an action asks.

use shared::credit::facility::FacilityAction;
use shared::credit::vocabulary::FacilityStatus;

use crate::i18n::tu_string;
use crate::ui::icon::IconName;
use crate::ui::label::Language;

/// The title and the effect that the dialog of an action states.
pub(super) struct Question {
    pub(super) title: &'static str,
    pub(super) effect: &'static str,
}

/// The question of an action; `None` for actions that have their own form elsewhere.
pub(super) fn question(
    i18n: Language,
    status: FacilityStatus,
    action: FacilityAction,
) -> Option<Question> {
    let (title, effect) = match action {
        FacilityAction::RecordPayment
        | FacilityAction::Overdue
        | FacilityAction::ReversePayment => return None,
        FacilityAction::Approve if status == FacilityStatus::ShariahReview => {
            (tu_string!(i18n, credit.ask.shariah), tu_string!(i18n, credit.effect.shariah))
        }
        FacilityAction::Approve => {
            (tu_string!(i18n, credit.ask.approve), tu_string!(i18n, credit.effect.approve))
        }
        FacilityAction::Review => {
            (tu_string!(i18n, credit.ask.review), tu_string!(i18n, credit.effect.review))
        }
        FacilityAction::Reject => {
            (tu_string!(i18n, credit.ask.reject), tu_string!(i18n, credit.effect.reject))
        }
        FacilityAction::Withdraw => {
            (tu_string!(i18n, credit.ask.withdraw), tu_string!(i18n, credit.effect.withdraw))
        }
        FacilityAction::AssetOwned => {
            (tu_string!(i18n, credit.ask.asset), tu_string!(i18n, credit.effect.asset))
        }
        FacilityAction::Activate => {
            (tu_string!(i18n, credit.ask.activate), tu_string!(i18n, credit.effect.activate))
        }
        FacilityAction::NonAccrual => {
            (tu_string!(i18n, credit.ask.stop), tu_string!(i18n, credit.effect.stop))
        }
        FacilityAction::ResumeAccrual => {
            (tu_string!(i18n, credit.ask.resume), tu_string!(i18n, credit.effect.resume))
        }
        FacilityAction::WaiveProfit => {
            (tu_string!(i18n, credit.ask.waive), tu_string!(i18n, credit.effect.waive))
        }
        FacilityAction::TransferOwnership => {
            (tu_string!(i18n, credit.ask.transfer), tu_string!(i18n, credit.effect.transfer))
        }
    };
    Some(Question { title, effect })
}

pub(super) const fn icon(action: FacilityAction) -> IconName {
    match action {
        FacilityAction::Review => IconName::Send,
        FacilityAction::Approve | FacilityAction::Activate | FacilityAction::ResumeAccrual => {
            IconName::Check
        }
        FacilityAction::Reject | FacilityAction::Withdraw | FacilityAction::NonAccrual => {
            IconName::X
        }
        FacilityAction::AssetOwned | FacilityAction::TransferOwnership => IconName::Key,
        FacilityAction::RecordPayment => IconName::Plus,
        FacilityAction::ReversePayment => IconName::History,
        FacilityAction::Overdue => IconName::Clock,
        FacilityAction::WaiveProfit => IconName::CheckCircle,
    }
}
