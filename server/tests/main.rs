//! The program as its clients meet it: over HTTP and on the command line. The modules mirror the
//! addresses.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first surprise")]

mod access_pages;
mod api;
mod api_token;
mod appraisal_pages;
mod assets;
mod chaos;
mod connection;
mod credit_pages;
mod credit_payment;
mod credit_queue;
mod credit_quote;
mod credit_servicing;
mod cross_site;
mod fault;
mod forms;
mod grid;
mod headers;
mod home_page;
mod import_page;
mod input;
mod jobs_page;
mod language;
mod mail;
mod order;
mod page_content;
mod pages;
mod portal_pages;
mod process;
mod secrecy;
mod server_function;
mod settings;
mod site;
mod support;
mod trail;
