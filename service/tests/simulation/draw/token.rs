//! Acts on API tokens, drawn from the state of the model.

use super::Script;
use crate::simulation::act::{Act, Scope, TokenAct};
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// The permissions of new tokens, with their weights.
const SCOPES: [(u64, Scope); 5] = [
    (3, Scope::Everything),
    (3, Scope::People),
    (3, Scope::Credit),
    (2, Scope::Organization),
    (1, Scope::Nothing),
];

/// The days of new tokens, with their weights; the first and the last one are refused.
const LIVES: [(u64, i64); 6] = [(1, 0), (2, 3), (6, 20), (3, 60), (2, 366), (1, 367)];

impl Script {
    pub(super) fn token_act(&mut self, organization: usize) -> (Person, Act) {
        let administrator = self.holder(organization, Role::Administrator);
        let tokens = &self.model.organizations[organization].tokens;
        let numbers: Vec<_> = tokens.keys().copied().collect();
        let number = self.random.one_of(&numbers).filter(|_| !self.random.one_in(3));
        let Some(number) = number else {
            let (scope, days) = (self.random.weighted(&SCOPES), self.random.weighted(&LIVES));
            return (administrator, Act::Token(TokenAct::Create(self.number(), scope, days)));
        };
        let holder = tokens[&number].holder;
        if self.random.one_in(3) {
            return (administrator, Act::Token(TokenAct::Revoke(number)));
        }
        let by = self.random.weighted(&[(4, holder), (1, administrator)]);
        (by, Act::Token(TokenAct::Rotate(number, self.number())))
    }

    /// A token of an organization through which its holder may act; mostly none.
    pub(super) fn token(&mut self, home: usize) -> Option<u32> {
        let tokens = &self.model.organizations[home].tokens;
        let valid = tokens.iter().filter(|(_, it)| !it.is_revoked);
        let valid: Vec<_> = valid.map(|(number, _)| *number).collect();
        let all: Vec<_> = tokens.keys().copied().collect();
        let wanted = if self.random.one_in(8) { &all } else { &valid };
        self.random.one_of(wanted).filter(|_| self.random.one_in(8))
    }
}
