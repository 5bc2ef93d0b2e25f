//! Formatting of cells as a table.

use std::borrow::Borrow;

/// The byte-order mark of UTF-8, by which spreadsheets recognize the encoding.
pub const MARK: char = '\u{feff}';

/// Characters after which a spreadsheet may start a new cell, depending on its separator.
const BREAKS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Appends a record. Cells are escaped; see [`escape`].
pub fn write_record(text: &mut String, cells: &[impl Borrow<str>], separator: char) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            text.push(separator);
        }
        let cell = escape(cell.borrow());
        // A record of one empty cell would be an empty line, which is not a record.
        let is_quoted = needs_quotes(&cell) || cells.len() == 1;
        if is_quoted {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push('\n');
}

fn needs_quotes(cell: &str) -> bool {
    cell.contains(BREAKS) || cell.contains('"') || cell.starts_with('\'') || cell.trim() != cell
}

/// Escapes a cell. Spreadsheets evaluate cells that begin like a formula; an apostrophe makes them
/// text. Another spreadsheet may use another separator, so that a formula after any separator is
/// marked too.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, part) in text.split_inclusive(BREAKS).enumerate() {
        if index > 0 && is_marked(part) {
            escaped.push('\'');
        }
        escaped.push_str(part);
    }
    if is_marked(&escaped) { format!("'{escaped}") } else { escaped }
}

/// Reverses [`escape`]; other cells stay unchanged.
pub fn unescape(cell: &str) -> String {
    let cell = cell.strip_prefix('\'').filter(|rest| is_marked(rest)).unwrap_or(cell);
    let mut text = String::with_capacity(cell.len());
    for (index, part) in cell.split_inclusive(BREAKS).enumerate() {
        let rest = part.strip_prefix('\'').filter(|rest| index > 0 && is_marked(rest));
        text.push_str(rest.unwrap_or(part));
    }
    text
}

/// Returns true for a text that could be read as a formula, ignoring leading characters that a
/// spreadsheet does not display, and for a leading apostrophe, which could be taken for the mark. A
/// negative number is left as it is.
fn is_marked(text: &str) -> bool {
    let shown = text.trim_start_matches(is_passed_over);
    let is_formula = shown.starts_with([
        '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', '\u{fe66}', '\u{fe62}',
        '\u{fe63}', '\u{fe6b}', '\u{2212}', '\'',
    ]);
    is_formula && !is_negative_figure(text)
}

fn is_passed_over(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '"' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// Matches a plain negative number such as `-12.5000`, which evaluates to itself as a formula.
fn is_negative_figure(text: &str) -> bool {
    let Some(figure) = text.strip_prefix('-') else { return false };
    let (whole, fraction) = figure.split_once('.').unwrap_or((figure, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    is_digits(whole) && is_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_could_begin_a_formula_is_marked_and_quoted() {
        for (text, cell) in [
            ("Aisha", "Aisha"),
            ("-12.5000", "-12.5000"),
            ("=HYPERLINK(1)", "\"'=HYPERLINK(1)\""),
            ("+96899000111", "\"'+96899000111\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("\u{200b}=1", "\"'\u{200b}=1\""),
            ("  @SUM(A1)", "\"'  @SUM(A1)\""),
            ("\t=1", "\"'\t'=1\""),
            ("a;=1", "\"a;'=1\""),
            ("a\n-b", "\"a\n'-b\""),
            ("'already", "\"''already\""),
            ("5\" pipe", "\"5\"\" pipe\""),
        ] {
            let mut line = String::new();
            write_record(&mut line, &["1", text], ',');
            assert_eq!(line, format!("1,{cell}\n"), "{text}");
        }
    }

    #[test]
    fn an_apostrophe_of_the_user_stays() {
        for text in ["'already", "''", "'", "'-1", "O'Neil", "'=1"] {
            assert_eq!(unescape(&escape(text)), text);
        }
        assert_eq!(unescape("'Abd"), "'Abd");
    }
}
