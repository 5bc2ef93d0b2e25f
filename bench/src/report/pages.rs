//! What Lighthouse says of the pages, and what they weigh.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Deserialize;

const PERFORMANCE: u32 = 95;
const WHOLE: u32 = 100;

/// One page, opened cold on a simulated phone; times in milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    page: String,
    performance: u32,
    accessibility: u32,
    #[serde(rename = "best-practices")]
    best_practices: u32,
    first_paint: f64,
    largest_paint: f64,
    blocked: f64,
    requests: u32,
    bytes: u64,
}

impl Page {
    pub(super) fn missed(&self) -> Vec<String> {
        let scores = [
            ("performance", self.performance, PERFORMANCE),
            ("accessibility", self.accessibility, WHOLE),
            ("best practices", self.best_practices, WHOLE),
        ];
        let low = scores.into_iter().filter(|(_, score, wanted)| score < wanted);
        low.map(|(name, score, wanted)| {
            format!("the {} page: {name} is {score}, not {wanted}", self.page)
        })
        .collect()
    }
}

pub(super) fn section(text: &mut String, pages: &[Page]) -> Result<()> {
    if pages.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n## Pages\n\nLighthouse, mobile preset, the median of five cold openings.\n")?;
    writeln!(
        text,
        "| page | performance | accessibility | best practices | first paint | largest paint | \
         blocked | requests | KB over the wire |\n|---|---|---|---|---|---|---|---|---|"
    )?;
    for it in pages {
        writeln!(
            text,
            "| {} | {} | {} | {} | {:.0} ms | {:.0} ms | {:.0} ms | {} | {} |",
            it.page,
            it.performance,
            it.accessibility,
            it.best_practices,
            it.first_paint,
            it.largest_paint,
            it.blocked,
            it.requests,
            it.bytes / 1_000
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_below_its_scores_is_named_with_each() {
        let text = r#"{"page":"queue","performance":94,"accessibility":100,"best-practices":99,
            "firstPaint":900.5,"largestPaint":1500,"blocked":80,"requests":9,"bytes":400123}"#;
        let page: Page = serde_json::from_str(text).unwrap();
        assert_eq!(
            page.missed(),
            [
                "the queue page: performance is 94, not 95",
                "the queue page: best practices is 99, not 100",
            ]
        );
    }
}
