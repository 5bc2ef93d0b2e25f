//! Refuses requests whose `Host` cannot be trusted.

use axum::extract::Request;
use shared::error::{Code, Error};

use crate::error::{Answer, ApiError};

/// The fault in the `Host` of a request; added to it by the accept loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFault {
    /// The header is missing.
    Missing,
    /// The header is given more than once.
    Several,
    /// The header is malformed.
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
