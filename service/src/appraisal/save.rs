//! Saving: each desk's part of the form, field by field.

use shared::appraisal::Action;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{HrInput, ItemChange, NarrativeChange, ReviewInput, SelfInput};
use shared::error::{Code, Error, FieldError, Result};
use shared::id::AppraisalId;
use shared::permission::Permission;

use super::repo::form::Side;
use super::repo::{self, AppraisalRow};
use super::{Appraisals, not_found, part};
use crate::audit::{self, Entry};
use crate::caller::Caller;
use crate::database::Tx;

impl Appraisals<'_> {
    /// Saves the subject's part. Only what is sent changes.
    ///
    /// Errors: 400 for what cannot be accepted and for rows and questions that are not the
    /// subject's, with nothing written; 404, 403 `NOT_YOUR_DESK` and 400 `WRONG_STAGE` by the
    /// table of desks; 409 `STALE_REVISION`.
    pub async fn save_self(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: SelfInput,
    ) -> Result<AppraisalDetail> {
        caller.require(Permission::AppraisalsRespond)?;
        let revision = input.revision;
        let (items, narratives) = input.check()?;
        let mut tx = self.0.db.begin().await?;
        self.lock_for(&mut tx, caller, id, Action::SaveSelf, revision).await?;
        save_form(&mut tx, caller, id, Side::Subject, &items, &narratives).await?;
        let fields = changed(&[("items", items.len()), ("narratives", narratives.len())]);
        self.record(&mut tx, caller, "appraisal.self_saved", id, &fields).await?;
        tx.commit().await?;
        self.detail(caller, id).await
    }

    /// Saves the line manager's part. Only what is sent changes; a plan's grid is replaced whole.
    ///
    /// Errors: as for `save_self`.
    pub async fn save_review(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: ReviewInput,
    ) -> Result<AppraisalDetail> {
        caller.require(Permission::AppraisalsRespond)?;
        let revision = input.revision;
        let changes = input.check()?;
        let organization = caller.organization();
        let mut tx = self.0.db.begin().await?;
        self.lock_for(&mut tx, caller, id, Action::SaveReview, revision).await?;
        let (items, narratives) = (&changes.items, &changes.narratives);
        save_form(&mut tx, caller, id, Side::LineManager, items, narratives).await?;
        let plan = &changes.plan_rows;
        repo::form::replace_plan_rows(&mut tx, organization, id, plan, || self.0.id()).await?;
        let grids = usize::from(plan.development.is_some()) + usize::from(plan.pip.is_some());
        let fields = changed(&[
            ("items", items.len()),
            ("narratives", narratives.len()),
            ("planRows", grids),
        ]);
        self.record(&mut tx, caller, "appraisal.review_saved", id, &fields).await?;
        tx.commit().await?;
        self.detail(caller, id).await
    }

    /// Saves the fields of human resources. The audit log gets their names, never their values.
    ///
    /// Errors: 403 before anything is loaded; 400 `WRONG_STAGE` once finalized; 409
    /// `STALE_REVISION`.
    pub async fn save_hr(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: HrInput,
    ) -> Result<AppraisalDetail> {
        caller.require(Permission::AppraisalsHrManage)?;
        input.check()?;
        let mut tx = self.0.db.begin().await?;
        self.lock_for(&mut tx, caller, id, Action::SaveHr, input.revision).await?;
        repo::save_hr(&mut tx, caller.organization(), id, &input).await?;
        let sent = input.fields().into_iter().filter(|(_, member)| !member.is_absent());
        let fields: Vec<&str> = sent.map(|(name, _)| name).collect();
        self.record(&mut tx, caller, "appraisal.hr_saved", id, &fields).await?;
        tx.commit().await?;
        self.detail(caller, id).await
    }

    /// Loads and holds the appraisal, when the caller may do this with it now.
    pub(super) async fn lock_for(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        id: AppraisalId,
        action: Action,
        revision: Option<i64>,
    ) -> Result<AppraisalRow> {
        let row = repo::lock(tx, caller.organization(), id, self.0.now()).await?;
        let row = row.ok_or_else(not_found)?;
        action.permit(part(caller, &row), row.status)?;
        // The lock has counted the revision up already.
        if revision.is_some_and(|known| known != row.revision - 1) {
            return Err(Error::conflict(
                Code::StaleRevision,
                "The appraisal has changed since you loaded it. Load it again and merge.",
            ));
        }
        Ok(row)
    }

    pub(super) async fn record(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        action: &'static str,
        id: AppraisalId,
        fields: &[&str],
    ) -> Result<()> {
        let entry = Entry {
            category: shared::audit::Category::StaffManagement,
            action,
            entity_type: "appraisal",
            entity_id: Some(id.to_string()),
            fields,
        };
        audit::record(tx, self.0, caller, entry).await
    }
}

fn changed(counts: &[(&'static str, usize)]) -> Vec<&'static str> {
    counts.iter().filter(|(_, count)| *count > 0).map(|(name, _)| *name).collect()
}

async fn save_form(
    tx: &mut Tx,
    caller: &Caller,
    id: AppraisalId,
    side: Side,
    items: &[ItemChange],
    narratives: &[NarrativeChange],
) -> Result<()> {
    let organization = caller.organization();
    if !repo::form::save_items(tx, organization, id, side, items).await? {
        let known = repo::form::items(tx, organization, id).await?;
        let is_known = |change: &ItemChange| known.iter().any(|item| item.id == change.id);
        return Err(unknown("items", "id", items.iter().map(is_known)));
    }
    if !repo::form::save_answers(tx, organization, id, side, narratives).await? {
        let known = repo::form::narratives(tx, organization, id).await?;
        let is_known = |change: &NarrativeChange| {
            known.iter().any(|it| it.question_key == change.question_key && side.answers(it))
        };
        return Err(unknown("narratives", "questionKey", narratives.iter().map(is_known)));
    }
    Ok(())
}

fn unknown(list: &str, member: &str, known: impl Iterator<Item = bool>) -> Error {
    let unknown = known.enumerate().filter(|(_, is_known)| !is_known);
    let errors = unknown.map(|(position, _)| {
        let field = format!("{list}[{position}].{member}");
        FieldError::new(field, "UNKNOWN", "This is not part of your form.")
    });
    Error::validation(errors.collect())
}
