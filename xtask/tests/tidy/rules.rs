//! The style rules: functions from a source to the places that violate them.

use std::path::Path;

use std::collections::BTreeSet;

use crate::source::Source;
use toml::Value;

const FUNCTION_LINES: usize = 70;
const FILE_LINES: usize = 500;
const LINE_CHARACTERS: usize = 100;
const STATE_FILES: [&str; 2] = ["status.rs", "stage.rs"];
const SQL_WORDS: [[&str; 2]; 6] = [
    ["SELECT ", ""],
    ["INSERT INTO ", ""],
    ["UPDATE ", " SET "],
    ["DELETE FROM ", ""],
    ["WITH ", " AS ("],
    ["CREATE ", " TABLE "],
];

/// The crates of the workspace, each with the workspace crates that it may depend on.
pub const ARROWS: [(&str, &[&str]); 9] = [
    ("app", &["shared", "service"]),
    ("bench", &["database", "service", "shared"]),
    ("database", &["shared"]),
    ("frontend", &["app"]),
    ("fuzz", &["database", "server", "service", "shared"]),
    ("server", &["app", "database", "service", "shared"]),
    ("service", &["database", "shared"]),
    ("shared", &[]),
    ("xtask", &[]),
];

pub fn long_functions(source: &Source) -> Vec<String> {
    let functions = source.functions().into_iter();
    let long = functions.filter(|function| function.lines > FUNCTION_LINES);
    long.map(|function| {
        format!("{}:{} {} has {}", source.path, function.line, function.name, function.lines)
    })
    .collect()
}

pub fn long_file(source: &Source) -> Option<String> {
    let lines = source.code_without_tests().lines().count();
    (lines > FILE_LINES && !source.is_test()).then(|| format!("{} has {lines}", source.path))
}

pub fn long_lines(source: &Source) -> Vec<String> {
    let lines = source.text.lines().enumerate();
    let long = lines.filter(|(_, line)| line.chars().count() > LINE_CHARACTERS);
    long.map(|(index, line)| format!("{}:{} has {}", source.path, index + 1, line.chars().count()))
        .collect()
}

/// Words that replace a precise term in comments and documents.
const PARAPHRASES: [&str; 5] = ["whoever", "whomever", "somebody", "anew", "besides"];

/// Words that start a question instead of a statement.
const QUESTIONS: [&str; 7] = ["What", "Who", "Whom", "Whose", "Where", "Which", "Whether"];

/// Lines of comments and documents that contain a paraphrase, or start as a question.
pub fn paraphrases(path: &str, text: &str) -> Vec<String> {
    let is_document = Path::new(path).extension().is_some_and(|it| it == "md");
    let marks = ["//", "/*", "* ", "#"];
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim_start();
        is_document && !line.contains('`') || marks.iter().any(|mark| line.starts_with(mark))
    });
    let refused = lines.filter(|(_, line)| {
        let lower = line.to_lowercase();
        let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
        let doc = line.trim_start().strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
        let first = doc.and_then(|doc| doc.split(' ').next()).unwrap_or_default();
        words.any(|word| PARAPHRASES.contains(&word)) || QUESTIONS.contains(&first)
    });
    refused.map(|(index, line)| format!("{path}:{} {}", index + 1, line.trim())).collect()
}

/// The relative files that a document links to, without fragments.
pub fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.map(|target| target.split('#').next().unwrap_or_default());
    files.filter(|file| !file.is_empty() && !file.contains(':')).collect()
}

/// SQL outside of repositories. Tests may use statements of their own.
pub fn misplaced_sql(source: &Source) -> Vec<String> {
    let path = &source.path;
    let repository = path.ends_with("/repo.rs") || path.contains("/repo/");
    if repository || path.starts_with("database/src") || source.is_test() {
        return Vec::new();
    }
    let tests = source.code_without_tests().lines().count();
    let before_tests = source.strings.iter().filter(|(line, _)| *line <= tests);
    let statements = before_tests.filter(|(_, text)| is_sql(text));
    statements.map(|(line, text)| format!("{path}:{line} {}", first_line(text))).collect()
}

