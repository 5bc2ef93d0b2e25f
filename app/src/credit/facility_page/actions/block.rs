//! Obstacles that make an action unavailable.

use shared::credit::facility::{Facility, FacilityAction};

use crate::i18n::tu_string;
use crate::session::Me;
use crate::ui::label::Language;

/// The reason why an action is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Maker,
    Reviewer,
    AssetNotOwned,
    Arrears,
    Recorder,
    ProfitSuspended,
    NotNow,
}

/// False for an action that the user cannot take on this facility, whatever happens: their role
/// does not include it, or the draft belongs to another person.
pub(super) fn is_theirs(facility: &Facility, action: FacilityAction, me: &Me) -> bool {
    let may = me.permissions.contains(&action.permission(facility.status));
    may && (action != FacilityAction::Withdraw || facility.created_by_id == me.id)
}

/// The obstacle to an action, if any.
pub(super) fn block(facility: &Facility, action: FacilityAction, me: &Me) -> Option<Block> {
    let required = facility.product_type.required_asset_status();
    if action == FacilityAction::Activate && facility.asset_status != required {
        return Some(Block::AssetNotOwned);
    }
    if facility.allowed_actions.contains(&action) {
        return None;
    }
    Some(match action {
        FacilityAction::Approve | FacilityAction::Reject if facility.created_by_id == me.id => {
            Block::Maker
        }
        FacilityAction::Approve if facility.reviewed_by_id == Some(me.id) => Block::Reviewer,
        FacilityAction::ResumeAccrual => Block::Arrears,
        FacilityAction::WaiveProfit => Block::Recorder,
        FacilityAction::RecordPayment if facility.non_accrual => Block::ProfitSuspended,
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue
        | FacilityAction::NonAccrual
        | FacilityAction::TransferOwnership => Block::NotNow,
    })
}

pub(super) fn block_text(i18n: Language, block: Block) -> &'static str {
    match block {
        Block::Maker => tu_string!(i18n, credit.block.maker),
        Block::Reviewer => tu_string!(i18n, credit.block.reviewer),
        Block::AssetNotOwned => tu_string!(i18n, credit.block.asset),
        Block::Arrears => tu_string!(i18n, credit.block.arrears),
        Block::Recorder => tu_string!(i18n, credit.block.recorder),
        Block::ProfitSuspended => tu_string!(i18n, credit.block.suspended),
        Block::NotNow => tu_string!(i18n, credit.block.not_now),
    }
}
