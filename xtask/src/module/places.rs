//! Every place of a module, as the tables of `docs/adding-a-module.md` list them.

use std::fmt::Write;

use super::names::Names;

const PAGE: &str = include_str!("../../../docs/adding-a-module.md");

/// A place that a module touches: a row of a table.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The files, with `noun` for the name of the module and `NNNN` for the number of a migration.
    files: Vec<&'static str>,
    /// The content of the place.
    content: &'static str,
    /// A file that shows the same for another module, and the text to look for.
    example: (String, &'static str),
    /// The crate and the test that fails while the place is open; empty for none.
    found_by: String,
}

impl Place {
    /// Errors: `None` for a line that is no row of a table.
    fn read(line: &'static str) -> Option<Self> {
        let mut cells = line.strip_prefix("| `")?.strip_suffix('|')?.split(" | ");
        let files = cells.next()?.split("`, `").map(|file| file.trim_matches('`')).collect();
        let content = cells.next()?;
        let (text, link) = cells.next()?.trim().strip_prefix("[`")?.split_once("`](")?;
        let link = link.strip_suffix(')')?;
        let path = link.strip_prefix("../").map_or_else(|| format!("docs/{link}"), str::to_owned);
        let found_by = cells.next().unwrap_or_default().trim().replace('`', "");
        Some(Self { files, content, example: (path, text), found_by })
    }
}

/// The places below the heading that begins so.
fn below(heading: &str) -> Vec<Place> {
    let sections = PAGE.split("\n## ").filter(|section| section.starts_with(heading));
    sections.flat_map(str::lines).filter_map(Place::read).collect()
}

/// The places that the command fills.
fn filled() -> Vec<Place> {
    below("Places that the command fills")
}

/// The places that are left to the developer.
fn left() -> Vec<Place> {
    below("Places that are left")
}

/// The places that a module touches as it grows.
fn later() -> Vec<Place> {
    below("Places that a module touches as it grows")
}

/// The report of the command: the places that it filled, and those that are left.
pub fn report(names: &Names, number: &str) -> String {
    let noun = names.fill("__noun__");
    let own = |place: &Place| place.files.join(", ").replace("NNNN", number).replace("noun", &noun);
    let mut report = "Created and registered:\n".to_owned();
    for place in filled() {
        let _ = writeln!(report, "  {}", own(&place));
    }
    for (title, places) in [("Left to do", left()), ("As the module grows", later())] {
        let _ = writeln!(report, "\n{title}:");
        for place in places {
            let (path, text) = &place.example;
            let _ = writeln!(report, "  {}\n    {}", own(&place), place.content);
            let _ = writeln!(report, "    example: {path}, {text}");
            if !place.found_by.is_empty() {
                let _ = writeln!(report, "    found by: {}", place.found_by);
            }
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// By hand, next to the fields, rules and pages of the module itself.
    const FILES_LEFT_MAX: usize = 20;

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
    }

    fn all() -> impl Iterator<Item = Place> {
        filled().into_iter().chain(left()).chain(later())
    }

    /// The text of every Rust source below the folder.
    fn sources(folder: &Path) -> String {
        let mut text = String::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                text.push_str(&sources(&path));
            } else if path.extension().is_some_and(|it| it == "rs") {
                text.push_str(&fs::read_to_string(path).unwrap());
            }
        }
        text
    }

    #[test]
    fn a_row_is_a_place() {
        let row = "| `a/noun.rs`, `b.md` | the `x` and y | [`## Z`](z.md) | server: `some_test` |";
        let expected = Place {
            files: vec!["a/noun.rs", "b.md"],
            content: "the `x` and y",
            example: ("docs/z.md".to_owned(), "## Z"),
            found_by: "server: some_test".to_owned(),
        };
        assert_eq!(Place::read(row), Some(expected));
        let short = Place::read("| `a` | b | [`c`](../d.rs) | |").unwrap();
        assert_eq!((short.example, short.found_by), (("d.rs".to_owned(), "c"), String::new()));
        assert_eq!(Place::read("|---|---|---|"), None);
    }

    #[test]
    fn every_row_of_the_page_is_a_place() {
        let rows = PAGE.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(all().count(), rows);
        assert!(!filled().is_empty() && !left().is_empty() && !later().is_empty());
        let files: usize = left().iter().map(|place| place.files.len()).sum();
        assert!(files <= FILES_LEFT_MAX, "{files} are left");
    }

    #[test]
    fn every_file_exists_unless_it_is_of_the_module() {
        for file in all().flat_map(|place| place.files) {
            let exists = file.contains("noun") || root().join(file).exists();
            assert!(exists, "{file} does not exist");
        }
    }

    #[test]
    fn every_example_exists() {
        for place in all() {
            let (path, text) = place.example;
            let content = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(content.contains(text), "{path} has no {text}");
        }
    }

    /// Tests of statements are generated by the database crate.
    #[test]
    fn every_test_exists() {
        let generated = sources(&root().join("database/src"));
        let tests = left().into_iter().chain(later()).map(|place| place.found_by);
        for found_by in tests.filter(|it| !it.is_empty() && it != "the compiler") {
            let (package, test) = found_by.split_once(": ").unwrap();
            let own = ["src", "tests"].map(|folder| sources(&root().join(package).join(folder)));
            let function = format!("fn {test}");
            let exists = generated.contains(&function) || own.concat().contains(&function);
            assert!(exists, "{package} has no test {test}");
        }
    }

    #[test]
    fn the_report_has_every_place_with_its_example() {
        let names = Names::parse("training", None).unwrap();
        let report = report(&names, "0042");
        assert!(report.contains("\n  shared/src/training.rs, shared/src/lib.rs\n"), "{report}");
        assert!(report.contains("migrations/sqlite/0042_training.sql"), "{report}");
        assert!(!report.contains("noun") && !report.contains("NNNN"), "{report}");
        for place in left().into_iter().chain(later()) {
            let (path, text) = place.example;
            let lines = format!("    {}\n    example: {path}, {text}\n", place.content);
            assert!(report.contains(&lines), "{lines}");
        }
    }
}
