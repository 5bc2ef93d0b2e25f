//! The settlement quote of a facility on a day.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::credit::facility::Facility;
use shared::credit::servicing::Quote;

use crate::error::UiError;

/// The data of the quote page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuotePageData {
    pub facility: Facility,
    /// The day for which the quote is computed.
    pub as_of: NaiveDate,
    /// The quote, or the reason why there is none for that day; `None` while nothing is owed.
    pub quote: Option<Result<Quote, UiError>>,
}

#[cfg(feature = "ssr")]
mod read {
    use service::{Caller, Service};
    use shared::Result;

    use super::{NaiveDate, QuotePageData};
    use crate::ui::time::local_time;

    impl QuotePageData {
        /// Errors: 404 for an unknown facility.
        pub(in crate::credit) async fn read(
            service: &Service,
            caller: &Caller,
            facility_ref: &str,
            as_of: Option<NaiveDate>,
        ) -> Result<Self> {
            let facilities = service.facilities();
            let facility = facilities.find(caller, facility_ref).await?;
            let today = || local_time(service.now(), caller.time_zone()).date();
            let as_of = as_of.unwrap_or_else(today);
            let quote = if facility.status.is_live() {
                let found = facilities.settlement_quote(caller, facility_ref, Some(as_of)).await;
                Some(found.map(|found| found.quote).map_err(Into::into))
            } else {
                None
            };
            Ok(Self { facility, as_of, quote })
        }
    }
}
