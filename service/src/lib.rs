//! The use cases of Mizan: authorization, transactions, SQL, audit, events and jobs.

pub mod appraisal;
pub mod audit;
pub mod caller;
pub mod clock;
pub mod context;
pub mod database;
pub mod demo;
pub mod event;
pub mod notification;
pub mod random;
pub mod secret;
pub mod seed;

pub use caller::Caller;
pub use context::Service;
