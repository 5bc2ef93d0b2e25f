//! Fills a database: the demo organization, created by Mizan itself, and copies of its records
//! until there are enough.
//!
//! A copy has new ids, but the same amounts, scores and timestamps, so that the invariants of the
//! original (schedule and ledger, score and rows, stage and sign-offs) hold for the copy. The audit
//! log is not copied, because a hash chain links its entries, and neither are the events.

mod repo;

use anyhow::Result;

use repo::{Copy, Session, hours_before, id, reference};

/// The number of rows at scale 1.
const STAFF: i64 = 10_000;
const APPRAISALS: i64 = 100_000;
const FACILITIES: i64 = 20_000;

/// The tables with the parts of a form.
const FORM: [(&str, &[&str]); 4] = [
    ("appraisal_items", &["id", "appraisal_id"]),
    ("appraisal_narratives", &["id", "appraisal_id"]),
    ("appraisal_plan_rows", &["id", "appraisal_id"]),
    ("appraisal_reviews", &["id", "appraisal_id"]),
];

/// A filter for appraisals that are not finalized.
const OPEN: &str = "o.appraisal_id IN (SELECT id FROM o_appraisals WHERE status <> 'finalized')";

/// Fills the database at this URL, which must contain only a demo.
pub async fn fill(url: &str, scale: i64) -> Result<()> {
    let mut session = Session::open(url).await?;
    let originals = session.count("o_staff").await?;
    let groups = (STAFF * scale / originals - 1).max(1);
    people(&mut session, groups).await?;
    open_appraisals(&mut session, groups).await?;
    waiting_forms(&mut session, groups).await?;
    past_appraisals(&mut session, groups, APPRAISALS * scale).await?;
    facilities(&mut session, groups, FACILITIES * scale).await?;
    session.finish().await
}

/// Copies the staff several times, each group with its own managers and leave.
async fn people(session: &mut Session, groups: i64) -> Result<()> {
    let numbers = (1, groups);
    let staff = Copy {
        table: "staff",
        ids: &["id", "line_manager_id"],
        others: &[
            ("staff_number", "o.staff_number || '-' || n.n"),
            ("name", "o.name || ' ' || n.n"),
            ("email", "n.n || '.' || o.email"),
            ("role_key", "'employee'"),
        ],
        rest: "",
    };
    session.copy(numbers, staff).await?;
    let leave: [(&str, &[&str]); 3] = [
        ("leave_requests", &["id", "staff_id"]),
        ("leave_request_days", &["request_id"]),
        ("leave_adjustments", &["id", "staff_id"]),
    ];
    for (table, ids) in leave {
        session.copy(numbers, Copy { table, ids, others: &[], rest: "" }).await?;
    }
    Ok(())
}

/// Copies appraisals in progress, once per group, with their notifications.
async fn open_appraisals(session: &mut Session, groups: i64) -> Result<()> {
    let numbers = (1, groups);
    let appraisals = Copy {
        table: "appraisals",
        ids: &["id", "staff_id", "line_manager_staff_id"],
        others: &[],
        rest: "WHERE o.status <> 'finalized'",
    };
    session.copy(numbers, appraisals).await?;
    let open = format!("WHERE {OPEN}");
    for (table, ids) in FORM {
        session.copy(numbers, Copy { table, ids, others: &[], rest: &open }).await?;
    }
    let told = format!("WHERE o.appraisal_id IS NULL OR {OPEN}");
    let notifications = Copy {
        table: "notifications",
        ids: &["id", "event_id", "recipient_staff_id", "appraisal_id", "subject_staff_id"],
        others: &[],
        rest: &told,
    };
    session.copy(numbers, notifications).await
}

