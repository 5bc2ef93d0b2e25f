//! The REST API.

mod auth;
mod mfa;
mod notifications;
mod openapi;
pub(crate) mod staff;
