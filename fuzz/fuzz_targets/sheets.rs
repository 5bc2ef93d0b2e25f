//! Files of an import: nothing panics, lines only go up, what is read can be written and read
//! again, and the columns that headings suggest are those of the file, each at most once.
#![cfg_attr(fuzzing, no_main)]
#![expect(clippy::expect_used, reason = "a target fails by a panic")]

use std::collections::BTreeSet;

use fuzz::fuzz_target;
use shared::sheet::{Record, Records, SEPARATORS, decode, separator_line, unescape, write_record};
use shared::staff::ImportMapping;

fn reads_back(records: &[Record], separator: char) {
    let rows: Vec<_> = records.iter().map(|record| &record.cells).collect();
    let mut text = String::new();
    for row in &rows {
        write_record(&mut text, row.as_slice(), separator);
    }
    let again: Vec<Vec<String>> = Records::new(&text, separator)
        .map(|record| record.expect("what was written is a table").cells)
        .map(|cells| cells.iter().map(|cell| unescape(cell)).collect())
        .collect();
    assert!(again.iter().eq(rows), "{text}");
}

fn columns(headings: &[String]) {
    let mapping = ImportMapping::guess(headings);
    let positions: Vec<_> = mapping.positions().map(|(_, position)| position).collect();
    assert!(positions.iter().all(|position| *position < headings.len()), "{headings:?}");
    assert_eq!(positions.iter().collect::<BTreeSet<_>>().len(), positions.len(), "{headings:?}");
    assert_eq!(mapping.to_string().parse(), Ok(mapping), "{headings:?}");
}

fuzz_target!(|file: &[u8]| {
    let Ok(text) = decode(file) else { return };
    let _ = separator_line(&text);
    let _ = text.parse::<ImportMapping>();
    for separator in SEPARATORS {
        let Ok(records) = Records::new(&text, separator).collect::<Result<Vec<_>, _>>() else {
            continue;
        };
        assert!(records.is_sorted_by(|one, next| one.line < next.line), "{text}");
        if let Some(headings) = records.first() {
            columns(&headings.cells);
        }
        reads_back(&records, separator);
    }
});
