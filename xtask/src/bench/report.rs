//! The report `docs/benchmarks.md`, written from the stored results, and its targets.

mod arithmetic;
mod browser;
mod effort;
mod failover;
mod organizations;
mod pages;
mod replica;
pub mod routes;
mod servers;
mod start;
mod upgrade;

use anyhow::Result;
use std::fmt::Write;

use super::Part;
use super::findings::{Finding, Findings};
pub use arithmetic::Median;
pub use start::Wait;

const INTRODUCTION: &str = "\
# Benchmarks

Written by `cargo xtask bench` from the findings in `bench/findings`; do not edit it. Each part
can be measured by itself, as in `cargo xtask bench browser`, and its section says when and where
this was done last. `--check` fails when a target is missed.
";

/// The results of all measured parts.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub routes: Option<Finding<Vec<routes::Database>>>,
    pub pages: Option<Finding<Vec<pages::Page>>>,
    pub browser: Option<Finding<browser::Browser>>,
    pub arithmetic: Option<Finding<Vec<Median>>>,
    pub effort: Option<Finding<Vec<effort::Task>>>,
    pub organizations: Option<Finding<Vec<organizations::Comparison>>>,
    pub servers: Option<Finding<Vec<servers::Scale>>>,
    pub replica: Option<Finding<replica::Replica>>,
    pub failover: Option<Finding<Vec<failover::Outage>>>,
    pub upgrades: Option<Finding<upgrade::Upgrades>>,
    pub waits: Vec<Wait>,
}

impl Report {
    /// The stored results of all measured parts.
    pub fn read(findings: &Findings) -> Result<Self> {
        let mut waits = Vec::new();
        for part in Wait::PARTS {
            if let Some(Finding { measured, found }) = findings.part(part)? {
                waits.push(Wait::new(part, found, measured));
            }
        }
        Ok(Self {
            routes: findings.part(Part::Routes)?,
            pages: findings.part(Part::Pages)?,
            browser: findings.part(Part::Browser)?,
            arithmetic: findings.part(Part::Arithmetic)?,
            effort: findings.part(Part::Effort)?,
            organizations: findings.part(Part::Organizations)?,
            servers: findings.part(Part::Servers)?,
            replica: findings.part(Part::SqliteReplica)?,
            failover: findings.part(Part::Failover)?,
            upgrades: findings.part(Part::RollingUpgrade)?,
            waits,
        })
    }

