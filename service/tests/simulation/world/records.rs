//! The records of the service by the numbers of the script.

use super::{Response, World};
use crate::simulation::act::{Act, FacilityAct, Record, Step};

impl World {
    /// False if the record of the act was never created.
    pub(super) fn knows(&self, step: &Step) -> bool {
        let house = &self.houses[step.organization];
        match step.act.record() {
            Some(Record::Facility(number)) => house.references.contains_key(&number),
            Some(Record::Leave(number)) => house.requests.contains_key(&number),
            Some(Record::Appraisal(number)) => house.appraisals.contains_key(&number),
            None => true,
        }
    }

    /// Keeps the ids of new records.
    pub(super) fn remember(&mut self, step: &Step, response: Response) {
        let house = &mut self.houses[step.organization];
        match (step.act, response) {
            (Act::CreateFacility(number, _), Response::Facility(facility)) => {
                house.references.insert(number, facility.facility_ref);
            }
            (
                Act::Facility(number, FacilityAct::Pay { .. } | FacilityAct::Settle { .. }),
                Response::Payment(payment),
            ) => house.payments.entry(number).or_default().push(payment.payment_id),
            (Act::RequestLeave(number, ..), Response::Leave(request)) => {
                house.requests.insert(number, request.id);
            }
            (Act::StartAppraisal(number, _), Response::Appraisal(id, _)) => {
                house.appraisals.insert(number, id);
            }
            _ => {}
        }
    }
}
