//! The confirmation dialogs of actions.

use shared::credit::facility::FacilityAction;
use shared::credit::vocabulary::FacilityStatus;

use crate::i18n::tu_string;
use crate::ui::icon::IconName;
use crate::ui::label::Language;

/// The confirmation dialog of an action.
pub(super) struct Question {
    pub(super) title: &'static str,
    pub(super) effect: &'static str,
    pub(super) icon: IconName,
}

/// The confirmation dialog of an action; `None` for actions that have their own form elsewhere.
pub(super) fn question(
    i18n: Language,
    status: FacilityStatus,
    action: FacilityAction,
) -> Option<Question> {
    let (title, effect, icon) = match action {
        FacilityAction::RecordPayment
        | FacilityAction::Overdue
        | FacilityAction::ReversePayment => return None,
        FacilityAction::Review => (
            tu_string!(i18n, credit.ask.review),
            tu_string!(i18n, credit.effect.review),
            IconName::Send,
        ),
        FacilityAction::Approve if status == FacilityStatus::ShariahReview => (
            tu_string!(i18n, credit.ask.shariah),
            tu_string!(i18n, credit.effect.shariah),
            IconName::Check,
        ),
        FacilityAction::Approve => (
            tu_string!(i18n, credit.ask.approve),
            tu_string!(i18n, credit.effect.approve),
            IconName::Check,
        ),
        FacilityAction::Reject => (
            tu_string!(i18n, credit.ask.reject),
            tu_string!(i18n, credit.effect.reject),
            IconName::X,
        ),
        FacilityAction::Withdraw => (
            tu_string!(i18n, credit.ask.withdraw),
            tu_string!(i18n, credit.effect.withdraw),
            IconName::X,
        ),
        FacilityAction::AssetOwned => (
            tu_string!(i18n, credit.ask.asset),
            tu_string!(i18n, credit.effect.asset),
            IconName::Key,
        ),
        FacilityAction::Activate => (
            tu_string!(i18n, credit.ask.activate),
            tu_string!(i18n, credit.effect.activate),
            IconName::Check,
        ),
        FacilityAction::NonAccrual => {
            (tu_string!(i18n, credit.ask.stop), tu_string!(i18n, credit.effect.stop), IconName::X)
        }
        FacilityAction::ResumeAccrual => (
            tu_string!(i18n, credit.ask.resume),
            tu_string!(i18n, credit.effect.resume),
            IconName::Check,
        ),
        FacilityAction::WaiveProfit => (
            tu_string!(i18n, credit.ask.waive),
            tu_string!(i18n, credit.effect.waive),
            IconName::CheckCircle,
        ),
        FacilityAction::TransferOwnership => (
            tu_string!(i18n, credit.ask.transfer),
            tu_string!(i18n, credit.effect.transfer),
            IconName::Key,
        ),
    };
    Some(Question { title, effect, icon })
}

pub(super) const fn form_id(action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Review => "ask-review",
        FacilityAction::Approve => "ask-approve",
        FacilityAction::Reject => "ask-reject",
        FacilityAction::Withdraw => "ask-withdraw",
        FacilityAction::AssetOwned => "ask-asset",
        FacilityAction::Activate => "ask-activate",
        FacilityAction::RecordPayment => "ask-payment",
        FacilityAction::ReversePayment => "ask-reverse",
        FacilityAction::Overdue => "ask-overdue",
        FacilityAction::NonAccrual => "ask-stop",
        FacilityAction::ResumeAccrual => "ask-resume",
        FacilityAction::WaiveProfit => "ask-waive",
        FacilityAction::TransferOwnership => "ask-transfer",
    }
}

pub(super) const fn button_class(action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Reject | FacilityAction::NonAccrual | FacilityAction::WaiveProfit => {
            "button button-danger"
        }
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::ResumeAccrual
        | FacilityAction::TransferOwnership => "button button-primary",
        FacilityAction::AssetOwned
        | FacilityAction::Withdraw
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => "button",
    }
}
