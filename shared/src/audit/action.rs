//! All actions in the audit log.

use super::Category;

/// The code of each action with its subject area, in the order in which the filter lists them.
pub const ACTIONS: &[(&str, Category)] = &[
    ("appraisal.initiated", Category::StaffManagement),
    ("appraisal.self_saved", Category::StaffManagement),
    ("appraisal.self_submitted", Category::StaffManagement),
    ("appraisal.review_saved", Category::StaffManagement),
    ("appraisal.review_submitted", Category::StaffManagement),
    ("appraisal.dept_head_approved", Category::StaffManagement),
    ("appraisal.md_approved", Category::StaffManagement),
    ("appraisal.hr_saved", Category::StaffManagement),
    ("appraisal.finalized", Category::StaffManagement),
    ("catalog.replaced", Category::StaffManagement),
    ("department.created", Category::StaffManagement),
    ("department.changed", Category::StaffManagement),
    ("department.template_assigned", Category::StaffManagement),
    ("staff.created", Category::StaffManagement),
    ("staff.changed", Category::StaffManagement),
    ("staff.confirmed", Category::StaffManagement),
    ("staff.imported", Category::StaffManagement),
    ("template.created", Category::StaffManagement),
    ("template.changed", Category::StaffManagement),
    ("template.archived", Category::StaffManagement),
    ("leave.requested", Category::Leave),
    ("leave.resubmitted", Category::Leave),
    ("leave.approved", Category::Leave),
    ("leave.rejected", Category::Leave),
    ("leave.cancelled", Category::Leave),
    ("leave.adjusted", Category::Leave),
    ("leave.policies_changed", Category::Leave),
    ("leave.calendar_changed", Category::Leave),
    ("leave.year_end", Category::Leave),
    ("login.succeeded", Category::Authentication),
    ("login.password_accepted", Category::Authentication),
    ("login.failed", Category::Authentication),
    ("mfa.setup_started", Category::Authentication),
    ("mfa.enabled", Category::Authentication),
    ("mfa.code_refused", Category::Authentication),
    ("mfa.locked", Category::Authentication),
    ("mfa.recovery_code_used", Category::Authentication),
    ("mfa.recovery_codes_exhausted", Category::Authentication),
    ("mfa.recovery_codes_regenerated", Category::Authentication),
    ("mfa.regeneration_refused", Category::Authentication),
    ("mfa.reset", Category::Authentication),
    ("password.changed", Category::Authentication),
    ("password.refused", Category::Authentication),
    ("password.reset", Category::Authentication),
    ("session.ended", Category::Authentication),
    ("sessions.revoked", Category::Authentication),
    ("customer.created", Category::Customers),
    ("customer.changed", Category::Customers),
    ("portal_account.created", Category::Customers),
    ("portal_account.blocked", Category::Customers),
    ("portal_account.unblocked", Category::Customers),
    ("facility.created", Category::Credit),
    ("facility.submitted", Category::Credit),
    ("facility.withdrawn", Category::Credit),
    ("facility.reviewed", Category::Credit),
    ("facility.approved", Category::Credit),
    ("facility.rejected", Category::Credit),
    ("facility.asset_owned", Category::Credit),
    ("facility.activated", Category::Credit),
    ("facility.evaluated", Category::Credit),
    ("facility.accrual_stopped", Category::Credit),
    ("facility.accrual_resumed", Category::Credit),
    ("facility.profit_waived", Category::Credit),
    ("facility.ownership_transferred", Category::Credit),
    ("payment.recorded", Category::Credit),
    ("payment.reversed", Category::Credit),
    ("account_map.changed", Category::Credit),
    ("closed_period.changed", Category::Credit),
    ("organization.created", Category::Organization),
    ("organization.changed", Category::Organization),
    ("role.created", Category::Organization),
    ("role.changed", Category::Organization),
    ("api_token.created", Category::Organization),
    ("api_token.revoked", Category::Organization),
    ("job.started", Category::Organization),
];

/// Returns true for the code of an action.
pub fn is_action(code: &str) -> bool {
    ACTIONS.iter().any(|(action, _)| *action == code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_action_has_one_code_and_the_actions_of_a_category_follow_each_other() {
        let codes: BTreeSet<_> = ACTIONS.iter().map(|(code, _)| code).collect();
        assert_eq!(codes.len(), ACTIONS.len());
        let mut categories: Vec<_> = ACTIONS.iter().map(|(_, category)| *category).collect();
        categories.dedup();
        assert_eq!(categories, Category::ALL);
    }

    #[test]
    fn only_codes_of_actions_are_known() {
        assert!(is_action("staff.changed") && !is_action("staff.promoted"));
    }
}
