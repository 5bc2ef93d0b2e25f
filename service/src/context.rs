//! The shared context of all use cases, and the service that provides them.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use crate::clock::{Clock, SystemClock, local_date};
use crate::event::signals::Signals;
use crate::notification::stream_slot::StreamSlots;
use crate::random::Ids;
use crate::secret::Secrets;
use crate::session::password::Passwords;
use database::Db;

/// The shared context of all use cases.
#[derive(Debug)]
pub struct Context {
    pub(crate) db: Db,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Ids,
    pub(crate) secrets: Secrets,
    pub(crate) signals: Signals,
    pub(crate) stream_slots: StreamSlots,
    pub(crate) settings: Settings,
    pub(crate) passwords: Passwords,
}

/// The settings of the operator.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Sign-in attempts per minute for one network address.
    pub login_per_minute_per_ip: u32,
    /// The public address of the service, without a trailing slash: for links in mails.
    pub public_origin: String,
    /// The time zone of job schedules; the current date depends on each organization's own time
    /// zone.
    pub time_zone: Tz,
    /// True if webhooks may be in private networks, and unencrypted.
    pub webhooks_allow_private_addresses: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let public_origin = "http://127.0.0.1:3000".to_owned();
        Self {
            login_per_minute_per_ip: 10,
            public_origin,
            time_zone: Tz::UTC,
            webhooks_allow_private_addresses: false,
        }
    }
}

impl Context {
    /// The current time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Today, in the time zone of the organization.
    pub(crate) fn today(&self, time_zone: &str) -> NaiveDate {
        local_date(self.now(), time_zone)
    }

    /// A new id.
    pub(crate) fn id(&self) -> Uuid {
        self.ids.next(&*self.clock)
    }
}

/// Declares the use cases of a noun: their type, which borrows the context, and its accessor on
/// [`Service`].
macro_rules! use_cases {
    ($(#[doc = $text:literal])+ $name:ident, $accessor:ident) => {
        $(#[doc = $text])+
        #[derive(Debug)]
        pub struct $name<'s>(pub(crate) &'s $crate::context::Context);

        impl $crate::context::Service {
            $(#[doc = $text])+
            pub fn $accessor(&self) -> $name<'_> {
                $name(self.context())
            }
        }
    };
}

pub(crate) use use_cases;

/// The service: cheap to clone, one for the whole process. Each noun has its own accessor.
#[derive(Clone, Debug)]
pub struct Service {
    context: Arc<Context>,
}

impl Service {
    /// A service on a database, with the system clock.
    pub fn new(db: Db, secrets: Secrets) -> Self {
        Self::with_clock(db, secrets, Arc::new(SystemClock))
    }

    /// A service with a custom clock, for tests and for the demo's past.
    pub fn with_clock(db: Db, secrets: Secrets, clock: Arc<dyn Clock>) -> Self {
        Self::with_settings(db, secrets, clock, Settings::default())
    }

    /// A service with a custom clock and settings.
    pub fn with_settings(
        db: Db,
        secrets: Secrets,
        clock: Arc<dyn Clock>,
        settings: Settings,
    ) -> Self {
        let context = Context {
            db,
            clock,
            ids: Ids::default(),
            secrets,
            signals: Signals::default(),
            stream_slots: StreamSlots::default(),
            settings,
            passwords: Passwords::default(),
        };
        Self { context: Arc::new(context) }
    }

    /// The current time by the clock of the service, to which relative times on pages refer.
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
