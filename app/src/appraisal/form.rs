//! The form of one appraisal: every desk fills it in, decides on it or reads it here.

mod approval;
mod autosave;
mod autosaver;
mod bar;
mod batch;
mod explanation;
mod field;
mod finalization;
mod gap;
mod head;
mod host;
mod human_resources;
mod keep;
pub(crate) mod label;
mod listeners;
mod merge;
mod other_score;
mod outlook;
mod page;
mod plan;
mod plan_grid;
mod posted;
mod question;
mod result;
mod row;
pub(crate) mod score_field;
mod section;
mod serverfns;
mod standing;
mod state;
mod submission;
pub(crate) mod text_field;
mod trail;

#[cfg(test)]
mod sample;
#[cfg(feature = "ssr")]
#[cfg(test)]
mod tests;

pub use page::AppraisalPage;
