//! The report on the replica of SQLite.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

/// The oldest accepted write that a restored replica lacks may be this old, in milliseconds.
const AT_MOST: u64 = 1_000;

const EXPLANATION: &str = "\
Server and Litestream are killed during writes, each time in a new place, and the database is
restored from its replica. The loss is the age of the oldest accepted write that the restored
database lacks, at the moment of the kill. `mizan check` finds nothing in any of them.
";

/// The losses, one for each time.
#[derive(Clone, Debug, Deserialize)]
pub struct Replica {
    milliseconds: Vec<u64>,
}

impl Replica {
    fn longest(&self) -> u64 {
        self.milliseconds.iter().copied().max().unwrap_or_default()
    }

    pub fn missed(&self) -> Option<String> {
        let longest = self.longest();
        (longest > AT_MOST)
            .then(|| format!("a replica of SQLite lacks {longest} ms, not {AT_MOST} ms at most"))
    }

    pub fn section(&self, text: &mut String) -> Result<()> {
        let losses: Vec<String> = self.milliseconds.iter().map(ToString::to_string).collect();
        writeln!(
            text,
            "{EXPLANATION}\n| losses | each, in ms | longest | at most |\n|---|---|---|---|"
        )?;
        let (times, each) = (losses.len(), losses.join(", "));
        writeln!(text, "| {times} | {each} | {} ms | {AT_MOST} ms |", self.longest())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_loss_counts() {
        let replica = |milliseconds: &[u64]| Replica { milliseconds: milliseconds.to_vec() };
        assert_eq!(replica(&[0, 1_000, 4]).missed(), None);
        let missed = "a replica of SQLite lacks 1001 ms, not 1000 ms at most";
        assert_eq!(replica(&[0, 1_001, 4]).missed().unwrap(), missed);
        let mut text = String::new();
        replica(&[9, 120]).section(&mut text).unwrap();
        assert!(text.contains("| 2 | 9, 120 | 120 ms | 1000 ms |"), "{text}");
    }
}
