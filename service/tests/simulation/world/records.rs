//! The records of the service by the numbers of the script.

use super::{Response, World};
use crate::simulation::act::{Act, FacilityAct, FormAct, Record, Step, TokenAct};

impl World {
    /// False if the record of the act was never created, or a person whom it names never joined.
    pub(super) fn knows(&self, step: &Step) -> bool {
        let house = &self.houses[step.organization];
        let is_known = step.act.people().iter().all(|it| house.people.contains_key(it))
            && self.houses[step.home].people.contains_key(&step.by)
            && step.through.is_none_or(|it| self.houses[step.home].tokens.contains_key(&it));
        is_known
            && match step.act.record() {
                Some(Record::Facility(number)) => house.references.contains_key(&number),
                Some(Record::Leave(number)) => house.requests.contains_key(&number),
                Some(Record::Appraisal(number)) => house.appraisals.contains_key(&number),
                Some(Record::Template(number)) => house.templates.contains_key(&number),
                Some(Record::Token(number)) => house.tokens.contains_key(&number),
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
            (Act::Form(FormAct::CreateTemplate(number, _)), Response::Template(template)) => {
                house.templates.insert(number, template.id);
            }
            (
                Act::Token(TokenAct::Create(number, ..) | TokenAct::Rotate(_, number)),
                Response::Token(created),
            ) => {
                house.tokens.insert(number, (created.api_token.id, created.token));
            }
            (Act::ReadEvents(_), Response::Events(page)) => {
                house.feed.events.extend(page.data);
                house.feed.cursor = Some(page.next_cursor);
            }
            _ => {}
        }
    }
}
