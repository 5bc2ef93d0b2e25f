//! Initiation: reviewers, form, and blockers.

use shared::appraisal::Status;
use shared::appraisal::detail::{AppraisalDetail, PersonReference};
use shared::appraisal::initiation::{
    Blocker, Chain, InitiationInput, InitiationPreview, InitiationPreviewInput, InitiationWarning,
    InitiationWarningCode, PreviewedReviewer, PreviewedTemplate, ReviewerReason, TemplateReason,
    resolve_chain,
};
use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, FieldError, Result};
use shared::event::{AppraisalEventData, EventType};
use shared::id::{AppraisalId, StaffId};
use shared::permission::{MD, Permission};

use super::Appraisals;
use super::repo;
use super::repo::initiation::{Candidate, NewAppraisal};
use super::save::entry;
use crate::act::Act;
use crate::caller::Caller;

/// The maximum number of people in one dry run.
const PREVIEW_PEOPLE_MAX: usize = 500;

impl Appraisals<'_> {
    /// Starts an appraisal: copies the form and the reviewers, and assigns it to the subject.
    ///
    /// Errors: 404 for an unknown person; 400 `STAFF_BLOCKED`, `ALREADY_IN_PROGRESS` (also when two
    /// initiations race), `NO_REVIEWER`, `REVIEWER_BLOCKED`, `NO_TEMPLATE`.
    pub async fn initiate(
        &self,
        caller: &Caller,
        input: InitiationInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        input.terms().check()?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("appraisal.initiate", &input).await? {
            return self.shown(&caller, first).await;
        }
        let id = self.initiate_in(&mut act, &input).await?;
        act.respond(id).await?;
        self.after_sign(&caller, id).await
    }

    /// Writes the appraisal, its audit entry and its event.
    pub(super) async fn initiate_in(
        &self,
        act: &mut Act<'_>,
        input: &InitiationInput,
    ) -> Result<AppraisalId> {
        let (id, now, terms) = (AppraisalId(self.0.id()), self.0.now(), input.terms());
        let people = repo::initiation::candidates(act, &[input.staff_id]).await?;
        let candidate = people.first().ok_or_else(|| Error::not_found("Staff member"))?;
        let (template, chain) = candidate.admit()?;
        let is_manager_role = terms.is_manager_role;
        let items = repo::initiation::form_items(act, template.id, is_manager_role);
        let items = items.await?;
        let new = NewAppraisal {
            id,
            staff: candidate.id,
            job_title: candidate.job_title.as_deref(),
            department: candidate.department_id,
            terms,
            chain,
            template: template.id,
            template_name: &template.name,
            at: now,
        };
        if !repo::initiation::add(act, &new).await? {
            return Err(already_in_progress());
        }
        repo::initiation::add_items(act, id, &items, || self.0.id()).await?;
        repo::initiation::add_narratives(act, id, || self.0.id()).await?;
        act.audit(entry(AuditAction::AppraisalInitiated, id, &["status"])).await?;
        let event = AppraisalEventData {
            appraisal_id: id,
            staff_id: candidate.id,
            actor_id: act.caller().staff(),
            status: Status::PendingSelf,
            outcome: None,
        };
        act.event(EventType::AppraisalStarted, event).await?;
        Ok(id)
    }

    /// The expected outcome of an initiation, for one person or many; writes nothing.
    ///
    /// Errors: 404 for an unknown `staffId`, 400 naming unknown ones among `staffIds`.
    pub async fn preview(
        &self,
        caller: &Caller,
        input: InitiationPreviewInput,
    ) -> Result<Vec<InitiationPreview>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        input.terms().check()?;
        let people = wanted(&input)?;
        let mut tx = self.0.read(caller).await?;
        let found = repo::initiation::candidates(&mut tx, &people).await?;
        let directors = repo::managing_directors(&mut tx).await?;
        let find = |id: &StaffId| found.iter().find(|candidate| candidate.id == *id);
        if input.staff_ids.is_none() && found.is_empty() {
            return Err(Error::not_found("Staff member"));
        }
        let unknown: Vec<FieldError> = people
            .iter()
            .enumerate()
            .filter(|(_, id)| find(id).is_none())
            .map(|(position, _)| {
                FieldError::new(
                    format!("staffIds[{position}]"),
                    FieldCode::Unknown,
                    "Unknown employee.",
                )
            })
            .collect();
        if !unknown.is_empty() {
            return Err(Error::validation(unknown));
        }
        Ok(people.iter().filter_map(find).map(|it| it.preview(&directors)).collect())
    }
}

fn wanted(input: &InitiationPreviewInput) -> Result<Vec<StaffId>> {
    let people = match (input.staff_id, &input.staff_ids) {
        (Some(one), None) => vec![one],
        (None, Some(many)) => many.clone(),
        (None, None) | (Some(_), Some(_)) => {
            return Err(Error::field(
                "staffIds",
                FieldCode::Invalid,
                "Send either staffId or staffIds.",
            ));
        }
    };
    let mut seen = std::collections::HashSet::new();
    for (position, id) in people.iter().enumerate() {
        if !seen.insert(id) {
            let field = format!("staffIds[{position}]");
            return Err(Error::field(field, FieldCode::Duplicate, "Duplicate entry."));
        }
    }
    if people.is_empty() || people.len() > PREVIEW_PEOPLE_MAX {
        let message = format!("Select 1 to {PREVIEW_PEOPLE_MAX} employees.");
        return Err(Error::field("staffIds", FieldCode::Invalid, message));
    }
    Ok(people)
}

