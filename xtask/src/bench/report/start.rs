//! The report on the time until the first use.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

use crate::bench::Part;
use crate::bench::findings::Measured;

/// The time from a command to its result.
#[derive(Clone, Debug)]
pub struct Wait {
    part: Part,
    seconds: u64,
    measured: Measured,
}

/// The stored result of one measurement.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Seconds {
    seconds: u64,
}

impl Wait {
    pub const PARTS: [Part; 5] = [
        Part::ServeFromNothing,
        Part::ServeWithTools,
        Part::TestFromNothing,
        Part::TestWithTools,
        Part::Archive,
    ];

    pub const fn new(part: Part, found: Seconds, measured: Measured) -> Self {
        Self { part, seconds: found.seconds, measured }
    }

    /// The description of the measurement, and its limit in seconds.
    const fn target(&self) -> (&'static str, u64) {
        match self.part {
            Part::ServeFromNothing => ("`cargo xtask serve` with nothing cached", 12 * 60),
            Part::ServeWithTools => ("`cargo xtask serve` with the tools cached", 8 * 60),
            Part::TestFromNothing => ("`cargo xtask test` with nothing cached", 35 * 60),
            Part::TestWithTools => ("`cargo xtask test` with the tools cached", 20 * 60),
            _ => ("the archive on a bare Debian", 60),
        }
    }

    pub(super) fn missed(&self) -> Option<String> {
        let (what, limit) = self.target();
        (self.seconds > limit).then(|| format!("{what} takes {} s, not {limit}", self.seconds))
    }
}

pub(super) fn section(text: &mut String, waits: &[Wait]) -> Result<()> {
    if waits.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n## The first use\n\n{EXPLANATION}")?;
    writeln!(text, "| | time | at most | measured |\n|---|---|---|---|")?;
    for wait in waits {
        let (what, limit) = wait.target();
        let Measured { day, commit, machine } = &wait.measured;
        let (time, limit) = (minutes(wait.seconds), minutes(limit));
        let machine = machine.join(", ");
        writeln!(text, "| {what} | {time} | {limit} | {day}, {commit}, on: {machine} |")?;
    }
    Ok(())
}

fn minutes(seconds: u64) -> String {
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

const EXPLANATION: &str = "\
The commands run in a fresh clone, on a system with a Rust toolchain that has the WebAssembly
target, a C compiler, Node.js, and for the tests Chromium and PostgreSQL. `cargo xtask serve` is
measured until the first page, `cargo xtask test` until its end. With nothing cached, crates, npm
packages and tools are downloaded and installed as well. The archive of `cargo xtask dist` is
unpacked and started on a system without any of these, and measured until `/readyz` answers.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(part: Part, seconds: u64) -> Wait {
        Wait::new(part, Seconds { seconds }, Measured::default())
    }

    #[test]
    fn a_wait_beyond_its_limit_is_named() {
        assert_eq!(wait(Part::ServeFromNothing, 720).missed(), None);
        assert_eq!(
            wait(Part::ServeFromNothing, 721).missed().unwrap(),
            "`cargo xtask serve` with nothing cached takes 721 s, not 720"
        );
        for (part, limit) in [
            (Part::ServeWithTools, 480),
            (Part::TestFromNothing, 2_100),
            (Part::TestWithTools, 1_200),
            (Part::Archive, 60),
        ] {
            assert_eq!(wait(part, limit).missed(), None);
            assert!(wait(part, limit + 1).missed().is_some());
        }
    }

    #[test]
    fn a_wait_is_written_with_its_limit() {
        let mut text = String::new();
        section(&mut text, &[wait(Part::ServeFromNothing, 503)]).unwrap();
        let line = "| `cargo xtask serve` with nothing cached | 8 min 23 s | 12 min 00 s |";
        assert!(text.contains(line), "{text}");
    }
}
