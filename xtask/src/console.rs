//! The console output of a step: title, result and duration.

use anyhow::Result;
use std::time::{Duration, Instant};

/// Runs one step, between a line with its title and a line with its duration.
pub fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n== {title}");
    let start = Instant::now();
    let result = work();
    let end = if result.is_ok() { "done in" } else { "failed after" };
    println!("== {title}: {end} {}", seconds(start.elapsed()));
    result
}

/// Formats a duration: `0.4 s`, `12.3 s`, `3 min 05 s`.
pub fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole < 60 {
        format!("{whole}.{} s", duration.subsec_millis() / 100)
    } else {
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_reads_in_tenths_and_from_a_minute_on_in_seconds() {
        assert_eq!(seconds(Duration::from_millis(49)), "0.0 s");
        assert_eq!(seconds(Duration::from_millis(12_390)), "12.3 s");
        assert_eq!(seconds(Duration::from_millis(185_900)), "3 min 05 s");
    }
}
