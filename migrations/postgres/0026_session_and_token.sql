-- API tokens end, and an entry of the audit log names the token by which somebody acted.
ALTER TABLE api_tokens ADD COLUMN expires_at TIMESTAMPTZ;
UPDATE api_tokens SET expires_at = now() + INTERVAL '1 year';
ALTER TABLE audit_entries ADD COLUMN api_token_id UUID;
