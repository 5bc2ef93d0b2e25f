//! The reasons for which an appraisal of the model waits, or will wait at a later stage.

use std::collections::BTreeSet;

use shared::appraisal::Status;
use shared::appraisal::stuck::StuckReason;
use shared::permission::Permission;

use super::Organization;
use super::appraisal::Appraisal;
use crate::simulation::people::Person;
use crate::simulation::role::Role;

impl Organization {
    /// The reasons of an open appraisal: its reviewers are those of its first day, while managing
    /// directors and human resources are those of today.
    pub(crate) fn delays(&self, appraisal: &Appraisal) -> BTreeSet<StuckReason> {
        use StuckReason as R;
        let (subject, status) = (appraisal.form.subject, appraisal.status);
        let today = self.reviewers(subject);
        let is_reviewed = status > Status::PendingLm;
        let is_past_head = status > Status::PendingDeptHead;
        let head = appraisal.department_head.filter(|_| !is_past_head);
        let manager = Some(appraisal.line_manager).filter(|_| !is_reviewed);
        let is_subject_needed = status == Status::PendingSelf;
        let reasons = [
            (R::SubjectBlocked, is_subject_needed && self.is_blocked(subject)),
            (R::LineManagerBlocked, manager.is_some_and(|it| self.is_blocked(it))),
            (
                R::LineManagerChanged,
                manager.is_some_and(|it| today.is_none_or(|(manager, _)| manager != it)),
            ),
            (R::DepartmentHeadBlocked, head.is_some_and(|it| self.is_blocked(it))),
            (R::DepartmentHeadChanged, head.is_some() && today.and_then(|(_, head)| head) != head),
            (
                R::NoManagingDirector,
                status <= Status::PendingMd && self.is_vacant(Role::ManagingDirector),
            ),
            (R::NoHumanResources, !self.people().any(|it| self.finalizes(it, appraisal))),
            (R::TemplateChanged, self.forms.is_changed_since(&appraisal.rows)),
        ];
        reasons.into_iter().filter(|(_, holds)| *holds).map(|(reason, _)| reason).collect()
    }

    fn finalizes(&self, person: Person, of: &Appraisal) -> bool {
        let may = self.actor(person).may(Permission::AppraisalsHrManage);
        may && person != of.form.subject && !self.is_blocked(person)
    }
}
