//! The form of one appraisal: editing, decisions and reading at every stage.

mod actions;
mod autosave;
mod bar_parts;
mod batch;
mod counts;
mod draft_storage;
pub(super) mod explanation;
pub(super) mod field;
mod finalization;
mod gap;
mod inputs;
pub(crate) mod label;
mod listeners;
mod merge;
mod news;
mod other_score;
mod outlook;
mod plan;
mod plan_grid;
mod posted;
mod save_queue;
pub(crate) mod score_field;
mod serverfns;
mod signals;
mod start;
mod state;
mod submission;
pub(crate) mod text_field;

#[cfg(feature = "ssr")]
mod approval;
#[cfg(feature = "ssr")]
mod bar;
#[cfg(feature = "ssr")]
pub(super) mod head;
#[cfg(feature = "ssr")]
mod human_resources;
#[cfg(feature = "ssr")]
mod page;
#[cfg(feature = "ssr")]
mod plan_table;
#[cfg(feature = "ssr")]
mod previous;
#[cfg(feature = "ssr")]
pub(super) mod progress;
#[cfg(feature = "ssr")]
mod question;
#[cfg(feature = "ssr")]
mod result;
#[cfg(feature = "ssr")]
mod row;
#[cfg(feature = "ssr")]
mod section;
#[cfg(feature = "ssr")]
mod stage_form;
#[cfg(feature = "ssr")]
mod trail;

#[cfg(test)]
pub(super) mod sample;
#[cfg(feature = "ssr")]
#[cfg(test)]
mod tests;

#[cfg(feature = "ssr")]
pub use page::AppraisalPage;
pub use start::{finish, start};
