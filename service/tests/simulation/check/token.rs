//! Comparison of API tokens.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, failed, same};
use crate::simulation::model::Organization;
use crate::simulation::world::{House, World};

/// Compares the tokens of an organization.
pub(super) async fn check(world: &World, house: &House, organization: &Organization) -> Checked {
    let found = world.service.api_tokens().list(house.reader()).await.map_err(failed)?;
    let found = found.into_iter().map(|it| {
        let permissions: BTreeSet<_> = it.permissions.into_iter().collect();
        let times = [it.created_at, it.expires_at].map(|at| at.naive_utc());
        (it.id, (it.created_by_id, permissions, times, it.revoked_at.is_some()))
    });
    let model = organization.tokens.iter().map(|(number, token)| {
        let holder = house.caller(token.holder).staff();
        let permissions = token.scope.permissions().iter().copied().collect();
        let times = [token.created_at, token.expires_at];
        (house.tokens[number].0, (holder, permissions, times, token.is_revoked))
    });
    same("the API tokens", &found.collect::<BTreeMap<_, _>>(), &model.collect())
}