fn is_sql(text: &str) -> bool {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    SQL_WORDS.iter().any(|[start, then]| words.starts_with(start) && words.contains(then))
}

fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}

/// Arithmetic and relations between a caller and a record in handlers and server functions, which
/// belong in `shared` and `service`.
pub fn decisions_of_faces(source: &Source) -> Vec<String> {
    const DECISIONS: [&str; 4] = ["= Part {", ".plus(", ".minus(", ".checked_"];
    let path = &source.path;
    let is_server_function = path.starts_with("app/src/") && path.ends_with("/serverfns.rs");
    if !is_server_function && !path.starts_with("server/src/api/") {
        return Vec::new();
    }
    let lines = source.code_without_tests().lines().enumerate();
    let decides = lines.filter(|(_, line)| DECISIONS.iter().any(|it| line.contains(it)));
    decides.map(|(index, _)| format!("{path}:{}", index + 1)).collect()
}

pub fn wildcard_arms(source: &Source) -> Vec<String> {
    let name = source.path.rsplit('/').next().unwrap_or_default();
    if !source.path.starts_with("shared/") || !STATE_FILES.contains(&name) {
        return Vec::new();
    }
    let lines = source.code_without_tests().lines().enumerate();
    let wild = lines.filter(|(_, line)| {
        let pattern = line.split("=>").next().unwrap_or_default().trim();
        line.contains("=>") && (pattern == "_" || pattern.starts_with("_ if "))
    });
    wild.map(|(index, _)| format!("{}:{}", source.path, index + 1)).collect()
}

pub fn postponed(path: &str, text: &str) -> Vec<String> {
    let words = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let lines = text.lines().enumerate();
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(index, line)| format!("{path}:{} {}", index + 1, line.trim())).collect()
}

/// Dependencies that the layers do not permit. A crate may depend on itself in tests, to enable
/// features.
pub fn wrong_arrows(name: &str, allowed: &[&str], manifest: &str) -> Vec<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let mut tables: Vec<&Value> = vec![];
    let mut places = vec![&manifest];
    places.extend(
        manifest
            .get("target")
            .and_then(Value::as_table)
            .into_iter()
            .flat_map(|targets| targets.values().filter_map(Value::as_table)),
    );
    for place in places {
        let kinds = ["dependencies", "build-dependencies", "dev-dependencies"];
        tables.extend(kinds.iter().filter_map(|kind| place.get(*kind)));
    }
    let names = tables.into_iter().filter_map(Value::as_table).flat_map(toml::Table::keys);
    let ours = names.filter(|other| ARROWS.iter().any(|(ours, _)| ours == other));
    let wrong = ours.filter(|other| *other != name && !allowed.contains(&other.as_str()));
    wrong.map(|other| format!("{name} depends on {other}")).collect()
}

/// The classes with rules in a style sheet.
pub fn classes(style: &str) -> BTreeSet<String> {
    let is_of_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    let mut classes = BTreeSet::new();
    let mut before = ' ';
    for (place, letter) in style.char_indices() {
        // Skips the points in file names and numbers.
        if letter == '.' && !before.is_ascii_alphanumeric() {
            let name: String =
                style[place + 1..].chars().take_while(|it| is_of_name(*it)).collect();
            if name.starts_with(|it: char| it.is_ascii_lowercase()) {
                classes.insert(name);
            }
        }
        before = letter;
    }
    classes
}

