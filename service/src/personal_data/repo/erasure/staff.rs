//! SQL of the erasure of a member of staff: `$2`.

use shared::audit::ERASED;
use shared::personal_data::{erased_email, erased_staff_number};
use uuid::Uuid;

use super::{FactsRow, run, trail};
use crate::search::{NameForms, staff_details};
use crate::transaction::WriteTx;
use database::{Result, Sql, statements};

/// Statements that need no further values, in their order.
pub(super) const STATEMENTS: &[Sql] = &[
    UPLOADS,
    SESSIONS,
    SECOND_FACTORS,
    SIGN_INS,
    CALENDAR_FEEDS,
    NOTIFICATIONS,
    API_TOKENS,
    APPRAISALS,
    ITEMS,
    NARRATIVES,
    PLAN_ROWS,
    REVIEWS,
    LEAVE_REQUESTS,
    LEAVE_ADJUSTMENTS,
];

/// Statements with further values.
pub(super) const WITH_VALUES: &[Sql] = &[ERASE];

statements! {
    LOCK = "UPDATE staff SET updated_at = updated_at WHERE organization_id = $1 AND id = $2";

    /// The last activity is the last change, sign-in or act.
    FACTS = "SELECT name, email, is_blocked = FALSE AS has_access,
            (SELECT COUNT(*) FROM appraisals
                WHERE organization_id = $1 AND staff_id = $2 AND status <> 'finalized')
            + (SELECT COUNT(*) FROM leave_requests
                WHERE organization_id = $1 AND staff_id = $2 AND status = 'pending')
                AS open_records,
            (SELECT MAX(at) FROM (
                SELECT updated_at AS at FROM staff WHERE organization_id = $1 AND id = $2
                UNION ALL SELECT MAX(last_seen_at) FROM sessions
                WHERE organization_id = $1 AND staff_id = $2
                UNION ALL SELECT MAX(updated_at) FROM appraisals
                WHERE organization_id = $1 AND staff_id = $2
                UNION ALL SELECT MAX(updated_at) FROM leave_requests
                WHERE organization_id = $1 AND staff_id = $2
                UNION ALL SELECT MAX(created_at) FROM leave_adjustments
                WHERE organization_id = $1 AND staff_id = $2
                UNION ALL SELECT MAX(at) FROM audit_entries
                WHERE organization_id = $1 AND actor_id = $2) activities) AS last_activity
        FROM staff WHERE organization_id = $1 AND id = $2";

    ERASE = "UPDATE staff SET name = $3, staff_number = $4, email = $5, name_folded = $6,
            name_sort_key = $7, details_folded = $8, job_title = NULL, password_hash = ''
        WHERE organization_id = $1 AND id = $2";

    UPLOADS = "DELETE FROM staff_uploads WHERE organization_id = $1 AND staff_id = $2";

    SESSIONS = "DELETE FROM sessions WHERE organization_id = $1 AND staff_id = $2";

    SECOND_FACTORS = "DELETE FROM staff_mfa_credentials
        WHERE organization_id = $1 AND staff_id = $2";

    SIGN_INS = "DELETE FROM staff_pre_auth_tokens WHERE organization_id = $1 AND staff_id = $2";

    CALENDAR_FEEDS = "DELETE FROM calendar_feeds WHERE organization_id = $1 AND staff_id = $2";

    /// Those to the person, and those to others about the person.
    NOTIFICATIONS = "DELETE FROM notifications
        WHERE organization_id = $1 AND $2 IN (recipient_staff_id, subject_staff_id)";

    API_TOKENS = "UPDATE api_tokens SET name = 'Erased'
        WHERE organization_id = $1 AND created_by_id = $2";

    APPRAISALS = "UPDATE appraisals SET job_title = NULL, md_comment = NULL,
            hr_attendance_record = NULL, hr_disciplinary_record = NULL,
            hr_training_recommendation = NULL, hr_salary_recommendation = NULL,
            hr_promotion_recommendation = NULL, hr_remarks = NULL
        WHERE organization_id = $1 AND staff_id = $2";

    ITEMS = "UPDATE appraisal_items SET actual_achievement = NULL, supervisor_comment = NULL
        WHERE organization_id = $1 AND appraisal_id IN (
            SELECT id FROM appraisals WHERE organization_id = $1 AND staff_id = $2)";

    NARRATIVES = "UPDATE appraisal_narratives SET answer = NULL
        WHERE organization_id = $1 AND appraisal_id IN (
            SELECT id FROM appraisals WHERE organization_id = $1 AND staff_id = $2)";

    PLAN_ROWS = "UPDATE appraisal_plan_rows SET area = NULL, action = NULL, support = NULL,
            issue = NULL, expected_improvement = NULL
        WHERE organization_id = $1 AND appraisal_id IN (
            SELECT id FROM appraisals WHERE organization_id = $1 AND staff_id = $2)";

    REVIEWS = "UPDATE appraisal_reviews SET comment = NULL
        WHERE organization_id = $1 AND appraisal_id IN (
            SELECT id FROM appraisals WHERE organization_id = $1 AND staff_id = $2)";

    LEAVE_REQUESTS = "UPDATE leave_requests SET reason = '', decision_comment = NULL
        WHERE organization_id = $1 AND staff_id = $2";

    LEAVE_ADJUSTMENTS = "UPDATE leave_adjustments SET reason = ''
        WHERE organization_id = $1 AND staff_id = $2";
}

/// Locks the record first, so that no change at the same time writes erased values again.
pub(super) async fn facts(tx: &mut WriteTx, id: Uuid) -> Result<Option<FactsRow>> {
    tx.sql(LOCK).bind(id).execute().await?;
    tx.sql(FACTS).bind(id).optional().await
}

/// Erases a member of staff. What they wrote in records about other people belongs to these
/// people, and stays.
pub(in crate::personal_data) async fn erase(tx: &mut WriteTx, id: Uuid) -> Result<()> {
    trail::erase_of_staff(tx, id).await?;
    run(tx, STATEMENTS, id).await?;
    let (number, email) = (erased_staff_number(id), erased_email(id));
    let (name, details) = (NameForms::of(ERASED), staff_details(&number, &email));
    let erase = tx.sql(ERASE).bind(id).bind(ERASED).bind(number).bind(email);
    erase.bind(name.folded).bind(name.sort_key).bind(details).execute().await?;
    Ok(())
}
