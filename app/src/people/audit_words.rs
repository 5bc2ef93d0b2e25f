//! The codes of the audit log as words.

use crate::i18n::tu_string;
use crate::ui::label::Language;

/// What was done to what, as in `staff.changed`; a code that is not known is shown as it stands.
pub(super) fn action_words(i18n: Language, action: &str) -> String {
    let (thing, act) = action.split_once('.').unwrap_or((action, ""));
    let (thing, act) = (thing_words(i18n, thing), act_words(i18n, act));
    match (thing, act) {
        (Some(thing), Some(act)) => {
            tu_string!(i18n, people.audit.action_of, thing = thing, act = act)
        }
        _ => words(action),
    }
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

fn act_words(i18n: Language, act: &str) -> Option<&'static str> {
    Some(match act {
        "accrual_resumed" => tu_string!(i18n, people.audit_act.accrual_resumed),
        "accrual_stopped" => tu_string!(i18n, people.audit_act.accrual_stopped),
        "activated" => tu_string!(i18n, people.audit_act.activated),
        "adjusted" => tu_string!(i18n, people.audit_act.adjusted),
        "approved" => tu_string!(i18n, people.audit_act.approved),
        "archived" => tu_string!(i18n, people.audit_act.archived),
        "asset_owned" => tu_string!(i18n, people.audit_act.asset_owned),
        "blocked" => tu_string!(i18n, people.audit_act.blocked),
        "calendar_changed" => tu_string!(i18n, people.audit_act.calendar_changed),
        "cancelled" => tu_string!(i18n, people.audit_act.cancelled),
        "changed" => tu_string!(i18n, people.audit_act.changed),
        "code_refused" => tu_string!(i18n, people.audit_act.code_refused),
        "confirmation_due" => tu_string!(i18n, people.audit_act.confirmation_due),
        "created" => tu_string!(i18n, people.audit_act.created),
        "dept_head_approved" => tu_string!(i18n, people.audit_act.dept_head_approved),
        "enabled" => tu_string!(i18n, people.audit_act.enabled),
        "ended" => tu_string!(i18n, people.audit_act.ended),
        "evaluated" => tu_string!(i18n, people.audit_act.evaluated),
        "failed" => tu_string!(i18n, people.audit_act.failed),
        "finalized" => tu_string!(i18n, people.audit_act.finalized),
        "hr_saved" => tu_string!(i18n, people.audit_act.hr_saved),
        "imported" => tu_string!(i18n, people.audit_act.imported),
        "initiated" => tu_string!(i18n, people.audit_act.initiated),
        "locked" => tu_string!(i18n, people.audit_act.locked),
        "md_approved" => tu_string!(i18n, people.audit_act.md_approved),
        "ownership_transferred" => tu_string!(i18n, people.audit_act.ownership_transferred),
        "password_accepted" => tu_string!(i18n, people.audit_act.password_accepted),
        "policies_changed" => tu_string!(i18n, people.audit_act.policies_changed),
        "profit_waived" => tu_string!(i18n, people.audit_act.profit_waived),
        "recorded" => tu_string!(i18n, people.audit_act.recorded),
        "recovery_code_used" => tu_string!(i18n, people.audit_act.recovery_code_used),
        "recovery_codes_exhausted" => tu_string!(i18n, people.audit_act.recovery_codes_exhausted),
        "recovery_codes_regenerated" => {
            tu_string!(i18n, people.audit_act.recovery_codes_regenerated)
        }
        "refused" => tu_string!(i18n, people.audit_act.refused),
        "regeneration_refused" => tu_string!(i18n, people.audit_act.regeneration_refused),
        "rejected" => tu_string!(i18n, people.audit_act.rejected),
        "replaced" => tu_string!(i18n, people.audit_act.replaced),
        "requested" => tu_string!(i18n, people.audit_act.requested),
        "reset" => tu_string!(i18n, people.audit_act.reset),
        "resubmitted" => tu_string!(i18n, people.audit_act.resubmitted),
        "reversed" => tu_string!(i18n, people.audit_act.reversed),
        "review_saved" => tu_string!(i18n, people.audit_act.review_saved),
        "review_submitted" => tu_string!(i18n, people.audit_act.review_submitted),
        "reviewed" => tu_string!(i18n, people.audit_act.reviewed),
        "revoked" => tu_string!(i18n, people.audit_act.revoked),
        "self_saved" => tu_string!(i18n, people.audit_act.self_saved),
        "self_submitted" => tu_string!(i18n, people.audit_act.self_submitted),
        "setup_started" => tu_string!(i18n, people.audit_act.setup_started),
        "started" => tu_string!(i18n, people.audit_act.started),
        "submitted" => tu_string!(i18n, people.audit_act.submitted),
        "succeeded" => tu_string!(i18n, people.audit_act.succeeded),
        "template_assigned" => tu_string!(i18n, people.audit_act.template_assigned),
        "unblocked" => tu_string!(i18n, people.audit_act.unblocked),
        "withdrawn" => tu_string!(i18n, people.audit_act.withdrawn),
        "year_end" => tu_string!(i18n, people.audit_act.year_end),
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
