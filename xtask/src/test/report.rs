//! The results of all test steps, and the closing line.

use anyhow::{Error, Result};
use std::process::ExitCode;
use std::time::Instant;

use super::count::Counts;
use super::is_unavailable;
use crate::console::{seconds, step};
use crate::interrupt;

#[derive(Debug)]
pub struct Report {
    strict: bool,
    start: Instant,
    lines: Vec<String>,
    sum: Counts,
}

impl Report {
    /// A strict report counts steps that this machine cannot run as failed.
    pub fn new(strict: bool) -> Self {
        Self { strict, start: Instant::now(), lines: Vec::new(), sum: Counts::default() }
    }

    /// Runs a step and counts it. After a failed step the next one still runs, but not after
    /// Ctrl-C.
    pub fn add(&mut self, title: &str, work: impl FnOnce() -> Result<Counts>) {
        if interrupt::is_set() {
            return;
        }
        let start = Instant::now();
        match step(title, work) {
            Ok(counts) => {
                let mark = if counts.failed == 0 { "ok" } else { "FAILED" };
                self.count(
                    format!("{mark:7} {title}: {counts} in {}", seconds(start.elapsed())),
                    counts,
                );
            }
            Err(_) if interrupt::is_set() => {}
            Err(error) => self.missing(title, &error),
        }
    }

    /// Like [`Self::add`], but skips a step that this machine cannot run, even in a strict report.
    pub fn add_where_possible(&mut self, title: &str, work: impl FnOnce() -> Result<Counts>) {
        let strict = std::mem::replace(&mut self.strict, false);
        self.add(title, work);
        self.strict = strict;
    }

    /// Counts a step that could not be completed.
    pub fn missing(&mut self, title: &str, error: &Error) {
        if is_unavailable(error) && !self.strict {
            self.count(format!("skipped {title}: {error:#}"), Counts::SKIPPED);
        } else {
            self.count(format!("FAILED  {title}: {error:#}"), Counts::FAILED);
        }
    }

    /// Prints all steps and the closing line.
    pub fn close(mut self) -> ExitCode {
        if interrupt::is_set() {
            self.count("FAILED  interrupted before the end".to_owned(), Counts::FAILED);
        }
        println!("\n== all steps, in {}", seconds(self.start.elapsed()));
        for line in &self.lines {
            println!("{line}");
        }
        print_failed(&self.sum);
        println!("\n{}", self.sum);
        if self.sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn count(&mut self, line: String, counts: Counts) {
        println!("{line}");
        print_failed(&counts);
        self.lines.push(line);
        self.sum += counts;
    }
}

fn print_failed(counts: &Counts) {
    for name in &counts.names {
        println!("FAILED  {name}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Need, by_hand};
    use anyhow::{Context, anyhow};

    fn missing_postgresql() -> Error {
        Error::from(by_hand(Need::PostgreSql, "may not be installed here"))
    }

    #[test]
    fn a_failing_step_is_counted_and_the_next_one_runs() {
        let mut report = Report::new(false);
        report.add("one", || Err(anyhow!("broken")));
        report.add("two", || Ok(Counts::PASSED));
        assert_eq!(report.sum, Counts { passed: 1, ..Counts::FAILED });
        assert_eq!(report.lines[0], "FAILED  one: broken");
    }

    #[test]
    fn tests_that_this_machine_cannot_run_are_skipped_unless_the_report_is_strict() {
        let mut lenient = Report::new(false);
        lenient.add("database", || Err(missing_postgresql()).context("no server"));
        assert_eq!(lenient.sum, Counts::SKIPPED);
        assert!(lenient.lines[0].contains("apt-get install postgresql"), "{}", lenient.lines[0]);

        let mut strict = Report::new(true);
        strict.add("database", || Err(missing_postgresql()));
        assert_eq!(strict.sum, Counts::FAILED);
    }
}
