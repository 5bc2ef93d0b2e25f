//! Injected randomness and ids.

use uuid::{Timestamp, Uuid};

use crate::clock::Clock;

/// Random bytes from the operating system.
///
/// Errors: the operating system has no randomness.
pub fn random_bytes<const LENGTH: usize>() -> Result<[u8; LENGTH], getrandom::Error> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Generates ids that sort by time (UUID version 7).
#[derive(Debug, Default)]
pub struct Ids {
    context: std::sync::Mutex<uuid::ContextV7>,
}

impl Ids {
    /// The next id; ids from one process increase even within one millisecond.
    pub fn next(&self, clock: &dyn Clock) -> Uuid {
        let now = clock.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
        let context = self.context.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Uuid::new_v7(Timestamp::from_unix(&*context, seconds, now.timestamp_subsec_nanos()))
    }

    /// An id that does not reveal its time of creation.
    pub fn unordered(&self) -> Uuid {
        let bytes = random_bytes::<16>().unwrap_or_default();
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}
