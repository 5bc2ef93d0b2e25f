//! What every use case works with, and the entrance to all of them.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use crate::clock::{Clock, SystemClock, local_date};
use crate::database::Db;
use crate::event::Signals;
use crate::random::Ids;
use crate::secret::Secrets;

/// What every use case works with.
#[derive(Debug)]
pub struct Context {
    pub(crate) db: Db,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Ids,
    pub(crate) secrets: Secrets,
    pub(crate) signals: Signals,
}

impl Context {
    /// Now.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Today, where the organization is.
    pub(crate) fn today(&self, time_zone: &str) -> NaiveDate {
        local_date(self.now(), time_zone)
    }

    /// A new id.
    pub(crate) fn id(&self) -> Uuid {
        self.ids.next(&*self.clock)
    }
}

/// The service: cheap to clone, one for the whole process. Each noun has its own entrance.
#[derive(Clone, Debug)]
pub struct Service {
    context: Arc<Context>,
}

impl Service {
    /// A service on a database, with the clock of the machine.
    pub fn new(db: Db, secrets: Secrets) -> Self {
        Self::with_clock(db, secrets, Arc::new(SystemClock))
    }

    /// A service with a clock of its own, for tests and for the demo's past.
    pub fn with_clock(db: Db, secrets: Secrets, clock: Arc<dyn Clock>) -> Self {
        let (ids, signals) = (Ids::default(), Signals::default());
        Self { context: Arc::new(Context { db, clock, ids, secrets, signals }) }
    }

    /// Now, by the clock of the service: what pages count "3 days ago" from.
    pub fn now(&self) -> DateTime<Utc> {
        self.context.now()
    }

    /// The database, for migrations, readiness and `check`.
    pub fn db(&self) -> &Db {
        &self.context.db
    }

    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }
}
