//! The `mizan` program: command line, configuration, REST API, middleware, assets and scheduler.

pub mod api;
pub mod assets;
mod calendar;
pub mod cli;
pub mod config;
pub mod error;
pub mod extract;
pub mod http_server;
pub mod jobs;
pub mod log;
pub mod mail;
pub mod metrics;
pub mod middleware;
pub mod pages;
pub mod phase;
pub mod router;
pub mod shares;
pub mod site;
pub mod state;
pub mod upload;
pub mod webhook;
