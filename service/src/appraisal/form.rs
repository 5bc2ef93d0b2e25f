//! The appraisal as its form shows it, and the submission of a form together with its fields.

use shared::appraisal::Relation;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::form::AppraisalForm;
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::appraisal::save::{ReviewInput, SelfInput};
use shared::error::{Code, Error, Result};
use shared::id::{AppraisalId, StaffId};
use shared::permission::Permission;

use super::Appraisals;
use super::repo::{self, AppraisalRow};
use crate::caller::Caller;

impl Appraisals<'_> {
    /// One appraisal, as the caller may see it, with the caller's relation to it and the rest of
    /// their queue.
    ///
    /// Errors: those of [`Self::detail`].
    pub async fn form(&self, caller: &Caller, id: AppraisalId) -> Result<AppraisalForm> {
        let detail = self.detail(caller, id).await?;
        self.form_of(caller, detail).await
    }

    /// The same for an appraisal that the caller has just received.
    pub async fn form_of(&self, caller: &Caller, detail: AppraisalDetail) -> Result<AppraisalForm> {
        let people = People {
            subject: detail.staff_id,
            line_manager: detail.line_manager_staff_id,
            department_head: detail.department_head_staff_id,
        };
        let queue = self.list(caller, AppraisalQuery::of(Scope::Queue)).await?;
        let is_in_queue = queue.data.iter().any(|other| other.id == detail.id);
        let left = queue.pagination.total.saturating_sub(u64::from(is_in_queue));
        let next = queue.data.into_iter().find(|other| other.id != detail.id);
        Ok(AppraisalForm { relation: people.relation(caller), detail, next, left })
    }

    /// The appraisal of the same person that was finalized before this one began, as the caller may
    /// see it; `None` if there is none or the caller has no relation to it.
    pub async fn previous(
        &self,
        caller: &Caller,
        current: &AppraisalDetail,
    ) -> Result<Option<AppraisalDetail>> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut tx = self.0.read(caller.signed_in()).await?;
        let id = repo::previous(&mut tx, current).await?;
        drop(tx);
        let Some(id) = id else { return Ok(None) };
        match self.detail(&caller, id).await {
            Err(Error::NotFound(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Saves the fields of the subject, then submits the form. Fields are saved even if the
    /// submission is refused, for instance because the form is incomplete.
    ///
    /// Errors: those of [`Self::save_self`] and [`Self::submit_self`].
    pub async fn save_and_submit_self(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: SelfInput,
    ) -> Result<AppraisalDetail> {
        unless_at_another_stage(self.save_self(caller, id, input).await)?;
        self.submit_self(caller, id).await
    }

    /// Saves the fields of the line manager, then submits the review. Fields are saved even if the
    /// submission is refused.
    ///
    /// Errors: those of [`Self::save_review`] and [`Self::submit_review`].
    pub async fn save_and_submit_review(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: ReviewInput,
    ) -> Result<AppraisalDetail> {
        unless_at_another_stage(self.save_review(caller, id, input).await)?;
        self.submit_review(caller, id).await
    }
}

/// A form that is submitted twice is saved at the next stage the second time. The submission that
/// follows decides between a repetition and an error.
fn unless_at_another_stage(saved: Result<AppraisalDetail>) -> Result<()> {
    match saved {
        Err(Error::Invalid(problem)) if problem.code == Code::WrongStage => Ok(()),
        saved => saved.map(drop),
    }
}

/// The people named in an appraisal.
struct People {
    subject: StaffId,
    line_manager: StaffId,
    department_head: Option<StaffId>,
}

impl People {
    fn relation(&self, caller: &Caller) -> Relation {
        Relation {
            subject: self.subject == caller.staff(),
            line_manager: self.line_manager == caller.staff(),
            department_head: self.department_head == Some(caller.staff()),
            managing_director: caller.is_managing_director(),
            human_resources: caller.may(Permission::AppraisalsHrManage),
        }
    }
}

/// The caller's relation to the appraisal.
pub(super) fn relation(caller: &Caller, row: &AppraisalRow) -> Relation {
    let people = People {
        subject: row.staff_id,
        line_manager: row.line_manager_staff_id,
        department_head: row.department_head_staff_id,
    };
    people.relation(caller)
}
