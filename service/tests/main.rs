//! The behaviour of the service, on SQLite and on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod appraisal;
mod audit;
mod check;
mod credit;
mod credit_desk;
mod cursor;
mod demo;
mod event;
mod everywhere;
mod home;
mod idempotency;
mod job;
mod later_version;
mod leave;
mod people;
mod personal_data;
mod planted;
mod portal;
mod search;
mod seeding;
mod servicing;
mod settings;
mod sign_in;
mod simulation;
mod support;
mod webhook;
