//! SQL of the self-check. Each rule is one statement that finds its violations.

mod credit;

use chrono::{DateTime, Utc};
use shared::appraisal::{Band, RoleCategory, Section};
use shared::error::Result;
use shared::id::AppraisalId;
use shared::rating::Rating;
use shared::scoring::{Score, ScoredRow};
use shared::weight::Weight;
use uuid::Uuid;

use crate::transaction::ReadTx;
use credit::CreditRule;
use database::{Sql, statements};

statements! {
    WITHOUT_TRAIL = "SELECT 'appraisal' AS entity, a.id FROM appraisals a
        WHERE a.organization_id = $1 AND (
            (a.self_submitted_at IS NOT NULL) <> EXISTS (SELECT 1 FROM appraisal_reviews r
                WHERE r.organization_id = a.organization_id AND r.appraisal_id = a.id
                    AND r.stage = 'self')
            OR (a.lm_submitted_at IS NOT NULL) <> EXISTS (SELECT 1 FROM appraisal_reviews r
                WHERE r.organization_id = a.organization_id AND r.appraisal_id = a.id
                    AND r.stage = 'line_manager')
            OR (a.dept_head_approved_at IS NOT NULL) <> EXISTS (SELECT 1 FROM appraisal_reviews r
                WHERE r.organization_id = a.organization_id AND r.appraisal_id = a.id
                    AND r.stage = 'dept_head')
            OR (a.md_approved_at IS NOT NULL) <> EXISTS (SELECT 1 FROM appraisal_reviews r
                WHERE r.organization_id = a.organization_id AND r.appraisal_id = a.id
                    AND r.stage = 'md')
            OR (a.finalized_at IS NOT NULL) <> EXISTS (SELECT 1 FROM appraisal_reviews r
                WHERE r.organization_id = a.organization_id AND r.appraisal_id = a.id
                    AND r.stage = 'hr'))";
    STATUS_AND_STAMPS = "SELECT 'appraisal' AS entity, a.id FROM appraisals a
        WHERE a.organization_id = $1 AND (
            a.status = 'draft'
            OR (a.status = 'pending_self') <> (a.self_submitted_at IS NULL)
            OR (a.status IN ('pending_self', 'pending_lm')) <> (a.lm_submitted_at IS NULL)
            OR (a.status IN ('pending_hr', 'finalized')) <> (a.md_approved_at IS NOT NULL)
            OR (a.status = 'finalized') <> (a.finalized_at IS NOT NULL))";
    SEVERAL_OPEN = "SELECT 'staff' AS entity, staff_id AS id FROM appraisals
        WHERE organization_id = $1 AND status <> 'finalized'
        GROUP BY staff_id HAVING COUNT(*) > 1";
    // Human resources may take a confirmation back later.
    UNCONFIRMED = "SELECT 'appraisal' AS entity, a.id FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        WHERE a.organization_id = $1 AND a.status = 'finalized'
            AND a.review_type = 'probationary' AND s.employment_confirmed_at IS NULL
            AND s.updated_at <= a.finalized_at";
    OTHER_ORGANIZATION = "SELECT 'appraisal' AS entity, a.id FROM appraisals a
        WHERE a.organization_id = $1 AND (
            NOT EXISTS (SELECT 1 FROM staff s
                WHERE s.organization_id = a.organization_id AND s.id = a.staff_id)
            OR NOT EXISTS (SELECT 1 FROM staff s
                WHERE s.organization_id = a.organization_id AND s.id = a.line_manager_staff_id)
            OR NOT EXISTS (SELECT 1 FROM appraisal_templates t
                WHERE t.organization_id = a.organization_id AND t.id = a.template_id))
        UNION ALL
        SELECT 'staff' AS entity, s.id FROM staff s
        WHERE s.organization_id = $1 AND (
            (s.department_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM departments d
                WHERE d.organization_id = s.organization_id AND d.id = s.department_id))
            OR (s.line_manager_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM staff m
                WHERE m.organization_id = s.organization_id AND m.id = s.line_manager_id)))";
    WITHOUT_FORM = "SELECT 'appraisal' AS entity, a.id FROM appraisals a
        WHERE a.organization_id = $1 AND (
            NOT EXISTS (SELECT 1 FROM appraisal_items i
                WHERE i.organization_id = a.organization_id AND i.appraisal_id = a.id)
            OR NOT EXISTS (SELECT 1 FROM appraisal_narratives n
                WHERE n.organization_id = a.organization_id AND n.appraisal_id = a.id))";
    LEAVE_DAYS = "SELECT 'leave request' AS entity, r.id FROM leave_requests r
        WHERE r.organization_id = $1 AND r.days <> COALESCE((SELECT SUM(d.days)
            FROM leave_request_days d
            WHERE d.organization_id = r.organization_id AND d.request_id = r.id), 0)";
    LEAVE_TWICE = "SELECT 'leave request' AS entity, b.id FROM leave_requests a
        JOIN leave_requests b ON b.organization_id = a.organization_id
            AND b.staff_id = a.staff_id AND b.id > a.id
            AND b.start_date <= a.end_date AND a.start_date <= b.end_date
        WHERE a.organization_id = $1 AND a.status IN ('pending', 'approved')
            AND b.status IN ('pending', 'approved')
            AND NOT (a.end_date = b.start_date AND a.end_half AND b.start_half)
            AND NOT (b.end_date = a.start_date AND b.end_half AND a.start_half)";
    LEAVE_CARRIED = "SELECT 'leave adjustment' AS entity, a.id FROM leave_adjustments a
        WHERE a.organization_id = $1 AND a.kind <> 'manual' AND NOT EXISTS (
            SELECT 1 FROM leave_adjustments b
            WHERE b.organization_id = a.organization_id AND b.staff_id = a.staff_id
                AND b.type = a.type AND b.days = -a.days
                AND ((a.kind = 'carried_out' AND b.kind = 'carried_in' AND b.year = a.year + 1)
                    OR (a.kind = 'carried_in' AND b.kind = 'carried_out'
                        AND b.year = a.year - 1)))";
    /// Of erased people the reasons are empty, and no longer tell corrections apart.
    EQUAL_CORRECTIONS = "SELECT b.id, b.created_at AS written_at, a.created_at AS other_written_at
        FROM leave_adjustments a
        JOIN leave_adjustments b ON b.organization_id = a.organization_id
            AND b.staff_id = a.staff_id AND b.type = a.type AND b.year = a.year
            AND b.days = a.days AND b.kind = a.kind AND b.reason = a.reason
            AND b.created_by_id = a.created_by_id AND b.id > a.id
        WHERE a.organization_id = $1 AND a.kind = 'manual' AND a.reason <> ''
        ORDER BY b.id";
    ARCHIVED_LINK = "SELECT 'department' AS entity, d.id FROM departments d
        JOIN appraisal_templates t
            ON t.organization_id = d.organization_id AND t.id = d.appraisal_template_id
        WHERE d.organization_id = $1 AND t.is_archived = TRUE";
    LENGTHS = "SELECT 'organization' AS entity, l.organization_id AS id FROM list_lengths l
        WHERE l.organization_id = $1
        GROUP BY l.organization_id, l.list HAVING SUM(l.length) <> CASE l.list
            WHEN 'appraisals' THEN (SELECT COUNT(*) FROM appraisals a WHERE a.organization_id = $1)
            WHEN 'facilities' THEN (SELECT COUNT(*) FROM facilities f WHERE f.organization_id = $1)
            ELSE (SELECT COUNT(*) FROM appraisals a
                WHERE a.organization_id = $1 AND a.status = l.list) END
        UNION ALL
        SELECT DISTINCT 'organization', a.organization_id FROM appraisals a
        WHERE a.organization_id = $1 AND a.status IN ('pending_md', 'pending_hr')
            AND NOT EXISTS (SELECT 1 FROM list_lengths l
                WHERE l.organization_id = $1 AND l.list = a.status)
        UNION ALL
        SELECT DISTINCT 'staff', w.staff_id FROM (
            SELECT staff_id, status, length FROM queue_lengths WHERE organization_id = $1
            UNION ALL
            SELECT line_manager_staff_id, status, -1 FROM appraisals
            WHERE organization_id = $1 AND status = 'pending_lm'
            UNION ALL
            SELECT department_head_staff_id, status, -1 FROM appraisals
            WHERE organization_id = $1 AND status = 'pending_dept_head') AS w
        GROUP BY w.staff_id, w.status HAVING SUM(w.length) <> 0";
    // A cursor passes over what lies before it: a gap or a position beyond the end hides events.
    EVENT_POSITIONS = "SELECT 'organization' AS entity, o.id FROM organizations o
        LEFT JOIN event_feeds f ON f.organization_id = o.id
        WHERE o.id = $1 AND (
            COALESCE(f.last_position, 0) <> (SELECT COUNT(*) FROM events e
                WHERE e.organization_id = $1 AND e.feed_position IS NOT NULL)
            OR COALESCE(f.last_position, 0) <> (SELECT COALESCE(MAX(e.feed_position), 0)
                FROM events e WHERE e.organization_id = $1 AND e.feed_position IS NOT NULL))
        UNION ALL
        SELECT 'webhook', w.id FROM webhooks w
        LEFT JOIN event_feeds f ON f.organization_id = w.organization_id
        WHERE w.organization_id = $1 AND w.feed_position > COALESCE(f.last_position, 0)";
    STAMPED = "SELECT id, role_category, is_manager_role, kpi_score, competency_score,
            behaviour_score, overall_score, overall_band
        FROM appraisals WHERE organization_id = $1 AND status = 'finalized' ORDER BY id";
    STAMPED_ITEMS = "SELECT i.appraisal_id, i.section, i.weight, i.supervisor_score
        FROM appraisal_items i
        JOIN appraisals a ON a.organization_id = i.organization_id AND a.id = i.appraisal_id
        WHERE i.organization_id = $1 AND a.status = 'finalized'";
}

