//! The report on the loss of the primary of a PostgreSQL cluster.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

/// The longest outage that is allowed, in seconds.
const AT_MOST: u64 = 60;

const EXPLANATION: &str = "\
The primary of two PostgreSQL servers is killed, paused or cut off from the network during writes,
with the configuration of `deploy/high-availability`. The outage lasts from the loss until a request
is answered again; until then, requests get 503 with `Retry-After`. Afterwards no accepted write is
missing or stored twice, and `mizan check` finds nothing. A lost server rejoins by itself; one whose
log has diverged is rebuilt by `patronictl reinit`, while the service continues without it.
";

/// One loss of the primary.
#[derive(Clone, Debug, Deserialize)]
pub struct Outage {
    loss: String,
    milliseconds: u64,
    /// True if the lost server did not rejoin by itself.
    rebuilt: bool,
}

fn longest<'a>(outages: impl IntoIterator<Item = &'a Outage>) -> u64 {
    outages.into_iter().map(|it| it.milliseconds.div_ceil(1_000)).max().unwrap_or_default()
}

pub(super) fn missed(outages: &[Outage]) -> Option<String> {
    let longest = longest(outages);
    (longest > AT_MOST)
        .then(|| format!("the loss of a primary takes {longest} s, not {AT_MOST} s at most"))
}

pub(super) fn section(text: &mut String, outages: &[Outage]) -> Result<()> {
    let mut losses: Vec<&str> = outages.iter().map(|it| &*it.loss).collect();
    losses.sort_unstable();
    losses.dedup();
    writeln!(
        text,
        "{EXPLANATION}\n| the primary is | times | longest outage | at most | rebuilt |"
    )?;
    writeln!(text, "|---|---|---|---|---|")?;
    for loss in losses {
        let found: Vec<&Outage> = outages.iter().filter(|it| it.loss == loss).collect();
        let (times, longest) = (found.len(), longest(found.iter().copied()));
        let rebuilt = found.iter().filter(|it| it.rebuilt).count();
        writeln!(text, "| {loss} | {times} | {longest} s | {AT_MOST} s | {rebuilt} |")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_outage_of_each_loss_counts() {
        let outage = |loss: &str, milliseconds, rebuilt| Outage {
            loss: loss.to_owned(),
            milliseconds,
            rebuilt,
        };
        let outages = [
            outage("paused", 9_000, false),
            outage("killed", 21_001, true),
            outage("killed", 9, false),
        ];
        assert_eq!(missed(&outages), None);
        let mut text = String::new();
        section(&mut text, &outages).unwrap();
        assert!(
            text.ends_with("| killed | 2 | 22 s | 60 s | 1 |\n| paused | 1 | 9 s | 60 s | 0 |\n"),
            "{text}"
        );
        let long = missed(&[outage("killed", 60_001, false)]).unwrap();
        assert_eq!(long, "the loss of a primary takes 61 s, not 60 s at most");
    }
}