    /// The missed targets, as sentences.
    pub fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        if let Some(it) = &self.routes {
            missed.extend(routes::missed(&it.found));
        }
        if let Some(it) = &self.pages {
            missed.extend(it.found.iter().flat_map(pages::Page::missed));
        }
        if let Some(it) = &self.browser {
            missed.extend(it.found.missed());
        }
        if let Some(it) = &self.arithmetic {
            missed.extend(it.found.iter().filter_map(Median::missed));
        }
        let tasks = self.effort.iter().flat_map(|it| &it.found);
        missed.extend(tasks.filter_map(effort::Task::missed));
        let comparisons = self.organizations.iter().flat_map(|it| &it.found);
        missed.extend(comparisons.filter_map(organizations::Comparison::missed));
        missed.extend(self.servers.iter().filter_map(|it| servers::missed(&it.found)));
        missed.extend(self.replica.iter().filter_map(|it| it.found.missed()));
        missed.extend(self.failover.iter().filter_map(|it| failover::missed(&it.found)));
        missed.extend(self.upgrades.iter().filter_map(|it| it.found.missed()));
        missed.extend(self.waits.iter().filter_map(Wait::missed));
        missed
    }

    /// The report as Markdown. A part without findings has no section.
    pub fn markdown(&self) -> Result<String> {
        let mut text = String::from(INTRODUCTION);
        writeln!(text, "\n## Targets\n")?;
        match &*self.missed() {
            [] => writeln!(text, "All targets of the parts below are met.")?,
            missed => {
                writeln!(text, "Missed:\n")?;
                for target in missed {
                    writeln!(text, "- {target}")?;
                }
            }
        }
        if let Some(it) = &self.routes {
            title(&mut text, "Routes", it)?;
            routes::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.pages {
            title(&mut text, "Pages in Lighthouse", it)?;
            pages::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.browser {
            title(&mut text, "Pages in a browser", it)?;
            browser::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.arithmetic {
            title(&mut text, "Arithmetic", it)?;
            arithmetic::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.effort {
            title(&mut text, "Steps of twelve tasks", it)?;
            effort::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.organizations {
            title(&mut text, "One organization and many", it)?;
            organizations::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.servers {
            title(&mut text, "Several servers", it)?;
            servers::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.replica {
            title(&mut text, "Replica of SQLite", it)?;
            it.found.section(&mut text)?;
        }
        if let Some(it) = &self.failover {
            title(&mut text, "Loss of a PostgreSQL primary", it)?;
            failover::section(&mut text, &it.found)?;
        }
        if let Some(it) = &self.upgrades {
            title(&mut text, "Upgrade without downtime", it)?;
            it.found.section(&mut text)?;
        }
        start::section(&mut text, &self.waits)?;
        Ok(text)
    }
}

fn title<T>(text: &mut String, title: &str, finding: &Finding<T>) -> Result<()> {
    Ok(writeln!(text, "\n## {title}\n\n{}\n", finding.measured.words())?)
}

/// A sentence about a figure that exceeds its target; none if it does not.
fn over(what: &str, found: f64, allowed: f64) -> Option<String> {
    (found > allowed).then(|| format!("{what} is {found:.2}, not {allowed}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::bench::findings::Measured;

    fn median(microseconds: f64) -> Finding<Vec<Median>> {
        let text =
            format!(r#"[{{"bench": "schedule", "name": "ijarah", "median": {microseconds}}}]"#);
        let found = serde_json::from_str(&text).unwrap();
        let measured = Measured {
            day: "2026-01-31".to_owned(),
            commit: "abc1234 (Pay early)".to_owned(),
            machine: vec!["a processor".to_owned(), "load 0.10 at the end".to_owned()],
        };
        Finding { measured, found }
    }

    #[test]
    fn a_part_without_findings_is_left_out() {
        let report = Report { arithmetic: Some(median(9.0)), ..Report::default() };
        let text = report.markdown().unwrap();
        assert!(text.contains("All targets of the parts below are met."), "{text}");
        let titles: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(titles, ["## Targets", "## Arithmetic"]);
    }

    #[test]
    fn a_section_states_when_and_where_it_was_measured() {
        let report = Report { arithmetic: Some(median(9.0)), ..Report::default() };
        let words = "Measured on 2026-01-31 at commit abc1234 (Pay early), on: a processor, load \
                     0.10 at the end.";
        assert!(report.markdown().unwrap().contains(words));
    }

    #[test]
    fn a_missed_target_is_named_first() {
        let report = Report { arithmetic: Some(median(51.0)), ..Report::default() };
        let missed = ["ijarah: the median in microseconds is 51.00, not 50"];
        assert_eq!(report.missed(), missed);
        assert!(report.markdown().unwrap().contains(&format!("Missed:\n\n- {}\n", missed[0])));
    }

    #[test]
    fn a_part_that_was_never_measured_has_no_findings() {
        let folder = std::env::temp_dir().join(format!("mizan-findings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let findings = Findings { folder: folder.clone() };
        let text = r#"{"measured": {"day": "2026-01-31", "commit": "abc", "machine": []},
            "found": {"seconds": 59}}"#;
        fs::write(folder.join("archive.json"), text).unwrap();
        let report = Report::read(&findings).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(report.routes.is_none() && report.browser.is_none());
        assert_eq!(report.waits.len(), 1);
        assert!(report.missed().is_empty());
    }
}
