//! Saving of the form, stage by stage and field by field.

use std::collections::HashSet;

use shared::appraisal::Action;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{
    HrInput, ItemChange, NarrativeChange, ReviewChanges, ReviewInput, SelfInput,
};
use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::id::AppraisalId;
use shared::permission::Permission;

use super::repo::form::Side;
use super::repo::{self, AppraisalRow};
use super::{Appraisals, not_found, relation};
use crate::act::{Act, WriteTx};
use crate::audit::Entry;
use crate::caller::Caller;

impl Appraisals<'_> {
    /// Saves the subject's part. Only fields that are present change.
    ///
    /// Errors: 400 for invalid fields and for rows and questions that are not the subject's, with
    /// nothing written; 404, 403 `NOT_YOUR_DESK` and 400 `WRONG_STAGE` by the table of actions; 409
    /// `STALE_REVISION`.
    pub async fn save_self(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: SelfInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut act = self.0.act(caller).await?;
        self.lock_for(&mut act, id, Action::SaveSelf, input.revision).await?;
        let (items, narratives) = input.check()?;
        save_form(&mut act, id, Side::Subject, &items, &narratives).await?;
        let fields = changed(&[("items", sets(&items)), ("narratives", answers(&narratives))]);
        self.finish(act, AuditAction::AppraisalSelfSaved, id, &fields).await
    }

    /// Saves the line manager's part. Only fields that are present change; a plan's grid is
    /// replaced as a whole.
    ///
    /// Errors: as for `save_self`.
    pub async fn save_review(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: ReviewInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut act = self.0.act(caller).await?;
        self.lock_for(&mut act, id, Action::SaveReview, input.revision).await?;
        let ReviewChanges { items, narratives, plan_rows: plan } = input.check()?;
        save_form(&mut act, id, Side::LineManager, &items, &narratives).await?;
        repo::form::replace_plan_rows(&mut act, id, &plan, || self.0.id()).await?;
        let fields = changed(&[
            ("items", sets(&items)),
            ("narratives", answers(&narratives)),
            ("planRows", plan.development.is_some() || plan.pip.is_some()),
        ]);
        self.finish(act, AuditAction::AppraisalReviewSaved, id, &fields).await
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
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut act = self.0.act(caller).await?;
        self.lock_for(&mut act, id, Action::SaveHr, input.revision).await?;
        input.check()?;
        let sent = input.fields().into_iter().filter(|(_, member)| !member.is_absent());
        let fields: Vec<&str> = sent.map(|(name, _)| name).collect();
        if !fields.is_empty() {
            repo::save_hr(&mut act, id, &input).await?;
        }
        self.finish(act, AuditAction::AppraisalHrSaved, id, &fields).await
    }

    /// Completes a save. A save that sets no field is rolled back, including the revision that the
    /// lock incremented.
    async fn finish(
        &self,
        mut act: Act<'_>,
        action: AuditAction,
        id: AppraisalId,
        fields: &[&str],
    ) -> Result<AppraisalDetail> {
        let caller = act.caller();
        if fields.is_empty() {
            drop(act);
        } else {
            act.audit(entry(action, id, fields)).await?;
            act.commit().await?;
        }
        self.shown(caller, id).await
    }

    /// Loads and locks the appraisal, if the caller may perform the action now.
    pub(super) async fn lock_for(
        &self,
        act: &mut Act<'_>,
        id: AppraisalId,
        action: Action,
        revision: Option<i64>,
    ) -> Result<AppraisalRow> {
        let row = repo::lock(act, id, self.0.now()).await?;
        let row = row.ok_or_else(not_found)?;
        action.permit(relation(act.caller(), &row), row.status)?;
        // The lock has incremented the revision already.
        if revision.is_some_and(|known| known != row.revision - 1) {
            return Err(Error::conflict(
                Code::StaleRevision,
                "The appraisal has changed since you loaded it. Reload it and merge your changes.",
            ));
        }
        Ok(row)
    }
}

pub(super) fn entry<'f>(action: AuditAction, id: AppraisalId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "appraisal", entity_id: Some(id.to_string()), fields }
}

fn changed(parts: &[(&'static str, bool)]) -> Vec<&'static str> {
    parts.iter().filter(|(_, is_sent)| *is_sent).map(|(name, _)| *name).collect()
}

/// Returns true if one of the rows is sent with more than its id.
fn sets(items: &[ItemChange]) -> bool {
    items.iter().any(|item| item.score.is_some() || item.text.is_some())
}

/// Returns true if one of the questions is sent with an answer, even if only to clear it.
fn answers(narratives: &[NarrativeChange]) -> bool {
    narratives.iter().any(|narrative| narrative.answer.is_some())
}

async fn save_form(
    tx: &mut WriteTx,
    id: AppraisalId,
    side: Side,
    items: &[ItemChange],
    narratives: &[NarrativeChange],
) -> Result<()> {
    if !repo::form::save_items(tx, id, side, items).await? {
        let known = repo::form::items(tx, id).await?;
        let known: HashSet<_> = known.iter().map(|item| item.id).collect();
        let is_known = |change: &ItemChange| known.contains(&change.id);
        return Err(unknown("items", "id", items.iter().map(is_known)));
    }
    if !repo::form::save_answers(tx, id, side, narratives).await? {
        let known = repo::form::narratives(tx, id).await?;
        let answered = known.iter().filter(|it| side.answers(it));
        let known: HashSet<_> = answered.map(|it| &it.question_key).collect();
        let is_known = |change: &NarrativeChange| known.contains(&change.question_key);
        return Err(unknown("narratives", "questionKey", narratives.iter().map(is_known)));
    }
    Ok(())
}

fn unknown(list: &str, member: &str, known: impl Iterator<Item = bool>) -> Error {
    let unknown = known.enumerate().filter(|(_, is_known)| !is_known);
    let errors = unknown.map(|(position, _)| {
        let field = format!("{list}[{position}].{member}");
        FieldError::new(field, FieldCode::Unknown, "This is not part of your form.")
    });
    Error::validation(errors.collect())
}
