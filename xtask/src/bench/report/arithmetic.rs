//! The report on schedules and scores.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

use super::over;

/// The target in microseconds.
const SCHEDULE: f64 = 50.0;

/// One micro-benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Median {
    /// The group, such as `schedule`.
    pub bench: String,
    pub name: String,
    /// Microseconds.
    pub median: f64,
}

impl Median {
    pub(super) fn missed(&self) -> Option<String> {
        let what = format!("{}: the median in microseconds", self.name);
        (self.bench == "schedule").then(|| over(&what, self.median, SCHEDULE))?
    }
}

pub(super) fn section(text: &mut String, medians: &[Median]) -> Result<()> {
    writeln!(text, "`cargo bench -p shared`, medians. A schedule takes at most {SCHEDULE} µs.\n")?;
    writeln!(text, "| | µs |\n|---|---|")?;
    for Median { bench, name, median } in medians {
        writeln!(text, "| {bench}: {name} | {median:.1} |")?;
    }
    Ok(())
}
