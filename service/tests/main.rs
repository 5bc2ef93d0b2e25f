//! The behaviour of the service, on SQLite and on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod database;
