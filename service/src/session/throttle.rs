//! Limits on guessing, counted in the database so that all servers share the counts.
//!
//! An attempt takes a slot before anything expensive happens. A successful attempt returns it; so
//! while slots are merely in use, and not lost, the next attempt waits for one.

mod repo;

use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use shared::error::{Error, Result};
use uuid::Uuid;

use crate::context::Context;
use crate::hexadecimal::hexadecimal;
use database::{ReadTx, Scope, WriteTx};
use shared::realm::Realm;

/// The maximum number of wrong passwords for one address within [`EMAIL_WINDOW`].
const EMAIL_ATTEMPTS_MAX: i64 = 5;
const EMAIL_WINDOW: TimeDelta = TimeDelta::minutes(5);
/// The wait doubles from a minute to a quarter of an hour.
const EMAIL_WAIT: Wait = Wait { minutes: 1, minutes_max: 15 };

const IP_WINDOW: TimeDelta = TimeDelta::minutes(1);

/// The maximum number of wrong current passwords of one person within a minute.
const PASSWORD_ATTEMPTS_MAX: i64 = 5;
const PASSWORD_WINDOW: TimeDelta = TimeDelta::minutes(1);

/// The maximum number of wrong app codes of one person within [`CODE_WINDOW`].
const CODE_ATTEMPTS_MAX: i64 = 5;
const CODE_WINDOW: TimeDelta = TimeDelta::minutes(15);
/// The wait doubles from a quarter of an hour to a day.
const CODE_WAIT: Wait = Wait { minutes: 15, minutes_max: 24 * 60 };
/// The prefix of the keys of these counters, which are kept for longer.
const CODE_KEY: &str = "mfa:";

/// The number of times that one person is shown the secret of a pending second factor.
const SETUPS: (i64, TimeDelta) = (10, TimeDelta::hours(1));

/// The limits on new sets of recovery codes of one person.
const REGENERATIONS: [(i64, TimeDelta); 2] = [(3, TimeDelta::hours(1)), (10, TimeDelta::days(1))];

/// The time without an attempt after which a counter is removed.
const FORGET_AFTER: TimeDelta = TimeDelta::days(1);
/// Longer than the maximum wait of a day, so that its end does not remove the counter.
const FORGET_CODES_AFTER: TimeDelta = TimeDelta::days(30);

/// The polling interval while every slot is in use; with the maximum below, five seconds in total.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
const POLLS_MAX: u32 = 100;

/// A limit on attempts.
#[derive(Clone, Debug)]
struct Limit {
    key: String,
    attempts_max: i64,
    window: TimeDelta,
    wait: Wait,
    forget_after: TimeDelta,
}

/// The waiting time after every slot is lost: doubled each time.
#[derive(Clone, Copy, Debug)]
struct Wait {
    minutes: i64,
    minutes_max: i64,
}

impl Limit {
    fn new(key: String, attempts_max: i64, window: TimeDelta) -> Self {
        Self { key, attempts_max, window, wait: EMAIL_WAIT, forget_after: FORGET_AFTER }
    }
}

/// A slot of an attempt that is being checked.
#[derive(Clone, Debug)]
#[must_use = "a slot is either lost or given back"]
pub(crate) struct Slot {
    limit: Limit,
    number: i64,
    strikes: i64,
    taken_at: DateTime<Utc>,
}

/// Takes a slot of the network address, which is never returned, and one of the email address,
/// known or not.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_login(
    context: &Context,
    realm: Realm,
    ip: Option<&str>,
    email: &str,
) -> Result<Slot> {
    let by_ip = by_ip(context, realm, "ip", ip);
    let by_email = Limit::new(email_key(realm, email), EMAIL_ATTEMPTS_MAX, EMAIL_WINDOW);
    let mut tx = context.db.begin().await?;
    let now = context.now();
    if take(&mut tx, now, &by_ip).await?.is_none() {
        return Err(refusal(&mut tx, now, &by_ip).await?);
    }
    let slot = take(&mut tx, now, &by_email).await?;
    tx.commit().await?;
    match slot {
        Some(slot) => Ok(slot),
        None => wait_for(context, by_email).await,
    }
}

