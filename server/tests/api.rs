//! The REST API.

mod auth;
mod mfa;
mod notifications;
mod openapi;
mod portal;
pub(crate) mod staff;
