//! Limits on guessing, counted in the database so that every server counts together.
//!
//! An attempt takes a slot before anything expensive happens. Whoever proves to be right gives it
//! back; so while slots are merely in use, and not lost, the next attempt waits for one.

mod repo;

use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use shared::error::{Error, Result};
use uuid::Uuid;

use super::realm::Realm;
use crate::audit::hexadecimal;
use crate::context::Context;
use crate::database::Tx;

/// Wrong passwords for one address within [`EMAIL_WINDOW`] before it has to wait.
const EMAIL_ATTEMPTS_MAX: i64 = 5;
const EMAIL_WINDOW: TimeDelta = TimeDelta::minutes(5);
/// The wait doubles from a minute to this.
const EMAIL_WAIT_MINUTES_MAX: i64 = 15;

const IP_WINDOW: TimeDelta = TimeDelta::minutes(1);

/// Wrong current passwords of one person within a minute.
const PASSWORD_ATTEMPTS_MAX: i64 = 5;
const PASSWORD_WINDOW: TimeDelta = TimeDelta::minutes(1);

/// After a day without an attempt the past is forgotten.
const FORGET_AFTER: TimeDelta = TimeDelta::days(1);

/// An attempt that finds every slot in use looks again this often, so many times: five seconds.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LOOKS_MAX: u32 = 100;

/// What is limited, and how.
#[derive(Clone, Debug)]
struct Limit {
    key: String,
    attempts_max: i64,
    window: TimeDelta,
}

/// A slot of somebody whose password is being checked.
#[derive(Clone, Debug)]
#[must_use = "a slot is either lost or given back"]
pub(crate) struct Slot {
    limit: Limit,
    number: i64,
    strikes: i64,
    taken_at: DateTime<Utc>,
}

/// Takes a slot of the address the request comes from, which is never given back, and one of the
/// e-mail address, known or not.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_login(
    context: &Context,
    realm: Realm,
    ip: Option<&str>,
    email: &str,
) -> Result<Slot> {
    let by_ip = Limit {
        key: format!("{}ip:{}", realm.limit_prefix(), network(ip)),
        attempts_max: i64::from(context.settings.login_per_minute_per_ip),
        window: IP_WINDOW,
    };
    let by_email = Limit {
        key: email_key(realm, email),
        attempts_max: EMAIL_ATTEMPTS_MAX,
        window: EMAIL_WINDOW,
    };
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

/// Takes a slot of a person who changes their password.
///
/// Errors: 429 with the seconds to wait.
pub(crate) async fn admit_password(context: &Context, realm: Realm, person: Uuid) -> Result<Slot> {
    let limit = Limit {
        key: format!("{}password:{person}", realm.limit_prefix()),
        attempts_max: PASSWORD_ATTEMPTS_MAX,
        window: PASSWORD_WINDOW,
    };
    wait_for(context, limit).await
}

impl Slot {
    /// The attempt was wrong: the slot is lost, and with the last one the wait begins.
    pub(crate) async fn lose(&self, tx: &mut Tx) -> Result<()> {
        if self.number < self.limit.attempts_max {
            return Ok(());
        }
        let doubled = 1_i64.checked_shl(u32::try_from(self.strikes).unwrap_or(u32::MAX));
        let minutes = doubled.map_or(EMAIL_WAIT_MINUTES_MAX, |it| it.min(EMAIL_WAIT_MINUTES_MAX));
        let until = self.taken_at + TimeDelta::minutes(minutes);
        Ok(repo::block(tx, &self.limit.key, self.limit.attempts_max, until).await?)
    }

    /// The attempt was right: nothing of it, nor of the wrong ones before it, counts any more.
    pub(crate) async fn clear(&self, tx: &mut Tx) -> Result<()> {
        Ok(repo::clear(tx, &self.limit.key).await?)
    }

    /// The attempt could not be judged: it does not count.
    pub(crate) async fn give_back(&self, context: &Context) -> Result<()> {
        let mut tx = context.db.begin().await?;
        repo::give_back(&mut tx, &self.limit.key).await?;
        Ok(tx.commit().await?)
    }
}

/// Nothing that was tried for an address counts any more.
pub(crate) async fn forgive(tx: &mut Tx, realm: Realm, email: &str) -> Result<()> {
    Ok(repo::clear(tx, &email_key(realm, email)).await?)
}

fn email_key(realm: Realm, email: &str) -> String {
    format!("{}email:{}", realm.limit_prefix(), hexadecimal(&Sha256::digest(email)))
}

/// Removes what nobody needs to remember.
pub(super) async fn forget(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64> {
    Ok(repo::forget(tx, now - FORGET_AFTER).await?)
}

async fn take(tx: &mut Tx, now: DateTime<Utc>, limit: &Limit) -> Result<Option<Slot>> {
    let times = repo::Times { now, window_over: now - limit.window, forgotten: now - FORGET_AFTER };
    let taken = repo::take(tx, &limit.key, limit.attempts_max, &times).await?;
    Ok(taken.map(|taken| Slot {
        limit: limit.clone(),
        number: taken.attempts,
        strikes: taken.strikes,
        taken_at: now,
    }))
}

/// Waits while all slots are in use by attempts that nobody has judged yet.
async fn wait_for(context: &Context, limit: Limit) -> Result<Slot> {
    let mut looks = 0;
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
        if is_judged || looks == LOOKS_MAX {
            let mut tx = context.db.read().await?;
            return Err(refusal(&mut tx, now, &limit).await?);
        }
        looks += 1;
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn refusal(tx: &mut Tx, now: DateTime<Utc>, limit: &Limit) -> Result<Error> {
    let state = repo::state(tx, &limit.key).await?;
    let until = state
        .map_or(now, |state| state.blocked_until.unwrap_or(state.window_started_at + limit.window));
    let seconds = (until - now).num_seconds().max(0) + 1;
    Ok(Error::too_many_requests(u32::try_from(seconds).unwrap_or(u32::MAX)))
}

/// The address, or the network that one customer of a provider has: a /64 of IPv6.
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