/// Takes a slot for a person who changes or re-enters their password.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_password(context: &Context, realm: Realm, account: Uuid) -> Result<Slot> {
    let key = format!("{}password:{account}", realm.limit_prefix());
    wait_for(context, Limit::new(key, PASSWORD_ATTEMPTS_MAX, PASSWORD_WINDOW)).await
}

/// Takes a slot of the network address for the second step of a sign-in; it is never returned.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_second_step(
    context: &Context,
    realm: Realm,
    ip: Option<&str>,
) -> Result<()> {
    let limit = by_ip(context, realm, "second-step", ip);
    take_now(context, std::slice::from_ref(&limit)).await.map(drop)
}

/// Takes a slot for a code of a person's authenticator app.
///
/// Errors: 429 `MFA_LOCKED` with the seconds to wait.
pub(crate) async fn admit_code(context: &Context, realm: &str, account: Uuid) -> Result<Slot> {
    let limit = Limit {
        wait: CODE_WAIT,
        forget_after: FORGET_CODES_AFTER,
        ..Limit::new(code_key(realm, account), CODE_ATTEMPTS_MAX, CODE_WINDOW)
    };
    wait_for(context, limit).await.map_err(|error| match error {
        Error::TooManyRequests { retry_after, .. } => shared::mfa::locked(retry_after),
        other => other,
    })
}

/// Takes a slot for the start of an enrolment, or for showing its secret again; it is never
/// returned.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_setup(context: &Context, realm: &str, account: Uuid) -> Result<()> {
    let (attempts_max, window) = SETUPS;
    let limit = Limit::new(format!("mfa-setup:{realm}:{account}"), attempts_max, window);
    take_now(context, std::slice::from_ref(&limit)).await.map(drop)
}

/// Takes the slots for a new set of recovery codes: they are returned unless that succeeds.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_regeneration(
    context: &Context,
    realm: &str,
    account: Uuid,
) -> Result<Vec<Slot>> {
    let limits = REGENERATIONS.map(|(attempts_max, window)| {
        let key = format!("recovery-codes:{realm}:{account}:{}", window.num_hours());
        Limit::new(key, attempts_max, window)
    });
    take_now(context, &limits).await
}

/// Resets the failed attempts with codes of an app.
pub(crate) async fn clear_codes(
    tx: &mut WriteTx<impl Scope>,
    realm: &str,
    account: Uuid,
) -> Result<()> {
    Ok(repo::clear(tx, &code_key(realm, account)).await?)
}

fn code_key(realm: &str, account: Uuid) -> String {
    format!("{CODE_KEY}{realm}:{account}")
}

fn by_ip(context: &Context, realm: Realm, kind: &str, ip: Option<&str>) -> Limit {
    let attempts_max = i64::from(context.settings.login_per_minute_per_ip);
    let key = format!("{}{kind}:{}", realm.limit_prefix(), network(ip));
    Limit::new(key, attempts_max, IP_WINDOW)
}

/// Takes a slot of each limit, or none, without waiting.
async fn take_now(context: &Context, limits: &[Limit]) -> Result<Vec<Slot>> {
    let mut tx = context.db.begin().await?;
    let now = context.now();
    let mut slots = Vec::with_capacity(limits.len());
    for limit in limits {
        match take(&mut tx, now, limit).await? {
            Some(slot) => slots.push(slot),
            None => return Err(refusal(&mut tx, now, limit).await?),
        }
    }
    tx.commit().await?;
    Ok(slots)
}

impl Slot {
    /// Records a wrong attempt: the slot is lost, and with the last one the wait begins. Returns
    /// true if it has begun.
    pub(crate) async fn lose(&self, tx: &mut WriteTx<impl Scope>) -> Result<bool> {
        if self.number < self.limit.attempts_max {
            return Ok(false);
        }
        let Wait { minutes, minutes_max } = self.limit.wait;
        let strikes = u32::try_from(self.strikes).unwrap_or(u32::MAX);
        let doubled = 1_i64.checked_shl(strikes).and_then(|it| it.checked_mul(minutes));
        let minutes = doubled.map_or(minutes_max, |it| it.min(minutes_max));
        let until = self.taken_at + TimeDelta::minutes(minutes);
        Ok(repo::block(tx, &self.limit.key, self.limit.attempts_max, until).await?)
    }