/// Two equal corrections of leave.
#[derive(Debug, database::FromRow)]
pub(super) struct EqualCorrections {
    /// The correction with the higher id.
    pub(super) id: Uuid,
    pub(super) written_at: DateTime<Utc>,
    pub(super) other_written_at: DateTime<Utc>,
}

/// Corrections of leave with the same content by the same person.
pub(super) async fn equal_corrections(tx: &mut ReadTx) -> Result<Vec<EqualCorrections>> {
    Ok(tx.sql(EQUAL_CORRECTIONS).all().await?)
}

/// A rule that one statement can check.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    Trail,
    Stamps,
    OneOpen,
    Confirmation,
    OneOrganization,
    Form,
    LeaveDays,
    LeaveTwice,
    LeaveCarried,
    ArchivedLink,
    Lengths,
    EventPositions,
    Credit(CreditRule),
}

impl Rule {
    const OWN: &'static [Self] = &[
        Self::Trail,
        Self::Stamps,
        Self::OneOpen,
        Self::Confirmation,
        Self::OneOrganization,
        Self::Form,
        Self::LeaveDays,
        Self::LeaveTwice,
        Self::LeaveCarried,
        Self::ArchivedLink,
        Self::Lengths,
        Self::EventPositions,
    ];

    /// All rules.
    pub(super) fn every() -> impl Iterator<Item = Self> {
        Self::OWN.iter().copied().chain(CreditRule::ALL.iter().copied().map(Self::Credit))
    }

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Trail => "ADVANCE_WITHOUT_TRAIL",
            Self::Stamps => "STATUS_AGAINST_STAMPS",
            Self::OneOpen => "SEVERAL_OPEN_APPRAISALS",
            Self::Confirmation => "FINALIZED_WITHOUT_CONFIRMATION",
            Self::OneOrganization => "CROSS_ORGANIZATION_REFERENCE",
            Self::Form => "APPRAISAL_WITHOUT_FORM",
            Self::LeaveDays => "LEAVE_DAYS_MISMATCH",
            Self::LeaveTwice => "LEAVE_OVERLAP",
            Self::LeaveCarried => "LEAVE_CARRIED_ONE_SIDED",
            Self::ArchivedLink => "ARCHIVED_TEMPLATE_LINKED",
            Self::Lengths => "LIST_LENGTH_MISMATCH",
            Self::EventPositions => "EVENT_POSITION_MISMATCH",
            Self::Credit(rule) => rule.code(),
        }
    }

    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Trail => "A stage and its trail row do not go together",
            Self::Stamps => "The status and the stamps of the stages disagree",
            Self::OneOpen => "More than one appraisal is open",
            Self::Confirmation => "Finalized as probationary without a confirmed employment",
            Self::OneOrganization => "A reference leaves the organization",
            Self::Form => "The form has no rows or no questions",
            Self::LeaveDays => "The days of a request are not those of its years",
            Self::LeaveTwice => "Two requests hold the same day of one person",
            Self::LeaveCarried => "Days were carried out of one year and not into the next",
            Self::ArchivedLink => "The template is archived",
            Self::Lengths => "The stored length of a list is not that of the list",
            Self::EventPositions => "The feed of events has a gap, or a webhook is beyond its end",
            Self::Credit(rule) => rule.sentence(),
        }
    }

    const fn statement(self) -> Sql {
        match self {
            Self::Trail => WITHOUT_TRAIL,
            Self::Stamps => STATUS_AND_STAMPS,
            Self::OneOpen => SEVERAL_OPEN,
            Self::Confirmation => UNCONFIRMED,
            Self::OneOrganization => OTHER_ORGANIZATION,
            Self::Form => WITHOUT_FORM,
            Self::LeaveDays => LEAVE_DAYS,
            Self::LeaveTwice => LEAVE_TWICE,
            Self::LeaveCarried => LEAVE_CARRIED,
            Self::ArchivedLink => ARCHIVED_LINK,
            Self::Lengths => LENGTHS,
            Self::EventPositions => EVENT_POSITIONS,
            Self::Credit(rule) => rule.statement(),
        }
    }
}

