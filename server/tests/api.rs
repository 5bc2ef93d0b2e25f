//! The REST API.

mod auth;
mod openapi;
