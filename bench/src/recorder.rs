//! Records the database calls of use cases, so that they can be replayed without the service.
//!
//! Only one use case can be recorded at a time, in a process that does nothing else.

use std::sync::{Mutex, PoisonError};

use database::{Access, Commit, Observer, Values};

/// An observer that records while a use case runs. Meanwhile commits are replaced by rollbacks.
#[derive(Debug, Default)]
pub struct Recorder(Mutex<Option<Vec<Step>>>);

/// A recorded database call.
#[derive(Clone, Debug)]
pub enum Step {
    /// A transaction was opened or a connection acquired.
    Begin(Access),
    /// The transaction was committed.
    Commit,
    /// A statement was executed.
    Statement {
        text: String,
        /// The bound values, in the format of the database.
        values: Values,
        /// True if the statement is cached as a prepared statement.
        is_prepared: bool,
    },
}

impl Recorder {
    /// Records the database calls of the use case.
    pub async fn record<T>(&self, use_case: impl Future<Output = T>) -> (T, Vec<Step>) {
        self.set(Some(Vec::new()));
        let done = use_case.await;
        (done, self.set(None).unwrap_or_default())
    }

    fn note(&self, step: impl FnOnce() -> Step) -> bool {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(steps) = &mut *steps {
            steps.push(step());
        }
        steps.is_some()
    }

    fn set(&self, steps: Option<Vec<Step>>) -> Option<Vec<Step>> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), steps)
    }
}

impl Observer for Recorder {
    fn begin(&self, access: Access) {
        self.note(|| Step::Begin(access));
    }

    fn statement(&self, text: &str, values: &Values, is_prepared: bool) {
        self.note(|| Step::Statement {
            text: text.to_owned(),
            values: values.clone(),
            is_prepared,
        });
    }

    fn commit(&self) -> Commit {
        if self.note(|| Step::Commit) { Commit::Discard } else { Commit::Proceed }
    }
}
