-- When somebody last gave their password in a session; none for the sign-in that began it.
ALTER TABLE sessions ADD COLUMN password_confirmed_at TIMESTAMPTZ;
ALTER TABLE portal_sessions ADD COLUMN password_confirmed_at TIMESTAMPTZ;
