//! How long a newcomer waits for the first page.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Deserialize;

const SECONDS_FROM_NOTHING: u64 = 12 * 60;
const SECONDS_WITH_TOOLS: u64 = 8 * 60;

/// One fresh clone, from `cargo xtask serve` to the page.
#[derive(Clone, Debug, Deserialize)]
pub struct Newcomer {
    cached: String,
    seconds: u64,
}

impl Newcomer {
    fn limit(&self) -> u64 {
        if self.cached == "nothing" { SECONDS_FROM_NOTHING } else { SECONDS_WITH_TOOLS }
    }

    pub(super) fn missed(&self) -> Option<String> {
        let limit = self.limit();
        (self.seconds > limit).then(|| {
            format!(
                "the first page of a fresh clone with {} cached takes {} s, not {limit}",
                self.cached, self.seconds
            )
        })
    }
}

pub(super) fn section(text: &mut String, newcomers: &[Newcomer]) -> Result<()> {
    if newcomers.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "\n## From nothing to a page\n\n`cargo xtask serve` in a fresh clone, with a Rust \
         toolchain that has the WebAssembly target, a C compiler and Node.js.\n"
    )?;
    writeln!(text, "| cached | time to the first page | at most |\n|---|---|---|")?;
    for it in newcomers {
        writeln!(text, "| {} | {} | {} |", it.cached, minutes(it.seconds), minutes(it.limit()))?;
    }
    Ok(())
}

fn minutes(seconds: u64) -> String {
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_beyond_its_limit_is_named() {
        let wait = |cached: &str, seconds| Newcomer { cached: cached.to_owned(), seconds }.missed();
        assert_eq!(wait("nothing", 720), None);
        assert_eq!(
            wait("nothing", 721).unwrap(),
            "the first page of a fresh clone with nothing cached takes 721 s, not 720"
        );
        assert!(wait("the tools", 481).is_some());
    }
}
