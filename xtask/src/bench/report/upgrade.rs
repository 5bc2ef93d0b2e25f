//! The report on upgrades without downtime.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

const EXPLANATION: &str = "\
Two servers of a former version run behind HAProxy on one PostgreSQL database. Under load, the
present version migrates the database and replaces them one by one; then the former version
replaces the present one in the same way. The load consists of payments with idempotency keys, new
departments, lists of all areas and sign-ins; HAProxy repeats no request. A request fails if it
gets no response or one other than success. Each round has a database of its own, which the former
version has created. Afterwards `mizan check` finds nothing. A former version that closes its port
at once is taken out of HAProxy before it stops. Both programs are unoptimized builds.
";

/// All rounds from one former version.
#[derive(Clone, Debug, Deserialize)]
pub struct Upgrades {
    /// The commit of the former version.
    former: String,
    rounds: Vec<Round>,
}

/// An upgrade and its way back.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Round {
    writes: u64,
    reads: u64,
    sign_ins: u64,
    failed: u64,
    missing: u64,
    doubled: u64,
    slowest_milliseconds: u64,
    upgrade_milliseconds: u64,
    way_back_milliseconds: u64,
}

impl Upgrades {
    fn sum(&self, count: impl Fn(&Round) -> u64) -> u64 {
        self.rounds.iter().map(count).sum()
    }

    fn longest(&self, time: impl Fn(&Round) -> u64) -> f64 {
        let longest = self.rounds.iter().map(time).max().unwrap_or_default();
        std::time::Duration::from_millis(longest).as_secs_f64()
    }

    pub fn missed(&self) -> Option<String> {
        let [failed, missing, doubled] =
            [self.sum(|it| it.failed), self.sum(|it| it.missing), self.sum(|it| it.doubled)];
        let sentence = format!(
            "during rolling upgrades {failed} requests fail, {missing} accepted writes are \
             missing and {doubled} are stored twice, not none"
        );
        (failed + missing + doubled > 0).then_some(sentence)
    }

    pub fn section(&self, text: &mut String) -> Result<()> {
        let Self { former, rounds } = self;
        writeln!(text, "{EXPLANATION}\nThe former version is commit {former}.\n")?;
        writeln!(text, "| | {} rounds | at most |\n|---|---|---|", rounds.len())?;
        for (name, count) in [
            ("payments and new departments", self.sum(|it| it.writes)),
            ("lists", self.sum(|it| it.reads)),
            ("sign-ins", self.sum(|it| it.sign_ins)),
        ] {
            writeln!(text, "| {name} | {count} | |")?;
        }
        for (name, count) in [
            ("failed requests", self.sum(|it| it.failed)),
            ("accepted writes that are missing", self.sum(|it| it.missing)),
            ("writes that are stored twice", self.sum(|it| it.doubled)),
        ] {
            writeln!(text, "| {name} | {count} | 0 |")?;
        }
        for (name, seconds) in [
            ("slowest request", self.longest(|it| it.slowest_milliseconds)),
            ("longest replacement of both servers", self.longest(|it| it.upgrade_milliseconds)),
            ("longest way back", self.longest(|it| it.way_back_milliseconds)),
        ] {
            writeln!(text, "| {name} | {seconds:.1} s | |")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upgrades(failed: u64, missing: u64) -> Upgrades {
        let round = |failed, missing| Round {
            writes: 100,
            reads: 200,
            sign_ins: 30,
            failed,
            missing,
            doubled: 0,
            slowest_milliseconds: 1_250,
            upgrade_milliseconds: 9_000,
            way_back_milliseconds: 10_000,
        };
        Upgrades {
            former: "abc1234 (Pay early)".to_owned(),
            rounds: vec![round(0, 0), round(failed, missing)],
        }
    }

    #[test]
    fn rounds_are_summed_and_the_longest_time_counts() {
        let mut text = String::new();
        upgrades(0, 0).section(&mut text).unwrap();
        assert!(text.contains("| payments and new departments | 200 | |"), "{text}");
        assert!(text.contains("| failed requests | 0 | 0 |"), "{text}");
        assert!(text.contains("| slowest request | 1.2 s | |"), "{text}");
    }

    #[test]
    fn a_failed_request_or_a_missing_write_misses_the_target() {
        assert_eq!(upgrades(0, 0).missed(), None);
        let missed = "during rolling upgrades 1 requests fail, 2 accepted writes are missing and 0 \
                      are stored twice, not none";
        assert_eq!(upgrades(1, 2).missed().unwrap(), missed);
    }
}
