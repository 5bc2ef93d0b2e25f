//! The labels of the leave vocabulary in the user's language.

use shared::calendar::Weekday;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::status::{LeaveAction, LeaveStatus};

use crate::i18n::tu_string;
use crate::ui::digits;
use crate::ui::label::Language;
use crate::ui::time::days_text;

/// The name of a type of leave.
pub fn type_label(i18n: Language, leave_type: LeaveType) -> &'static str {
    match leave_type {
        LeaveType::Casual => tu_string!(i18n, leave.kind.casual),
        LeaveType::Annual => tu_string!(i18n, leave.kind.annual),
        LeaveType::Sick => tu_string!(i18n, leave.kind.sick),
        LeaveType::Maternity => tu_string!(i18n, leave.kind.maternity),
        LeaveType::Paternity => tu_string!(i18n, leave.kind.paternity),
        LeaveType::Hajj => tu_string!(i18n, leave.kind.hajj),
        LeaveType::Unpaid => tu_string!(i18n, leave.kind.unpaid),
    }
}

/// The name of a request status.
pub fn status_label(i18n: Language, status: LeaveStatus) -> &'static str {
    match status {
        LeaveStatus::Pending => tu_string!(i18n, leave.status.pending),
        LeaveStatus::Approved => tu_string!(i18n, leave.status.approved),
        LeaveStatus::Rejected => tu_string!(i18n, leave.status.rejected),
        LeaveStatus::Cancelled => tu_string!(i18n, leave.status.cancelled),
    }
}

/// The button text of an action.
pub fn action_label(i18n: Language, action: LeaveAction) -> &'static str {
    match action {
        LeaveAction::Approve => tu_string!(i18n, leave.step.approve),
        LeaveAction::Reject => tu_string!(i18n, leave.step.reject),
        LeaveAction::Cancel => tu_string!(i18n, leave.step.cancel),
        LeaveAction::Resubmit => tu_string!(i18n, leave.step.resubmit),
    }
}

/// The confirmation of an action.
pub fn moved_text(i18n: Language, action: LeaveAction) -> &'static str {
    match action {
        LeaveAction::Approve => tu_string!(i18n, leave.moved.approved),
        LeaveAction::Reject => tu_string!(i18n, leave.moved.rejected),
        LeaveAction::Cancel => tu_string!(i18n, leave.moved.cancelled),
        LeaveAction::Resubmit => tu_string!(i18n, leave.moved.resubmitted),
    }
}

/// The name of a weekday.
pub fn weekday_label(i18n: Language, day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => tu_string!(i18n, leave.day.monday),
        Weekday::Tuesday => tu_string!(i18n, leave.day.tuesday),
        Weekday::Wednesday => tu_string!(i18n, leave.day.wednesday),
        Weekday::Thursday => tu_string!(i18n, leave.day.thursday),
        Weekday::Friday => tu_string!(i18n, leave.day.friday),
        Weekday::Saturday => tu_string!(i18n, leave.day.saturday),
        Weekday::Sunday => tu_string!(i18n, leave.day.sunday),
    }
}

/// A number of days with its unit: `1 day`, `2.5 days`.
pub fn days_label(i18n: Language, days: Days) -> String {
    let halves = days.halves();
    if halves > 0 && halves % 2 == 0 {
        return days_text(i18n, halves / 2);
    }
    tu_string!(i18n, leave.days, count = number(days))
}

/// The number of days, with a minus sign (U+2212) if it is negative.
pub fn number(days: Days) -> String {
    digits::number(days.to_string().replace('-', "−"))
}
