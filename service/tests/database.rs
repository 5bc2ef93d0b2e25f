//! The database layer itself, and its two schemas.

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
