//! Servicing of a live facility: receipts, settlement, lateness. Pure functions of a position,
//! without a database or a clock.

mod allocation;
mod evaluation;
mod leg;
mod position;
mod receipt;
mod settlement;
mod waiver;

pub use allocation::{Allocation, Applied, receive};
pub use evaluation::{Evaluation, evaluate, mark, resume};
pub use leg::{Leg, origination_legs};
pub use position::{Position, next_due, outstanding_principal};
pub use settlement::{BackDatedSettlement, Quote, back_dated, quote, settle};
pub use waiver::waive;
