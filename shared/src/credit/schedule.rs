//! Schedules of the three products, computed from terms and a start date into dated instalments.
//!
//! All arithmetic is on whole ten-thousandths, rounded half away from zero once for each amount;
//! the last instalment takes the remainder, so that the principal adds up to the facility amount.

mod dates;
mod extra;
mod level;
mod line;
mod lines;
mod ownership;
mod ratio;
mod remainder;
mod terms;

pub use dates::{due_date, redate};
pub use extra::{ExtraPayment, with_extra_payments};
pub use line::{Line, ScheduleLine};
pub use lines::{Totals, schedule};
pub use ownership::{Percent, provider_ownership};
pub use remainder::{Remainder, remainders};
pub use terms::{PERIODS_PER_YEAR_MAX, TERM_PERIODS_MAX, Terms};

pub(crate) use line::sum;
pub(crate) use lines::profit_on;
