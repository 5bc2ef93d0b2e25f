//! SQL of the data about a member of staff: `$2`.

use uuid::Uuid;

use super::Section;
use crate::transaction::ReadTx;
use database::{Result, statements};

/// The data about a member of staff.
pub(super) const SECTIONS: &[Section] = &[
    Section::new("staff", "staff", STAFF),
    Section::new("departmentsSupervised", "departments", DEPARTMENTS),
    Section::new("staffManaged", "staff", MANAGED),
    Section::new("uploads", "staff_uploads", UPLOADS),
    Section::new("sessions", "sessions", SESSIONS),
    Section::new("apiTokens", "api_tokens", API_TOKENS),
    Section::new("secondFactors", "staff_mfa_credentials", SECOND_FACTORS),
    Section::new("signIns", "staff_pre_auth_tokens", SIGN_INS),
    Section::new("calendarFeeds", "calendar_feeds", CALENDAR_FEEDS),
    Section::new("initiationBatches", "initiation_batches", BATCHES),
    Section::new("initiationEntries", "initiation_entries", ENTRIES),
    Section::new("appraisals", "appraisals", APPRAISALS),
    Section::new("appraisalItems", "appraisal_items", ITEMS),
    Section::new("appraisalNarratives", "appraisal_narratives", NARRATIVES),
    Section::new("appraisalPlanRows", "appraisal_plan_rows", PLAN_ROWS),
    Section::new("appraisalReviews", "appraisal_reviews", REVIEWS),
    Section::new("queueLengths", "queue_lengths", QUEUE_LENGTHS),
    Section::new("leaveRequests", "leave_requests", LEAVE_REQUESTS),
    Section::new("leaveRequestDays", "leave_request_days", LEAVE_REQUEST_DAYS),
    Section::new("leaveAdjustments", "leave_adjustments", LEAVE_ADJUSTMENTS),
    Section::new("notifications", "notifications", NOTIFICATIONS),
];

