//! Export of appraisals.

use std::cmp::Reverse;

use shared::appraisal::list::{AppraisalQuery, AppraisalSort};
use shared::error::Result;
use shared::permission::Permission;

use super::Appraisals;
use super::repo::listing::{self, ExportRow};
use crate::caller::Caller;
use crate::collation::{sort_by_name, sort_key};
use crate::spreadsheet;

const HEADER: [&str; 19] = [
    "staffNumber",
    "staffName",
    "departmentName",
    "reviewType",
    "periodFrom",
    "periodTo",
    "roleCategory",
    "isManagerRole",
    "templateName",
    "status",
    "lineManager",
    "departmentHead",
    "kpiScore",
    "competencyScore",
    "behaviourScore",
    "overallScore",
    "overallBand",
    "createdAt",
    "finalizedAt",
];

impl Appraisals<'_> {
    /// Every appraisal of the organization that matches the filters as CSV, in the requested order;
    /// scope and page are ignored.
    ///
    /// Errors: 403 without `appraisals:hr_manage`; 400 for a text that cannot be searched for.
    pub async fn export(&self, caller: &Caller, query: AppraisalQuery) -> Result<String> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        query.check()?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let rows = sorted(listing::export(&mut tx, &query).await?, query.sort);
        Ok(spreadsheet::write(&HEADER, rows.into_iter().map(cells)))
    }
}

/// The rows, which are read with the newest first, in an order. Equal ones are in the order of the
/// list.
fn sorted(mut rows: Vec<ExportRow>, sort: Option<AppraisalSort>) -> Vec<ExportRow> {
    let score = |row: &ExportRow| (row.overall_score.is_none(), row.overall_score.map(Reverse));
    match sort.unwrap_or(AppraisalSort::Newest) {
        AppraisalSort::Newest => {}
        AppraisalSort::Name => {
            rows.reverse();
            sort_by_name(&mut rows, |row| &row.staff_name);
        }
        AppraisalSort::NameDescending => {
            rows.sort_by_cached_key(|row| Reverse(sort_key(&row.staff_name)));
        }
        AppraisalSort::Score => rows.sort_by_key(score),
        AppraisalSort::ScoreAscending => {
            rows.reverse();
            rows.sort_by_key(|row| (row.overall_score.is_none(), row.overall_score));
        }
    }
    rows
}

fn cells(row: ExportRow) -> [String; 19] {
    [
        row.staff_number,
        row.staff_name,
        row.department_name.unwrap_or_default(),
        row.review_type.to_string(),
        row.period_from.to_string(),
        row.period_to.to_string(),
        row.role_category.to_string(),
        row.is_manager_role.to_string(),
        row.template_name,
        row.status.to_string(),
        row.line_manager_name,
        row.department_head_name.unwrap_or_default(),
        shown(row.kpi_score),
        shown(row.competency_score),
        shown(row.behaviour_score),
        shown(row.overall_score),
        shown(row.overall_band),
        row.created_at.to_rfc3339(),
        row.finalized_at.map(|at| at.to_rfc3339()).unwrap_or_default(),
    ]
}

fn shown(value: Option<impl ToString>) -> String {
    value.map(|it| it.to_string()).unwrap_or_default()
}
