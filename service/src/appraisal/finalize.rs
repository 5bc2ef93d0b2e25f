//! Finalization: the stamp and the confirmation of the employment.

use shared::appraisal::detail::{AppraisalDetail, AppraisalItem};
use shared::appraisal::save::{FinalizeInput, require_complete, review_gaps};
use shared::appraisal::{Action, Outcome};
use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::id::{AppraisalId, StaffId};
use shared::permission::Permission;
use shared::scoring::{Post, score};

use super::Appraisals;
use super::repo::{self, Stamp};
use super::sign_off::Signature;
use crate::act::Act;
use crate::caller::Caller;
use crate::notification::{self, Task};
use crate::staff;

impl Appraisals<'_> {
    /// Stamps the scores and closes the form; a probationary appraisal also confirms the employment
    /// as of today. All changes are made in one transaction.
    ///
    /// Errors: 403 before anything is loaded; 404; 403 `SELF_FINALIZE`; 400 `WRONG_STAGE`,
    /// `OUTCOME_REQUIRED`, `OUTCOME_NOT_ALLOWED`, `INCOMPLETE` and `START_DATE_IN_FUTURE`.
    pub async fn finalize(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: FinalizeInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let Some(mut act) = self.begin_once(caller, "appraisal.finalize", &(id, &input)).await?
        else {
            return self.shown(&caller, id).await;
        };
        let row = self.lock_for(&mut act, id, Action::Finalize, None).await?;
        let outcome = input.check(row.review_type)?;
        let items = repo::form::items(&mut act, id).await?;
        require_complete(review_gaps(&items))?;
        let rows: Vec<_> = items.iter().map(AppraisalItem::scored_row).collect();
        let post = Post { role_category: row.role_category, is_manager_role: row.is_manager_role };
        let card = score(post, &rows);
        let signature = Signature::finalizing(Stamp::Finalize(&card), outcome);
        self.sign(&mut act, &row, signature).await?;
        match outcome {
            Some(Outcome::Confirm) => self.confirm(&mut act, row.staff_id).await?,
            None => {}
        }
        act.respond(()).await?;
        self.after_sign(&caller, id).await
    }

    /// Confirms the employment as of today, with an audit entry for the person in addition to the
    /// one for the appraisal. A confirmed employment keeps its first date.
    async fn confirm(&self, act: &mut Act<'_>, subject: StaffId) -> Result<()> {
        let (today, now) = (act.today(), act.now());
        if repo::confirm_employment(act, subject, today, now).await? {
            notification::resolve(act, subject, Task::Confirmation, now).await?;
            let entry =
                staff::entry(AuditAction::StaffConfirmed, subject, &["employmentConfirmedAt"]);
            return act.audit(entry).await;
        }
        let employment = repo::employment(act, subject).await?;
        if employment.employment_confirmed_at.is_some() {
            return Ok(());
        }
        let start = employment.employment_start_date;
        Err(Error::invalid(
            Code::StartDateInFuture,
            format!("Employment starts on {start} and can't be confirmed before then."),
        ))
    }
}
