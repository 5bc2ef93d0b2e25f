//! Sign-in of staff: sessions begin, prove who is calling, and end.

pub(crate) mod authenticate;
pub(crate) mod login;
pub(crate) mod password;
pub(crate) mod realm;
pub(crate) mod repo;
mod second_factor;
pub(crate) mod throttle;
pub(crate) mod token;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use shared::audit::Category;
use shared::error::{Code, Error, Result};
use shared::id::{OrganizationId, SessionId, StaffId};
use shared::session::{Me, PasswordInput, TokenAnswer, TokenType, invalid_current_password};

use crate::audit::{self, Entry};
use crate::caller::{Caller, Credential, RequestContext};
use crate::context::{Context, Service};
use crate::database::Tx;
use crate::mfa::{Holder, Mfa};
use crate::portal;
use realm::Realm;
use throttle::Slot;
use token::{Claims, Proved};

/// A session ends this long after it began, whatever happens.
pub(crate) const ABSOLUTE: TimeDelta = TimeDelta::hours(8);
/// A session ends this long after it was last used.
pub(crate) const IDLE: TimeDelta = TimeDelta::minutes(30);
/// The use of a session or a token is written down at most this often.
pub(crate) const SEEN_EVERY: TimeDelta = TimeDelta::minutes(1);
/// The most sessions that one person has at a time; the oldest gives way.
pub(crate) const SESSIONS_MAX: i64 = 10;
/// As many characters of what a browser calls itself are kept.
const USER_AGENT_LENGTH_MAX: usize = 300;
/// Sessions that ended this long ago are removed.
const KEEP_ENDED: TimeDelta = TimeDelta::days(30);

/// Sign-in of staff.
#[derive(Debug)]
pub struct Sessions<'s>(pub(crate) &'s Context);

impl Service {
    /// Sign-in of staff.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self.context())
    }
}

