//! Acts on API tokens, on the service.

use chrono::TimeDelta;
use service::Caller;
use shared::api_token::ApiTokenInput;
use shared::error::Result;

use super::{House, Response, World};
use crate::simulation::act::TokenAct;

impl World {
    pub(super) async fn act_on_token(
        &self,
        house: &House,
        caller: &Caller,
        act: TokenAct,
    ) -> Result<Response> {
        let tokens = self.service.api_tokens();
        let created = match act {
            TokenAct::Create(number, scope, days) => {
                let input = ApiTokenInput {
                    name: format!("Token {number}"),
                    permissions: scope.permissions().to_vec(),
                    expires_at: self.service.now() + TimeDelta::days(days),
                };
                tokens.create(caller, input).await?
            }
            TokenAct::Rotate(number, _) => tokens.rotate(caller, house.tokens[&number].0).await?,
            TokenAct::Revoke(number) => {
                let revoked = tokens.revoke(caller, house.tokens[&number].0).await?;
                return Ok(Response::RevokedToken(revoked));
            }
        };
        Ok(Response::Token(created))
    }
}
