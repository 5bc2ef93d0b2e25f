//! The REST API.

mod auth;
mod credit;
mod events;
mod idempotency;
mod mfa;
mod notifications;
mod openapi;
mod portal;
mod preview;
pub(crate) mod servicing;
pub(crate) mod staff;
mod timing;
mod webhooks;
