-- Rows with their display names. Left joins keep SQLite from reading names before the rows of a
-- page are known; the referenced rows exist, by foreign keys.

CREATE VIEW appraisal_details AS
SELECT a.organization_id, a.id, a.staff_id, s.staff_number, s.name AS staff_name, a.department_id,
    d.name AS department_name, a.review_type, a.period_from, a.period_to, a.role_category,
    a.is_manager_role, a.template_id, a.template_name, a.status, a.line_manager_staff_id,
    lm.name AS line_manager_name, a.department_head_staff_id, dh.name AS department_head_name,
    a.waiting_since, a.kpi_score, a.competency_score, a.behaviour_score, a.overall_score,
    a.overall_band, a.created_at, a.updated_at, a.finalized_at,
    s.is_blocked AS subject_is_blocked, lm.is_blocked AS line_manager_is_blocked,
    dh.is_blocked AS department_head_is_blocked, s.department_id AS department_now_id,
    s.line_manager_id AS line_manager_now
FROM appraisals a
LEFT JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
LEFT JOIN departments d ON d.organization_id = a.organization_id AND d.id = a.department_id
LEFT JOIN staff lm ON lm.organization_id = a.organization_id AND lm.id = a.line_manager_staff_id
LEFT JOIN staff dh ON dh.organization_id = a.organization_id AND dh.id = a.department_head_staff_id;

CREATE VIEW staff_details AS
SELECT staff.organization_id, staff.id, staff.staff_number, staff.name, staff.email,
    staff.role_key, staff.job_title, staff.department_id, departments.name AS department_name,
    staff.line_manager_id, managers.name AS line_manager_name, staff.employment_start_date,
    staff.employment_confirmed_at, staff.confirmation_due_notified_at, staff.is_blocked,
    staff.created_at, staff.name_folded, staff.name_sort_key, staff.details_folded
FROM staff
LEFT JOIN departments ON departments.organization_id = staff.organization_id
    AND departments.id = staff.department_id
LEFT JOIN staff AS managers ON managers.organization_id = staff.organization_id
    AND managers.id = staff.line_manager_id;

-- The decider is an active line manager, else an active supervisor of the department who is a
-- different person; without either, managers of leave decide.
CREATE VIEW leave_deciders AS
SELECT s.organization_id, s.id AS staff_id, COALESCE(m.id, h.id) AS decider_id,
    COALESCE(m.name, h.name) AS decider_name, d.name AS department_name
FROM staff s
LEFT JOIN departments d ON d.organization_id = s.organization_id AND d.id = s.department_id
LEFT JOIN staff m ON m.organization_id = s.organization_id AND m.id = s.line_manager_id
    AND m.id <> s.id AND m.is_blocked = FALSE
LEFT JOIN staff h ON h.organization_id = d.organization_id AND h.id = d.supervisor_staff_id
    AND h.id <> s.id AND h.is_blocked = FALSE;

CREATE VIEW leave_request_details AS
SELECT r.organization_id, r.id, r.staff_id, s.staff_number, s.name AS staff_name,
    s.employment_confirmed_at, w.department_name, r.type, r.start_date, r.end_date, r.start_half,
    r.end_half, r.days, r.reason, r.status, w.decider_id, w.decider_name,
    b.name AS decided_by_name, r.decided_at, r.decision_comment, r.created_at, r.updated_at
FROM leave_requests r
JOIN staff s ON s.organization_id = r.organization_id AND s.id = r.staff_id
JOIN leave_deciders w ON w.organization_id = r.organization_id AND w.staff_id = r.staff_id
LEFT JOIN staff b ON b.organization_id = r.organization_id AND b.id = r.decided_by_id;

CREATE VIEW customer_details AS
SELECT customers.organization_id, customers.id, customers.name, customers.email, customers.phone,
    customers.type, customers.registration_number, customers.address, customers.created_at,
    customers.updated_at, portal_accounts.id AS account_id,
    portal_accounts.email AS account_email, portal_accounts.is_blocked,
    portal_accounts.password_change_required,
    customer_mfa_credentials.id IS NOT NULL AS mfa_enabled, customers.name_folded,
    customers.name_sort_key, customers.details_folded, portal_accounts.email_folded
FROM customers
LEFT JOIN portal_accounts ON portal_accounts.organization_id = customers.organization_id
    AND portal_accounts.customer_id = customers.id
LEFT JOIN customer_mfa_credentials
    ON customer_mfa_credentials.organization_id = portal_accounts.organization_id
    AND customer_mfa_credentials.customer_portal_account_id = portal_accounts.id
    AND customer_mfa_credentials.enabled = TRUE;

