//! Labels for field names in the audit log.

use shared::leave::LeaveType;

use crate::credit::{event_label, product_label, side_label};
use crate::i18n::tu_string;
use crate::leave::label::type_label;
use crate::ui::label::{Language, spelled_out};

/// The label of a changed field, with the old and the new value if the entry has them. An unknown
/// field is displayed unchanged.
pub(super) fn field_words(i18n: Language, field: &str) -> String {
    match field.split_once('=') {
        Some((name, values)) => {
            format!("{}: {}", name_words(i18n, name), values.replace('→', " → "))
        }
        None => name_words(i18n, field),
    }
}

fn name_words(i18n: Language, field: &str) -> String {
    person_words(i18n, field)
        .or_else(|| house_words(i18n, field))
        .or_else(|| appraisal_words(i18n, field))
        .or_else(|| leave_words(i18n, field))
        .or_else(|| facility_words(i18n, field))
        .or_else(|| payment_words(i18n, field))
        .map(str::to_owned)
        .or_else(|| place_words(i18n, field))
        .unwrap_or_else(|| spelled_out(field))
}

/// Fields of staff, customers and their accounts.
fn person_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "address" => tu_string!(i18n, customer.form.address),
        "departmentId" => tu_string!(i18n, people.audit_record_type.department),
        "email" => tu_string!(i18n, login.email),
        "employmentConfirmedAt" => tu_string!(i18n, people.form.confirmed),
        "employmentStartDate" => tu_string!(i18n, people.form.start),
        "isBlocked" => tu_string!(i18n, customer.portal.blocked),
        "jobTitle" => tu_string!(i18n, people.form.job_title),
        "lineManagerId" => tu_string!(i18n, status.pending_lm),
        "mfa" => tu_string!(i18n, mfa.title),
        "name" => tu_string!(i18n, people.form.name),
        "password" => tu_string!(i18n, login.password),
        "phone" => tu_string!(i18n, customer.form.phone),
        "registrationNumber" => tu_string!(i18n, customer.form.registration_number),
        "role" => tu_string!(i18n, people.audit_record_type.role),
        "staffNumber" => tu_string!(i18n, people.form.staff_number),
        _ => return None,
    })
}

/// Fields of the organization, departments, roles, API tokens and webhooks.
fn house_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "appraisalTemplateId" => tu_string!(i18n, settings.list.template),
        "closedThrough" => tu_string!(i18n, credit.closed_period.through),
        "currency" => tu_string!(i18n, people.organization.currency),
        "customerMfaRequired" => tu_string!(i18n, people.organization.customer_mfa),
        "expiresAt" => tu_string!(i18n, people.audit_field.expires_at),
        "glAccountName" => tu_string!(i18n, people.audit_field.gl_account_name),
        "graceDays" => tu_string!(i18n, people.organization.grace_days),
        "instalmentRounding" => tu_string!(i18n, people.audit_field.instalment_rounding),
        "key" => tu_string!(i18n, people.audit_field.key),
        "murabahaPresentation" => tu_string!(i18n, people.audit_field.murabaha_presentation),
        "logo" => tu_string!(i18n, people.organization.logo),
        "nonAccrualDays" => tu_string!(i18n, people.organization.non_accrual_days),
        "permissions" => tu_string!(i18n, people.audit_field.permissions),
        "revokedAt" => tu_string!(i18n, people.audit_field.revoked_at),
        "secret" => tu_string!(i18n, people.webhook.secret),
        "separateShariahApprover" => tu_string!(i18n, people.organization.separate_approver),
        "stageTargetDays" => tu_string!(i18n, people.organization.stage_target_days),
        "supervisorStaffId" => tu_string!(i18n, people.department.supervisor),
        "timeZone" => tu_string!(i18n, people.organization.time_zone),
        "types" => tu_string!(i18n, people.webhook.events),
        "url" => tu_string!(i18n, people.webhook.url),
        _ => return None,
    })
}

/// Fields of appraisals, templates and catalogs.
fn appraisal_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "departments" => tu_string!(i18n, settings.departments),
        "description" => tu_string!(i18n, settings.editor.description),
        "hrAttendanceRecord" => tu_string!(i18n, appraisal.hr.attendance),
        "hrDisciplinaryRecord" => tu_string!(i18n, appraisal.hr.discipline),
        "hrPromotionRecommendation" => tu_string!(i18n, appraisal.hr.promotion),
        "hrRemarks" => tu_string!(i18n, appraisal.hr.remarks),
        "hrSalaryRecommendation" => tu_string!(i18n, appraisal.hr.salary),
        "hrTrainingRecommendation" => tu_string!(i18n, appraisal.hr.training),
        "isArchived" => tu_string!(i18n, settings.list.archived),
        "items" => tu_string!(i18n, settings.list.rows),
        "narratives" => tu_string!(i18n, people.audit_field.narratives),
        "planRows" => tu_string!(i18n, appraisal.plan.title),
        "status" => tu_string!(i18n, settings.list.status),
        _ => return None,
    })
}

