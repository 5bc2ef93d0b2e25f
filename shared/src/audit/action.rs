//! All actions in the audit log.

use super::Category;

/// Declares the actions under their category, so that none can be without one.
macro_rules! audit_actions {
    ($($category:ident {
        $($(#[doc = $doc:literal])* $variant:ident = $text:literal,)+
    })+) => {
        text_enum! {
            /// The action of an audit entry, in the order in which the filter lists them.
            AuditAction {
                $($($(#[doc = $doc])* $variant = $text,)+)+
            }
        }

        impl AuditAction {
            /// The subject area of the action.
            pub const fn category(self) -> Category {
                match self {
                    $($(Self::$variant)|+ => Category::$category,)+
                }
            }
        }
    };
}

audit_actions! {
    StaffManagement {
        /// Appraisal started.
        AppraisalInitiated = "appraisal.initiated",
        /// A batch of initiations was handed to the server.
        InitiationBatchAdded = "appraisal.batch_added",
        /// Self-assessment saved.
        AppraisalSelfSaved = "appraisal.self_saved",
        /// Self-assessment submitted.
        AppraisalSelfSubmitted = "appraisal.self_submitted",
        /// Line manager review saved.
        AppraisalReviewSaved = "appraisal.review_saved",
        /// Line manager review submitted.
        AppraisalReviewSubmitted = "appraisal.review_submitted",
        /// Appraisal approved by department head.
        AppraisalDeptHeadApproved = "appraisal.dept_head_approved",
        /// Appraisal approved by managing director.
        AppraisalMdApproved = "appraisal.md_approved",
        /// HR section saved.
        AppraisalHrSaved = "appraisal.hr_saved",
        /// Appraisal finalized.
        AppraisalFinalized = "appraisal.finalized",
        /// Competency library changed.
        CatalogReplaced = "catalog.replaced",
        /// Department added.
        DepartmentCreated = "department.created",
        /// Department changed.
        DepartmentChanged = "department.changed",
        /// Template assigned to department.
        DepartmentTemplateAssigned = "department.template_assigned",
        /// Employee added.
        StaffCreated = "staff.created",
        /// Employee changed.
        StaffChanged = "staff.changed",
        /// Employment confirmed.
        StaffConfirmed = "staff.confirmed",
        /// Employees imported.
        StaffImported = "staff.imported",
        /// Template created.
        TemplateCreated = "template.created",
        /// Template changed.
        TemplateChanged = "template.changed",
        /// Template archived.
        TemplateArchived = "template.archived",
    }
    Leave {
        /// Leave requested.
        LeaveRequested = "leave.requested",
        /// Leave request resubmitted.
        LeaveResubmitted = "leave.resubmitted",
        /// Leave approved.
        LeaveApproved = "leave.approved",
        /// Leave rejected.
        LeaveRejected = "leave.rejected",
        /// Leave cancelled.
        LeaveCancelled = "leave.cancelled",
        /// Leave balance adjusted.
        LeaveAdjusted = "leave.adjusted",
        /// Leave policies changed.
        LeavePoliciesChanged = "leave.policies_changed",
        /// Working calendar changed.
        LeaveCalendarChanged = "leave.calendar_changed",
        /// Leave year closed.
        LeaveYearEnd = "leave.year_end",
        /// Calendar feed created.
        CalendarFeedCreated = "calendar_feed.created",
        /// Calendar feed revoked.
        CalendarFeedRevoked = "calendar_feed.revoked",
    }
    Authentication {
        /// Signed in.
        LoginSucceeded = "login.succeeded",
        /// Password accepted, code requested.
        LoginPasswordAccepted = "login.password_accepted",
        /// Sign-in failed.
        LoginFailed = "login.failed",
        /// Two-step verification setup started.
        MfaSetupStarted = "mfa.setup_started",
        /// Two-step verification turned on.
        MfaEnabled = "mfa.enabled",
        /// Verification code rejected.
        MfaCodeRefused = "mfa.code_refused",
        /// Two-step verification locked.
        MfaLocked = "mfa.locked",
        /// Recovery code used.
        MfaRecoveryCodeUsed = "mfa.recovery_code_used",
        /// Last recovery code used.
        MfaRecoveryCodesExhausted = "mfa.recovery_codes_exhausted",
        /// New recovery codes generated.
        MfaRecoveryCodesRegenerated = "mfa.recovery_codes_regenerated",
        /// New recovery codes rejected.
        MfaRegenerationRefused = "mfa.regeneration_refused",
        /// Two-step verification reset.
        MfaReset = "mfa.reset",
        /// Password changed.
        PasswordChanged = "password.changed",
        /// Current password rejected.
        PasswordRefused = "password.refused",
        /// Password reset.
        PasswordReset = "password.reset",
        /// Signed out.
        SessionEnded = "session.ended",
        /// Sessions ended.
        SessionsRevoked = "sessions.revoked",
    }
    Customers {
        /// Customer added.
        CustomerCreated = "customer.created",
        /// Customer changed.
        CustomerChanged = "customer.changed",
        /// Portal account created.
        PortalAccountCreated = "portal_account.created",
        /// Portal account suspended.
        PortalAccountBlocked = "portal_account.blocked",
        /// Portal account restored.
        PortalAccountUnblocked = "portal_account.unblocked",
    }
    Credit {
        /// Facility created.
        FacilityCreated = "facility.created",
        /// Facility submitted.
        FacilitySubmitted = "facility.submitted",
        /// Facility withdrawn.
        FacilityWithdrawn = "facility.withdrawn",
        /// Facility reviewed.
        FacilityReviewed = "facility.reviewed",
        /// Shariah approval given.
        FacilityApproved = "facility.approved",
        /// Facility rejected.
        FacilityRejected = "facility.rejected",
        /// Asset ownership recorded.
        FacilityAssetOwned = "facility.asset_owned",
        /// Facility activated.
        FacilityActivated = "facility.activated",
        /// Overdue status evaluated.
        FacilityEvaluated = "facility.evaluated",
        /// Placed on non-accrual.
        FacilityAccrualStopped = "facility.accrual_stopped",
        /// Returned to accrual.
        FacilityAccrualResumed = "facility.accrual_resumed",
        /// Suspended profit waived.
        FacilityProfitWaived = "facility.profit_waived",
        /// Title transferred to customer.
        FacilityOwnershipTransferred = "facility.ownership_transferred",
        /// Payment recorded.
        PaymentRecorded = "payment.recorded",
        /// Payment reversed.
        PaymentReversed = "payment.reversed",
        /// GL account mapping changed.
        AccountMapChanged = "account_map.changed",
        /// GL account names changed.
        AccountNamesChanged = "account_names.changed",
        /// Closed period changed.
        ClosedPeriodChanged = "closed_period.changed",
    }
    Organization {
        /// Organization created.
        OrganizationCreated = "organization.created",
        /// Organization changed.
        OrganizationChanged = "organization.changed",
        /// Role created.
        RoleCreated = "role.created",
        /// Role changed.
        RoleChanged = "role.changed",
        /// API token created.
        ApiTokenCreated = "api_token.created",
        /// API token rotated.
        ApiTokenRotated = "api_token.rotated",
        /// API token revoked.
        ApiTokenRevoked = "api_token.revoked",
        /// Webhook created.
        WebhookCreated = "webhook.created",
        /// Webhook changed.
        WebhookChanged = "webhook.changed",
        /// Webhook deleted.
        WebhookDeleted = "webhook.deleted",
        /// Webhook events replayed.
        WebhookReplayed = "webhook.replayed",
        /// Job run manually.
        JobStarted = "job.started",
        /// Personal data exported.
        PersonalDataExported = "personal_data.exported",
        /// Personal data erased.
        PersonalDataErased = "personal_data.erased",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_actions_of_a_category_follow_each_other() {
        let mut categories: Vec<_> = AuditAction::ALL.iter().map(|it| it.category()).collect();
        categories.dedup();
        assert_eq!(categories, Category::ALL);
    }
}