statements! {
    WITH_NUMBER = "SELECT id FROM staff WHERE organization_id = $1 AND staff_number = $2";

    STAFF = "SELECT id, staff_number, name, email, role_key, job_title, department_id,
            line_manager_id, employment_start_date, employment_confirmed_at,
            confirmation_due_notified_at, is_blocked, 'held' AS password_hash, password_scheme,
            password_version, password_change_required, created_at, updated_at
        FROM staff WHERE organization_id = $1 AND id = $2";

    DEPARTMENTS = "SELECT id, name, supervisor_staff_id, created_at
        FROM departments WHERE organization_id = $1 AND supervisor_staff_id = $2 ORDER BY id";

    MANAGED = "SELECT id, line_manager_id
        FROM staff WHERE organization_id = $1 AND line_manager_id = $2 ORDER BY id";

    UPLOADS = "SELECT id, staff_id, created_at
        FROM staff_uploads WHERE organization_id = $1 AND staff_id = $2";

    SESSIONS = "SELECT id, staff_id, password_version, created_at, last_seen_at,
            password_confirmed_at, expires_at, revoked_at, ip, user_agent
        FROM sessions WHERE organization_id = $1 AND staff_id = $2 ORDER BY created_at, id";

    API_TOKENS = "SELECT id, name, permissions, 'held' AS token_hash, created_by_id, created_at,
            expires_at, last_used_at, revoked_at, expiry_notified_at
        FROM api_tokens WHERE organization_id = $1 AND created_by_id = $2 ORDER BY id";

    SECOND_FACTORS = "SELECT id, staff_id, 'held' AS encrypted_secret, enabled,
            'held' AS backup_codes_hashes, totp_last_step, totp_failures, started_at, enabled_at
        FROM staff_mfa_credentials WHERE organization_id = $1 AND staff_id = $2";

    SIGN_INS = "SELECT 'held' AS token_hash, staff_id, password_version, created_at, expires_at,
            used_at, failed_attempts, ip
        FROM staff_pre_auth_tokens
        WHERE organization_id = $1 AND staff_id = $2 ORDER BY created_at";

    CALENDAR_FEEDS = "SELECT staff_id, 'held' AS token_hash, created_at
        FROM calendar_feeds WHERE organization_id = $1 AND staff_id = $2";

    BATCHES = "SELECT id, created_by_id, created_at, finished_at, claimed_until
        FROM initiation_batches
        WHERE organization_id = $1 AND created_by_id = $2 ORDER BY created_at, id";

    ENTRIES = "SELECT batch_id, staff_id, review_type, period_from, period_to, role_category,
            is_manager_role, appraisal_id, refusal
        FROM initiation_entries WHERE organization_id = $1 AND staff_id = $2 ORDER BY batch_id";

    APPRAISALS = "SELECT id, staff_id, job_title, department_id, review_type, period_from,
            period_to, role_category, is_manager_role, line_manager_staff_id,
            department_head_staff_id, template_id, template_name, status, waiting_since,
            self_submitted_at, self_submitted_by_id, lm_submitted_at, lm_submitted_by_id,
            dept_head_approved_at, dept_head_approved_by_id, md_approved_at, md_approved_by_id,
            md_comment, hr_attendance_record, hr_disciplinary_record, hr_training_recommendation,
            hr_salary_recommendation, hr_promotion_recommendation, hr_remarks, kpi_score,
            competency_score, behaviour_score, overall_score, overall_band, finalized_at,
            finalized_by_id, revision, created_at, updated_at
        FROM appraisals WHERE organization_id = $1 AND staff_id = $2 ORDER BY created_at, id";

    ITEMS = "SELECT i.id, i.appraisal_id, i.section, i.section_order, i.category_label, i.label,
            i.description, i.target_guidance, i.weight, i.sort_order, i.actual_achievement,
            i.self_score, i.supervisor_score, i.supervisor_comment
        FROM appraisals a CROSS JOIN appraisal_items i
        WHERE a.organization_id = $1 AND a.staff_id = $2
            AND i.organization_id = a.organization_id AND i.appraisal_id = a.id
        ORDER BY i.appraisal_id, i.section_order, i.sort_order, i.id";

    NARRATIVES = "SELECT n.id, n.appraisal_id, n.section, n.question_key, n.question_text, n.answer,
            n.sort_order
        FROM appraisals a CROSS JOIN appraisal_narratives n
        WHERE a.organization_id = $1 AND a.staff_id = $2
            AND n.organization_id = a.organization_id AND n.appraisal_id = a.id
        ORDER BY n.appraisal_id, n.sort_order, n.id";

    PLAN_ROWS = "SELECT p.id, p.appraisal_id, p.kind, p.sort_order, p.area, p.action, p.support,
            p.target_date, p.issue, p.expected_improvement, p.review_date
        FROM appraisals a CROSS JOIN appraisal_plan_rows p
        WHERE a.organization_id = $1 AND a.staff_id = $2
            AND p.organization_id = a.organization_id AND p.appraisal_id = a.id
        ORDER BY p.appraisal_id, p.sort_order, p.id";

    REVIEWS = "SELECT r.id, r.appraisal_id, r.stage, r.actor_staff_id, r.action, r.comment,
            r.created_at
        FROM appraisals a CROSS JOIN appraisal_reviews r
        WHERE a.organization_id = $1 AND a.staff_id = $2
            AND r.organization_id = a.organization_id AND r.appraisal_id = a.id
        ORDER BY r.appraisal_id, r.created_at, r.id";

    QUEUE_LENGTHS = "SELECT staff_id, status, length
        FROM queue_lengths WHERE organization_id = $1 AND staff_id = $2 ORDER BY status";

    LEAVE_REQUESTS = "SELECT id, staff_id, type, start_date, end_date, start_half, end_half, days,
            reason, status, decided_by_id, decided_at, decision_comment, created_at, updated_at
        FROM leave_requests WHERE organization_id = $1 AND staff_id = $2
        ORDER BY created_at, id";

    LEAVE_REQUEST_DAYS = "SELECT d.request_id, d.year, d.days
        FROM leave_requests r CROSS JOIN leave_request_days d
        WHERE r.organization_id = $1 AND r.staff_id = $2
            AND d.organization_id = r.organization_id AND d.request_id = r.id
        ORDER BY d.request_id, d.year";

    LEAVE_ADJUSTMENTS = "SELECT id, staff_id, type, year, days, kind, reason, created_by_id,
            created_at
        FROM leave_adjustments WHERE organization_id = $1 AND staff_id = $2
        ORDER BY created_at, id";

    /// Those to the person, and those to others about the person.
    NOTIFICATIONS = "SELECT id, event_id, recipient_staff_id, type, title, body, appraisal_id,
            leave_request_id, subject_staff_id, status, link, created_at, read_at
        FROM notifications
        WHERE organization_id = $1 AND $2 IN (recipient_staff_id, subject_staff_id)
        ORDER BY created_at, id";
}

/// The id of the member of staff with this number.
pub(in crate::personal_data) async fn with_number(
    tx: &mut ReadTx,
    number: &str,
) -> Result<Option<Uuid>> {
    let found = tx.sql(WITH_NUMBER).bind(number).optional::<(Uuid,)>().await?;
    Ok(found.map(|(id,)| id))
}
