//! What use cases ask of the database, written down for those who want to ask it again: the
//! benchmark runs the same statements without the service around them.
//!
//! Recording is for one use case at a time, in a process that does nothing else.

use std::sync::{Mutex, PoisonError};

use super::Plans;
pub use super::arguments::Values;

static RECORDING: Mutex<Option<Vec<Step>>> = Mutex::new(None);

/// One thing that was asked of the database.
#[derive(Clone, Debug)]
pub enum Step {
    /// A transaction that may write was opened.
    Begin,
    /// A transaction that reads was opened.
    Read(Plans),
    /// A connection was taken for one statement.
    ReadOnce,
    /// The transaction was made permanent; while this was recorded it was undone.
    Commit,
    /// A statement ran, with these values.
    Statement {
        /// Its text.
        text: String,
        /// Its values, as the database takes them.
        values: Values,
        /// Whether it is kept prepared.
        persistent: bool,
    },
}

/// Writes down what the use case asks of the database. What it writes is undone where it would
/// be made permanent.
pub async fn record<T>(use_case: impl Future<Output = T>) -> (T, Vec<Step>) {
    set(Some(Vec::new()));
    let done = use_case.await;
    (done, set(None).unwrap_or_default())
}

/// Whether commits are undone at the moment.
pub(super) fn is_on() -> bool {
    RECORDING.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

pub(super) fn note(step: impl FnOnce() -> Step) {
    if let Some(steps) = &mut *RECORDING.lock().unwrap_or_else(PoisonError::into_inner) {
        steps.push(step());
    }
}

fn set(recording: Option<Vec<Step>>) -> Option<Vec<Step>> {
    std::mem::replace(&mut *RECORDING.lock().unwrap_or_else(PoisonError::into_inner), recording)
}
