//! Rows pasted from a spreadsheet: cells separated by tabs, rows by line breaks.

use crate::decimal::DecimalError;
use crate::digits::latin;
use crate::sheet::Records;
use crate::template::ITEMS_MAX;
use crate::weight::Weight;

/// The columns of a block, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Category, category weight, objective, description, target, weight; or without the first
    /// two.
    Template,
    /// Label, description, target, weight.
    CatalogWithTarget,
    /// Label, description, weight.
    Catalog,
}

impl Layout {
    /// The numbers of columns that a block may have.
    pub const fn widths(self) -> &'static [usize] {
        match self {
            Self::Template => &[6, 4],
            Self::CatalogWithTarget => &[4],
            Self::Catalog => &[3],
        }
    }

    const fn has_target(self) -> bool {
        match self {
            Self::Template | Self::CatalogWithTarget => true,
            Self::Catalog => false,
        }
    }
}

/// One row of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedRow {
    /// The category and its weight, if the block has these columns.
    pub category: Option<(String, Weight)>,
    /// The objective or label.
    pub label: String,
    /// The description.
    pub description: String,
    /// The target; empty if there is no such column.
    pub target_guidance: String,
    /// The weight.
    pub weight: Weight,
}

/// The reason why a block is refused. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasteError {
    /// The block has no row.
    #[error("Nothing to import.")]
    Empty,
    /// There are more rows than a form may have.
    #[error("Maximum {ITEMS_MAX} rows.")]
    TooMany,
    /// The number of columns in a line does not match the layout.
    #[error("Line {line} has {found} columns.")]
    Columns {
        /// The line.
        line: usize,
        /// The number of columns.
        found: usize,
    },
    /// The quotation marks of a cell cannot be read.
    #[error("Line {line}: a quotation mark is not closed, or text follows it.")]
    Quotes {
        /// The line.
        line: usize,
    },
    /// The text of a weight cell is not a weight.
    #[error("Line {line}: `{text}` is not a valid weight.")]
    Weight {
        /// The line.
        line: usize,
        /// The text of the cell.
        text: String,
    },
}

/// Parses a block. A first line without any figure in the weight column is a heading and is
/// skipped, as are blank lines. Spreadsheets write the value of merged cells once: a row without
/// category and category weight belongs to the category above it.
///
/// Errors: see [`PasteError`]; no row of the block is accepted then.
pub fn read_block(text: &str, layout: Layout) -> Result<Vec<PastedRow>, PasteError> {
    let mut rows: Vec<PastedRow> = Vec::new();
    let mut is_first = true;
    for (number, mut line) in lines(text)? {
        if line.iter().all(String::is_empty) {
            continue;
        }
        drop_empty_columns(&mut line, layout);
        let has_figure =
            |cell: &String| latin(cell).chars().any(|character| character.is_ascii_digit());
        let is_heading = std::mem::take(&mut is_first)
            && layout.widths().contains(&line.len())
            && line.last().is_some_and(|cell| !has_figure(cell));
        if is_heading {
            continue;
        }
        let above = rows.last().and_then(|row| row.category.clone());
        rows.push(read_row(number, line, layout, above)?);
    }
    match rows.len() {
        0 => Err(PasteError::Empty),
        count if count > ITEMS_MAX => Err(PasteError::TooMany),
        _ => Ok(rows),
    }
}

/// Removes empty columns at the end, down to the smallest width of the layout that fits the rest.
fn drop_empty_columns(line: &mut Vec<String>, layout: Layout) {
    let filled = line.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    let widths = layout.widths().iter().copied();
    if let Some(width) = widths.filter(|width| (filled..=line.len()).contains(width)).min() {
        line.truncate(width);
    }
}

/// * `above`: the category of the row before.
fn read_row(
    line: usize,
    cells: Vec<String>,
    layout: Layout,
    above: Option<(String, Weight)>,
) -> Result<PastedRow, PasteError> {
    let found = cells.len();
    if !layout.widths().contains(&found) {
        return Err(PasteError::Columns { line, found });
    }
    let weight = |text: String| read_weight(&text).map_err(|_| PasteError::Weight { line, text });
    let mut cells = cells.into_iter();
    let mut next = || cells.next().unwrap_or_default();
    let category = if found == 6 {
        match (next(), next(), above) {
            (label, share, Some(above)) if label.is_empty() && share.is_empty() => Some(above),
            (label, share, Some((above, its))) if label == above && share.is_empty() => {
                Some((above, its))
            }
            (label, share, _) => Some((label, weight(share)?)),
        }
    } else {
        None
    };
    let (label, description) = (next(), next());
    let target_guidance = if layout.has_target() { next() } else { String::new() };
    Ok(PastedRow { category, label, description, target_guidance, weight: weight(next())? })
}

/// Parses a weight as people write it: `0.0667`, `.0667`, `0,0667`, `6.67%` or `6.67 %`.
///
/// Errors: any other format, and too many fractional digits.
pub fn read_weight(text: &str) -> Result<Weight, DecimalError> {
    let text = latin(text).trim().replace(',', ".");
    let Some(percent) = text.strip_suffix('%') else { return leading_zero(&text).parse() };
    let value: Weight = leading_zero(percent.trim_end()).parse()?;
    if value.ten_thousandths() % 100 == 0 {
        return Ok(Weight::from_ten_thousandths(value.ten_thousandths() / 100));
    }
    Err(DecimalError::TooPrecise)
}

