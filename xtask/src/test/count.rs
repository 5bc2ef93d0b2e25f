//! Counting of test results from the output of test runners.

use anyhow::{Context, Result};
use serde_json::Value;
use std::fmt;
use std::ops::AddAssign;

/// The number of lines of an error, enough for the expected and the actual value.
const ERROR_LINES: usize = 10;

/// The numbers of passed, failed and skipped checks, and the names of failed ones if the runner
/// reports them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
    pub names: Vec<String>,
}

impl Counts {
    pub const PASSED: Self = Self::of(1, 0, 0);
    pub const FAILED: Self = Self::of(0, 1, 0);
    pub const SKIPPED: Self = Self::of(0, 0, 1);

    const fn of(passed: u64, failed: u64, skipped: u64) -> Self {
        Self { passed, failed, skipped, names: Vec::new() }
    }

    /// Parses a line of a Rust test runner, such as `test result: ok. 3 passed; 0 failed; …` or
    /// `test a_name ... FAILED`; other lines count as nothing.
    pub fn of_line(line: &str) -> Self {
        let line = without_colors(line);
        let name = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
        if let Some(name) = name {
            return Self { names: vec![name.to_owned()], ..Self::default() };
        }
        let Some(result) = line.strip_prefix("test result: ") else { return Self::default() };
        let result = result.trim_start_matches("ok. ").trim_start_matches("FAILED. ");
        let number = |of: &str| {
            let part = result.split("; ").find_map(|part| part.strip_suffix(of));
            part.and_then(|number| number.parse().ok()).unwrap_or_default()
        };
        Self::of(number(" passed"), number(" failed"), 0)
    }

    /// Parses the JSON report of Playwright.
    pub fn of_playwright(report: &str) -> Result<Self> {
        let report: Value = serde_json::from_str(report).context("the report is not JSON")?;
        let number = |name: &str| {
            report["stats"][name].as_u64().with_context(|| format!("the report counts no {name}"))
        };
        let errors = report["errors"].as_array().map_or(0, Vec::len);
        Ok(Self {
            passed: number("expected")? + number("flaky")?,
            failed: number("unexpected")? + u64::try_from(errors)?,
            skipped: number("skipped")?,
            names: failed_specs(&report),
        })
    }

    /// Adds one failure if the runner failed without naming a failed test, such as when the sources
    /// do not compile, or if it ran no tests.
    pub fn with_end(mut self, succeeded: bool) -> Self {
        if self.failed == 0 && (!succeeded || self.passed == 0) {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.names.extend(other.names);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// The titles of the failed tests in a suite of Playwright's report and in its nested suites. Each
/// follows the titles of its suites and precedes its error.
fn failed_specs(suite: &Value) -> Vec<String> {
    let list = |name: &str| suite[name].as_array().into_iter().flatten();
    let specs = list("specs").filter(|spec| spec["ok"] == false);
    let own = specs.map(|spec| {
        let title = spec["title"].as_str().unwrap_or_default();
        match spec.pointer("/tests/0/results/0/error/message").and_then(Value::as_str) {
            Some(error) => format!("{title}: {}", start_of(error)),
            None => title.to_owned(),
        }
    });
    let inner = list("suites").flat_map(|inner| {
        let title = inner["title"].as_str().unwrap_or_default().to_owned();
        failed_specs(inner).into_iter().map(move |name| format!("{title} › {name}"))
    });
    own.chain(inner).collect()
}

/// The first lines of an error message, joined into one line.
fn start_of(error: &str) -> String {
    let lines = error.lines().map(without_colors).filter(|line| !line.trim().is_empty());
    lines.take(ERROR_LINES).map(|line| line.trim().to_owned()).collect::<Vec<_>>().join(" | ")
}

/// Removes colour codes, which runners print if they detect a terminal.
fn without_colors(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, text)| text));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_of_a_runner_is_counted() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; finished in 0.01s";
        assert_eq!(Counts::of_line(line), Counts::of(12, 0, 0));
        let line = "test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(Counts::of_line(line), Counts::of(7, 2, 0));
    }

    #[test]
    fn the_name_of_a_failed_test_is_reported() {
        let line = "test leave::a_request_is_taken_back::postgres ... FAILED";
        assert_eq!(Counts::of_line(line).names, ["leave::a_request_is_taken_back::postgres"]);
        assert_eq!(Counts::of_line(line).failed, 0);
    }

    #[test]
    fn colours_do_not_hide_the_closing_line() {
        let line = "test result: \u{1b}[32mok\u{1b}(B\u{1b}[m. 1 passed; 0 failed; 0 ignored";
        assert_eq!(Counts::of_line(&line.replace("\u{1b}(B", "")), Counts::PASSED);
    }

    #[test]
    fn a_test_that_prints_numbers_counts_nothing() {
        for line in ["", "12 passed; 3 failed", "test a_result ... ok", "note: test result: ok"] {
            assert_eq!(Counts::of_line(line), Counts::default(), "{line}");
        }
    }

    #[test]
    fn a_runner_that_fails_without_a_failed_test_counts_as_one_failure() {
        assert_eq!(Counts::default().with_end(false), Counts::FAILED);
        assert_eq!(Counts::PASSED.with_end(true), Counts::PASSED);
        let two = Counts::of(1, 2, 0);
        assert_eq!(two.clone().with_end(false), two);
    }

    #[test]
    fn a_runner_that_ran_no_test_counts_as_one_failure() {
        assert_eq!(Counts::default().with_end(true), Counts::FAILED);
        assert_eq!(Counts::SKIPPED.with_end(true).failed, 1);
    }

    #[test]
    fn the_report_of_playwright_is_counted_with_its_errors() {
        let report = r#"{"errors": [{}],
            "suites": [{"title": "leave.spec.ts", "specs": [{"title": "it asks", "ok": true}],
                "suites": [{"title": "the team", "specs": [{"title": "it waits", "ok": false,
                    "tests": [{"results": [
                        {"error": {"message": "\u001b[31mlate\u001b[39m\n\n 2"}}]}]
                }]}]}],
            "stats": {"expected": 5, "skipped": 1, "unexpected": 2, "flaky": 1}}"#;
        let counts = Counts::of_playwright(report).unwrap();
        assert_eq!(counts.names, ["leave.spec.ts › the team › it waits: late | 2"]);
        assert_eq!(Counts { names: Vec::new(), ..counts }, Counts::of(6, 3, 1));
        assert!(Counts::of_playwright("{}").is_err());
        assert!(Counts::of_playwright("").is_err());
    }

    #[test]
    fn the_sum_names_skipped_checks_only_when_there_are_some() {
        let mut sum = Counts::default();
        sum += Counts::of(5, 1, 0);
        assert_eq!(sum.to_string(), "5 passed, 1 failed");
        sum += Counts::SKIPPED;
        assert_eq!(sum.to_string(), "5 passed, 1 failed, 1 skipped");
    }
}
