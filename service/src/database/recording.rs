//! Records the database calls of use cases for replay: the benchmark runs the same statements
//! without the service around them.
//!
//! Only one use case at a time can be recorded, in a process that does nothing else.

use std::sync::{Mutex, PoisonError};

use super::Plans;
pub use super::arguments::Values;

static RECORDING: Mutex<Option<Vec<Step>>> = Mutex::new(None);

/// A recorded database call.
#[derive(Clone, Debug)]
pub enum Step {
    /// A write transaction was opened.
    Begin,
    /// A read transaction was opened.
    Read(Plans),
    /// A connection was acquired for one statement.
    ReadOnce,
    /// The transaction was committed; during the recording it was rolled back instead.
    Commit,
    /// A statement ran, with these values.
    Statement {
        /// Its text.
        text: String,
        /// Its values, in the format of the database.
        values: Values,
        /// True if the statement is kept prepared.
        persistent: bool,
    },
}

/// Records the database calls of the use case. Commits are replaced by rollbacks.
pub async fn record<T>(use_case: impl Future<Output = T>) -> (T, Vec<Step>) {
    set(Some(Vec::new()));
    let done = use_case.await;
    (done, set(None).unwrap_or_default())
}

/// Returns true while commits are replaced by rollbacks.
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
