//! Checks of statements before they ever run.

use std::panic::AssertUnwindSafe;

use database::on_both;
use database::test_support::TestDatabase;
use futures::FutureExt;

/// One of each SQL construct that both databases accept.
const ACCEPTED: &[(&str, &str)] = &[
    (
        "filter",
        "SELECT id FROM staff WHERE organization_id = $1
        AND ($2 IS NULL OR department_id = $2) AND ($3 IS NULL OR employment_start_date >= $3)
        AND ($4 IS NULL OR is_blocked = $4) AND ($5 IS NULL OR LOWER(name) LIKE $5)
        AND is_blocked = FALSE",
    ),
    (
        "keyset",
        "SELECT id FROM appraisals WHERE organization_id = $1
        AND ($2 IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $4",
    ),
    (
        "page",
        "SELECT id, COUNT(*) OVER () FROM staff WHERE organization_id = $1
        ORDER BY name, id LIMIT $2 OFFSET $3",
    ),
    (
        "sum",
        "SELECT CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM catalog_items
        WHERE organization_id = $1 AND kind IN ('competency', 'behaviour')",
    ),
    ("either", "SELECT EXISTS (SELECT 1 FROM staff WHERE organization_id = $1 AND email = $2)"),
    (
        "choice",
        "SELECT CASE WHEN staff_id = $2 THEN 'own' ELSE 'other' END FROM appraisals
        WHERE organization_id = $1",
    ),
    (
        "upsert",
        "INSERT INTO login_throttles (key, window_started_at, attempts, strikes)
        VALUES ($1, $2, 1, 0) ON CONFLICT (key) DO UPDATE
        SET attempts = login_throttles.attempts + excluded.attempts RETURNING attempts",
    ),
    (
        "once",
        "INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder WHERE job_leases.expires_at < $4",
    ),
    (
        "advance",
        "UPDATE appraisals SET status = $4, revision = revision + 1, updated_at = $5,
        md_comment = COALESCE($6, md_comment)
        WHERE organization_id = $1 AND id = $2 AND status = $3",
    ),
    (
        "add",
        "INSERT INTO catalog_items
        (organization_id, id, kind, label, description, target_guidance, weight, sort_order)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, TEXT, BIGINT, BIGINT}",
    ),
    (
        "save",
        "WITH given (id, self_score, actual_achievement) AS (VALUES {rows: UUID, BIGINT, TEXT})
        UPDATE appraisal_items
        SET self_score = given.self_score, actual_achievement = given.actual_achievement
        FROM given WHERE appraisal_items.organization_id = $1
        AND appraisal_items.appraisal_id = $2 AND appraisal_items.id = given.id",
    ),
    (
        "keep",
        "WITH given (id) AS (VALUES {rows: UUID})
        DELETE FROM appraisal_plan_rows WHERE organization_id = $1 AND appraisal_id = $2
        AND id NOT IN (SELECT id FROM given)",
    ),
    (
        "load",
        "SELECT staff.id, staff.name FROM staff WHERE organization_id = $1
        AND id IN (VALUES {rows: UUID})",
    ),
    (
        "add unless",
        "INSERT INTO sessions
        (organization_id, id, staff_id, password_version, created_at, last_seen_at, expires_at)
        SELECT organization_id, $3, id, password_version, $4, $4, $5
        FROM staff WHERE organization_id = $1 AND id = $2 AND is_blocked = FALSE",
    ),
];

const REFUSED: [(&str, &str); 5] = [
    ("unknown table", "SELECT id FROM nobody"),
    ("unknown column", "SELECT shoe_size FROM staff WHERE organization_id = $1"),
    ("unknown column of a list", "INSERT INTO job_leases (name, size) VALUES {rows: TEXT, TEXT}"),
    ("too few columns", "INSERT INTO job_leases (name, holder) VALUES {rows: TEXT}"),
    ("not SQL", "SELEKT 1"),
];

on_both!(the_forms_that_port_are_accepted, a_statement_that_does_not_fit_the_schema_is_refused);

async fn the_forms_that_port_are_accepted(db: TestDatabase) {
    db.accepts(ACCEPTED).await;
}

async fn a_statement_that_does_not_fit_the_schema_is_refused(db: TestDatabase) {
    for statement in REFUSED {
        let statements = [statement];
        let verdict = AssertUnwindSafe(db.accepts(&statements)).catch_unwind().await;
        assert!(verdict.is_err(), "{} was accepted", statement.0);
    }
}
