//! Proposals of initiations: the terms derived for each person, and those who cannot be started.

use std::collections::HashSet;

use chrono::NaiveDate;
use shared::appraisal::ReviewType;
use shared::appraisal::detail::PersonReference;
use shared::appraisal::initiation::InitiationTerms;
use shared::appraisal::initiation_batch::INITIATION_BATCH_MAX;
use shared::appraisal::proposal::{
    Proposal, ProposalQuery, Proposals, proposed_category, proposed_period,
};
use shared::error::Result;
use shared::permission::Permission;

use super::Appraisals;
use super::repo;
use super::repo::initiation::Candidate;
use crate::caller::Caller;

impl Appraisals<'_> {
    /// The proposals for the people selected by hand, then for those of the group; writes nothing.
    /// Unknown people are left out, as are those of the group who have an open appraisal or no
    /// access.
    pub async fn propose(&self, caller: &Caller, query: ProposalQuery) -> Result<Proposals> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let today = self.0.today(caller.time_zone());
        let mut tx = self.0.read(caller).await?;
        let mut people = query.people;
        if let Some(group) = query.group {
            let limit = INITIATION_BATCH_MAX + 1;
            people.extend(repo::initiation::group(&mut tx, group, today, limit).await?);
        }
        let mut seen = HashSet::new();
        people.retain(|person| seen.insert(*person));
        let has_more = people.len() > INITIATION_BATCH_MAX;
        people.truncate(INITIATION_BATCH_MAX);
        if people.is_empty() {
            return Ok(Proposals::default());
        }
        let candidates = repo::initiation::candidates(&mut tx, &people).await?;
        let directors = repo::managing_directors(&mut tx).await?;
        let find = |id| candidates.iter().find(|candidate| candidate.id == id);
        let found = people.into_iter().filter_map(find);
        let propose = |it: &Candidate| it.propose(query.review_type, today, &directors);
        Ok(Proposals { people: found.map(propose).collect(), has_more })
    }
}

impl Candidate {
    fn propose(
        &self,
        review_type: ReviewType,
        today: NaiveDate,
        directors: &[PersonReference],
    ) -> Proposal {
        let start = self.employment_start_date;
        let (period_from, period_to) = proposed_period(review_type, today, start);
        let terms = InitiationTerms {
            review_type,
            period_from,
            period_to,
            role_category: proposed_category(self.last_category, &self.role_key),
            is_manager_role: self.manages_people,
        };
        Proposal {
            preview: self.preview(directors),
            job_title: self.job_title.clone(),
            department_name: self.department_name.clone(),
            terms,
        }
    }
}