/// A record that violates a rule.
#[derive(Debug, database::FromRow)]
pub(super) struct Broken {
    pub(super) entity: String,
    pub(super) id: Uuid,
}

/// The stamp of a finalized appraisal.
#[derive(Debug, database::FromRow)]
pub(super) struct StampedRow {
    pub(super) id: AppraisalId,
    pub(super) role_category: RoleCategory,
    pub(super) is_manager_role: bool,
    pub(super) kpi_score: Option<Score>,
    pub(super) competency_score: Option<Score>,
    pub(super) behaviour_score: Option<Score>,
    pub(super) overall_score: Option<Score>,
    pub(super) overall_band: Option<Band>,
}

/// A row of a finalized form.
#[derive(Debug, database::FromRow)]
pub(super) struct StampedItemRow {
    pub(super) appraisal_id: AppraisalId,
    section: Section,
    weight: Weight,
    supervisor_score: Option<Rating>,
}

impl StampedItemRow {
    pub(super) fn row(&self) -> ScoredRow {
        ScoredRow {
            section: self.section,
            weight: self.weight,
            supervisor_score: self.supervisor_score,
        }
    }
}

pub(super) async fn broken(tx: &mut ReadTx, rule: Rule) -> Result<Vec<Broken>> {
    Ok(tx.sql(rule.statement()).all().await?)
}

pub(super) async fn stamped(tx: &mut ReadTx) -> Result<Vec<StampedRow>> {
    Ok(tx.sql(STAMPED).all().await?)
}

pub(super) async fn stamped_items(tx: &mut ReadTx) -> Result<Vec<StampedItemRow>> {
    Ok(tx.sql(STAMPED_ITEMS).all().await?)
}
