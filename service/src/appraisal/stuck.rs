//! Appraisals in flight, and the reasons for delays.

use shared::appraisal::Status;
use shared::appraisal::initiation::resolve_chain;
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery, StuckReason};
use shared::error::Result;
use shared::id::StaffId;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;

use super::repo::listing::RoleHolder;
use super::repo::stuck::{self, StuckRow};
use super::{Appraisals, repo};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 10] = [
    "id",
    "staffName",
    "departmentName",
    "reviewType",
    "periodFrom",
    "periodTo",
    "status",
    "waitingFor",
    "waitingSince",
    "reasons",
];

impl Appraisals<'_> {
    /// A page of the appraisals in flight, longest wait first, each with its reasons for delay.
    ///
    /// Errors: 403 without `appraisals:hr_manage`.
    pub async fn stuck(&self, caller: &Caller, query: StuckQuery) -> Result<Page<StuckAppraisal>> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let (rows, total) = stuck::list(&mut tx, &query).await?;
        let next = query.page.next_cursor(&rows, total, stuck::cursor);
        let stages = repo::role_holders(&mut tx).await?;
        let rows = rows.into_iter().map(|row| in_flight(row, &stages)).collect();
        Ok(Page::new(rows, &query.page, total, next))
    }

    /// Every appraisal in flight that matches the filters as CSV, longest wait first; the page is
    /// ignored.
    ///
    /// Errors: 403 without `appraisals:hr_manage`.
    pub async fn export_stuck(&self, caller: &Caller, mut query: StuckQuery) -> Result<String> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        query.page = PageRequest::new(1, u32::MAX);
        let mut tx = self.0.read_on_replica(caller).await?;
        let (rows, _) = stuck::list(&mut tx, &query).await?;
        let stages = repo::role_holders(&mut tx).await?;
        Ok(spreadsheet::write(&HEADER, rows.into_iter().map(|row| cells(in_flight(row, &stages)))))
    }
}

fn cells(stuck: StuckAppraisal) -> [String; 10] {
    let StuckAppraisal { appraisal, reasons } = stuck;
    let reasons: Vec<_> = reasons.iter().map(|reason| reason.as_str()).collect();
    [
        appraisal.id.to_string(),
        appraisal.staff_name,
        appraisal.department_name.unwrap_or_default(),
        appraisal.review_type.to_string(),
        appraisal.period_from.to_string(),
        appraisal.period_to.to_string(),
        appraisal.status.to_string(),
        appraisal.waiting_for.join(", "),
        appraisal.waiting_since.map(|at| at.to_rfc3339()).unwrap_or_default(),
        reasons.join(" "),
    ]
}

fn in_flight(row: StuckRow, stages: &[RoleHolder]) -> StuckAppraisal {
    let facts = Facts::of(&row, stages);
    let appraisal = row.line.summary(stages);
    let reasons = facts.reasons(appraisal.status, appraisal.staff_id);
    StuckAppraisal { appraisal, reasons }
}

/// The current facts about the people of an appraisal.
struct Facts<'d> {
    subject_is_blocked: bool,
    line_manager: (StaffId, bool),
    department_head: Option<(StaffId, bool)>,
    line_manager_now: Option<StaffId>,
    supervisor_now: Option<StaffId>,
    is_template_changed: bool,
    stages: &'d [RoleHolder],
}

impl<'d> Facts<'d> {
    fn of(row: &StuckRow, stages: &'d [RoleHolder]) -> Self {
        Self {
            subject_is_blocked: row.subject_is_blocked,
            line_manager: (row.line_manager_staff_id, row.line_manager_is_blocked),
            department_head: row.department_head_staff_id.zip(row.department_head_is_blocked),
            line_manager_now: row.line_manager_now,
            supervisor_now: row.supervisor_now,
            is_template_changed: row.is_template_changed,
            stages,
        }
    }

    /// Completed stages cannot cause a delay any more.
    fn reasons(&self, status: Status, subject: StaffId) -> Vec<StuckReason> {
        use StuckReason as R;
        let chain = resolve_chain(subject, self.line_manager_now, self.supervisor_now).ok();
        let manager_now = chain.map(|chain| chain.line_manager);
        let head_now = chain.and_then(|chain| chain.department_head);
        let (manager, manager_is_blocked) = self.line_manager;
        let head_is = |test: &dyn Fn((StaffId, bool)) -> bool| {
            status <= Status::PendingDeptHead && self.department_head.is_some_and(test)
        };
        let nobody = |holds: &dyn Fn(&RoleHolder) -> bool| !self.stages.iter().any(holds);
        let reviews = status <= Status::PendingLm;
        let found = [
            (R::SubjectBlocked, self.subject_is_blocked && status == Status::PendingSelf),
            (R::LineManagerBlocked, manager_is_blocked && reviews),
            (R::LineManagerChanged, manager_now != Some(manager) && reviews),
            (R::DepartmentHeadBlocked, head_is(&|(_, is_blocked)| is_blocked)),
            (R::DepartmentHeadChanged, head_is(&|(head, _)| head_now != Some(head))),
            (
                R::NoManagingDirector,
                status <= Status::PendingMd && nobody(&|person| person.is_managing_director),
            ),
            (
                R::NoHumanResources,
                nobody(&|person| person.is_human_resources && person.id != subject),
            ),
            (R::TemplateChanged, self.is_template_changed),
        ];
        found.into_iter().filter_map(|(reason, holds)| holds.then_some(reason)).collect()
    }
}
