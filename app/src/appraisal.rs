//! Appraisals: lists, initiation, history and the form.

pub mod form;

#[cfg(feature = "ssr")]
mod address;
#[cfg(feature = "ssr")]
mod analytics_page;
#[cfg(feature = "ssr")]
mod chart;
#[cfg(feature = "ssr")]
mod filters;
#[cfg(feature = "ssr")]
mod history;
#[cfg(feature = "ssr")]
mod history_page;
#[cfg(feature = "ssr")]
mod initiation;
#[cfg(feature = "ssr")]
mod list_page;
#[cfg(feature = "ssr")]
mod print_page;
#[cfg(feature = "ssr")]
mod print_tables;
#[cfg(feature = "ssr")]
mod serverfns;
#[cfg(feature = "ssr")]
mod stuck_page;
#[cfg(feature = "ssr")]
pub mod table;

#[cfg(feature = "ssr")]
pub use address::ListAddress;
#[cfg(feature = "ssr")]
pub use analytics_page::{AnalyticsPage, FinalizedPage};
#[cfg(feature = "ssr")]
pub use history_page::HistoryPage;
#[cfg(feature = "ssr")]
pub use initiation::InitiationPage;
#[cfg(feature = "ssr")]
pub use initiation::batch_page::InitiationBatchPage;
#[cfg(feature = "ssr")]
pub use list_page::ListPage;
#[cfg(feature = "ssr")]
pub use print_page::PrintPage;
#[cfg(feature = "ssr")]
pub use serverfns::*;
#[cfg(feature = "ssr")]
pub use stuck_page::StuckPage;
