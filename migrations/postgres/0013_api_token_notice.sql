-- The time at which the owner was notified that the token is about to expire.
ALTER TABLE api_tokens ADD COLUMN expiry_notified_at TIMESTAMPTZ;
