//! All appraisals as a table for a spreadsheet.

use shared::error::{Error, Result};
use shared::permission::Permission;

use super::Appraisals;
use super::repo::listing::{self, ExportRow};
use crate::caller::Caller;

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
    /// Every appraisal of the organization as CSV, newest first.
    ///
    /// Errors: 403 without `appraisals:hr_manage`.
    pub async fn export(&self, caller: &Caller) -> Result<String> {
        caller.require(Permission::AppraisalsHrManage)?;
        let mut tx = self.0.db.read().await?;
        let rows = listing::export(&mut tx, caller.organization()).await?;
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(HEADER).map_err(unwritable)?;
        for row in rows {
            writer.write_record(cells(row)).map_err(unwritable)?;
        }
        let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
        String::from_utf8(bytes).map_err(|_| Error::internal())
    }
}

fn unwritable(error: csv::Error) -> Error {
    tracing::error!(%error, "the export could not be written");
    Error::internal()
}

fn cells(row: ExportRow) -> [String; 19] {
    [
        safe(row.staff_number),
        safe(row.staff_name),
        safe(row.department_name.unwrap_or_default()),
        row.review_type.to_string(),
        row.period_from.to_string(),
        row.period_to.to_string(),
        row.role_category.to_string(),
        row.is_manager_role.to_string(),
        safe(row.template_name),
        row.status.to_string(),
        safe(row.line_manager_name),
        safe(row.department_head_name.unwrap_or_default()),
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

/// Spreadsheets run cells that begin like a formula; an apostrophe makes them text.
fn safe(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn a_cell_that_begins_like_a_formula_is_made_text() {
        assert_eq!(safe("=HYPERLINK(1)".to_owned()), "'=HYPERLINK(1)");
        assert_eq!(safe("Aisha".to_owned()), "Aisha");
    }
}