fn already_in_progress() -> Error {
    Error::invalid(Code::AlreadyInProgress, "This employee already has an open appraisal.")
}

impl Candidate {
    /// The template and the reviewers, unless the initiation is blocked.
    fn admit(&self) -> Result<(PreviewedTemplate, Chain)> {
        if self.is_blocked {
            return Err(Error::invalid(Code::StaffBlocked, "This employee's access is disabled."));
        }
        if self.open_id.is_some() {
            return Err(already_in_progress());
        }
        let chain = self.chain()?;
        if let Some(error) = self.blocked_reviewers(chain).next() {
            return Err(error);
        }
        Ok((self.template()?, chain))
    }

    fn chain(&self) -> Result<Chain> {
        resolve_chain(self.id, self.line_manager_id, self.supervisor_staff_id)
    }

    fn template(&self) -> Result<PreviewedTemplate> {
        let linked = self.template_id.zip(self.template_name.clone());
        let fallback = self.fallback_id.zip(self.fallback_name.clone());
        let (reason, found) = match (linked, fallback) {
            (Some(linked), _) => (TemplateReason::Department, linked),
            (None, Some(fallback)) => (TemplateReason::Fallback, fallback),
            (None, None) => {
                return Err(Error::invalid(
                    Code::NoTemplate,
                    "No template found. Add a department template or General / Other.",
                ));
            }
        };
        Ok(PreviewedTemplate { id: found.0, name: found.1, reason })
    }

    pub(super) fn preview(&self, directors: &[PersonReference]) -> InitiationPreview {
        let (template, chain) = (self.template(), self.chain());
        let mut blockers = Vec::new();
        if self.is_blocked {
            blockers.push(blocker(&Error::invalid(
                Code::StaffBlocked,
                "This employee's access is disabled.",
            )));
        }
        if self.open_id.is_some() {
            blockers.push(blocker(&already_in_progress()));
        }
        blockers.extend(chain.as_ref().err().map(blocker));
        let blocked = chain.as_ref().ok().map(|chain| self.blocked_reviewers(*chain));
        blockers.extend(blocked.into_iter().flatten().map(|error| blocker(&error)));
        blockers.extend(template.as_ref().err().map(blocker));
        let chain = chain.ok();
        InitiationPreview {
            staff_id: self.id,
            staff_name: self.name.clone(),
            manages_people: self.manages_people,
            template: template.ok(),
            line_manager: chain
                .and_then(|it| self.reviewer(it.line_manager, it.line_manager_reason)),
            department_head: chain.and_then(|it| {
                self.reviewer(it.department_head?, ReviewerReason::DepartmentSupervisor)
            }),
            md: directors.to_vec(),
            blockers,
            warnings: self.warnings(directors),
        }
    }

    fn reviewer(&self, id: StaffId, reason: ReviewerReason) -> Option<PreviewedReviewer> {
        let name = match reason {
            ReviewerReason::LineManager => self.line_manager_name.clone()?,
            ReviewerReason::DepartmentSupervisor => self.supervisor_name.clone()?,
        };
        Some(PreviewedReviewer { id, name, reason })
    }

    /// 400 `REVIEWER_BLOCKED` for each reviewer who cannot sign in: the appraisal would be stuck
    /// there.
    fn blocked_reviewers(&self, chain: Chain) -> impl Iterator<Item = Error> {
        let reviewers = [Some(chain.line_manager), chain.department_head].into_iter().flatten();
        reviewers.filter_map(|id| {
            let (name, is_blocked) = if self.line_manager_id == Some(id) {
                (&self.line_manager_name, self.line_manager_is_blocked)
            } else {
                (&self.supervisor_name, self.supervisor_is_blocked)
            };
            let name = name.as_deref().unwrap_or_default();
            let message = format!("Access is disabled for {name}. Assign another reviewer first.");
            (is_blocked == Some(true)).then(|| Error::invalid(Code::ReviewerBlocked, message))
        })
    }

    fn warnings(&self, directors: &[PersonReference]) -> Vec<InitiationWarning> {
        let mut warnings = Vec::new();
        let mut warn = |code, message: String| {
            warnings.push(InitiationWarning { code, message });
        };
        if directors.is_empty() {
            warn(
                InitiationWarningCode::NoManagingDirector,
                "No managing director is assigned; the appraisal will stop at that stage."
                    .to_owned(),
            );
        }
        if self.role_key == MD {
            warn(
                InitiationWarningCode::ManagingDirectorIsSubject,
                "The employee is the managing director and can approve at that stage.".to_owned(),
            );
        }
        warnings
    }
}

fn blocker(error: &Error) -> Blocker {
    Blocker { code: error.code(), message: error.problem().message.clone() }
}
