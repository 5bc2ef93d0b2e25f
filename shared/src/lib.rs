//! The pure domain of Mizan, for native code and WebAssembly alike: value types, data shapes,
//! state machines, permissions and arithmetic. Nothing here reads a clock, a file or a database.

#[macro_use]
mod text_enum;

pub mod appraisal;
pub mod calendar;
pub mod check;
pub mod decimal;
pub mod error;
pub mod id;
pub mod member;
pub mod notification;
pub mod page;
pub mod permission;
pub mod rating;
pub mod scoring;
pub mod weight;

pub use error::{Error, Result};
