//! The codes of errors by operation.

use shared::error::Code;

/// The operations with which an error can occur.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// Every operation.
    Every,
    /// Operations that need a session or an API token.
    Authenticated,
    /// Operations of staff.
    Staff,
    /// Operations of customers at the portal.
    Customer,
    /// All methods except GET.
    Changing,
    /// Operations that read a body, even if they need none.
    Body,
    /// Operations that read a JSON body, even if they need none.
    JsonBody,
    /// Operations with a parameter in the path.
    PathParameter,
    /// Operations that honour an `Idempotency-Key`.
    Keyed,
    /// These operations.
    Only(&'static [&'static str]),
}

/// A code, the status that it occurs with, and the operations.
pub(super) type Occurrence = (Code, u16, Scope);

/// Every code of every operation, except `METHOD_NOT_ALLOWED`: the methods of an operation are
/// allowed.
pub(super) fn all() -> impl Iterator<Item = &'static Occurrence> {
    [SHARED, SIGN_IN, APPRAISALS, CREDIT, RECORDS].into_iter().flatten()
}

const SHARED: &[Occurrence] = &[
    (Code::ValidationFailed, 400, Scope::Every),
    (Code::MalformedJson, 400, Scope::JsonBody),
    (Code::Unauthenticated, 401, Scope::Authenticated),
    (Code::Forbidden, 403, Scope::Staff),
    (Code::PasswordChangeRequired, 403, Scope::Authenticated),
    (Code::MfaEnrollmentRequired, 403, Scope::Customer),
    (Code::CrossSiteRejected, 403, Scope::Changing),
    (Code::NotFound, 404, Scope::PathParameter),
    (Code::NotFound, 404, Scope::Only(&["appraisal_initiate", "appraisal_preview"])),
    (Code::NotFound, 404, Scope::Only(&["organization_logo", "portal_logo"])),
    (Code::IdempotencyKeyReused, 409, Scope::Keyed),
    (Code::PayloadTooLarge, 413, Scope::Body),
    (Code::UnsupportedMediaType, 415, Scope::Body),
    (Code::RateLimited, 429, Scope::Every),
    (Code::InternalError, 500, Scope::Every),
    (Code::ServiceUnavailable, 503, Scope::Every),
];

const LOGIN: Scope = Scope::Only(&["session_login", "portal_login"]);
const LOGIN_MFA: Scope = Scope::Only(&["session_login_mfa", "portal_login_mfa"]);
const MFA_SETUP: Scope = Scope::Only(&["session_mfa_setup", "portal_mfa_setup"]);
const MFA_COMPLETE: Scope = Scope::Only(&["session_mfa_complete", "portal_mfa_complete"]);
const REGENERATE: Scope =
    Scope::Only(&["session_regenerate_recovery_codes", "portal_regenerate_recovery_codes"]);
const CHANGE_PASSWORD: Scope = Scope::Only(&["session_change_password", "portal_change_password"]);
const RESET_MFA: Scope = Scope::Only(&["staff_reset_mfa", "customer_reset_account_mfa"]);

const SIGN_IN: &[Occurrence] = &[
    (Code::InvalidCredentials, 401, LOGIN),
    (Code::InvalidPreAuthToken, 401, LOGIN_MFA),
    (Code::InvalidMfaCode, 401, LOGIN_MFA),
    (Code::InvalidMfaCode, 400, MFA_COMPLETE),
    (Code::InvalidCurrentPassword, 400, MFA_COMPLETE),
    (Code::InvalidCurrentPassword, 400, CHANGE_PASSWORD),
    (Code::ReauthenticationFailed, 400, REGENERATE),
    (Code::MfaAlreadyEnabled, 409, MFA_SETUP),
    (Code::MfaAlreadyEnabled, 409, MFA_COMPLETE),
    (Code::MfaNotPending, 409, MFA_COMPLETE),
    (Code::MfaSetupExpired, 409, MFA_COMPLETE),
    (Code::MfaNotEnabled, 409, REGENERATE),
    (Code::MfaNotEnabled, 409, RESET_MFA),
    (Code::MfaLocked, 429, LOGIN_MFA),
    (Code::MfaLocked, 429, MFA_COMPLETE),
    (Code::MfaLocked, 429, REGENERATE),
    // A request from another site must not begin an enrolment.
    (Code::CrossSiteRejected, 403, MFA_SETUP),
];

const INITIATE: Scope = Scope::Only(&["appraisal_initiate"]);
const FINALIZE: Scope = Scope::Only(&["appraisal_finalize"]);
/// Saving and submitting a form of an appraisal, and its approvals.
const STEPS: Scope = Scope::Only(&[
    "appraisal_save_self",
    "appraisal_submit_self",
    "appraisal_save_review",
    "appraisal_submit_review",
    "appraisal_approve_dept_head",
    "appraisal_approve_md",
]);
const COMPLETE: Scope =
    Scope::Only(&["appraisal_submit_self", "appraisal_submit_review", "appraisal_finalize"]);