fn leading_zero(text: &str) -> String {
    if text.starts_with('.') { format!("0{text}") } else { text.to_owned() }
}

/// The lines of a block with their numbers. A quoted cell may contain tabs, line breaks and doubled
/// quotation marks, as spreadsheets write them.
fn lines(text: &str) -> Result<Vec<(usize, Vec<String>)>, PasteError> {
    let number = |line: u64| usize::try_from(line).unwrap_or(usize::MAX);
    let tidy = |cell: String| cell.replace('\r', "").trim().to_owned();
    Records::new(text, '\t')
        .map(|record| match record {
            Ok(it) => Ok((number(it.line), it.cells.into_iter().map(tidy).collect())),
            Err(error) => Err(PasteError::Quotes { line: number(error.line()) }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn weight(value: i64) -> Weight {
        Weight::from_ten_thousandths(value)
    }

    #[test]
    fn a_block_with_headings_quotation_marks_and_percents_is_read() {
        let block = "Category\tShare\tObjective\tKPI\tTarget\tWeight\r\n\
                     Core\t60%\tClose\t\"Days,\nthen \"\"hours\"\"\"\t5\t60,00 %\r\n\r\n\
                     Other\t0.4\tHelp\t\t\t.4\t\t\r\n";
        let rows = read_block(block, Layout::Template).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].category, Some(("Core".to_owned(), weight(6_000))));
        assert_eq!(rows[0].description, "Days,\nthen \"hours\"");
        assert_eq!((&*rows[0].target_guidance, rows[0].weight), ("5", weight(6_000)));
        assert_eq!((&*rows[1].label, rows[1].weight), ("Help", weight(4_000)));
    }

    #[test]
    fn each_layout_has_its_columns() {
        let read = |text: &str, layout| read_block(text, layout).map(|rows| rows[0].clone());
        let row = read("Close\tDays\t5\t1", Layout::Template).unwrap();
        assert_eq!((row.category, &*row.target_guidance), (None, "5"));
        assert_eq!(read("A\tB\t0.25", Layout::Catalog).unwrap().weight, weight(2_500));
        assert_eq!(read("A\tB\tC\t1", Layout::CatalogWithTarget).unwrap().target_guidance, "C");
        let columns = PasteError::Columns { line: 1, found: 2 };
        assert_eq!(read("A\t1", Layout::Catalog), Err(columns));
    }

    #[test]
    fn an_invalid_weight_is_reported_with_its_line() {
        for text in ["1e-1", "0.00001", "6.675%", "-", "one 1", "1.000,5", ""] {
            let block = format!("A\tB\t0.5\nC\tD\t{text}");
            let expected = PasteError::Weight { line: 2, text: text.to_owned() };
            assert_eq!(read_block(&block, Layout::Catalog), Err(expected), "{text}");
        }
        assert_eq!(read_block(" \n\n", Layout::Catalog), Err(PasteError::Empty));
        assert_eq!(read_block("Label\tText\tWeight", Layout::Catalog), Err(PasteError::Empty));
        let many = "A\tB\t0.001\n".repeat(ITEMS_MAX + 1);
        assert_eq!(read_block(&many, Layout::Catalog), Err(PasteError::TooMany));
    }

    #[test]
    fn a_first_row_with_digits_of_other_scripts_is_not_a_heading() {
        for weight in ["٠٫٢٥", "۲۵٪", "۰٫۲۵"] {
            let rows = read_block(&format!("A\tB\t{weight}\nC\tD\t0.75"), Layout::Catalog).unwrap();
            assert_eq!((rows.len(), rows[0].weight.ten_thousandths()), (2, 2_500), "{weight}");
        }
    }

    #[test]
    fn merged_cells_of_a_category_belong_to_the_row_above() {
        let block = "Core\t0.6\tOne\t\t\t0.5\n\t\tTwo\t\t\t0.5\nOther\t0.4\tThree\t\t\t1";
        let rows = read_block(block, Layout::Template).unwrap();
        let labels: Vec<_> =
            rows.iter().map(|row| row.category.clone().unwrap_or_default().0).collect();
        assert_eq!(labels, ["Core", "Core", "Other"]);
        let first = read_block("\t\tTwo\t\t\t0.5", Layout::Template);
        assert_eq!(first, Err(PasteError::Weight { line: 1, text: String::new() }));
    }

    #[test]
    fn empty_columns_at_the_end_are_passed_over() {
        for block in ["Close\tDays\t5\t1\t", "Close\tDays\t5\t1\t\t\t"] {
            let rows = read_block(block, Layout::Template).unwrap();
            assert_eq!((&*rows[0].label, rows[0].category.clone()), ("Close", None), "{block:?}");
        }
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_is_named_by_its_line() {
        let block = "A\tB\t0.5\n\"C\tD\t0.5\nE\tF\t0.5";
        assert_eq!(read_block(block, Layout::Catalog), Err(PasteError::Quotes { line: 2 }));
    }

    proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "[\\PC\t\n\"%,.0-9]{0,200}") {
            for layout in [Layout::Template, Layout::CatalogWithTarget, Layout::Catalog] {
                let _ = read_block(&text, layout);
            }
        }

        #[test]
        fn weights_written_as_shares_or_decimals_can_be_parsed(value in 0..20_000_i64) {
            let percent = format!("{}.{:02} %", value / 100, value % 100);
            prop_assert_eq!(read_weight(&percent), Ok(weight(value)));
            prop_assert_eq!(read_weight(&weight(value).to_string()), Ok(weight(value)));
        }
    }
}
