//! Journals and the trial balance.

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use service::Service;
use shared::credit::journal::{Journal, JournalQuery, TrialBalance, last_day};
use shared::page::{Page, PageRequest};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::csv;
use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::CreditView]))
        .routes(routes!(export).needs(&[Permission::CreditView]))
        .routes(routes!(trial_balance).needs(&[Permission::CreditView]))
        .routes(routes!(export_trial_balance).needs(&[Permission::CreditView]))
}

/// A page of journals, latest value date first. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/journals", tag = "Credit",
    params(
        ("facilityRef" = Option<String>, Query), ("from" = Option<NaiveDate>, Query),
        ("to" = Option<NaiveDate>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Journal>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Journal>>> {
    let query = JournalQuery { page: query.page()?, ..filters(&query)? };
    Ok(Json(service.journals().list(&caller, query).await?))
}

/// Every leg of these journals as CSV, at most 50,000 journals. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/journals/export.csv", tag = "Credit",
    params(
        ("facilityRef" = Option<String>, Query), ("from" = Option<NaiveDate>, Query),
        ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = filters(&query)?;
    Ok(csv("journals.csv", service.journals().export(&caller, query).await?))
}

fn filters(query: &Query) -> Answer<JournalQuery> {
    Ok(JournalQuery {
        facility_ref: query.owned("facilityRef")?,
        from: query.date("from")?,
        to: query.date("to")?,
        page: PageRequest::default(),
    })
}

/// Every account with its postings up to a value date, by default today. With a first day also its
/// opening balance, its movement and its closing balance, debit and credit apart. `asOf` is another
/// name of `to`. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/trial-balance", tag = "Credit",
    params(
        ("asOf" = Option<NaiveDate>, Query), ("from" = Option<NaiveDate>, Query),
        ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, body = TrialBalance), Refusals))]
async fn trial_balance(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<TrialBalance>> {
    let (from, to) = range(&query)?;
    Ok(Json(service.journals().trial_balance(&caller, from, to).await?))
}

/// The trial balance as CSV, one line for each account. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/trial-balance/export.csv", tag = "Credit",
    params(
        ("asOf" = Option<NaiveDate>, Query), ("from" = Option<NaiveDate>, Query),
        ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export_trial_balance(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let (from, to) = range(&query)?;
    let table = service.journals().export_trial_balance(&caller, from, to).await?;
    Ok(csv("trial-balance.csv", table))
}

/// The first and the last day of a trial balance.
fn range(query: &Query) -> Answer<(Option<NaiveDate>, Option<NaiveDate>)> {
    let to = last_day(query.date("to")?, query.date("asOf")?)?;
    Ok((query.date("from")?, to))
}