/// Fields of leave; a changed policy is named by its leave type.
fn leave_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "carried" => tu_string!(i18n, leave.keep.carried),
        "days" => tu_string!(i18n, leave.keep.days),
        "decisionComment" => tu_string!(i18n, people.audit_field.decision_comment),
        "endDate" => tu_string!(i18n, leave.form.end),
        "endHalf" => tu_string!(i18n, leave.form.end_half),
        "holidays" => tu_string!(i18n, leave.keep.holidays),
        "reason" => tu_string!(i18n, leave.form.reason),
        "staffId" => tu_string!(i18n, people.audit_record_type.staff),
        "startDate" => tu_string!(i18n, leave.form.start),
        "startHalf" => tu_string!(i18n, leave.form.start_half),
        "type" => tu_string!(i18n, leave.form.kind),
        "workingDays" => tu_string!(i18n, leave.keep.week),
        "year" => tu_string!(i18n, leave.keep.year),
        other => type_label(i18n, other.parse::<LeaveType>().ok()?),
    })
}

/// Fields of facilities.
fn facility_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "activatedAt" => tu_string!(i18n, people.audit_field.activated_at),
        "approvedById" => tu_string!(i18n, people.audit_field.approved_by),
        "asset" => tu_string!(i18n, credit.form.description),
        "assetCost" => tu_string!(i18n, credit.form.asset_cost),
        "assetDocumentRef" => tu_string!(i18n, credit.action.document),
        "assetStatus" => tu_string!(i18n, credit.facts.asset),
        "customerId" => tu_string!(i18n, customer.list.customer),
        "downPayment" => tu_string!(i18n, credit.form.down_payment),
        "fixedTotalProfit" => tu_string!(i18n, credit.form.profit),
        "nonAccrualReason" => tu_string!(i18n, people.audit_field.non_accrual_reason),
        "nonAccrualSince" => tu_string!(i18n, people.audit_field.non_accrual_since),
        "originationJournalId" => tu_string!(i18n, credit.payment.journal),
        "periodsPerYear" => tu_string!(i18n, people.audit_field.periods_per_year),
        "profitSuspended" => tu_string!(i18n, credit.facts.suspended),
        "productType" => tu_string!(i18n, credit.list.product),
        "rate" => tu_string!(i18n, credit.facts.rate),
        "rejectionReason" => tu_string!(i18n, people.audit_field.rejection_reason),
        "reviewedById" => tu_string!(i18n, people.audit_field.reviewed_by),
        "scheduleMethod" => tu_string!(i18n, credit.form.method),
        "transferDocumentRef" => tu_string!(i18n, credit.action.transfer_document),
        "termPeriods" => tu_string!(i18n, credit.form.term),
        "withdrawalReason" => tu_string!(i18n, people.audit_field.withdrawal_reason),
        _ => return None,
    })
}

/// Fields of payments.
fn payment_words(i18n: Language, field: &str) -> Option<&'static str> {
    Some(match field {
        "amount" => tu_string!(i18n, credit.payment.amount),
        "earlySettlement" => tu_string!(i18n, credit.payment.early),
        "paymentDate" => tu_string!(i18n, credit.payment.date),
        "reference" => tu_string!(i18n, credit.payment.reference),
        "reversalReason" => tu_string!(i18n, people.audit_field.reversal_reason),
        "reversedAt" => tu_string!(i18n, people.audit_field.reversed_at),
        _ => return None,
    })
}

/// An entry of the account map, such as `ijarah/origination/debit`.
fn place_words(i18n: Language, field: &str) -> Option<String> {
    let mut parts = field.split('/');
    let product = product_label(i18n, parts.next()?.parse().ok()?);
    let event = event_label(i18n, parts.next()?.parse().ok()?);
    let side = side_label(i18n, parts.next()?.parse().ok()?);
    Some(format!("{product} · {event} · {side}"))
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;

    use super::*;
    use crate::i18n::{Language, Locale};

    /// All field names in audit entries.
    const FIELDS: &str = "activatedAt address amount appraisalTemplateId approvedById asset \
        assetCost assetDocumentRef assetStatus carried currency customerId customerMfaRequired \
        days decisionComment departmentId departments description downPayment earlySettlement \
        email employmentConfirmedAt employmentStartDate endDate endHalf fixedTotalProfit \
        graceDays holidays hrAttendanceRecord hrDisciplinaryRecord hrPromotionRecommendation \
        hrRemarks hrSalaryRecommendation hrTrainingRecommendation instalmentRounding isArchived \
        isBlocked items jobTitle key lineManagerId mfa murabahaPresentation name narratives \
        nonAccrualDays nonAccrualReason nonAccrualSince originationJournalId password paymentDate \
        periodsPerYear permissions phone planRows productType rate reason reference \
        registrationNumber rejectionReason reversalReason reversedAt \
        reviewedById revokedAt role scheduleMethod \
        separateShariahApprover stageTargetDays staffId staffNumber startDate startHalf status \
        supervisorStaffId termPeriods timeZone type withdrawalReason workingDays year casual \
        unpaid glAccountName murabaha/installment_profit/credit \
        murabaha/origination/debit=1310→1320 closedThrough=→2026-01-31";

    #[test]
    fn every_field_has_words_in_each_language() {
        Owner::new().with(|| {
            let english = Language::provide(Locale::English);
            for field in FIELDS.split_whitespace() {
                let text = field_words(english, field);
                assert!(text.is_ascii() || field.contains(['/', '→']), "{field}");
            }
            let arabic = Language::provide(Locale::Arabic);
            for field in FIELDS.split_whitespace() {
                let text = field_words(arabic, field);
                assert!(!text.bytes().any(|it| it.is_ascii_alphabetic()), "{field}: {text}");
            }
            assert_eq!(field_words(arabic, "somethingNew"), "Something new");
        });
    }
}
