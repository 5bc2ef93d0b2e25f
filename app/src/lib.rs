//! The pages of Mizan. The server renders them completely; a WebAssembly bundle hydrates their
//! islands.
#![recursion_limit = "256"]

#[cfg(any(feature = "ssr", feature = "appraisal"))]
pub mod appraisal;
#[cfg(any(feature = "ssr", feature = "credit"))]
pub mod credit;
pub mod error;
pub mod frame;
pub mod i18n;
#[cfg(feature = "hydrate")]
pub mod islands;
pub mod language;
pub mod recovery;
pub mod return_path;
pub mod session;
#[cfg(any(feature = "ssr", feature = "settings"))]
pub mod settings;
pub mod ui;
pub mod wire;

#[cfg(feature = "ssr")]
pub mod customer;
#[cfg(feature = "ssr")]
mod document;
#[cfg(feature = "ssr")]
pub mod guide;
#[cfg(feature = "ssr")]
pub mod home;
#[cfg(feature = "ssr")]
pub mod leave;
#[cfg(feature = "ssr")]
pub mod notification;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod people;
#[cfg(feature = "ssr")]
pub mod portal;
#[cfg(feature = "ssr")]
pub mod search;
#[cfg(feature = "ssr")]
pub mod server;
#[cfg(feature = "ssr")]
mod shell;
#[cfg(feature = "ssr")]
pub mod staff;

#[cfg(all(test, feature = "ssr"))]
mod escaping_tests;
#[cfg(all(test, feature = "ssr"))]
mod rendering;

#[cfg(feature = "ssr")]
pub use document::App;
#[cfg(feature = "ssr")]
pub use shell::{script, shell};
