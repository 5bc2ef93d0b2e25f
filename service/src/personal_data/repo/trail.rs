//! SQL of mail, events, audit entries and recorded responses, which name a person by a text.

use database::statements;

use super::Section;

pub(super) const MAILS: Section = Section::new("mails", "mails", OF_RECIPIENTS);
pub(super) const EVENTS: Section = Section::new("events", "events", OF_RECORDS);
pub(super) const ACTED: Section = Section::new("auditActed", "audit_entries", OF_ACTOR);
pub(super) const SUBJECT: Section = Section::new("auditAbout", "audit_entries", OF_SUBJECTS);
pub(super) const RESPONSES: Section =
    Section::new("recordedResponses", "idempotency_keys", OF_CALLER);

/// All of them.
pub(super) const SECTIONS: &[Section] = &[MAILS, EVENTS, ACTED, SUBJECT, RESPONSES];

statements! {
    OF_RECIPIENTS = "WITH given (recipient) AS (VALUES {rows: TEXT})
        SELECT m.id, m.recipient, m.subject, m.text, m.html, m.created_at, m.attempts,
            m.next_attempt_at, m.last_error, m.delivered_at, m.abandoned_at
        FROM given JOIN mails m ON m.organization_id = $1 AND LOWER(m.recipient) = given.recipient
        ORDER BY m.created_at, m.id";

    /// The data of an event name the subject and the actor, or the facility.
    OF_RECORDS = "WITH given (id) AS (VALUES {rows: TEXT})
        SELECT e.number, e.id, e.type, e.occurred_at, e.entity_type, e.entity_id, e.data,
            e.feed_position, e.dispatched_at
        FROM given JOIN events e ON e.organization_id = $1 AND e.data LIKE '%' || given.id || '%'
        ORDER BY e.number";

    OF_ACTOR = "SELECT id, at, category, action, actor_id, actor_name, api_token_id, entity_type,
            entity_id, fields, request_id, ip
        FROM audit_entries WHERE organization_id = $1 AND actor_id = $2 ORDER BY at, id";

    /// Name and address only of entries without an actor among staff: of the customer, or of a
    /// failed sign-in.
    OF_SUBJECTS = "WITH given (id) AS (VALUES {rows: TEXT})
        SELECT e.id, e.at, e.category, e.action, e.actor_id,
            CASE WHEN e.actor_id IS NULL THEN e.actor_name END AS actor_name, e.entity_type,
            e.entity_id, e.fields, CASE WHEN e.actor_id IS NULL THEN e.ip END AS ip
        FROM given JOIN audit_entries e ON e.organization_id = $1 AND e.entity_id = given.id
        ORDER BY e.at, e.id";

    /// The scope of a key ends with the id of the caller.
    OF_CALLER = "WITH given (id) AS (VALUES {rows: TEXT})
        SELECT k.scope, k.key, k.created_at
        FROM given JOIN idempotency_keys k
            ON k.organization_id = $1 AND k.scope LIKE '%' || given.id
        ORDER BY k.created_at, k.scope, k.key";
}