-- With the maker of the latest payment on non-accrual, and whether a payment was not reversed.
CREATE VIEW facility_details AS
SELECT f.organization_id, f.id, f.facility_ref, f.customer_id, c.name AS customer_name,
    f.product_type, f.schedule_method, f.asset_cost, f.down_payment, f.facility_amount, f.rate,
    f.term_periods, f.periods_per_year, f.fixed_total_profit, f.instalment_rounding,
    f.instalment_unit, f.asset_description, f.status, f.asset_status, f.asset_document_ref, f.schedule_version, f.outstanding_principal,
    f.oldest_due_date, f.next_due_date, f.next_due_amount, f.created_by_id, f.reviewed_by_id,
    f.approved_by_id, f.rejection_reason, f.withdrawal_reason, f.presentation, f.revision,
    f.activated_at, f.activated_on, f.origination_journal_id, f.non_accrual_since,
    f.non_accrual_reason, f.settled_at, f.ownership_transferred_at, f.transfer_document_ref,
    f.created_at, f.updated_at, f.details_folded, c.name_folded AS customer_name_folded,
    CASE WHEN f.status = 'non_accrual' THEN (SELECT p.created_by_id FROM payments p
        WHERE p.organization_id = f.organization_id AND p.facility_id = f.id
            AND p.reversed_at IS NULL
        ORDER BY p.number DESC LIMIT 1) END AS received_by_id,
    f.activated_at IS NOT NULL AND (SELECT 1 FROM payments p
        WHERE p.organization_id = f.organization_id AND p.facility_id = f.id
            AND p.reversed_at IS NULL LIMIT 1) IS NOT NULL AS has_payment
FROM facilities f
JOIN customers c ON c.organization_id = f.organization_id AND c.id = f.customer_id;

-- With the latest earlier payment that was not reversed and has the same reference.
CREATE VIEW payment_details AS
SELECT p.organization_id, p.id, p.facility_id, p.number, p.amount, p.payment_date, p.reference,
    p.early_settlement, p.extra_payment, p.extra_amount, p.principal, p.profit, p.profit_waived,
    p.journal_id, p.status_before, p.schedule_version_before, p.created_at, p.reversed_at,
    p.reversal_journal_id, p.reversal_reason, q.amount AS earlier_amount,
    q.payment_date AS earlier_date
FROM payments p
LEFT JOIN payments q ON q.organization_id = p.organization_id AND q.facility_id = p.facility_id
    AND q.number = (SELECT MAX(n.number) FROM payments n
        WHERE n.organization_id = p.organization_id AND n.facility_id = p.facility_id
            AND n.reference = p.reference AND n.reference <> '' AND n.number < p.number
            AND n.reversed_at IS NULL);

-- The contribution of an entry to the outstanding principal.
CREATE VIEW principal_entries AS
SELECT e.organization_id, e.journal_id,
    CASE e.event_type WHEN 'origination' THEN e.amount
        WHEN 'installment_principal' THEN -e.amount WHEN 'extra_payment' THEN -e.amount
        WHEN 'early_settlement_principal' THEN -e.amount
        WHEN 'non_accrual_receipt' THEN -e.amount ELSE 0 END AS amount
FROM journal_entries e;

-- Recognised income, negative in a reversal. A murabaha in gross presentation earns when its
-- deferred profit is recognised, other facilities when the profit is received.
CREATE VIEW income_entries AS
SELECT j.organization_id, j.id AS journal_id, j.value_date, f.product_type,
    CASE WHEN j.reversal_of_id IS NULL THEN e.amount ELSE -e.amount END AS amount
FROM journals j
JOIN journal_entries e ON e.organization_id = j.organization_id AND e.journal_id = j.id
JOIN facilities f ON f.organization_id = j.organization_id AND f.id = j.facility_id
WHERE e.event_type = 'profit_recognition'
    OR (e.event_type IN ('installment_profit', 'early_settlement_profit')
        AND COALESCE(f.presentation, 'net') <> 'gross');

-- The contribution of an entry to the carrying amount of its facility: the balances of the
-- accounts that its origination `o` debited, less the deferred profit of its deferral `d`.
-- SQLite joins a CROSS JOIN in the written order.
CREATE VIEW carrying_entries AS
SELECT f.organization_id, f.id AS facility_id, j.value_date,
    e.amount * (
        CASE WHEN e.debit_account IN (o.debit_account, d.debit_account, d.credit_account)
            THEN 1 ELSE 0 END
        - CASE WHEN e.credit_account IN (o.debit_account, d.debit_account, d.credit_account)
            THEN 1 ELSE 0 END) AS amount
FROM facilities f CROSS JOIN journal_entries o CROSS JOIN journals j
CROSS JOIN journal_entries e
LEFT JOIN journal_entries d ON d.organization_id = f.organization_id
    AND d.journal_id = f.origination_journal_id AND d.event_type = 'profit_deferral'
WHERE o.organization_id = f.organization_id AND o.journal_id = f.origination_journal_id
    AND o.event_type = 'origination' AND j.organization_id = f.organization_id
    AND j.facility_id = f.id AND e.organization_id = j.organization_id AND e.journal_id = j.id;
