//! The codes of the audit log as words.

use crate::i18n::tu_string;
use crate::ui::label::Language;

/// What was done; a code that is not known is shown as it stands.
pub(super) fn action_words(i18n: Language, action: &str) -> String {
    known_action(i18n, action).map_or_else(|| words(action), str::to_owned)
}

/// A kind of record.
pub(super) fn record_words(i18n: Language, kind: &str) -> String {
    thing_words(i18n, kind).map_or_else(|| words(kind), str::to_owned)
}

/// Whoever is no member of staff: a customer, or nobody that the service could name.
pub(super) fn actor_words(i18n: Language, name: String) -> String {
    match name.as_str() {
        "Command line" => tu_string!(i18n, people.audit.command_line).to_owned(),
        "Not signed in" => tu_string!(i18n, people.audit.not_signed_in).to_owned(),
        _ => name,
    }
}

fn thing_words(i18n: Language, thing: &str) -> Option<&'static str> {
    Some(match thing {
        "account_map" => tu_string!(i18n, people.audit_thing.account_map),
        "api_token" => tu_string!(i18n, people.audit_thing.api_token),
        "appraisal" => tu_string!(i18n, people.audit_thing.appraisal),
        "catalog" => tu_string!(i18n, people.audit_thing.catalog),
        "closed_period" => tu_string!(i18n, credit.closed_period.title),
        "customer" => tu_string!(i18n, people.audit_thing.customer),
        "department" => tu_string!(i18n, people.audit_thing.department),
        "facility" => tu_string!(i18n, people.audit_thing.facility),
        "job" => tu_string!(i18n, people.audit_thing.job),
        "leave" => tu_string!(i18n, people.audit_thing.leave),
        "leave_adjustment" => tu_string!(i18n, people.audit_thing.leave_adjustment),
        "leave_calendar" => tu_string!(i18n, people.audit_thing.leave_calendar),
        "leave_policy" => tu_string!(i18n, people.audit_thing.leave_policy),
        "leave_request" => tu_string!(i18n, people.audit_thing.leave_request),
        "leave_year" => tu_string!(i18n, people.audit_thing.leave_year),
        "login" => tu_string!(i18n, people.audit_thing.login),
        "mfa" => tu_string!(i18n, people.audit_thing.mfa),
        "organization" => tu_string!(i18n, people.audit_thing.organization),
        "password" => tu_string!(i18n, people.audit_thing.password),
        "payment" => tu_string!(i18n, people.audit_thing.payment),
        "portal_account" => tu_string!(i18n, people.audit_thing.portal_account),
        "role" => tu_string!(i18n, people.audit_thing.role),
        "session" | "sessions" => tu_string!(i18n, people.audit_thing.session),
        "staff" => tu_string!(i18n, people.audit_thing.staff),
        "template" => tu_string!(i18n, people.audit_thing.template),
        _ => return None,
    })
}

fn known_action(i18n: Language, action: &str) -> Option<&'static str> {
    people_action(i18n, action)
        .or_else(|| sign_in_action(i18n, action))
        .or_else(|| house_action(i18n, action))
}