impl Sessions<'_> {
    /// Who is signed in.
    pub async fn me(&self, caller: &Caller) -> Result<Me> {
        let mut tx = self.0.db.read().await?;
        me(&mut tx, caller.organization(), caller.staff()).await.map(|mut me| {
            me.permissions = caller.permissions().iter().copied().collect();
            me
        })
    }

    /// Ends the session of the caller.
    ///
    /// Errors: 403 for tokens of integrations, which have none.
    pub async fn logout(&self, caller: &Caller) -> Result<()> {
        let session = session_of(caller)?;
        let mut tx = self.0.db.begin().await?;
        repo::revoke(&mut tx, caller.organization(), session, self.0.now()).await?;
        let entry = authentication_entry("session.ended", caller.staff());
        audit::record(&mut tx, self.0, caller, entry).await?;
        Ok(tx.commit().await?)
    }

    /// Changes the caller's password, ends every session of theirs and begins a new one.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 400 naming `newPassword` when it is refused; 429
    /// after too many wrong ones; 503 when no core was free in time.
    pub async fn change_password(
        &self,
        caller: &Caller,
        input: PasswordInput,
    ) -> Result<TokenAnswer> {
        session_of(caller)?;
        input.check()?;
        let slot = throttle::admit_password(self.0, Realm::Staff, caller.staff().0).await?;
        let account = self.account(caller).await?;
        let words = [&*account.email, &*account.name, &*account.organization_name];
        let (passwords, secrets) = (&self.0.passwords, &self.0.secrets);
        let hash = passwords.replacement(secrets, &input, &account.password_hash, words).await;
        let hash = match hash {
            Ok(Some(hash)) => hash,
            Ok(None) => return self.refuse_password(caller, &slot).await,
            Err(error) => {
                slot.give_back(self.0).await?;
                return Err(error);
            }
        };
        let mut tx = self.0.db.begin().await?;
        slot.clear(&mut tx).await?;
        let answer = self.replace_password(&mut tx, caller, &account, &hash).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn account(&self, caller: &Caller) -> Result<repo::AccountRow> {
        let mut tx = self.0.db.read().await?;
        let account = repo::account(&mut tx, caller.organization(), caller.staff()).await?;
        account.ok_or_else(Error::unauthenticated)
    }

    async fn refuse_password<T>(&self, caller: &Caller, slot: &Slot) -> Result<T> {
        let mut tx = self.0.db.begin().await?;
        slot.lose(&mut tx).await?;
        let entry = authentication_entry("password.refused", caller.staff());
        audit::record(&mut tx, self.0, caller, entry).await?;
        tx.commit().await?;
        Err(invalid_current_password())
    }

    async fn replace_password(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        account: &repo::AccountRow,
        hash: &str,
    ) -> Result<TokenAnswer> {
        let organization = caller.organization();
        let version = account.password_version;
        let now = self.0.now();
        if !repo::set_password(tx, organization, caller.staff(), (version, hash), now).await? {
            return Err(Error::unauthenticated());
        }
        end_all(tx, self.0, caller, caller.staff()).await?;
        let fields: &[&str] = &["password"];
        let entry = Entry { fields, ..authentication_entry("password.changed", caller.staff()) };
        audit::record(tx, self.0, caller, entry).await?;
        let account = repo::AccountRow { password_version: version + 1, ..account.clone() };
        begin(tx, self.0, &account, caller.request(), Proved::Password).await
    }

    /// The hash of a password, as it is stored; for the command line.
    ///
    /// Errors: 503 when no core was free in time.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        self.0.passwords.hash(&self.0.secrets, password).await
    }

    /// Removes sessions that ended long ago and attempts that nobody needs to remember.
    pub async fn prune(&self) -> Result<u64> {
        let now = self.0.now();
        let mut tx = self.0.db.begin().await?;
        let mut removed = repo::prune(&mut tx, now - KEEP_ENDED).await?;
        removed += portal::repo::prune(&mut tx, now - KEEP_ENDED).await?;
        removed += throttle::forget(&mut tx, now).await?;
        for realm in [Realm::Staff, Realm::Customer] {
            removed += Mfa::new(self.0, realm).prune(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(removed)
    }
}

/// Ends every session of a person, and every sign-in that still waits for its second factor, and
/// writes that down, when there was any session.
pub(crate) async fn end_all(
    tx: &mut Tx,
    context: &Context,
    caller: &Caller,
    staff: StaffId,
) -> Result<()> {
    let holder = Holder { organization: caller.organization(), account: staff.0 };
    Mfa::new(context, Realm::Staff).burn_all(tx, holder).await?;
    let ended = repo::revoke_all(tx, caller.organization(), staff, context.now()).await?;
    if ended == 0 {
        return Ok(());
    }
    audit::record(tx, context, caller, authentication_entry("sessions.revoked", staff)).await
}

/// Forgets the wrong passwords that were tried for an address.
pub(crate) async fn forgive(tx: &mut Tx, email: &str) -> Result<()> {
    throttle::forgive(tx, Realm::Staff, email).await
}

/// An entry about somebody's sign-in.
pub(crate) fn authentication_entry(action: &'static str, staff: StaffId) -> Entry<'static> {
    Entry {
        category: Category::Authentication,
        action,
        entity_type: "staff",
        entity_id: Some(staff.to_string()),
        fields: &[],
    }
}

async fn me(tx: &mut Tx, organization: OrganizationId, staff: StaffId) -> Result<Me> {
    let row = repo::me(tx, organization, staff).await?.ok_or_else(Error::unauthenticated)?;
    row.try_into()
}

fn session_of(caller: &Caller) -> Result<SessionId> {
    match caller.credential() {
        Credential::Session(session) => Ok(session),
        Credential::ApiToken(_) | Credential::CommandLine => Err(Error::forbidden(
            Code::Forbidden,
            "This needs a session of your own. Sign in with your password.",
        )),
    }
}

/// Begins a session, ends the oldest beyond the limit, and signs the token. The caller holds the
/// lock on the row of the member of staff, so that the limit holds under parallel sign-ins.
async fn begin(
    tx: &mut Tx,
    context: &Context,
    account: &repo::AccountRow,
    request: &RequestContext,
    proved: Proved,
) -> Result<TokenAnswer> {
    let now = context.now();
    let session = repo::NewSession {
        id: SessionId(context.ids.unordered()),
        staff_id: account.id,
        password_version: account.password_version,
        now,
        expires_at: now + ABSOLUTE,
        ip: request.ip.as_deref(),
        user_agent: request.user_agent.as_deref().map(shortened),
    };
    repo::add(tx, account.organization_id, &session).await?;
    let (organization, others_max) = (account.organization_id, SESSIONS_MAX - 1);
    repo::revoke_oldest(tx, organization, &session, now - IDLE, others_max).await?;
    let person = (account.organization_id, account.id);
    answer(context, Realm::Staff, person, session.id, (now, session.expires_at), proved)
}

pub(crate) fn shortened(user_agent: &str) -> String {
    user_agent.chars().take(USER_AGENT_LENGTH_MAX).collect()
}

/// Signs the token of a session that has begun.
pub(crate) fn answer<P: Serialize, S: Serialize>(
    context: &Context,
    realm: Realm,
    person: (OrganizationId, P),
    session: S,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
    proved: Proved,
) -> Result<TokenAnswer> {
    let jti = context.ids.unordered().to_string();
    let claims = Claims::new(realm, person, session, jti, (now, expires_at)).proved(proved);
    Ok(TokenAnswer {
        access_token: token::sign(&context.secrets, realm, &claims)?,
        token_type: TokenType::Bearer,
        expires_in: (expires_at - now).num_seconds(),
    })
}
