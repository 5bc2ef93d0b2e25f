//! Spreadsheet tables: encodings, records and cells.

mod encoding;
mod read;
mod write;

pub use encoding::{EncodingError, decode};
pub use read::{ReadError, Record, Records, SEPARATORS, separator_line};
pub use write::{MARK, escape, unescape, write_record};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn records(text: &str, separator: char) -> Vec<Vec<String>> {
        Records::new(text, separator).map(|record| record.unwrap().cells).collect()
    }

    fn cell() -> impl Strategy<Value = String> {
        let text = "[\\PC\t\r\n\"',;=+@|\u{200b}\u{feff}\u{ff1d}\u{ff0b}\u{2212}-]{0,12}";
        prop_oneof![text, "'{0,3}[=+@ -]{0,3}[a-z0-9]{0,4}", "-?[0-9]{1,4}"]
    }

    proptest! {
        #[test]
        fn a_written_sheet_can_be_read(
            rows in prop::collection::vec(prop::collection::vec(cell(), 3), 1..6),
            separator in prop::sample::select(SEPARATORS.to_vec()),
        ) {
            let mut text = String::new();
            for row in &rows {
                write_record(&mut text, row, separator);
            }
            let read = records(&text, separator).into_iter();
            let read: Vec<Vec<_>> =
                read.map(|row| row.iter().map(|cell| unescape(cell)).collect()).collect();
            prop_assert_eq!(read, rows);
        }

        #[test]
        fn no_cell_begins_a_formula_whichever_separator_a_spreadsheet_takes(text in cell()) {
            let escaped = escape(&text);
            for part in escaped.split([',', ';', '\t', '\r', '\n']) {
                let part = part.trim_start_matches(|c: char| c == '"' || c.is_whitespace());
                let is_number = part.parse::<f64>().is_ok();
                let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
                prop_assert!(is_number || !part.starts_with(signs));
            }
        }

        #[test]
        fn every_text_is_read_to_its_end_or_refused(text in "[a,;\t\r\n\" ]{0,60}") {
            let read: Result<Vec<_>, _> = Records::new(&text, ',').collect();
            if let Ok(rows) = read {
                let letters = |text: &str| text.chars().filter(|c| *c == 'a').count();
                let kept: usize = rows.iter().flat_map(|row| &row.cells).map(|c| letters(c)).sum();
                prop_assert_eq!(kept, letters(&text));
            }
        }

        #[test]
        fn a_text_reads_the_same_in_every_encoding_that_is_taken(text in "[\\PC\n]{0,40}") {
            let wide: Vec<u16> = text.encode_utf16().collect();
            let little = [0xff, 0xfe].into_iter().chain(wide.iter().flat_map(|u| u.to_le_bytes()));
            let big = [0xfe, 0xff].into_iter().chain(wide.iter().flat_map(|u| u.to_be_bytes()));
            let marked = [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat();
            // A NUL in UTF-16 directly after the byte-order mark would be the mark of UTF-32; no
            // text here has one.
            for bytes in [little.collect::<Vec<u8>>(), big.collect(), marked] {
                prop_assert_eq!(decode(&bytes), Ok(text.clone()));
            }
        }

        #[test]
        fn no_bytes_stop_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }
}
