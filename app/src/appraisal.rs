//! Appraisals: lists, initiation, history and the form.

pub mod form;

mod history_page;
mod initiation_page;
mod list_page;

pub use history_page::HistoryPage;
pub use initiation_page::InitiationPage;
pub use list_page::ListPage;
