//! The use cases of Mizan: authorization, transactions, SQL, audit, events and jobs.

pub mod database;
