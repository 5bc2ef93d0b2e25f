//! SQL of what a member of staff has done and written in records about others: `$2`. Of those
//! records it reads only what this person has written.

use database::statements;

use super::Section;

/// The work of a member of staff.
pub(super) const SECTIONS: &[Section] = &[
    Section::new("appraisalsReviewed", "appraisals", APPRAISALS),
    Section::new("appraisalItemsReviewed", "appraisal_items", ITEMS),
    Section::new("appraisalNarrativesWritten", "appraisal_narratives", NARRATIVES),
    Section::new("appraisalPlanRowsWritten", "appraisal_plan_rows", PLAN_ROWS),
    Section::new("appraisalReviewsWritten", "appraisal_reviews", REVIEWS),
    Section::new("leaveDecisions", "leave_requests", LEAVE_DECISIONS),
    Section::new("leaveAdjustmentsMade", "leave_adjustments", LEAVE_ADJUSTMENTS),
    Section::new("facilitiesHandled", "facilities", FACILITIES),
    Section::new("facilityEvents", "facility_events", FACILITY_EVENTS),
    Section::new("paymentsHandled", "payments", PAYMENTS),
    Section::new("profitWaivers", "profit_waivers", WAIVERS),
    Section::new("journalsPosted", "journals", JOURNALS),
    Section::new("accountMappings", "account_mappings", ACCOUNT_MAPPINGS),
    Section::new("accountNames", "gl_accounts", ACCOUNT_NAMES),
];

statements! {
    APPRAISALS = "SELECT id, line_manager_staff_id, department_head_staff_id, lm_submitted_at,
            lm_submitted_by_id, dept_head_approved_at, dept_head_approved_by_id, md_approved_at,
            md_approved_by_id, finalized_at, finalized_by_id,
            CASE WHEN md_approved_by_id = $2 THEN md_comment END AS md_comment,
            CASE WHEN finalized_by_id = $2 THEN hr_remarks END AS hr_remarks
        FROM appraisals
        WHERE organization_id = $1 AND staff_id <> $2 AND $2 IN (line_manager_staff_id,
            department_head_staff_id, self_submitted_by_id, lm_submitted_by_id,
            dept_head_approved_by_id, md_approved_by_id, finalized_by_id)
        ORDER BY created_at, id";

    ITEMS = "SELECT i.id, i.appraisal_id, i.supervisor_score, i.supervisor_comment
        FROM appraisals a CROSS JOIN appraisal_items i
        WHERE a.organization_id = $1
            AND COALESCE(a.lm_submitted_by_id, a.line_manager_staff_id) = $2
            AND (i.supervisor_score IS NOT NULL OR i.supervisor_comment IS NOT NULL)
            AND i.organization_id = a.organization_id AND i.appraisal_id = a.id
        ORDER BY i.appraisal_id, i.section_order, i.sort_order, i.id";

    NARRATIVES = "SELECT n.id, n.appraisal_id, n.section, n.question_key, n.question_text, n.answer
        FROM appraisals a CROSS JOIN appraisal_narratives n
        WHERE a.organization_id = $1
            AND COALESCE(a.lm_submitted_by_id, a.line_manager_staff_id) = $2
            AND n.section IN ('supervisor_assessment', 'career_discussion')
            AND n.answer IS NOT NULL
            AND n.organization_id = a.organization_id AND n.appraisal_id = a.id
        ORDER BY n.appraisal_id, n.sort_order, n.id";

    PLAN_ROWS = "SELECT p.id, p.appraisal_id, p.kind, p.area, p.action, p.support, p.target_date,
            p.issue, p.expected_improvement, p.review_date
        FROM appraisals a CROSS JOIN appraisal_plan_rows p
        WHERE a.organization_id = $1
            AND COALESCE(a.lm_submitted_by_id, a.line_manager_staff_id) = $2
            AND p.organization_id = a.organization_id AND p.appraisal_id = a.id
        ORDER BY p.appraisal_id, p.sort_order, p.id";

    REVIEWS = "SELECT r.id, r.appraisal_id, r.stage, r.actor_staff_id, r.action, r.comment,
            r.created_at
        FROM appraisal_reviews r
        WHERE r.organization_id = $1 AND r.actor_staff_id = $2 ORDER BY r.created_at, r.id";

    LEAVE_DECISIONS = "SELECT id, status, decided_by_id, decided_at, decision_comment
        FROM leave_requests
        WHERE organization_id = $1 AND decided_by_id = $2 AND staff_id <> $2
        ORDER BY decided_at, id";

    LEAVE_ADJUSTMENTS = "SELECT id, type, year, days, kind, reason, created_by_id, created_at
        FROM leave_adjustments
        WHERE organization_id = $1 AND created_by_id = $2 AND staff_id <> $2
        ORDER BY created_at, id";

    FACILITIES = "SELECT id, facility_ref, created_by_id, created_at, asset_owned_by_id,
            asset_owned_at, reviewed_by_id, reviewed_at, approved_by_id, approved_at,
            rejected_by_id, rejected_at, withdrawn_by_id, withdrawn_at, activated_by_id,
            activated_at, ownership_transferred_by_id, ownership_transferred_at,
            CASE WHEN rejected_by_id = $2 THEN rejection_reason END AS rejection_reason,
            CASE WHEN withdrawn_by_id = $2 THEN withdrawal_reason END AS withdrawal_reason
        FROM facilities
        WHERE organization_id = $1 AND $2 IN (created_by_id, asset_owned_by_id, reviewed_by_id,
            approved_by_id, rejected_by_id, withdrawn_by_id, activated_by_id,
            ownership_transferred_by_id)
        ORDER BY created_at, id";

    FACILITY_EVENTS = "SELECT id, facility_id, at, type, actor_id, text, journal_id
        FROM facility_events WHERE organization_id = $1 AND actor_id = $2 ORDER BY at, id";

    PAYMENTS = "SELECT id, facility_id, number, created_at, created_by_id, reversed_at,
            reversed_by_id, CASE WHEN created_by_id = $2 THEN reference END AS reference,
            CASE WHEN reversed_by_id = $2 THEN reversal_reason END AS reversal_reason
        FROM payments
        WHERE organization_id = $1 AND $2 IN (created_by_id, reversed_by_id)
        ORDER BY created_at, id";

    WAIVERS = "SELECT id, facility_id, reason, waived_on, waived_at, waived_by_id
        FROM profit_waivers WHERE organization_id = $1 AND waived_by_id = $2
        ORDER BY waived_at, id";

    JOURNALS = "SELECT id, facility_id, value_date, posted_at, posted_by_id, reversal_of_id
        FROM journals WHERE organization_id = $1 AND posted_by_id = $2 ORDER BY posted_at, id";

    ACCOUNT_MAPPINGS = "SELECT product_type, event_type, side, gl_account, updated_at,
            updated_by_id
        FROM account_mappings WHERE organization_id = $1 AND updated_by_id = $2
        ORDER BY product_type, event_type, side";

    ACCOUNT_NAMES = "SELECT code, name, updated_at, updated_by_id
        FROM gl_accounts WHERE organization_id = $1 AND updated_by_id = $2 ORDER BY code";
}
