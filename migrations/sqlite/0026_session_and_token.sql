-- API tokens end, and an entry of the audit log names the token by which somebody acted.
ALTER TABLE api_tokens ADD COLUMN expires_at TEXT;
UPDATE api_tokens SET expires_at = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now', '+1 year');
ALTER TABLE audit_entries ADD COLUMN api_token_id BLOB;
