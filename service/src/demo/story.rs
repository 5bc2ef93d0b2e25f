//! The history of the demo: appraisals, past and present, at every stage.

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use serde_json::Number;
use shared::appraisal::detail::{AppraisalDetail, DevelopmentRow, PipRow};
use shared::appraisal::initiation::InitiationInput;
use shared::appraisal::save::{
    ApprovalInput, FinalizeInput, HrInput, NarrativeInput, PlanRowsInput, ReviewInput,
    ReviewItemInput, SelfInput, SelfItemInput,
};
use shared::appraisal::{NarrativeSection, Outcome, ReviewType, RoleCategory, Status};
use shared::error::Result;
use shared::id::{AppraisalId, StaffId};
use shared::patch::Patch;
use shared::permission::{HR, MD};

use super::content::{self, PersonContent};
use super::{DemoPeople, Filling};
use crate::caller::Caller;
use crate::clock::ManualClock;
use crate::context::Service;

/// An appraisal of the demo.
struct Episode {
    subject: StaffId,
    person: &'static PersonContent,
    review_type: ReviewType,
    from: NaiveDate,
    to: NaiveDate,
    started: DateTime<Utc>,
    reached: Status,
}

/// The acting members of staff and the clock.
struct Stage<'a> {
    service: &'a Service,
    clock: &'a ManualClock,
    people: &'a DemoPeople,
    hr: Caller,
    /// Finalizes the appraisals of the first, since one's own is not allowed.
    second_hr: Caller,
    md: Caller,
}

/// Plays the whole history, from two years ago to now.
pub(super) async fn fill(filling: Filling<'_>) -> Result<()> {
    let Filling { service, clock, people, now } = filling;
    let (hr, second_hr) = (filling.holder(HR, 0).await?, filling.holder(HR, 1).await?);
    let md = filling.holder(MD, 0).await?;
    let stage = Stage { service, clock, people, hr, second_hr, md };
    let mut episodes = episodes(people, now);
    episodes.sort_by_key(|episode| episode.started);
    for episode in &episodes {
        stage.play(episode).await?;
        service.events().dispatch_waiting().await?;
    }
    Ok(())
}

/// Returns true for the two people whose probation is left for the visitor of the demo to complete.
fn has_no_past_appraisal(person: &PersonContent) -> bool {
    person.desk.is_some() && !person.confirmed
}

fn episodes(people: &DemoPeople, now: DateTime<Utc>) -> Vec<Episode> {
    let today = now.date_naive();
    let stages = [
        Status::PendingSelf,
        Status::PendingLm,
        Status::PendingDeptHead,
        Status::PendingMd,
        Status::PendingHr,
    ];
    let mut stages = stages.iter().copied().cycle();
    let mut episodes = Vec::new();
    let ago = |days: u64| now - Days::new(days);
    let reviewed = people.members.iter().filter(|(_, person)| {
        person.line_manager.is_some() && !person.is_blocked && !has_no_past_appraisal(person)
    });
    for (place, (subject, person)) in (0_u64..).zip(reviewed) {
        let episode = |review_type, days, months, reached| Episode {
            subject: *subject,
            person,
            review_type,
            from: (today - Days::new(days)) - Months::new(months) + Days::new(1),
            to: today - Days::new(days),
            started: ago(days),
            reached,
        };
        if person.started_months_ago > 26 && place % 2 == 0 {
            episodes.push(episode(ReviewType::Annual, 390 + place, 12, Status::Finalized));
        }
        if person.started_months_ago > 14 && place % 3 == 0 {
            episodes.push(episode(ReviewType::MidYear, 200 + place, 6, Status::Finalized));
        }
        let open = place % 2 == 1;
        if open && person.confirmed {
            let reached = stages.next().unwrap_or(Status::PendingSelf);
            episodes.push(episode(ReviewType::Annual, 20 + place % 9, 12, reached));
        } else if open || person.started_months_ago >= 6 && !person.confirmed {
            let reached = stages.next().unwrap_or(Status::PendingSelf);
            let months = person.started_months_ago.min(6);
            episodes.push(episode(ReviewType::Probationary, 18 + place % 5, months, reached));
        }
    }
    episodes
}

