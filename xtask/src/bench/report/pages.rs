//! The report on the Lighthouse scores of the pages, and the size of their downloads.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

const FULL: u32 = 100;

/// One page, loaded without a cache on a simulated phone; times in milliseconds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    page: String,
    performance: u32,
    accessibility: u32,
    #[serde(rename = "best-practices")]
    best_practices: u32,
    seo: u32,
    first_paint: f64,
    largest_paint: f64,
    blocked: f64,
    requests: u32,
    bytes: u64,
    /// The audits that lower a score.
    failing: Vec<String>,
}

impl Page {
    fn scores(&self) -> [(&str, u32); 4] {
        [
            ("performance", self.performance),
            ("accessibility", self.accessibility),
            ("best practices", self.best_practices),
            ("SEO", self.seo),
        ]
    }

    pub(super) fn missed(&self) -> Vec<String> {
        let low = self.scores().into_iter().filter(|(_, score)| *score < FULL);
        low.map(|(name, score)| {
            let page = &self.page;
            format!("the {page} page: {name} is {score}, not {FULL} (Lighthouse)")
        })
        .collect()
    }
}

pub(super) fn section(text: &mut String, pages: &[Page]) -> Result<()> {
    writeln!(
        text,
        "Lighthouse, mobile preset, the median of five cold openings. Each score is to be {FULL}.\n"
    )?;
    writeln!(
        text,
        "| page | performance | accessibility | best practices | SEO | first paint | largest paint \
         | blocked | requests | KB over the wire |\n|---|---|---|---|---|---|---|---|---|---|"
    )?;
    for it in pages {
        let scores = it.scores().map(|(_, score)| score.to_string()).join(" | ");
        writeln!(
            text,
            "| {} | {scores} | {:.0} ms | {:.0} ms | {:.0} ms | {} | {} |",
            it.page,
            it.first_paint,
            it.largest_paint,
            it.blocked,
            it.requests,
            it.bytes / 1_000
        )?;
    }
    let failing: Vec<&Page> = pages.iter().filter(|it| !it.failing.is_empty()).collect();
    if !failing.is_empty() {
        writeln!(text, "\nAudits that lower a score:\n")?;
    }
    for it in failing {
        writeln!(text, "- {}: {}", it.page, it.failing.join("; "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"{"page":"queue","performance":99,"accessibility":100,
        "best-practices":100,"seo":92,"firstPaint":900.5,"largestPaint":1500,"blocked":80,
        "requests":9,"bytes":400123,"failing":["meta-description"]}"#;

    #[test]
    fn a_page_below_its_scores_is_named_with_each() {
        let page: Page = serde_json::from_str(PAGE).unwrap();
        assert_eq!(
            page.missed(),
            [
                "the queue page: performance is 99, not 100 (Lighthouse)",
                "the queue page: SEO is 92, not 100 (Lighthouse)",
            ]
        );
    }

    #[test]
    fn the_audits_that_lower_a_score_are_listed() {
        let mut text = String::new();
        section(&mut text, &[serde_json::from_str(PAGE).unwrap()]).unwrap();
        assert!(text.contains("| queue | 99 | 100 | 100 | 92 |"), "{text}");
        assert!(text.contains("- queue: meta-description"), "{text}");
    }
}
