use proptest::prelude::*;

use super::*;

const HEADINGS: &str = "Staff number,NAME,e-mail,employment_start_date,Department,Nonsense\n";

fn table_of(text: &str, rows_max: usize) -> Result<Table> {
    Sheet::read(text, rows_max)?.named()
}

fn read(rows: &str) -> Result<Table> {
    table_of(&format!("\u{feff}{HEADINGS}{rows}"), 3)
}

fn refusal(text: &str) -> (String, String) {
    let error = table_of(text, 5_000).err().unwrap();
    let fault = &error.problem().errors[0];
    (fault.code.to_string(), fault.message.clone())
}

#[test]
fn headings_may_be_written_as_people_write_them() {
    let table = read("1, Bilal ,Bilal@A.example,2026-01-01,\"Sales, south\",x\n").unwrap();
    let row = table.rows().next().unwrap();
    assert_eq!(row.cell(Column::Name), Some("Bilal"));
    assert_eq!(row.cell(Column::Department), Some("Sales, south"));
    assert_eq!(row.cell(Column::Role), None);
    assert_eq!(table.emails().collect::<Vec<_>>(), ["bilal@a.example"]);
    assert_eq!(table.ignored, ["Nonsense"]);
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    let table = read("1,\"A\nB\",a@a.example,2026-01-01\n\n2,C,c@a.example,2026-01-01\n").unwrap();
    assert_eq!(table.rows().map(|row| row.line).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn a_file_that_is_not_a_table_is_refused() {
    assert!(table_of("", 3).is_err());
    assert!(table_of("name,email\nA,a@a.example\n", 3).is_err());
    assert!(read("").is_err());
    assert!(read(",,,,,\n").is_err());
    assert!(read(&"1,A,a@a.example,2026-01-01\n".repeat(4)).is_err());
    assert!(read("1,A\n").is_ok());
    let long = format!("{HEADINGS}1,{}", "x".repeat(ImportPreview::BYTES_MAX));
    let error = Sheet::of_file(long.as_bytes(), 3).err().unwrap();
    assert_eq!(error.problem().errors[0].code, FieldCode::TooLong);
}

#[test]
fn each_separator_is_found_by_the_headings() {
    let text = format!("{HEADINGS}1,A,a@a.example,2026-01-01,B,C\n");
    for separator in [";", "\t", ","] {
        let text = text.replace(',', separator);
        for text in [text.clone(), format!("sep={separator}\r\n{text}")] {
            let table = table_of(&text, 3).unwrap();
            assert_eq!(table.rows().next().unwrap().cell(Column::Department), Some("B"));
        }
    }
    assert_eq!(refusal("sep=|\nname|email\n").0, "INVALID");
}

#[test]
fn a_file_that_would_lose_a_cell_or_a_row_is_refused_with_its_line() {
    let refusal = |rows: &str| refusal(&format!("{HEADINGS}1,A,a@a.example,2026-01-01\n{rows}"));
    let cells = refusal("2,B,b@a.example,2026-01-01,Sales, south,x\n");
    assert_eq!(cells.0, "TOO_MANY_CELLS");
    assert!(cells.1.starts_with("Line 3 has 7 cells"));
    let quote = refusal("2,B,b@a.example,2026-01-01,,\"moved\n3,C,c@a.example,2026-01-01,,\n");
    assert_eq!(quote.0, "QUOTATION_MARK");
    assert!(quote.1.starts_with("Line 3:"));
}

#[test]
fn a_heading_that_is_there_twice_is_refused() {
    let (code, message) = refusal("staffNumber,name,NAME,email,employmentStartDate\n1,A,B,c,d\n");
    assert_eq!(code, "DUPLICATE");
    assert!(message.starts_with("Line 1:"));
    let two_names = HEADINGS.replace("Nonsense", "departmentId");
    assert_eq!(refusal(&format!("{two_names}1,A,b,c,d,e\n")).0, "DUPLICATE");
    assert_eq!(refusal(&HEADINGS.replace("Nonsense", "Notes,notes")).0, "DUPLICATE");
    let empty = HEADINGS.replace("Nonsense", ",,");
    let table = table_of(&format!("{empty}1,A,a@a.example,2026-01-01,,,,\n"), 3).unwrap();
    assert_eq!((table.len(), table.ignored), (1, vec![]));
}

#[test]
fn columns_have_a_limit() {
    let wide = |count| HEADINGS.replace("Nonsense", &",".repeat(count));
    assert_eq!(refusal(&wide(95)).0, "TOO_MANY");
    assert_eq!(refusal(&wide(490 * 1024)).0, "TOO_MANY_CELLS");
    assert_eq!(refusal(&format!("{HEADINGS}1{}\n", ",".repeat(100))).0, "TOO_MANY_CELLS");
}

fn cell() -> impl Strategy<Value = String> {
    "[a-z'=+\"\r\n,; ]{0,6}"
}

proptest! {
    #[test]
    fn no_row_is_lost_and_no_cell_is_changed(
        rows in prop::collection::vec(prop::collection::vec(cell(), 6), 1..8),
        separator in prop::sample::select(SEPARATORS.to_vec()),
    ) {
        let mut text = HEADINGS.replace(',', &separator.to_string());
        for row in &rows {
            sheet::write_record(&mut text, row, separator);
        }
        let (blank, filled): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row.iter().all(|cell| cell.trim().is_empty()));
        match table_of(&text, 100) {
            Err(_) => prop_assert!(filled.is_empty()),
            Ok(table) => {
                prop_assert_eq!(table.len() + blank.len(), rows.len());
                for (row, cells) in table.rows().zip(filled) {
                    let name = cells[1].trim();
                    prop_assert_eq!(row.cell(Column::Name).unwrap_or_default(), name);
                }
            }
        }
    }
}