const STAGED: Scope = Scope::Only(&["appraisal_score", "appraisal_save_hr", "appraisal_finalize"]);
const WEIGHTED: Scope = Scope::Only(&["catalog_replace", "template_create", "template_change"]);

const APPRAISALS: &[Occurrence] = &[
    (Code::AlreadyInProgress, 400, INITIATE),
    (Code::NoReviewer, 400, INITIATE),
    (Code::NoTemplate, 400, INITIATE),
    (Code::ReviewerBlocked, 400, INITIATE),
    (Code::StaffBlocked, 400, INITIATE),
    (Code::NotYourDesk, 403, STEPS),
    (Code::WrongStage, 400, STEPS),
    (Code::WrongStage, 400, STAGED),
    (Code::Incomplete, 400, COMPLETE),
    (Code::OutcomeNotAllowed, 400, FINALIZE),
    (Code::OutcomeRequired, 400, FINALIZE),
    (Code::StartDateInFuture, 400, FINALIZE),
    (Code::SelfFinalize, 403, FINALIZE),
    (Code::InvalidWeights, 400, WEIGHTED),
    (Code::TemplateNameTaken, 400, Scope::Only(&["template_create", "template_change"])),
    (Code::TemplateArchived, 400, Scope::Only(&["template_change"])),
    (Code::FallbackTemplate, 400, Scope::Only(&["template_change", "template_archive"])),
];

/// Changes of a facility, which the caller may base on a revision.
const FACILITY_CHANGES: Scope = Scope::Only(&[
    "facility_activate",
    "facility_approve",
    "facility_own_asset",
    "facility_overdue",
    "facility_preview_activation",
    "facility_reject",
    "facility_resume_accrual",
    "facility_review",
    "facility_stop_accrual",
    "facility_transfer_ownership",
    "facility_waive_profit",
    "facility_withdraw",
    "payment_preview",
    "payment_preview_reversal",
    "payment_record",
    "payment_reverse",
]);
const POSTINGS: Scope = Scope::Only(&[
    "facility_activate",
    "facility_preview_activation",
    "facility_waive_profit",
    "payment_preview",
    "payment_preview_reversal",
    "payment_record",
    "payment_reverse",
]);
const PAYMENTS: Scope = Scope::Only(&["payment_preview", "payment_record"]);
const SETTLEMENT: Scope =
    Scope::Only(&["facility_settlement_quote", "payment_preview", "payment_record"]);
const ACTIVATION: Scope = Scope::Only(&["facility_activate", "facility_preview_activation"]);

const CREDIT: &[Occurrence] = &[
    (Code::StaleRevision, 409, FACILITY_CHANGES),
    (Code::WrongState, 409, FACILITY_CHANGES),
    (Code::WrongState, 409, SETTLEMENT),
    (Code::PaymentOutOfOrder, 409, SETTLEMENT),
    (Code::PeriodClosed, 409, POSTINGS),
    (Code::AccountUnmapped, 422, POSTINGS),
    (Code::AmountNotAccepted, 422, PAYMENTS),
    (Code::MakerChecker, 403, Scope::Only(&["facility_approve", "facility_waive_profit"])),
    (Code::Vr001, 409, ACTIVATION),
    (Code::SameAccount, 400, Scope::Only(&["account_map_change"])),
];

const LEAVE_SUBMISSIONS: Scope = Scope::Only(&["leave_create", "leave_resubmit"]);
const LEAVE_DECISIONS: Scope =
    Scope::Only(&["leave_approve", "leave_cancel", "leave_reject", "leave_resubmit"]);
const LEAVE_DAYS: Scope = Scope::Only(&[
    "leave_adjust",
    "leave_approve",
    "leave_create",
    "leave_resubmit",
    "leave_set_policies",
    "staff_change",
]);
/// Saves that the caller may base on the state that they have seen.
const BASED_SAVES: Scope = Scope::Only(&[
    "appraisal_save_hr",
    "appraisal_save_review",
    "appraisal_save_self",
    "catalog_replace",
    "template_change",
]);
const UNIQUE_ADDRESS: Scope =
    Scope::Only(&["customer_create_account", "staff_create", "staff_change"]);

const RECORDS: &[Occurrence] = &[
    (Code::ConfirmationRequired, 400, LEAVE_SUBMISSIONS),
    (Code::LeaveOverlap, 409, LEAVE_SUBMISSIONS),
    (Code::InsufficientBalance, 409, LEAVE_DAYS),
    (Code::WrongState, 409, LEAVE_DECISIONS),
    (Code::WrongState, 409, Scope::Only(&["api_token_rotate"])),
    (Code::YearNotOver, 409, Scope::Only(&["leave_year_end"])),
    (Code::StaleRevision, 409, BASED_SAVES),
    (Code::EmailTaken, 400, UNIQUE_ADDRESS),
    (Code::StaffNumberTaken, 400, Scope::Only(&["staff_create", "staff_change"])),
    (Code::RoleKeyTaken, 400, Scope::Only(&["role_create"])),
    (Code::PortalAccountExists, 409, Scope::Only(&["customer_create_account"])),
    (Code::JobRunning, 409, Scope::Only(&["job_run"])),
];
