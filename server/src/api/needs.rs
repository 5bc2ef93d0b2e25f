//! The permission of a route, asked before anything else is read: a caller without it learns
//! nothing about the path, the query and the body. The service, which opens no transaction without
//! a permission, decides.

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use shared::permission::Permission;
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};

use super::document;
use crate::error::ApiError;
use crate::extract::Caller;
use crate::state::AppState;

/// The requirement of a route.
#[derive(Clone, Copy, Debug)]
struct Need {
    any_of: &'static [Permission],
    /// True for routes that refuse API tokens: they return a credential, or extend permissions.
    in_person: bool,
}

pub(super) trait Needs {
    /// Refuses callers without any of these permissions.
    fn needs(self, any_of: &'static [Permission]) -> Self;

    /// Refuses callers without any of these permissions, and API tokens.
    fn needs_in_person(self, any_of: &'static [Permission]) -> Self;
}

impl Needs for UtoipaMethodRouter<AppState> {
    fn needs(self, any_of: &'static [Permission]) -> Self {
        guarded(self, Need { any_of, in_person: false })
    }

    fn needs_in_person(self, any_of: &'static [Permission]) -> Self {
        guarded(self, Need { any_of, in_person: true })
    }
}

fn guarded(mut router: UtoipaMethodRouter<AppState>, need: Need) -> UtoipaMethodRouter<AppState> {
    document::describe_need(&mut router.1, need.any_of, need.in_person);
    router.map(|router| router.route_layer(from_fn_with_state(need, check)))
}

async fn check(
    State(need): State<Need>,
    Caller(caller): Caller,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    caller.require_any(need.any_of)?;
    if need.in_person {
        caller.require_person()?;
    }
    Ok(next.run(request).await)
}
