//! The pure domain of Mizan, for native code and WebAssembly alike: value types, data types, state
//! machines, permissions and arithmetic, without access to a clock, files or a database.

#[macro_use]
mod text_enum;

pub mod api_token;
pub mod appraisal;
pub mod assignment;
pub mod audit;
pub mod calendar;
pub mod catalog;
pub mod check;
pub mod credit;
pub mod currency;
pub mod customer;
pub mod date;
pub mod decimal;
pub mod department;
pub mod digits;
pub mod error;
pub mod event;
pub mod extensible;
pub mod home;
pub mod id;
pub mod job;
pub mod leave;
pub mod mfa;
pub mod money;
pub mod notification;
pub mod organization;
pub mod page;
pub mod paste;
pub mod patch;
pub mod permission;
pub mod personal_data;
pub mod portal;
pub mod probation;
pub mod rating;
pub mod raw_number;
pub mod realm;
pub mod role;
pub mod scoring;
pub mod search;
pub mod session;
pub mod sheet;
pub mod staff;
#[cfg(feature = "strict")]
pub mod strict;
pub mod template;
pub mod total;
pub mod webhook;
pub mod weight;

pub use error::{Error, Result};
