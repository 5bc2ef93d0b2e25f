//! Acts on appraisals, drawn from the state of the model.

use shared::appraisal::{RoleCategory, Status};

use super::Script;
use crate::simulation::act::{Act, AppraisalAct, Form};
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// The number of open appraisals of an organization above which few are started.
const OPEN_MAX: usize = 4;

impl Script {
    pub(super) fn appraisal(&mut self, organization: usize) -> (Person, Act) {
        let house = &self.model.organizations[organization];
        let open = house.appraisals.iter().filter(|(_, it)| it.status != Status::Finalized);
        let open: Vec<_> = open.map(|(number, _)| *number).collect();
        let all: Vec<_> = house.appraisals.keys().copied().collect();
        let starts = self.random.one_in(if open.len() < OPEN_MAX { 5 } else { 30 });
        let wanted = if self.random.one_in(10) { &all } else { &open };
        match self.random.one_of(wanted) {
            Some(number) if !starts => self.sign_off(organization, number),
            Some(_) | None => self.start(organization),
        }
    }

    fn start(&mut self, organization: usize) -> (Person, Act) {
        let subject = self.anyone(organization);
        let employment = self.model.organizations[organization].employments[&subject];
        let form = Form {
            subject,
            category: self.random.one_of(RoleCategory::ALL).unwrap(),
            is_manager: self.random.one_in(3),
            is_probationary: employment.confirmed_on.is_none(),
        };
        let by = self.holder(organization, Role::HumanResources);
        (by, Act::StartAppraisal(self.number(), form))
    }

    /// The next act of the stage, or rarely another one.
    fn sign_off(&mut self, organization: usize, number: u32) -> (Person, Act) {
        use AppraisalAct as A;
        let director = self.holder(organization, Role::ManagingDirector);
        let human_resources = self.holder(organization, Role::HumanResources);
        let administrator = self.holder(organization, Role::Administrator);
        let appraisal = &self.model.organizations[organization].appraisals[&number];
        let head = appraisal.department_head.unwrap_or(administrator);
        let (subject, line_manager) = (appraisal.form.subject, appraisal.line_manager);
        let scores = self.random.between(0, u64::MAX - 1);
        let confirms = appraisal.form.is_probationary != self.random.one_in(12);
        let finalize = A::Finalize { confirms };
        let status = if self.random.one_in(15) {
            self.random.one_of(Status::ALL).unwrap()
        } else {
            appraisal.status
        };
        let (by, act) = match status {
            Status::Draft | Status::PendingSelf => {
                let submit = if appraisal.has_self_scores { 4 } else { 1 };
                (subject, self.random.weighted(&[(2, A::SaveSelf), (submit, A::SubmitSelf)]))
            }
            Status::PendingLm => {
                let save = A::SaveReview { scores };
                let submit = if appraisal.scores.is_some() { 4 } else { 1 };
                (line_manager, self.random.weighted(&[(2, save), (submit, A::SubmitReview)]))
            }
            Status::PendingDeptHead => (head, A::ApproveAsHead),
            Status::PendingMd => (director, A::ApproveAsDirector),
            Status::PendingHr => (human_resources, finalize),
            Status::Finalized => (administrator, finalize),
        };
        (by, Act::Appraisal(number, act))
    }
}
