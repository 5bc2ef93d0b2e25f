//! Obstacles that make an action unavailable.

use shared::credit::facility::{Facility, FacilityAction};
use shared::permission::Permission;

use crate::i18n::tu_string;
use crate::people::permission_label;
use crate::session::Me;
use crate::ui::label::Language;

/// The reason why an action is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Permission(Permission),
    Maker,
    NotMaker,
    Reviewer,
    AssetNotOwned,
    Arrears,
    Recorder,
    ProfitSuspended,
    NotNow,
}

/// The obstacle to an action, if any.
pub(super) fn block(facility: &Facility, action: FacilityAction, me: &Me) -> Option<Block> {
    let permission = action.permission(facility.status);
    if !me.permissions.contains(&permission) {
        return Some(Block::Permission(permission));
    }
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
        FacilityAction::Withdraw => Block::NotMaker,
        FacilityAction::Approve if facility.reviewed_by_id == Some(me.id) => Block::Reviewer,
        FacilityAction::ResumeAccrual => Block::Arrears,
        FacilityAction::WaiveProfit => Block::Recorder,
        FacilityAction::RecordPayment if facility.non_accrual => Block::ProfitSuspended,
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Reject
        | FacilityAction::AssetOwned
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue
        | FacilityAction::NonAccrual
        | FacilityAction::TransferOwnership => Block::NotNow,
    })
}

pub(super) fn block_text(i18n: Language, block: Block) -> String {
    match block {
        Block::Permission(permission) => {
            let permission = permission_label(i18n, permission);
            tu_string!(i18n, credit.block.permission, permission = permission)
        }
        Block::Maker => tu_string!(i18n, credit.block.maker).to_owned(),
        Block::NotMaker => tu_string!(i18n, credit.block.not_maker).to_owned(),
        Block::Reviewer => tu_string!(i18n, credit.block.reviewer).to_owned(),
        Block::AssetNotOwned => tu_string!(i18n, credit.block.asset).to_owned(),
        Block::Arrears => tu_string!(i18n, credit.block.arrears).to_owned(),
        Block::Recorder => tu_string!(i18n, credit.block.recorder).to_owned(),
        Block::ProfitSuspended => tu_string!(i18n, credit.block.suspended).to_owned(),
        Block::NotNow => tu_string!(i18n, credit.block.not_now).to_owned(),
    }
}