/// Copies appraisals in the self-assessment stage for all remaining staff.
async fn waiting_forms(session: &mut Session, groups: i64) -> Result<()> {
    let (people, forms) = (session.free_people().await?, session.appraisals("pending_self").await?);
    let numbers = (groups + 1, groups + people / forms);
    let rest = format!(
        "JOIN o_ranks r ON r.id = o.id
        JOIN o_free p ON p.number = (n.n - {}) * {forms} + r.number
        WHERE o.status = 'pending_self'",
        groups + 1
    );
    let others = [("staff_id", "p.id"), ("line_manager_staff_id", "p.line_manager_id")];
    let appraisals = Copy { table: "appraisals", ids: &["id"], others: &others, rest: &rest };
    session.copy(numbers, appraisals).await?;
    let rest = "WHERE o.appraisal_id IN
        (SELECT id FROM o_appraisals WHERE status = 'pending_self')";
    for (table, ids) in FORM {
        session.copy(numbers, Copy { table, ids, others: &[], rest }).await?;
    }
    Ok(())
}

/// Copies finalized appraisals with earlier dates, spread over all staff, without the long texts of
/// their rows, to save disk space.
async fn past_appraisals(session: &mut Session, groups: i64, wanted: i64) -> Result<()> {
    let people = session.people().await?;
    let (there, originals) =
        (session.count("appraisals").await?, session.appraisals("finalized").await?);
    let copies = (wanted - there + originals - 1) / originals;
    let numbers = (groups + 1, groups + copies.max(1));
    let rest = format!(
        "JOIN o_ranks r ON r.id = o.id
        JOIN o_people p ON p.number = (n.n * {originals} + r.number) % {people}
        WHERE o.status = 'finalized'"
    );
    let created = hours_before(session.engine(), "created_at", "n.n");
    let others = [
        ("staff_id", "p.id"),
        ("line_manager_staff_id", "p.line_manager_id"),
        ("created_at", &*created),
    ];
    let appraisals = Copy { table: "appraisals", ids: &["id"], others: &others, rest: &rest };
    session.copy(numbers, appraisals).await?;
    let rest = "WHERE o.appraisal_id IN (SELECT id FROM o_appraisals WHERE status = 'finalized')";
    let short = [("description", "''"), ("target_guidance", "NULL"), ("answer", "NULL")];
    for (table, ids) in FORM {
        session.copy(numbers, Copy { table, ids, others: &short, rest }).await?;
    }
    Ok(())
}

/// Facilities with their schedules, ledger, payments and timeline, spread over more customers.
async fn facilities(session: &mut Session, groups: i64, wanted: i64) -> Result<()> {
    let customers = Copy {
        table: "customers",
        ids: &["id"],
        others: &[("name", "o.name || ' ' || n.n"), ("email", "n.n || '.' || o.email")],
        rest: "",
    };
    session.copy((1, groups), customers).await?;
    let engine = session.engine();
    let customer = id(engine, "customer_id").replace("n.n", &format!("(n.n - 1) % {groups} + 1"));
    let reference = reference(engine);
    let created = hours_before(engine, "created_at", "n.n");
    let others =
        [("customer_id", &*customer), ("facility_ref", &*reference), ("created_at", &*created)];
    let parts: [(&str, &[&str]); 6] = [
        ("schedule_lines", &["facility_id"]),
        ("journals", &["id", "facility_id", "reversal_of_id"]),
        ("journal_entries", &["journal_id"]),
        ("payments", &["id", "facility_id", "journal_id", "reversal_journal_id"]),
        ("payment_lines", &["payment_id"]),
        ("facility_events", &["id", "facility_id", "journal_id"]),
    ];
    let originals = session.count("o_facilities").await?;
    let numbers = (1, (wanted / originals - 1).max(1));
    let ids = &["id", "origination_journal_id"];
    let facilities = Copy { table: "facilities", ids, others: &others, rest: "" };
    session.copy(numbers, facilities).await?;
    for (table, ids) in parts {
        session.copy(numbers, Copy { table, ids, others: &[], rest: "" }).await?;
    }
    Ok(())
}