/// All words of a source that could be the name of a class.
pub fn class_names(source: &str) -> impl Iterator<Item = &str> {
    source.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_function_is_found_whatever_its_strings_and_comments_hold() {
        let body = "    let x = ('{', \"}\", r#\"\"}\"#); // }\n".repeat(69);
        let text = format!(
            "/* fn a() {{ /* */ }} */\nfn long<'a>(x: &'a str) {{\n{body}}}\nfn next() {{}}\n"
        );
        let source = Source::new("app/src/a.rs", &text);
        assert_eq!(long_functions(&source), ["app/src/a.rs:2 long has 71"]);
        let names: Vec<_> = source.functions().into_iter().map(|f| (f.name, f.lines)).collect();
        assert_eq!(names, [("long".to_owned(), 71), ("next".to_owned(), 1)]);
    }

    #[test]
    fn a_function_without_a_body_has_no_length() {
        let source =
            Source::new("a.rs", "trait A { fn b(&self);\n fn c(f: fn (u8)) -> u8 {\n 1 } }");
        let names: Vec<_> = source.functions().into_iter().map(|f| (f.name, f.lines)).collect();
        assert_eq!(names, [("c".to_owned(), 2)]);
    }

    #[test]
    fn a_file_is_measured_without_its_tests() {
        let code = "fn a() {}\n".repeat(500);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{code}}}\n");
        assert_eq!(long_file(&Source::new("app/src/a.rs", &(code.clone() + &tests))), None);
        assert!(long_file(&Source::new("app/src/a.rs", &(code.clone() + "\nfn b() {}"))).is_some());
        assert_eq!(long_file(&Source::new("service/tests/a.rs", &(code.clone() + &code))), None);
    }

    #[test]
    fn sql_outside_a_repository_is_found_and_prose_is_not() {
        let text =
            "fn a() {\n    sql(\n        r\"\n        UPDATE staff\n        SET x = 1\");\n}\n";
        let found = ["service/src/staff.rs:3 UPDATE staff"];
        assert_eq!(misplaced_sql(&Source::new("service/src/staff.rs", text)), found);
        for path in ["service/src/staff/repo.rs", "database/src/tx.rs", "service/tests/a.rs"] {
            assert!(misplaced_sql(&Source::new(path, text)).is_empty(), "{path}");
        }
        let prose =
            "let a = \"Select a person\"; // SELECT 1\nlet b = \"UPDATE now\"; let c = \"SELECT\";";
        assert!(misplaced_sql(&Source::new("app/src/a.rs", prose)).is_empty());
    }

    #[test]
    fn a_decision_in_a_server_function_or_handler_is_found() {
        let text = "fn a() {\n    let part = Part { subject: true };\n}\n";
        for path in ["app/src/appraisal/serverfns.rs", "server/src/api/appraisal.rs"] {
            assert_eq!(decisions_of_faces(&Source::new(path, text)).len(), 1);
        }
        assert!(decisions_of_faces(&Source::new("service/src/appraisal.rs", text)).is_empty());
    }

    #[test]
    fn a_wildcard_on_states_is_found() {
        let text = "match a {\n    A => 1,\n    _ => 2,\n    _ if b => 3,\n    (_, C) => 4,\n}";
        let found = wildcard_arms(&Source::new("shared/src/appraisal/status.rs", text));
        assert_eq!(found, ["shared/src/appraisal/status.rs:3", "shared/src/appraisal/status.rs:4"]);
        assert!(wildcard_arms(&Source::new("shared/src/appraisal/score.rs", text)).is_empty());
    }

    #[test]
    fn an_arrow_against_the_layers_is_found() {
        let manifest = "[dependencies]\nshared.workspace = true\n[dev-dependencies]\nservice = {}\n\
                        [target.'cfg(unix)'.dependencies]\napp = {}\n";
        assert_eq!(wrong_arrows("service", &["shared"], manifest), ["service depends on app"]);
        assert_eq!(wrong_arrows("shared", &[], "[dependencies]\nserde = \"1\"\n"), [""; 0]);
    }

    #[test]
    fn a_paraphrase_is_found_in_comments_and_documents_and_not_in_code() {
        let asks = concat!("some", "body");
        let text = format!("/// Wheth{} it is.\n// A {asks}.\nlet {asks} = 1;\n", "er");
        assert_eq!(paraphrases("a.rs", &text).len(), 2);
        assert_eq!(paraphrases("a.md", &format!("A {asks}.\n")).len(), 1);
    }

    #[test]
    fn a_postponed_line_is_found() {
        let text = format!("fine\n// {}: later\n", concat!("TO", "DO"));
        assert_eq!(postponed("a.rs", &text).len(), 1);
    }
}
