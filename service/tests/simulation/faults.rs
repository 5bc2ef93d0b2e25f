//! Faults of the database: the server stops within a transaction, or at its commit.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Mutex;

use database::{Access, Commit, Observer, Values};
use futures::FutureExt;

/// The place at which the server stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Before the statement after so many.
    Statement(u32),
    /// Before the commit.
    Commit,
}

/// The planned fault; it occurs once.
#[derive(Debug, Default)]
pub(super) struct Faults(Mutex<Option<Stop>>);

/// The reason for the unwinding of an interrupted request.
struct Stopped;

impl Faults {
    /// Runs a request that is interrupted at the planned place; `None` if it was.
    pub(super) async fn interrupt<T>(
        &self,
        stop: Stop,
        request: impl Future<Output = T>,
    ) -> Option<T> {
        *self.0.lock().unwrap() = Some(stop);
        let outcome = AssertUnwindSafe(request).catch_unwind().await;
        *self.0.lock().unwrap() = None;
        match outcome {
            Ok(response) => Some(response),
            Err(reason) if reason.is::<Stopped>() => None,
            Err(reason) => resume_unwind(reason),
        }
    }

    /// Unwinds without a message; the transaction is dropped, and thereby rolled back.
    fn reach(&self, place: impl FnOnce(Stop) -> Option<Stop>) {
        let mut planned = self.0.lock().unwrap();
        let Some(stop) = *planned else { return };
        *planned = place(stop);
        let is_reached = planned.is_none();
        drop(planned);
        if is_reached {
            resume_unwind(Box::new(Stopped));
        }
    }
}

impl Observer for Faults {
    fn begin(&self, _: Access) {}

    fn statement(&self, _: &str, _: &Values, _: bool) {
        self.reach(|stop| match stop {
            Stop::Statement(left) => left.checked_sub(1).map(Stop::Statement),
            Stop::Commit => Some(stop),
        });
    }

    fn commit(&self) -> Commit {
        self.reach(|stop| match stop {
            Stop::Statement(_) => Some(stop),
            Stop::Commit => None,
        });
        Commit::Proceed
    }
}
