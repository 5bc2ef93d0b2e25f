-- With the names of the people who created them.
CREATE VIEW api_token_details AS
SELECT api_tokens.organization_id, api_tokens.id, api_tokens.name, api_tokens.permissions,
    api_tokens.created_by_id, staff.name AS created_by_name, api_tokens.created_at,
    api_tokens.expires_at, api_tokens.last_used_at, api_tokens.revoked_at
FROM api_tokens
JOIN staff ON staff.organization_id = api_tokens.organization_id
    AND staff.id = api_tokens.created_by_id;

-- With the numbers of deliveries that wait or were given up.
CREATE VIEW webhook_details AS
SELECT w.organization_id, w.id, w.url, w.types, w.status, w.created_at,
    w.previous_secret_expires_at, w.last_delivered_at, w.last_failed_at, w.last_failure,
    w.last_failure_status,
    (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.organization_id = w.organization_id
        AND d.webhook_id = w.id AND d.state = 'pending') AS pending,
    (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.organization_id = w.organization_id
        AND d.webhook_id = w.id AND d.state = 'dead') AS dead
FROM webhooks w;

-- The waivers of suspended profit. A reversal has the day of the first payment that was reversed
-- after the waiver. A waiver that is not earlier than this day was in effect on none.
CREATE VIEW dated_waivers AS
SELECT w.organization_id, w.id, w.facility_id, f.product_type, w.amount, w.waived_on,
    w.reversed_at,
    (SELECT p.reversed_on FROM payments p
        WHERE p.organization_id = w.organization_id AND p.facility_id = w.facility_id
            AND p.reversed_at >= w.waived_at
        ORDER BY p.reversed_at LIMIT 1) AS reversed_on
FROM profit_waivers w
JOIN facilities f ON f.organization_id = w.organization_id AND f.id = w.facility_id;
