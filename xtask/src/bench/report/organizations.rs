//! The report on the rows that all writers of an organization share.

#![expect(clippy::float_arithmetic, reason = "ratios of measurements are no money")]

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

/// The lowest rate in one organization, as a share of the rate in many.
const LOWEST_SHARE: f64 = 0.8;

const EXPLANATION: &str = "\
New facilities through the API on PostgreSQL, first all in one organization, then spread over many;
the rates are medians of alternating loads. The writers of one organization would wait for each
other at a row that all of them change.
";

/// The figures for one number of concurrent requests.
#[derive(Clone, Debug, Deserialize)]
pub struct Comparison {
    connections: u32,
    organizations: u32,
    one: Figures,
    many: Figures,
}

#[derive(Clone, Debug, Deserialize)]
struct Figures {
    per_second: f64,
    /// Milliseconds.
    p50: f64,
    /// Milliseconds.
    p99: f64,
}

impl Comparison {
    fn share(&self) -> f64 {
        self.one.per_second / self.many.per_second
    }

    pub fn missed(&self) -> Option<String> {
        let Self { connections, organizations, .. } = self;
        let share = self.share();
        (share < LOWEST_SHARE).then(|| {
            format!(
                "{connections} clients in one organization create facilities at {share:.2} of the \
                 rate in {organizations} organizations, not {LOWEST_SHARE}"
            )
        })
    }
}

pub fn section(text: &mut String, comparisons: &[Comparison]) -> Result<()> {
    writeln!(text, "{EXPLANATION}")?;
    writeln!(text, "| clients | organizations | per second | p50 | p99 | share | at least |")?;
    writeln!(text, "|---|---|---|---|---|---|---|")?;
    for it in comparisons {
        let Comparison { connections, organizations, one, many } = it;
        let figures =
            |it: &Figures| format!("{:.0} | {:.1} ms | {:.1} ms", it.per_second, it.p50, it.p99);
        writeln!(text, "| {connections} | {organizations} | {} | | |", figures(many))?;
        let share = it.share();
        writeln!(text, "| {connections} | 1 | {} | {share:.2} | {LOWEST_SHARE} |", figures(one))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(one: u32) -> Comparison {
        let figures = |rate: u32| Figures { per_second: f64::from(rate), p50: 20.0, p99: 90.0 };
        Comparison { connections: 48, organizations: 64, one: figures(one), many: figures(500) }
    }

    #[test]
    fn one_organization_reaches_four_fifths_of_the_rate_of_many() {
        assert_eq!(comparison(400).missed(), None);
        let missed = "48 clients in one organization create facilities at 0.79 of the rate in 64 \
                      organizations, not 0.8";
        assert_eq!(comparison(395).missed().unwrap(), missed);
        let mut text = String::new();
        section(&mut text, &[comparison(400)]).unwrap();
        assert!(text.contains("| 48 | 1 | 400 | 20.0 ms | 90.0 ms | 0.80 | 0.8 |"), "{text}");
    }
}
