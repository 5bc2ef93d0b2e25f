//! Changes of the books, on the service.

use chrono::NaiveDate;
use service::Caller;
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
}
