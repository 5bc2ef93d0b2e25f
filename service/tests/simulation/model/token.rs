//! API tokens of the model.

use chrono::{NaiveDateTime, TimeDelta};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;
use crate::simulation::act::{Scope, TokenAct};
use crate::simulation::people::Person;

/// The longest life of a token.
const LIFE_MAX: TimeDelta = TimeDelta::days(366);
/// The days before the date of expiry from which its holder is notified.
const NOTICE_DAYS: i64 = 14;

/// An API token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) holder: Person,
    pub(crate) scope: Scope,
    pub(crate) created_at: NaiveDateTime,
    pub(crate) expires_at: NaiveDateTime,
    pub(crate) is_revoked: bool,
    /// True once the holder is notified of the expiry.
    is_notified: bool,
}

impl Token {
    const fn new(
        holder: Person,
        scope: Scope,
        at: NaiveDateTime,
        expires_at: NaiveDateTime,
    ) -> Self {
        let (is_revoked, is_notified) = (false, false);
        Self { holder, scope, created_at: at, expires_at, is_revoked, is_notified }
    }

    pub(crate) fn is_valid(&self, at: NaiveDateTime) -> bool {
        !self.is_revoked && at < self.expires_at
    }
}

impl Organization {
    /// The holder of a token with the rights that remain; none for an invalid one.
    pub(crate) fn bearer(&self, number: u32, at: NaiveDateTime) -> Option<Actor> {
        let token = &self.tokens[&number];
        let is_live = token.is_valid(at) && self.may_sign_in(token.holder);
        is_live.then(|| Actor { limit: Some(token.scope), ..self.actor(token.holder) })
    }

    pub(super) fn act_on_token(
        &mut self,
        by: Actor,
        act: TokenAct,
        at: NaiveDateTime,
    ) -> Result<(), Code> {
        by.require(Permission::OrgManage)?;
        if let TokenAct::Revoke(number) = act {
            self.tokens.get_mut(&number).unwrap().is_revoked = true;
            return Ok(());
        }
        by.require_person()?;
        match act {
            TokenAct::Create(number, scope, days) => {
                let life = TimeDelta::days(days);
                if scope.permissions().is_empty() || life <= TimeDelta::zero() || life > LIFE_MAX {
                    return Err(Code::ValidationFailed);
                }
                self.tokens.insert(number, Token::new(by.person, scope, at, at + life));
            }
            TokenAct::Rotate(number, next) => {
                let token = self.tokens.get_mut(&number).unwrap();
                if by.person != token.holder {
                    return Err(Code::Forbidden);
                }
                if !token.is_valid(at) {
                    return Err(Code::WrongState);
                }
                token.is_revoked = true;
                let life = token.expires_at - token.created_at;
                let replaced = Token::new(token.holder, token.scope, at, at + life);
                self.tokens.insert(next, replaced);
            }
            TokenAct::Revoke(_) => unreachable!("a token revokes as well"),
        }
        Ok(())
    }

    /// Notifies the holders of tokens that are about to expire; returns the number of tokens.
    pub(super) fn notify_of_expiry(&mut self, at: NaiveDateTime) -> usize {
        let today = self.today(at);
        let mut notified = 0;
        for (number, token) in &self.tokens.clone() {
            let days = (self.today(token.expires_at) - today).num_days();
            let is_known = token.is_notified || !self.may_sign_in(token.holder);
            if token.is_valid(at) && days <= NOTICE_DAYS && !is_known {
                self.tokens.get_mut(number).unwrap().is_notified = true;
                notified += 1;
            }
        }
        notified
    }
}
