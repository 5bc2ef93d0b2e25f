//! The program as its clients meet it: over HTTP and on the command line. The modules mirror the
//! addresses.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod api;
mod cross_site;
mod headers;
mod support;
