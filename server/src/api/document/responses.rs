//! Descriptions of successful responses. A description in the attribute of the handler takes
//! precedence.

use utoipa::openapi::schema::Schema;
use utoipa::openapi::{Components, OpenApi, RefOr, Response};

use super::operations::each;

/// Describes every successful response that has no description.
pub(super) fn describe(document: &mut OpenApi) {
    let components = document.components.clone().unwrap_or_default();
    each(document, |entry| {
        let id = entry.operation.operation_id.clone().unwrap_or_default();
        let summary = entry.operation.summary.clone().unwrap_or_default();
        for (status, response) in &mut entry.operation.responses.responses {
            if let RefOr::T(response) = response
                && response.description.is_empty()
            {
                let schema = schema(response).unwrap_or_default();
                let verb = Verb::of(entry.method, status);
                response.description = text((&id, &summary), verb, &schema, &components);
            }
        }
    });
}

#[derive(Clone, Copy)]
enum Verb {
    Read,
    Create,
    Change,
    /// No body is returned.
    Silent,
}

impl Verb {
    fn of(method: &str, status: &str) -> Self {
        match (method, status) {
            (_, "204") => Self::Silent,
            (_, "201") => Self::Create,
            ("get", _) => Self::Read,
            (_, _) => Self::Change,
        }
    }
}

fn text((id, summary): (&str, &str), verb: Verb, schema: &str, components: &Components) -> String {
    if let Some((_, text)) = RESULTS.iter().find(|(name, _)| *name == id) {
        return (*text).to_owned();
    }
    let noun = NOUNS.iter().find(|(name, _)| *name == schema).map(|(_, noun)| *noun);
    match (verb, noun) {
        (Verb::Silent, _) => "Done. The response has no body.".to_owned(),
        (Verb::Read, _) => format!("{summary}."),
        (Verb::Create, Some(noun)) => format!("The new {noun}."),
        (Verb::Change, Some(noun)) => format!("The {noun} after {}.", event(id)),
        (Verb::Create | Verb::Change, None) => described(schema, components),
    }
}

/// The event after which a record is returned.
fn event(id: &str) -> &'static str {
    EVENTS.iter().find(|(name, _)| *name == id).map_or("the change", |(_, event)| event)
}

/// The description of a schema.
fn described(name: &str, components: &Components) -> String {
    let description = match components.schemas.get(name) {
        Some(RefOr::T(Schema::Object(it))) => it.description.clone(),
        Some(RefOr::T(Schema::OneOf(it))) => it.description.clone(),
        Some(RefOr::T(Schema::AllOf(it))) => it.description.clone(),
        _ => None,
    };
    description.unwrap_or_else(|| "The result.".to_owned())
}

/// The name of the schema of a response.
fn schema(response: &Response) -> Option<String> {
    let RefOr::T(content) = response.content.values().next()? else { return None };
    let Some(RefOr::Ref(reference)) = &content.schema else { return None };
    reference.ref_location.rsplit('/').next().map(str::to_owned)
}

/// The nouns of records that are created and changed.
const NOUNS: &[(&str, &str)] = &[
    ("AccountMap", "account map"),
    ("AccountNames", "list of named accounts"),
    ("ApiToken", "API token"),
    ("ApiTokenCreated", "API token with its secret, which no later response contains"),
    ("AppraisalDetail", "appraisal"),
    ("Catalog", "catalog"),
    ("ClosedPeriod", "closed period"),
    ("Customer", "customer"),
    ("Department", "department"),
    ("Facility", "facility"),
    ("JobStatus", "job"),
    ("LeaveAdjustment", "correction of leave days"),
    ("LeaveRequest", "leave request"),
    ("Listing_Assignment", "list of departments with their templates"),
    ("Listing_LeavePolicy", "list of entitlements"),
    ("Notification", "notification"),
    ("Organization", "organization"),
    ("Payment", "payment"),
    ("PortalAccount", "portal account"),
    ("PortalAccountCreated", "portal account with its temporary password"),
    ("Role", "role"),
    ("Staff", "member of staff"),
    ("StaffCreated", "member of staff with the temporary password"),
    ("Template", "template"),
    ("Webhook", "webhook"),
    ("WebhookChanged", "webhook"),
    ("WebhookCreated", "webhook with its secret, which no later response contains"),
    ("WorkingCalendar", "working calendar"),
];

/// The events after which records are returned; otherwise it is the change.
const EVENTS: &[(&str, &str)] = &[
    ("api_token_revoke", "its revocation"),
    ("appraisal_approve_dept_head", "the approval of the department head"),
    ("appraisal_approve_md", "the approval of the managing director"),
    ("appraisal_finalize", "its finalization"),
    ("appraisal_save_hr", "the save"),
    ("appraisal_save_review", "the save"),
    ("appraisal_save_self", "the save"),
    ("appraisal_submit_review", "the submission of the review"),
    ("appraisal_submit_self", "the submission of the self-assessment"),
    ("customer_block_account", "its block"),
    ("customer_end_account_sessions", "the end of its sessions"),
    ("customer_unblock_account", "the end of its block"),
    ("facility_activate", "its activation"),
    ("facility_approve", "the approval"),
    ("facility_overdue", "the evaluation"),
    ("facility_own_asset", "the record of the asset's ownership"),
    ("facility_reject", "its rejection"),
    ("facility_resume_accrual", "the resumption of accrual"),
    ("facility_review", "its submission for review"),
    ("facility_stop_accrual", "the stop of accrual"),
    ("facility_transfer_ownership", "the transfer of ownership"),
    ("facility_waive_profit", "the waiver of its profit"),
    ("facility_withdraw", "its withdrawal"),
    ("job_run", "its run"),
    ("leave_approve", "its approval"),
    ("leave_cancel", "its cancellation"),
    ("leave_reject", "its rejection"),
    ("leave_resubmit", "its resubmission"),
    ("notification_read", "it was marked as read"),
    ("payment_reverse", "its reversal"),
    ("staff_end_sessions", "the end of their sessions"),
    ("template_archive", "its archiving"),
    ("webhook_replay", "its events were scheduled to be sent again"),
];

/// The results of operations that neither create nor change a record.
const RESULTS: &[(&str, &str)] = &[
    ("appraisal_preview", "The preview for each person."),
    ("customer_reset_account_mfa", TEMPORARY_PASSWORD),
    ("customer_reset_account_password", TEMPORARY_PASSWORD),
    ("notification_read_all", "The number of unread notifications, which is 0."),
    ("portal_end_other_sessions", "The remaining session."),
    ("portal_end_session", "The session has ended."),
    ("portal_login_mfa", "The session, with its token."),
    ("portal_logout", "The session has ended, and the cookie is deleted."),
    ("portal_mfa_complete", RECOVERY_CODES),
    ("portal_mfa_setup", "The parameters for an authenticator app."),
    ("session_end_other_sessions", "The remaining session."),
    ("session_end_session", "The session has ended."),
    ("session_login_mfa", "The session, with its token."),
    ("session_logout", "The session has ended, and the cookie is deleted."),
    ("session_mfa_complete", RECOVERY_CODES),
    ("session_mfa_setup", "The parameters for an authenticator app."),
    ("staff_reset_mfa", TEMPORARY_PASSWORD),
    ("staff_reset_password", TEMPORARY_PASSWORD),
];

const RECOVERY_CODES: &str =
    "The second factor is on. The recovery codes are in no later response.";
const TEMPORARY_PASSWORD: &str =
    "The temporary password, which has to be changed at the first sign-in.";
