//! Requests whose `Host` cannot be trusted are refused.

use axum::extract::Request;
use shared::error::{Code, Error};

use crate::error::{Answer, ApiError};

/// What is wrong with the `Host` of a request; put into it by the accept loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFault {
    /// There is none.
    Missing,
    /// There are several.
    Several,
    /// It names no host.
    Malformed,
}

/// Errors: 400 for a request whose `Host` is missing, malformed or given more than once.
pub fn refuse_host_fault(request: &Request) -> Answer<()> {
    let message = match request.extensions().get::<HostFault>() {
        None => return Ok(()),
        Some(HostFault::Missing) => "The request has no Host header. Send one.",
        Some(HostFault::Several) => "The request has several Host headers. Send one.",
        Some(HostFault::Malformed) => "The Host header names no host. Send the name of this host.",
    };
    Err(ApiError(Error::invalid(Code::ValidationFailed, message)))
}
