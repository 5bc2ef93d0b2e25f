//! Appraisals of the model.

use chrono::{NaiveDate, NaiveDateTime};
use shared::appraisal::Status;
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;
use super::form::Snapshot;
use crate::simulation::act::{AppraisalAct, Form};
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// An appraisal.
#[derive(Clone, Debug)]
pub(crate) struct Appraisal {
    pub(crate) form: Form,
    pub(crate) line_manager: Person,
    pub(crate) department_head: Option<Person>,
    pub(crate) status: Status,
    pub(crate) has_self_scores: bool,
    /// The seed of the scores of the line manager.
    pub(crate) scores: Option<u64>,
    pub(crate) rows: Snapshot,
}

/// The permission of an act, regardless of the relation to the appraisal.
pub(super) const fn permission(act: AppraisalAct) -> Permission {
    match act {
        AppraisalAct::Finalize { .. } => Permission::AppraisalsHrManage,
        AppraisalAct::SaveSelf
        | AppraisalAct::SubmitSelf
        | AppraisalAct::SaveReview { .. }
        | AppraisalAct::SubmitReview
        | AppraisalAct::ApproveAsHead
        | AppraisalAct::ApproveAsDirector => Permission::AppraisalsRespond,
    }
}

/// The score of a row in ten-thousandths: a quarter from 1 to 5.
pub(crate) fn score(seed: u64, row: usize) -> i64 {
    let mixed = seed.wrapping_mul(6_364_136_223_846_793_005).rotate_right(7);
    let row = u64::try_from(row).unwrap();
    let quarters = (mixed >> (row % 48)).wrapping_add(row * 5) % 17;
    10_000 + i64::try_from(quarters).unwrap() * 2_500
}

impl Appraisal {
    /// True if the appraisal waits for a person.
    fn waits_for(&self, actor: Actor) -> bool {
        let person = actor.person;
        match self.status {
            Status::PendingSelf => self.form.subject == person,
            Status::PendingLm => self.line_manager == person,
            Status::PendingDeptHead => self.department_head == Some(person),
            Status::PendingMd => actor.role == Role::ManagingDirector,
            Status::PendingHr => {
                self.form.subject != person && actor.may(Permission::AppraisalsHrManage)
            }
            Status::Draft | Status::Finalized => false,
        }
    }

    fn is_related_to(&self, by: Actor) -> bool {
        let reviewers = [Some(self.form.subject), Some(self.line_manager), self.department_head];
        reviewers.contains(&Some(by.person))
            || by.role == Role::ManagingDirector
            || by.may(Permission::AppraisalsHrManage)
    }

    pub(crate) fn is_finalized(&self) -> bool {
        self.status == Status::Finalized
    }

    /// True if the act belongs to the stage of the person.
    fn is_at_stage(&self, act: AppraisalAct, by: Actor) -> bool {
        use AppraisalAct as A;
        match act {
            A::SaveSelf | A::SubmitSelf => by == self.form.subject,
            A::SaveReview { .. } | A::SubmitReview => by == self.line_manager,
            A::ApproveAsHead => Some(by.person) == self.department_head,
            A::ApproveAsDirector => by.role == Role::ManagingDirector,
            A::Finalize { .. } => by.may(Permission::AppraisalsHrManage),
        }
    }

    fn is_open_to(&self, act: AppraisalAct) -> bool {
        use AppraisalAct as A;
        let status = match act {
            A::SaveSelf | A::SubmitSelf => Status::PendingSelf,
            A::SaveReview { .. } | A::SubmitReview => Status::PendingLm,
            A::ApproveAsHead => Status::PendingDeptHead,
            A::ApproveAsDirector => Status::PendingMd,
            A::Finalize { .. } => Status::PendingHr,
        };
        self.status == status
    }

