//! The REST API.

mod auth;
mod notifications;
mod openapi;
mod portal;
pub(crate) mod staff;
