//! Faults that are planted in the driver or in the data, to show that a run finds them.

use super::act::{Act, Delivery, FacilityAct, Step};
use super::world::World;
use crate::support::run_sql;

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Planted {
    /// The jobs read a clock that stands still.
    ClockOfJobs,
    /// The receivable of a gross murabaha is posted without its deferred profit.
    NetReceivable,
    /// A correction of leave whose response was lost is repeated without its key.
    DoubledCorrection,
}

impl Planted {
    /// True for a step that the fault changes.
    pub(super) fn is_due(self, step: &Step) -> bool {
        match self {
            Self::ClockOfJobs => step.act == Act::CheckJobs,
            Self::NetReceivable => is_activation(step),
            Self::DoubledCorrection => {
                let is_correction = matches!(step.act, Act::CorrectLeave { .. });
                is_correction && step.delivery == Delivery::ResponseLost
            }
        }
    }

    /// Damages the data after an act.
    pub(super) async fn after(self, world: &World, step: &Step) {
        const NET: &str = "INSERT INTO journal_entries SELECT organization_id, journal_id, 9,
                product_type, event_type, credit_account, debit_account, amount
            FROM journal_entries e WHERE event_type = 'profit_deferral' AND NOT EXISTS (
                SELECT 1 FROM journal_entries o WHERE o.organization_id = e.organization_id
                    AND o.journal_id = e.journal_id AND o.position = 9)";
        match self {
            Self::NetReceivable if is_activation(step) => run_sql!(world.db, NET),
            Self::NetReceivable | Self::ClockOfJobs | Self::DoubledCorrection => {}
        }
    }
}

const fn is_activation(step: &Step) -> bool {
    matches!(step.act, Act::Facility(_, FacilityAct::Activate))
}
