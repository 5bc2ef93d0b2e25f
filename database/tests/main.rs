//! The behaviour of the database layer, and its two schemas.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod bulk;
mod instant;
mod migration;
mod parity;
mod postgres;
mod record;
mod sample;
mod sqlite;
mod statement;
mod transaction;
mod value;