impl Stage<'_> {
    /// Plays one appraisal up to its target status.
    async fn play(&self, episode: &Episode) -> Result<()> {
        self.clock.set(episode.started);
        let detail = self.initiate(episode).await?;
        let mut status = Status::PendingSelf;
        let mut days = 1;
        while status < episode.reached {
            self.clock.set(episode.started + TimeDelta::days(days) + TimeDelta::minutes(47));
            days += 3;
            let moved = self.move_on(episode, &detail, status).await?;
            status = moved.status;
        }
        Ok(())
    }

    async fn initiate(&self, episode: &Episode) -> Result<AppraisalDetail> {
        let title = episode.person.job_title;
        let is_manager_role = title.contains("Manager") || title.starts_with("Head");
        let role_category = match episode.person.department {
            "Retail Branches" => RoleCategory::Sales,
            "Credit Operations" => RoleCategory::Operations,
            _ if title.starts_with("Head") => RoleCategory::SeniorExecutive,
            _ => RoleCategory::Other,
        };
        let input = InitiationInput {
            staff_id: episode.subject,
            review_type: episode.review_type,
            period_from: episode.from,
            period_to: episode.to,
            role_category,
            is_manager_role,
        };
        self.service.appraisals().initiate(&self.hr, input).await
    }

    async fn move_on(
        &self,
        episode: &Episode,
        detail: &AppraisalDetail,
        status: Status,
    ) -> Result<AppraisalDetail> {
        let (appraisals, id) = (self.service.appraisals(), detail.id);
        match status {
            Status::PendingSelf => self.assess_self(episode, detail).await,
            Status::PendingLm => self.review(episode, detail).await,
            Status::PendingDeptHead => {
                let head = detail.department_head_staff_id.unwrap_or(self.md.staff());
                let head = self.caller(head).await?;
                appraisals.approve_dept_head(&head, id, Self::approval(episode, 0)).await
            }
            Status::PendingMd => {
                appraisals.approve_md(&self.md, id, Self::approval(episode, 1)).await
            }
            Status::PendingHr => self.finalize(episode, id).await,
            Status::Draft | Status::Finalized => appraisals.detail(&self.hr, id).await,
        }
    }

    async fn caller(&self, staff: StaffId) -> Result<Caller> {
        self.service.sessions().caller_of(self.people.organization, staff).await
    }

    async fn assess_self(
        &self,
        episode: &Episode,
        detail: &AppraisalDetail,
    ) -> Result<AppraisalDetail> {
        let subject = self.caller(episode.subject).await?;
        let items = (0..).zip(&detail.items).map(|(place, item)| SelfItemInput {
            id: item.id,
            self_score: Patch::Value(Number::from(mark(episode.person, place, 1))),
            actual_achievement: pick(content::achievements_for(&item.label), episode, place),
        });
        let narratives =
            answers(episode, detail, |section| matches!(section, NarrativeSection::SelfAssessment));
        let input = SelfInput { items: items.collect(), narratives, revision: None };
        let appraisals = self.service.appraisals();
        appraisals.save_self(&subject, detail.id, input).await?;
        appraisals.submit_self(&subject, detail.id).await
    }

    async fn review(&self, episode: &Episode, detail: &AppraisalDetail) -> Result<AppraisalDetail> {
        let manager = self.caller(detail.line_manager_staff_id).await?;
        let comments = &content::SUPERVISOR_COMMENTS;
        let items = (0..).zip(&detail.items).map(|(place, item)| ReviewItemInput {
            id: item.id,
            supervisor_score: Patch::Value(Number::from(mark(episode.person, place, 0))),
            supervisor_comment: match place % 4 {
                0 => pick(comments, episode, place),
                _ => Patch::Absent,
            },
        });
        let narratives = answers(episode, detail, |section| {
            matches!(
                section,
                NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion
            )
        });
        let input = ReviewInput {
            items: items.collect(),
            narratives,
            plan_rows: plan(episode),
            revision: None,
        };
        let appraisals = self.service.appraisals();
        appraisals.save_review(&manager, detail.id, input).await?;
        appraisals.submit_review(&manager, detail.id).await
    }

    async fn finalize(&self, episode: &Episode, id: AppraisalId) -> Result<AppraisalDetail> {
        let text = |texts: &[&'static str]| pick(texts, episode, 0);
        let input = HrInput {
            hr_attendance_record: text(&content::HR_ATTENDANCE_RECORDS),
            hr_disciplinary_record: text(&content::HR_DISCIPLINARY_RECORDS),
            hr_training_recommendation: text(&content::HR_TRAINING_RECOMMENDATIONS),
            hr_salary_recommendation: text(&content::HR_SALARY_RECOMMENDATIONS),
            hr_promotion_recommendation: text(&content::HR_PROMOTION_RECOMMENDATIONS),
            hr_remarks: text(&content::HR_REMARKS),
            revision: None,
        };
        let appraisals = self.service.appraisals();
        let is_own = episode.subject == self.hr.staff();
        let hr = if is_own { &self.second_hr } else { &self.hr };
        appraisals.save_hr(hr, id, input).await?;
        let outcome = match episode.review_type {
            ReviewType::Probationary => Some(Outcome::Confirm),
            ReviewType::Annual | ReviewType::MidYear => None,
        };
        appraisals.finalize(hr, id, FinalizeInput { outcome }).await
    }

    fn approval(episode: &Episode, place: usize) -> ApprovalInput {
        let comment = pick(&content::APPROVAL_COMMENTS, episode, place);
        ApprovalInput { comment: comment.value().cloned() }
    }
}