    /// Performs an act; true if it confirms the employment of the subject.
    fn perform(&mut self, act: AppraisalAct, by: Actor) -> Result<bool, Code> {
        use AppraisalAct as A;
        let needs_role = matches!(act, A::Finalize { .. });
        by.require(permission(act))?;
        if !self.is_related_to(by) {
            return Err(Code::NotFound);
        }
        if !self.is_at_stage(act, by) {
            return Err(Code::NotYourDesk);
        }
        if needs_role && by == self.form.subject {
            return Err(Code::SelfFinalize);
        }
        if !self.is_open_to(act) {
            return Err(Code::WrongStage);
        }
        match act {
            A::SaveSelf => self.has_self_scores = true,
            A::SubmitSelf if !self.has_self_scores => return Err(Code::Incomplete),
            A::SubmitSelf => self.status = Status::PendingLm,
            A::SaveReview { scores } => self.scores = Some(scores),
            A::SubmitReview if self.scores.is_none() => return Err(Code::Incomplete),
            A::SubmitReview if self.department_head.is_some() => {
                self.status = Status::PendingDeptHead;
            }
            A::SubmitReview | A::ApproveAsHead => self.status = Status::PendingMd,
            A::ApproveAsDirector => self.status = Status::PendingHr,
            A::Finalize { confirms } => {
                match (self.form.is_probationary, confirms) {
                    (true, false) => return Err(Code::OutcomeRequired),
                    (false, true) => return Err(Code::OutcomeNotAllowed),
                    (true, true) | (false, false) => self.status = Status::Finalized,
                }
                return Ok(confirms);
            }
        }
        Ok(false)
    }
}

impl Organization {
    /// The appraisal of a person that is not finalized.
    pub(crate) fn open_appraisal(&self, subject: Person) -> Option<&Appraisal> {
        self.appraisals.values().find(|it| it.form.subject == subject && !it.is_finalized())
    }

    /// The people who have to act next. Those of the first day are awaited even if they are
    /// blocked.
    pub(crate) fn awaited(&self, appraisal: &Appraisal) -> Vec<Person> {
        let is_named = appraisal.status < Status::PendingMd;
        let waits_for = |it: &Person| {
            appraisal.waits_for(self.actor(*it)) && (is_named || !self.is_blocked(*it))
        };
        self.people().filter(waits_for).collect()
    }

    /// The number of appraisals that wait for a person.
    pub(crate) fn waiting_appraisals(&self, person: Person) -> u64 {
        let actor = self.actor(person);
        let waiting = self.appraisals.values().filter(|it| it.waits_for(actor));
        u64::try_from(waiting.count()).unwrap()
    }

    pub(super) fn start_appraisal(
        &mut self,
        number: u32,
        by: Actor,
        form: Form,
        at: NaiveDateTime,
    ) -> Result<(), Code> {
        let subject = form.subject;
        by.require(Permission::AppraisalsHrManage)?;
        if self.is_blocked(subject) {
            return Err(Code::StaffBlocked);
        }
        if self.open_appraisal(subject).is_some() {
            return Err(Code::AlreadyInProgress);
        }
        let (line_manager, head) = self.reviewers(subject).ok_or(Code::NoReviewer)?;
        if [Some(line_manager), head].into_iter().flatten().any(|it| self.is_blocked(it)) {
            return Err(Code::ReviewerBlocked);
        }
        let appraisal = Appraisal {
            form,
            line_manager,
            department_head: head,
            status: Status::PendingSelf,
            has_self_scores: false,
            scores: None,
            rows: self.form_of(subject, form.is_manager, at),
        };
        self.appraisals.insert(number, appraisal);
        Ok(())
    }

    /// A confirmation keeps its first date.
    pub(super) fn act_on_appraisal(
        &mut self,
        number: u32,
        (by, act): (Actor, AppraisalAct),
        today: NaiveDate,
    ) -> Result<(), Code> {
        let appraisal = self.appraisals.get_mut(&number).unwrap();
        let mut signed = appraisal.clone();
        if signed.perform(act, by)? {
            let employment = self.employments.get_mut(&appraisal.form.subject).unwrap();
            if employment.confirmed_on.is_none() && employment.started_on > today {
                return Err(Code::StartDateInFuture);
            }
            employment.confirmed_on.get_or_insert(today);
        }
        *appraisal = signed;
        Ok(())
    }
}
