//! Appraisals: lists, initiation, history and the form.

pub mod form;

mod address;
mod analytics_page;
mod chart;
mod filters;
mod history_page;
mod initiation;
mod list_page;
mod serverfns;
mod stuck_page;
pub mod table;

pub use address::ListAddress;
pub use analytics_page::AnalyticsPage;
pub use history_page::HistoryPage;
pub use initiation::InitiationPage;
pub use list_page::ListPage;
pub use serverfns::*;
pub use stuck_page::StuckPage;
