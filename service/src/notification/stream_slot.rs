//! The limit on simultaneous streams per person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::error::{Code, Error, Problem, Result};
use shared::id::StaffId;

/// Streams of one person on one server: more than a person can use.
const STREAMS_MAX: usize = 16;
/// The waiting time in seconds that is reported at the limit.
const RETRY_AFTER: u32 = 30;

/// The open streams on this server, by reader.
#[derive(Clone, Debug, Default)]
pub(crate) struct StreamSlots(Arc<Mutex<HashMap<StaffId, usize>>>);

/// An open stream, released when it is dropped.
#[derive(Debug)]
pub(super) struct StreamSlot {
    slots: StreamSlots,
    reader: StaffId,
}

impl StreamSlots {
    /// Reserves a slot for one more stream.
    ///
    /// Errors: 429 when the reader has the maximum number of streams.
    pub(super) fn take(&self, reader: StaffId) -> Result<StreamSlot> {
        let mut taken = self.taken();
        let count = taken.entry(reader).or_default();
        if *count >= STREAMS_MAX {
            return Err(too_many());
        }
        *count += 1;
        drop(taken);
        Ok(StreamSlot { slots: self.clone(), reader })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<StaffId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        let left = taken.get(&self.reader).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            taken.remove(&self.reader);
        } else {
            taken.insert(self.reader, left);
        }
    }
}

fn too_many() -> Error {
    let message = format!("Maximum {STREAMS_MAX} open streams. Close one first.");
    let problem = Problem { code: Code::RateLimited, message, errors: Vec::new() };
    Error::TooManyRequests { problem, retry_after: RETRY_AFTER }
}