/// About staff, appraisals and leave.
fn people_action(i18n: Language, action: &str) -> Option<&'static str> {
    Some(match action {
        "appraisal.initiated" => tu_string!(i18n, people.audit_action.appraisal_initiated),
        "appraisal.self_saved" => tu_string!(i18n, people.audit_action.appraisal_self_saved),
        "appraisal.self_submitted" => {
            tu_string!(i18n, people.audit_action.appraisal_self_submitted)
        }
        "appraisal.review_saved" => tu_string!(i18n, people.audit_action.appraisal_review_saved),
        "appraisal.review_submitted" => {
            tu_string!(i18n, people.audit_action.appraisal_review_submitted)
        }
        "appraisal.dept_head_approved" => {
            tu_string!(i18n, people.audit_action.appraisal_dept_head_approved)
        }
        "appraisal.md_approved" => tu_string!(i18n, people.audit_action.appraisal_md_approved),
        "appraisal.hr_saved" => tu_string!(i18n, people.audit_action.appraisal_hr_saved),
        "appraisal.finalized" => tu_string!(i18n, people.audit_action.appraisal_finalized),
        "catalog.replaced" => tu_string!(i18n, people.audit_action.catalog_replaced),
        "department.created" => tu_string!(i18n, people.audit_action.department_created),
        "department.changed" => tu_string!(i18n, people.audit_action.department_changed),
        "department.template_assigned" => {
            tu_string!(i18n, people.audit_action.department_template_assigned)
        }
        "staff.created" => tu_string!(i18n, people.audit_action.staff_created),
        "staff.changed" => tu_string!(i18n, people.audit_action.staff_changed),
        "staff.confirmed" => tu_string!(i18n, people.audit_action.staff_confirmed),
        "staff.imported" => tu_string!(i18n, people.audit_action.staff_imported),
        "template.created" => tu_string!(i18n, people.audit_action.template_created),
        "template.changed" => tu_string!(i18n, people.audit_action.template_changed),
        "template.archived" => tu_string!(i18n, people.audit_action.template_archived),
        "leave.requested" => tu_string!(i18n, people.audit_action.leave_requested),
        "leave.resubmitted" => tu_string!(i18n, people.audit_action.leave_resubmitted),
        "leave.approved" => tu_string!(i18n, people.audit_action.leave_approved),
        "leave.rejected" => tu_string!(i18n, people.audit_action.leave_rejected),
        "leave.cancelled" => tu_string!(i18n, people.audit_action.leave_cancelled),
        "leave.adjusted" => tu_string!(i18n, people.audit_action.leave_adjusted),
        "leave.policies_changed" => tu_string!(i18n, people.audit_action.leave_policies_changed),
        "leave.calendar_changed" => tu_string!(i18n, people.audit_action.leave_calendar_changed),
        "leave.year_end" => tu_string!(i18n, people.audit_action.leave_year_end),
        _ => return None,
    })
}

/// About sign-in, passwords and sessions.
fn sign_in_action(i18n: Language, action: &str) -> Option<&'static str> {
    Some(match action {
        "login.succeeded" => tu_string!(i18n, people.audit_action.login_succeeded),
        "login.password_accepted" => tu_string!(i18n, people.audit_action.login_password_accepted),
        "login.failed" => tu_string!(i18n, people.audit_action.login_failed),
        "mfa.setup_started" => tu_string!(i18n, people.audit_action.mfa_setup_started),
        "mfa.enabled" => tu_string!(i18n, people.audit_action.mfa_enabled),
        "mfa.code_refused" => tu_string!(i18n, people.audit_action.mfa_code_refused),
        "mfa.locked" => tu_string!(i18n, people.audit_action.mfa_locked),
        "mfa.recovery_code_used" => tu_string!(i18n, people.audit_action.mfa_recovery_code_used),
        "mfa.recovery_codes_exhausted" => {
            tu_string!(i18n, people.audit_action.mfa_recovery_codes_exhausted)
        }
        "mfa.recovery_codes_regenerated" => {
            tu_string!(i18n, people.audit_action.mfa_recovery_codes_regenerated)
        }
        "mfa.regeneration_refused" => {
            tu_string!(i18n, people.audit_action.mfa_regeneration_refused)
        }
        "mfa.reset" => tu_string!(i18n, people.audit_action.mfa_reset),
        "password.changed" => tu_string!(i18n, people.audit_action.password_changed),
        "password.refused" => tu_string!(i18n, people.audit_action.password_refused),
        "password.reset" => tu_string!(i18n, people.audit_action.password_reset),
        "session.ended" => tu_string!(i18n, people.audit_action.session_ended),
        "sessions.revoked" => tu_string!(i18n, people.audit_action.sessions_revoked),
        _ => return None,
    })
}

