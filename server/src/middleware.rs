//! Processing of every request before its handler, and of every response after it.
//!
//! All of it is one layer: each additional layer would clone everything inside it for every
//! request.

pub mod access_log;
pub mod authentication;
pub mod body;
pub mod change;
pub mod client_address;
pub mod cross_site;
pub mod headers;
pub mod host;
pub mod idempotency;
pub mod nul;
pub mod panic;
pub mod redirect_guard;
pub mod request_share;
pub mod server_function;
pub mod timeout;

pub use app::server::{Authentication, PortalAuthentication};
pub use client_address::PeerAddress;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use crate::error::Answer;
use crate::shares::Permit;
use crate::state::AppState;
use access_log::Accessed;
use authentication::authenticate;
use body::read_body;
use change::run_to_completion;
use cross_site::refuse_cross_site;
use headers::{add_headers, discard_prepared_pages};
use host::refuse_host_fault;
use idempotency::take_key;
use nul::refuse_nul_in_address;
use panic::without_panic;
use redirect_guard::{forget_foreign_referrer, is_page, set_redirect_status};
use request_share::{keep_until_sent, take_permit};
use timeout::in_time;

/// The prefix of the server functions, to which the pages send changes.
const PAGES_PREFIX: &str = "/api/ui/";

/// Wraps every request: assigns its id, logs it, and guarantees a response.
pub async fn around(State(state): State<AppState>, request: Request, next: Next) -> Response {
    answer_to_its_end(state, request, |_, request| next.run(request)).await
}

/// [`around`] for the API, the pages and their server functions, with the checks before the
/// handler: origin of the request, authentication, and body.
pub async fn around_acting(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    answer_to_its_end(state, request, |state, request| async move {
        answer_acting(&state, request, next).await.into_response()
    })
    .await
}

/// Guarantees a response; a request that may change something runs to completion.
async fn answer_to_its_end<F>(
    state: AppState,
    request: Request,
    run: impl FnOnce(AppState, Request) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = Response> + Send + 'static,
{
    if request.method().is_safe() {
        return answer(state, request, run).await;
    }
    let changes = state.changes.clone();
    run_to_completion(&changes, answer(state, request, run)).await
}

async fn answer<F: Future<Output = Response>>(
    state: AppState,
    mut request: Request,
    run: impl FnOnce(AppState, Request) -> F,
) -> Response {
    let accessed = Accessed::begin(&state, &mut request);
    let span = accessed.span();
    let mut response = match admit(&state, &request) {
        Ok(permit) => {
            let answer = without_panic(in_time(run(state.clone(), request)));
            let response = answer.instrument(span.clone()).await;
            match permit {
                Some(permit) => keep_until_sent(response, permit),
                None => response,
            }
        }
        Err(refused) => refused.into_response(),
    };
    add_headers(*state.phase.borrow(), &mut response);
    span.in_scope(|| accessed.end(&mut response));
    response
}

fn admit(state: &AppState, request: &Request) -> Answer<Option<Permit>> {
    refuse_host_fault(request)?;
    take_permit(state, request)
}

async fn answer_acting(state: &AppState, mut request: Request, next: Next) -> Answer<Response> {
    refuse_cross_site(state, &request)?;
    refuse_nul_in_address(&request)?;
    forget_foreign_referrer(state, &mut request);
    authenticate(state, &mut request).await;
    let is_page = is_page(&request);
    let is_change = !request.method().is_safe() && request.uri().path().starts_with(PAGES_PREFIX);
    let request = take_key(read_body(request).await?).await?;
    let mut response = next.run(request).await;
    if is_page {
        set_redirect_status(&mut response);
    }
    if is_change {
        discard_prepared_pages(&mut response);
    }
    Ok(response)
}