    /// Records a successful attempt: resets it and all wrong ones before it.
    pub(crate) async fn clear(&self, tx: &mut WriteTx<impl Scope>) -> Result<()> {
        Ok(repo::clear(tx, &self.limit.key).await?)
    }

    /// Returns the slot of an attempt that could not be judged.
    pub(crate) async fn give_back(&self, context: &Context) -> Result<()> {
        let mut tx = context.db.begin().await?;
        repo::give_back(&mut tx, &self.limit.key).await?;
        Ok(tx.commit().await?)
    }
}

/// Resets the failed attempts for an address.
pub(crate) async fn forgive(tx: &mut WriteTx<impl Scope>, realm: Realm, email: &str) -> Result<()> {
    Ok(repo::clear(tx, &email_key(realm, email)).await?)
}

fn email_key(realm: Realm, email: &str) -> String {
    format!("{}email:{}", realm.limit_prefix(), hexadecimal(&Sha256::digest(email)))
}

/// Removes expired counters.
pub(super) async fn forget(tx: &mut WriteTx<impl Scope>, now: DateTime<Utc>) -> Result<u64> {
    let (before, codes_before) = (now - FORGET_AFTER, now - FORGET_CODES_AFTER);
    Ok(repo::forget(tx, before, (codes_before, &format!("{CODE_KEY}%"))).await?)
}

async fn take(
    tx: &mut WriteTx<impl Scope>,
    now: DateTime<Utc>,
    limit: &Limit,
) -> Result<Option<Slot>> {
    let forgotten = now - limit.forget_after;
    let times = repo::Times { now, window_over: now - limit.window, forgotten };
    let taken = repo::take(tx, &limit.key, limit.attempts_max, &times).await?;
    Ok(taken.map(|taken| Slot {
        limit: limit.clone(),
        number: taken.attempts,
        strikes: taken.strikes,
        taken_at: now,
    }))
}

/// Waits while all slots are in use by attempts without a result.
async fn wait_for(context: &Context, limit: Limit) -> Result<Slot> {
    let mut polls = 0;
    loop {
        let now = context.now();
        let mut tx = context.db.begin().await?;
        if let Some(slot) = take(&mut tx, now, &limit).await? {
            tx.commit().await?;
            return Ok(slot);
        }
        let state = repo::state(&mut tx, &limit.key).await?;
        drop(tx);
        let is_judged = state.is_some_and(|state| state.blocked_until.is_some());
        if is_judged || polls == POLLS_MAX {
            let mut tx = context.db.read().await?;
            return Err(refusal(&mut tx, now, &limit).await?);
        }
        polls += 1;
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn refusal(tx: &mut ReadTx<impl Scope>, now: DateTime<Utc>, limit: &Limit) -> Result<Error> {
    let state = repo::state(tx, &limit.key).await?;
    let until = state
        .map_or(now, |state| state.blocked_until.unwrap_or(state.window_started_at + limit.window));
    let seconds = (until - now).num_seconds().max(0) + 1;
    Ok(Error::too_many_requests(u32::try_from(seconds).unwrap_or(u32::MAX)))
}

/// The address, or for IPv6 the /64 network that a provider assigns to one customer.
fn network(ip: Option<&str>) -> String {
    match ip.and_then(|ip| ip.parse::<IpAddr>().ok()).map(|ip| ip.to_canonical()) {
        Some(IpAddr::V4(ip)) => ip.to_string(),
        Some(IpAddr::V6(ip)) => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        None => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_is_one_key() {
        assert_eq!(network(Some("203.0.113.7")), "203.0.113.7");
        assert_eq!(network(Some("::ffff:203.0.113.7")), "203.0.113.7");
        assert_eq!(network(Some("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::/64");
        assert_eq!(network(Some("2001:db8:1:2::1")), "2001:db8:1:2::/64");
        assert_eq!(network(Some("nonsense")), "unknown");
        assert_eq!(network(None), "unknown");
    }
}
