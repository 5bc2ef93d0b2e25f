//! The editable rows of a plan: three texts and a date, for both grids.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::appraisal::PlanKind;
use shared::appraisal::detail::{DevelopmentRow, PipRow, PlanRows};
use shared::appraisal::save::PlanRowsInput;

/// The number of text columns of a plan; the date follows them.
pub const TEXT_COLUMNS: usize = 3;

/// One row of a plan, as entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanLine {
    /// The texts, in the order of the columns.
    pub texts: [String; TEXT_COLUMNS],
    /// The date as `YYYY-MM-DD`, or blank.
    pub date: String,
}

impl PlanLine {
    /// True if the row is empty; such a row is not sent.
    pub fn is_blank(&self) -> bool {
        self.texts.iter().all(|text| text.trim().is_empty()) && self.date.is_empty()
    }

    /// The row as plain text, for copying.
    pub fn readable(&self) -> String {
        let cells = self.texts.iter().chain([&self.date]).map(String::as_str);
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" | ")
    }
}

/// The editable rows of one grid.
pub fn lines_of(kind: PlanKind, rows: &PlanRows) -> Vec<PlanLine> {
    match kind {
        PlanKind::Development => rows.development.iter().map(development_line).collect(),
        PlanKind::Pip => rows.pip.iter().map(pip_line).collect(),
    }
}

/// Adds the rows of one grid to a save, without blank ones.
pub fn put(kind: PlanKind, lines: &[PlanLine], input: &mut PlanRowsInput) {
    let written = lines.iter().filter(|line| !line.is_blank());
    match kind {
        PlanKind::Development => {
            input.development = Some(written.map(development_row).collect());
        }
        PlanKind::Pip => input.pip = Some(written.map(pip_row).collect()),
    }
}

/// The displayed number, from 1, of the row at a position of a save.
pub fn shown_place(lines: &[PlanLine], position: usize) -> usize {
    let written = lines.iter().enumerate().filter(|(_, line)| !line.is_blank());
    written.map(|(place, _)| place).nth(position).unwrap_or(position).saturating_add(1)
}

fn development_line(row: &DevelopmentRow) -> PlanLine {
    line([&row.area, &row.action, &row.support], row.target_date)
}

fn pip_line(row: &PipRow) -> PlanLine {
    line([&row.issue, &row.expected_improvement, &row.action], row.review_date)
}

fn line(texts: [&Option<String>; TEXT_COLUMNS], date: Option<NaiveDate>) -> PlanLine {
    PlanLine {
        texts: texts.map(|text| text.clone().unwrap_or_default()),
        date: date.map(|date| date.to_string()).unwrap_or_default(),
    }
}

fn development_row(line: &PlanLine) -> DevelopmentRow {
    let [area, action, support] = texts(line);
    DevelopmentRow { area, action, support, target_date: date(line) }
}

fn pip_row(line: &PlanLine) -> PipRow {
    let [issue, expected_improvement, action] = texts(line);
    PipRow { issue, expected_improvement, action, review_date: date(line) }
}

fn texts(line: &PlanLine) -> [Option<String>; TEXT_COLUMNS] {
    line.texts.clone().map(|text| (!text.trim().is_empty()).then_some(text))
}

fn date(line: &PlanLine) -> Option<NaiveDate> {
    line.date.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(area: &str, date: &str) -> PlanLine {
        PlanLine { texts: [area.to_owned(), String::new(), String::new()], date: date.to_owned() }
    }

    #[test]
    fn rows_come_back_from_a_save_as_they_were_typed() {
        let lines = [line("Sukuk", "2027-02-28"), line("Writing", "")];
        for kind in PlanKind::ALL {
            let mut input = PlanRowsInput::default();
            put(*kind, &lines, &mut input);
            let rows = PlanRows {
                development: input.development.unwrap_or_default(),
                pip: input.pip.unwrap_or_default(),
            };
            assert_eq!(lines_of(*kind, &rows), lines);
        }
    }

    #[test]
    fn a_blank_row_is_not_sent_and_the_other_grid_stays() {
        let mut input = PlanRowsInput::default();
        put(PlanKind::Development, &[line(" ", ""), line("Sukuk", "")], &mut input);
        assert_eq!(input.development.unwrap().len(), 1);
        assert_eq!(input.pip, None);
    }

    #[test]
    fn an_error_names_the_row_by_its_place_on_the_screen() {
        let lines = [line("", ""), line("Sukuk", ""), line("", ""), line("Writing", "")];
        assert_eq!(shown_place(&lines, 0), 2);
        assert_eq!(shown_place(&lines, 1), 4);
        assert_eq!(shown_place(&lines, 7), 8);
    }
}
