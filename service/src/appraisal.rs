//! Reading of appraisals. Initiation, saving and sign-off are in files of their own.

mod analytics;
mod export;
mod finalize;
mod form;
mod initiate;
mod initiation_batch;
mod paper;
mod propose;
mod repo;
mod save;
mod sign_off;
mod stuck;

use shared::appraisal::detail::{AppraisalDetail, ConfirmationOutlook, PersonReference, PlanRows};
use shared::appraisal::explanation::{ScoreExplanation, explain};
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary, Scope};
use shared::appraisal::visibility::hides_review;
use shared::appraisal::{Action, Relation, Status, stage};
use shared::error::{Error, Result};
use shared::id::AppraisalId;
use shared::page::Page;
use shared::patch::Patch;
use shared::permission::Permission;
use shared::scoring::score;

use crate::caller::Caller;
use crate::context::use_cases;
use form::relation;
use repo::DetailRow;

use_cases! {
    /// Appraisals.
    Appraisals, appraisals
}

fn not_found() -> Error {
    Error::not_found("Appraisal")
}

impl Appraisals<'_> {
    /// One appraisal, as the caller may see it.
    ///
    /// Errors: 404 when it does not exist or the caller has no relation to it.
    pub async fn detail(&self, caller: &Caller, id: AppraisalId) -> Result<AppraisalDetail> {
        caller.require(Permission::AppraisalsRespond)?;
        self.shown(caller, id).await
    }

    /// Errors: those that `act` would return to this caller now, without any change: for a request
    /// whose body cannot be parsed.
    pub async fn permit(&self, caller: &Caller, id: AppraisalId, act: Action) -> Result<()> {
        let caller = caller.require(act.permission())?;
        let mut tx = self.0.read(caller.signed_in()).await?;
        let row = repo::find(&mut tx, id).await?.ok_or_else(not_found)?;
        Ok(act.permit(relation(&caller, &row.appraisal), row.appraisal.status)?)
    }

    /// The computation from the rows to the band; on a finalized appraisal recomputed from its
    /// snapshot and compared with the stamp.
    ///
    /// Errors: 404 as for `detail`; 400 `WRONG_STAGE` before the line manager's stage, and for the
    /// subject while the line manager is writing.
    pub async fn score(&self, caller: &Caller, id: AppraisalId) -> Result<ScoreExplanation> {
        caller.require(Permission::AppraisalsRespond)?;
        let (relation, detail) = self.load(caller, id).await?;
        let unscored = matches!(detail.status, Status::Draft | Status::PendingSelf);
        if unscored || hides_review(relation, detail.status) {
            return Err(stage::wrong_stage());
        }
        let stamp = detail.stamp();
        Ok(explain(detail.post(), &detail.items, stamp.as_ref()))
    }

    /// A page of appraisals, newest first.
    ///
    /// Errors: 403 for the scope `all` without `appraisals:hr_manage`; 400 for a text that cannot
    /// be searched for.
    pub async fn list(
        &self,
        caller: &Caller,
        query: AppraisalQuery,
    ) -> Result<Page<AppraisalSummary>> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        if query.scope == Scope::All {
            caller.require(Permission::AppraisalsHrManage)?;
        }
        query.check()?;
        let query = match query.scope {
            Scope::Mine if query.staff_id.is_some_and(|staff| staff != caller.staff()) => {
                return Ok(Page::new(Vec::new(), &query.page, 0, None));
            }
            Scope::Mine if query.is_filtered() || query.sort.is_some() => {
                AppraisalQuery { staff_id: Some(caller.staff()), ..query }
            }
            Scope::Mine | Scope::Queue | Scope::All => query,
        };
        let mut tx = self.0.read_on_replica(caller).await?;
        let (rows, total) = repo::list(&mut tx, &caller, &query).await?;
        let next = query.page.next_cursor(&rows, total, |row| repo::sorted::cursor(row, &query));
        let holders = repo::role_holders(&mut tx).await?;
        let rows = rows.into_iter().map(|row| row.summary(&holders)).collect();
        Ok(Page::new(rows, &query.page, total, next))
    }

    /// The number of appraisals that wait for the caller.
    pub async fn pending_count(&self, caller: &Caller) -> Result<u64> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut tx = self.0.read(caller).await?;
        repo::queue_length(&mut tx, &caller).await
    }

    /// The response to a change. It requires no permission of its own: the permission for the
    /// change is sufficient.
    async fn shown(&self, caller: &Caller, id: AppraisalId) -> Result<AppraisalDetail> {
        let (relation, detail) = self.load(caller, id).await?;
        Ok(detail.for_reader(relation))
    }

    async fn load(&self, caller: &Caller, id: AppraisalId) -> Result<(Relation, AppraisalDetail)> {
        let mut tx = self.0.read(caller.signed_in()).await?;
        let row = repo::find(&mut tx, id).await?.ok_or_else(not_found)?;
        let relation = relation(caller, &row.appraisal);
        if !relation.any() {
            return Err(not_found());
        }
        let items = repo::form::items(&mut tx, id).await?;
        let narratives = repo::form::narratives(&mut tx, id).await?;
        let plan_rows = repo::form::plan_rows(&mut tx, id).await?;
        let reviews = repo::form::reviews(&mut tx, id).await?;
        let managing_directors = repo::managing_directors(&mut tx).await?;
        let allowed_actions = Action::allowed(relation, row.appraisal.status);
        let mut detail = self.assemble(caller, row, managing_directors);
        (detail.items, detail.narratives, detail.plan_rows) = (items, narratives, plan_rows);
        (detail.reviews, detail.allowed_actions) = (reviews, allowed_actions);
        let card = score(detail.post(), &detail.scored_rows());
        (detail.item_count, detail.rated_count) = (card.item_count, card.rated_count);
        Ok((relation, detail))
    }

    fn assemble(
        &self,
        caller: &Caller,
        row: DetailRow,
        managing_directors: Vec<PersonReference>,
    ) -> AppraisalDetail {
        let confirmation = ConfirmationOutlook {
            employment_start_date: row.employment_start_date,
            employment_confirmed_at: row.employment_confirmed_at,
            today: self.0.today(caller.time_zone()),
        };
        let (staff, line_manager) = (row.subject(), row.line_manager());
        let department_head = row.department_head();
        let it = row.appraisal;
        AppraisalDetail {
            id: it.id,
            staff_id: it.staff_id,
            review_type: it.review_type,
            period_from: it.period_from,
            period_to: it.period_to,
            role_category: it.role_category,
            is_manager_role: it.is_manager_role,
            line_manager_staff_id: it.line_manager_staff_id,
            department_head_staff_id: it.department_head_staff_id,
            template_id: it.template_id,
            template_name: it.template_name,
            status: it.status,
            self_submitted_at: it.self_submitted_at,
            self_submitted_by_id: it.self_submitted_by_id,
            lm_submitted_at: it.lm_submitted_at,
            lm_submitted_by_id: it.lm_submitted_by_id,
            dept_head_approved_at: it.dept_head_approved_at,
            dept_head_approved_by_id: it.dept_head_approved_by_id,
            md_approved_at: it.md_approved_at,
            md_approved_by_id: it.md_approved_by_id,
            finalized_at: it.finalized_at,
            finalized_by_id: it.finalized_by_id,
            md_comment: it.md_comment,
            kpi_score: it.kpi_score,
            competency_score: it.competency_score,
            behaviour_score: it.behaviour_score,
            overall_score: it.overall_score,
            overall_band: it.overall_band,
            hr_attendance_record: Patch::from(it.hr_attendance_record),
            hr_disciplinary_record: Patch::from(it.hr_disciplinary_record),
            hr_training_recommendation: Patch::from(it.hr_training_recommendation),
            hr_salary_recommendation: Patch::from(it.hr_salary_recommendation),
            hr_promotion_recommendation: Patch::from(it.hr_promotion_recommendation),
            hr_remarks: Patch::from(it.hr_remarks),
            created_at: it.created_at,
            updated_at: it.updated_at,
            waiting_since: it.status.stage().map(|_| it.waiting_since),
            staff,
            line_manager,
            department_head,
            managing_directors,
            items: Vec::new(),
            narratives: Vec::new(),
            plan_rows: PlanRows::default(),
            reviews: Vec::new(),
            confirmation: Some(confirmation),
            allowed_actions: Vec::new(),
            item_count: 0,
            rated_count: 0,
            revision: it.revision,
        }
    }
}
