//! The statement of account of a facility for a period.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::credit::facility::Facility;
use shared::credit::statement::{AccountStatement, StatementQuery};

use crate::error::{UiError, UiResult};
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, service};
use crate::wire::Json;

/// The data of the statement page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatementPageData {
    pub facility: Facility,
    /// The statement, or the reason why there is none for that period.
    pub statement: Result<AccountStatement, UiError>,
}

/// The statement of account of a facility for a period.
#[server(name = ReadStatement, endpoint = "credit/statement", input = Json, output = Json)]
pub async fn statement_page_data(
    facility_ref: String,
    query: StatementQuery,
) -> UiResult<StatementPageData> {
    let data = async {
        let (service, caller) = (service()?, caller()?);
        let facilities = service.facilities();
        let facility = facilities.find(&caller, &facility_ref).await?;
        let statement = facilities.statement(&caller, &facility_ref, query).await;
        Ok(StatementPageData { facility, statement: statement.map_err(Into::into) })
    };
    answer(data.await)
}
