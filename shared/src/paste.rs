//! Rows that are pasted from a spreadsheet: cells between tabs, lines between line breaks.

use crate::decimal::DecimalError;
use crate::digits::latin;
use crate::template::ITEMS_MAX;
use crate::weight::Weight;

/// Which columns a block may have, in this order.
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
    /// The category and its weight, where the block has these columns.
    pub category: Option<(String, Weight)>,
    /// The objective or label.
    pub label: String,
    /// The description.
    pub description: String,
    /// The target; empty where there is no such column.
    pub target_guidance: String,
    /// The weight.
    pub weight: Weight,
}

/// Why a block cannot be taken over. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasteError {
    /// There is no row.
    #[error("There is nothing to take over.")]
    Empty,
    /// There are more rows than a form may have.
    #[error("At most {ITEMS_MAX} rows.")]
    TooMany,
    /// A line has another number of columns than the layout.
    #[error("Line {line} has {found} columns.")]
    Columns {
        /// The line.
        line: usize,
        /// How many columns it has.
        found: usize,
    },
    /// A cell should hold a weight and does not.
    #[error("Line {line}: `{text}` is no weight.")]
    Weight {
        /// The line.
        line: usize,
        /// What the cell holds.
        text: String,
    },
}

/// Reads a block. A first line without any figure where the weight stands is a heading and left
/// out, and so are blank lines.
///
/// Errors: see [`PasteError`]; nothing of the block is taken then.
pub fn read_block(text: &str, layout: Layout) -> Result<Vec<PastedRow>, PasteError> {
    let lines = cells(text).into_iter().enumerate();
    let mut rows = Vec::new();
    for (index, mut line) in lines {
        while line.len() > layout.widths()[0] && line.last().is_some_and(String::is_empty) {
            line.pop();
        }
        let is_blank = line.iter().all(String::is_empty);
        let is_heading =
            index == 0 && line.last().is_some_and(|cell| !cell.chars().any(|c| c.is_ascii_digit()));
        if is_blank || (is_heading && layout.widths().contains(&line.len())) {
            continue;
        }
        rows.push(read_row(index + 1, line, layout)?);
    }
    match rows.len() {
        0 => Err(PasteError::Empty),
        count if count > ITEMS_MAX => Err(PasteError::TooMany),
        _ => Ok(rows),
    }
}

fn read_row(line: usize, cells: Vec<String>, layout: Layout) -> Result<PastedRow, PasteError> {
    let found = cells.len();
    if !layout.widths().contains(&found) {
        return Err(PasteError::Columns { line, found });
    }
    let weight = |text: String| read_weight(&text).map_err(|_| PasteError::Weight { line, text });
    let mut cells = cells.into_iter();
    let mut next = || cells.next().unwrap_or_default();
    let category = if found == 6 { Some((next(), weight(next())?)) } else { None };
    let (label, description) = (next(), next());
    let target_guidance = if layout.has_target() { next() } else { String::new() };
    Ok(PastedRow { category, label, description, target_guidance, weight: weight(next())? })
}

/// Reads a weight as people write it: `0.0667`, `.0667`, `0,0667`, `6.67%` or `6.67 %`.
///
/// Errors: anything else, and more digits than a weight has.
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

/// The cells of a block. A cell in quotation marks may hold tabs, line breaks and doubled marks,
/// as spreadsheets write them.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut characters = text.chars().filter(|it| *it != '\r').peekable();
    while let Some(character) = characters.next() {
        let Some(line) = lines.last_mut() else { break };
        let Some(cell) = line.last_mut() else { break };
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            '\t' if !is_quoted => line.push(String::new()),
            '\n' if !is_quoted => lines.push(vec![String::new()]),
            other => cell.push(other),
        }
    }
    for cell in lines.iter_mut().flatten() {
        *cell = cell.trim().to_owned();
    }
    lines
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
    fn what_is_no_weight_is_named_by_its_line() {
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

    proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "[\\PC\t\n\"%,.0-9]{0,200}") {
            for layout in [Layout::Template, Layout::CatalogWithTarget, Layout::Catalog] {
                let _ = read_block(&text, layout);
            }
        }

        #[test]
        fn what_is_written_as_share_or_decimal_reads_back(value in 0..20_000_i64) {
            let percent = format!("{}.{:02} %", value / 100, value % 100);
            prop_assert_eq!(read_weight(&percent), Ok(weight(value)));
            prop_assert_eq!(read_weight(&weight(value).to_string()), Ok(weight(value)));
        }
    }
}