/// About customers, credit and the organization.
fn house_action(i18n: Language, action: &str) -> Option<&'static str> {
    Some(match action {
        "customer.created" => tu_string!(i18n, people.audit_action.customer_created),
        "customer.changed" => tu_string!(i18n, people.audit_action.customer_changed),
        "portal_account.created" => tu_string!(i18n, people.audit_action.portal_account_created),
        "portal_account.blocked" => tu_string!(i18n, people.audit_action.portal_account_blocked),
        "portal_account.unblocked" => {
            tu_string!(i18n, people.audit_action.portal_account_unblocked)
        }
        "facility.created" => tu_string!(i18n, people.audit_action.facility_created),
        "facility.submitted" => tu_string!(i18n, people.audit_action.facility_submitted),
        "facility.withdrawn" => tu_string!(i18n, people.audit_action.facility_withdrawn),
        "facility.reviewed" => tu_string!(i18n, people.audit_action.facility_reviewed),
        "facility.approved" => tu_string!(i18n, people.audit_action.facility_approved),
        "facility.rejected" => tu_string!(i18n, people.audit_action.facility_rejected),
        "facility.asset_owned" => tu_string!(i18n, people.audit_action.facility_asset_owned),
        "facility.activated" => tu_string!(i18n, people.audit_action.facility_activated),
        "facility.evaluated" => tu_string!(i18n, people.audit_action.facility_evaluated),
        "facility.accrual_stopped" => {
            tu_string!(i18n, people.audit_action.facility_accrual_stopped)
        }
        "facility.accrual_resumed" => {
            tu_string!(i18n, people.audit_action.facility_accrual_resumed)
        }
        "facility.profit_waived" => tu_string!(i18n, people.audit_action.facility_profit_waived),
        "facility.ownership_transferred" => {
            tu_string!(i18n, people.audit_action.facility_ownership_transferred)
        }
        "payment.recorded" => tu_string!(i18n, people.audit_action.payment_recorded),
        "payment.reversed" => tu_string!(i18n, people.audit_action.payment_reversed),
        "account_map.changed" => tu_string!(i18n, people.audit_action.account_map_changed),
        "closed_period.changed" => tu_string!(i18n, people.audit_action.closed_period_changed),
        "organization.created" => tu_string!(i18n, people.audit_action.organization_created),
        "organization.changed" => tu_string!(i18n, people.audit_action.organization_changed),
        "role.created" => tu_string!(i18n, people.audit_action.role_created),
        "role.changed" => tu_string!(i18n, people.audit_action.role_changed),
        "api_token.created" => tu_string!(i18n, people.audit_action.api_token_created),
        "api_token.revoked" => tu_string!(i18n, people.audit_action.api_token_revoked),
        "job.started" => tu_string!(i18n, people.audit_action.job_started),
        _ => return None,
    })
}

/// A code as words: `appraisal.dept_head_approved` reads "Appraisal dept head approved",
/// `employmentConfirmedAt` reads "Employment confirmed at".
pub(super) fn words(code: &str) -> String {
    let mut text = String::with_capacity(code.len() + 4);
    for letter in code.chars() {
        match letter {
            '.' | '_' | '-' => text.push(' '),
            _ if text.is_empty() => text.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                text.push(' ');
                text.extend(letter.to_lowercase());
            }
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;

    use super::*;
    use crate::i18n::Locale;

    #[test]
    fn whoever_the_service_names_itself_has_words_in_each_language() {
        Owner::new().with(|| {
            let english = Language::provide(Locale::English);
            let arabic = Language::provide(Locale::Arabic);
            for name in ["Command line", "Not signed in"] {
                assert_eq!(actor_words(english, name.to_owned()), name);
                assert_ne!(actor_words(arabic, name.to_owned()), name);
            }
            assert_eq!(actor_words(arabic, "Layan Trading".to_owned()), "Layan Trading");
        });
    }

    #[test]
    fn codes_read_as_words() {
        assert_eq!(words("appraisal.dept_head_approved"), "Appraisal dept head approved");
        assert_eq!(words("employmentConfirmedAt"), "Employment confirmed at");
        assert_eq!(words(""), "");
    }
}
