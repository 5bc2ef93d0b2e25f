//! Changes of the books, on the service.

use chrono::NaiveDate;
use service::Caller;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountPlace};
use shared::credit::closed_period::ClosedPeriod;
use shared::error::Result;

use super::{Response, World};

impl World {
    pub(super) async fn close_books(
        &self,
        caller: &Caller,
        closed_through: Option<NaiveDate>,
    ) -> Result<Response> {
        let input = ClosedPeriod { closed_through };
        self.service.closed_periods().change(caller, input).await.map(Response::ClosedPeriod)
    }

    pub(super) async fn map_account(
        &self,
        caller: &Caller,
        AccountPlace { product_type, event_type, side }: AccountPlace,
        account: Option<&str>,
    ) -> Result<Response> {
        let mapping = AccountMappingInput {
            product_type,
            event_type: event_type.as_str().to_owned(),
            side,
            gl_account: account.map(str::to_owned),
        };
        let input = AccountMapInput { mappings: vec![mapping] };
        let map = self.service.account_map().change(caller, input).await?;
        Ok(Response::AccountMap(Box::new(map)))
    }
}
