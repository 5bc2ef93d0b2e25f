//! SQL of the counters.

use chrono::{DateTime, Utc};

use database::{ReadTx, Result, Scope, WriteTx, statements};

statements! {
    /// Counts one attempt, unless none is left: then no row is returned. An ended wait or window
    /// begins a new count; the strikes are kept until they expire.
    TAKE = "INSERT INTO login_throttles (key, window_started_at, attempts, strikes, blocked_until)
        VALUES ($1, $2, 1, 0, NULL)
        ON CONFLICT (key) DO UPDATE SET
            attempts = CASE
                WHEN login_throttles.blocked_until IS NOT NULL
                    OR login_throttles.window_started_at <= $3 THEN 1
                ELSE login_throttles.attempts + 1
            END,
            window_started_at = CASE
                WHEN login_throttles.blocked_until IS NOT NULL
                    OR login_throttles.window_started_at <= $3 THEN excluded.window_started_at
                ELSE login_throttles.window_started_at
            END,
            strikes = CASE
                WHEN login_throttles.window_started_at <= $4 THEN 0
                ELSE login_throttles.strikes
            END,
            blocked_until = NULL
        WHERE login_throttles.blocked_until <= $2
            OR (login_throttles.blocked_until IS NULL
                AND (login_throttles.window_started_at <= $3 OR login_throttles.attempts < $5))
        RETURNING attempts, strikes";

    STATE = "SELECT window_started_at, blocked_until FROM login_throttles WHERE key = $1";

    BLOCK = "UPDATE login_throttles SET blocked_until = $3, strikes = strikes + 1
        WHERE key = $1 AND attempts >= $2 AND blocked_until IS NULL";

    CLEAR = "DELETE FROM login_throttles WHERE key = $1";

    GIVE_BACK = "UPDATE login_throttles SET attempts = attempts - 1
        WHERE key = $1 AND attempts > 0";

    FORGET = "DELETE FROM login_throttles
        WHERE window_started_at < $1 AND (blocked_until IS NULL OR blocked_until < $1)
            AND (window_started_at < $2 OR key NOT LIKE $3)";
}

/// The time limits of the counters.
pub(super) struct Times {
    pub now: DateTime<Utc>,
    /// Windows that began at that time or earlier are over.
    pub window_over: DateTime<Utc>,
    /// Strikes of windows that began at that time or earlier are removed.
    pub forgotten: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, database::FromRow)]
pub(super) struct SlotRow {
    pub attempts: i64,
    pub strikes: i64,
}

#[derive(Clone, Copy, Debug, database::FromRow)]
pub(super) struct State {
    pub window_started_at: DateTime<Utc>,
    pub blocked_until: Option<DateTime<Utc>>,
}

pub(super) async fn take(
    tx: &mut WriteTx<impl Scope>,
    key: &str,
    attempts_max: i64,
    times: &Times,
) -> Result<Option<SlotRow>> {
    tx.global(TAKE)
        .bind(key)
        .bind(times.now)
        .bind(times.window_over)
        .bind(times.forgotten)
        .bind(attempts_max)
        .optional()
        .await
}

pub(super) async fn state(tx: &mut ReadTx<impl Scope>, key: &str) -> Result<Option<State>> {
    tx.global(STATE).bind(key).optional().await
}

/// Begins the wait; false when it has begun already, or the counter was reset.
pub(super) async fn block(
    tx: &mut WriteTx<impl Scope>,
    key: &str,
    attempts_max: i64,
    until: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.global(BLOCK).bind(key).bind(attempts_max).bind(until).execute().await? == 1)
}

pub(super) async fn clear(tx: &mut WriteTx<impl Scope>, key: &str) -> Result<()> {
    tx.global(CLEAR).bind(key).execute().await?;
    Ok(())
}

pub(super) async fn give_back(tx: &mut WriteTx<impl Scope>, key: &str) -> Result<()> {
    tx.global(GIVE_BACK).bind(key).execute().await?;
    Ok(())
}

/// Removes counters older than `before`; keys that match the pattern have a limit of their own.
pub(super) async fn forget(
    tx: &mut WriteTx<impl Scope>,
    before: DateTime<Utc>,
    (their_own, pattern): (DateTime<Utc>, &str),
) -> Result<u64> {
    tx.global(FORGET).bind(before).bind(their_own).bind(pattern).execute().await
}