/// A deterministic pseudo-random number for a person and a place.
fn spread(person: &PersonContent, place: usize) -> usize {
    let seed = person.email.bytes().fold(7_usize, |sum, byte| sum * 31 % 9973 + usize::from(byte));
    (seed + place * 17 + place * place * 5) % 97
}

/// A score around the person's ability; self scores are slightly higher.
fn mark(person: &PersonContent, place: usize, rise: u64) -> u64 {
    let talent = 3 + u64::from(spread(person, 0) % 5 > 1);
    let swing = match spread(person, place + 1) % 7 {
        0 => 5,
        1 | 2 => talent + 1,
        3 => talent - 1,
        _ => talent,
    };
    let rise = if spread(person, place + 3).is_multiple_of(3) { rise } else { 0 };
    (swing + rise).min(5)
}

fn pick(texts: &[&'static str], episode: &Episode, place: usize) -> Patch<String> {
    let position = spread(episode.person, place) % texts.len().max(1);
    texts.get(position).map_or(Patch::Absent, |text| Patch::Value((*text).to_owned()))
}

fn answers(
    episode: &Episode,
    detail: &AppraisalDetail,
    belongs: impl Fn(NarrativeSection) -> bool,
) -> Vec<NarrativeInput> {
    let narratives = (0..).zip(&detail.narratives).filter(|(_, it)| belongs(it.section));
    narratives
        .map(|(place, it)| NarrativeInput {
            question_key: it.question_key.clone(),
            answer: pick(content::answers_to(&it.question_key), episode, place),
        })
        .collect()
}

fn plan(episode: &Episode) -> PlanRowsInput {
    let later = |months| Some(episode.to + Months::new(months));
    let text = |text: &str| Some(text.to_owned());
    let first = spread(episode.person, 11) % content::DEVELOPMENT_ROWS.len();
    let development = content::DEVELOPMENT_ROWS.iter().cycle().skip(first).take(2);
    let development = development.map(|row| DevelopmentRow {
        area: text(row.area),
        action: text(row.action),
        support: text(row.support),
        target_date: later(row.due_in_months),
    });
    let needs_improvement = spread(episode.person, 0) % 5 <= 1;
    let pip = content::PIP_ROWS.iter().take(usize::from(needs_improvement)).map(|row| PipRow {
        issue: text(row.issue),
        expected_improvement: text(row.expected_improvement),
        action: text(row.action),
        review_date: later(row.review_in_months),
    });
    PlanRowsInput { development: Some(development.collect()), pip: Some(pip.collect()) }
}
