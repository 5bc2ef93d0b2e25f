//! Refuses NUL characters, which PostgreSQL cannot store, in the addresses of pages and server
//! functions: one layer for all of them. The API refuses them field by field, after it has checked
//! permissions.

use axum::extract::Request;
use shared::error::{Code, Error};

use crate::error::{Answer, ApiError};

/// The prefix of server functions.
pub(super) const SERVER_FUNCTIONS: &str = "/api/ui/";
const ENCODED: &[u8] = b"%00";

/// Errors: 400 for the address of a page or of a server function with a NUL character.
pub fn refuse_nul_in_address(request: &Request) -> Answer<()> {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/") && !path.starts_with(SERVER_FUNCTIONS);
    let query = request.uri().query().unwrap_or_default();
    let has_nul = has(path.as_bytes(), ENCODED) || has(query.as_bytes(), ENCODED);
    if is_api || !has_nul { Ok(()) } else { Err(refused()) }
}

fn has(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.windows(pattern.len()).any(|window| window == pattern)
}

fn refused() -> ApiError {
    let message = "The request contains a NUL character. Remove it.";
    ApiError(Error::invalid(Code::ValidationFailed, message))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::Request;

    use super::*;

    fn address(uri: &str) -> bool {
        refuse_nul_in_address(&Request::get(uri).body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn addresses_of_pages_and_server_functions_hold_no_nul() {
        for uri in ["/staff/%00", "/staff?q=a%00b", "/api/ui/people/list?q=%00"] {
            assert!(!address(uri), "{uri}");
        }
        for uri in ["/staff?q=%2500", "/staff?q=%20", "/api/staff?q=%00", "/"] {
            assert!(address(uri), "{uri}");
        }
    }
}
