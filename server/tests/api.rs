//! The REST API.

mod auth;
mod notifications;
mod openapi;
pub(crate) mod staff;
