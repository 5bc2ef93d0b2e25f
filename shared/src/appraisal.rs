//! Staff appraisals: vocabulary, stages, access rules and data types.

pub mod advice;
pub mod analytics;
pub mod detail;
pub mod explanation;
pub mod form;
pub mod initiation;
pub mod initiation_batch;
pub mod list;
pub mod paper;
pub mod proposal;
pub mod save;
pub mod stage;
pub mod stuck;
pub mod visibility;

mod vocabulary;

pub use stage::{Action, Refusal, Relation};
pub use vocabulary::{
    Band, CatalogKind, NarrativeSection, Outcome, PlanKind, ReviewAction, ReviewStage, ReviewType,
    RoleCategory, Section, Status,
};
