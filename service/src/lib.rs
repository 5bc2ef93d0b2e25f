//! The use cases of Mizan: authorization, transactions, SQL, audit, events and jobs.

pub mod api_token;
pub mod appraisal;
pub mod assignment;
pub mod audit;
mod background;
pub mod caller;
pub mod catalog;
pub mod check;
mod cipher;
pub mod clock;
pub mod collation;
pub mod context;
pub mod credit;
pub mod customer;
pub mod demo;
pub mod department;
pub mod event;
pub mod idempotency;
pub mod job;
pub mod leave;
pub mod mail;
pub mod mfa;
pub mod notification;
pub mod organization;
pub mod portal;
pub mod random;
pub mod role;
pub mod search;
pub mod secret;
pub mod seed;
pub mod session;
mod spreadsheet;
pub mod staff;
pub mod template;

pub use caller::Caller;
pub use context::Service;
