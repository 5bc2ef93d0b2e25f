//! The micro-benchmarks of `shared`, parsed from the output of divan.

#![expect(clippy::float_arithmetic, reason = "durations are no money")]

use anyhow::Result;
use serde_json::Value;

use super::report::Median;
use crate::process::{capture, cargo};
use crate::workspace::Workspace;

/// Runs the benchmarks; returns a list of `Median` as JSON.
pub fn measure(workspace: &Workspace) -> Result<Value> {
    let mut bench = cargo();
    bench.current_dir(&workspace.root).args(["bench", "-p", "shared"]);
    bench.args(["--bench", "schedule", "--bench", "scoring"]);
    Ok(serde_json::to_value(parse(&capture(&mut bench)?))?)
}

/// Parses the tables that divan prints: the line of a group names the columns, and the lines below
/// it start with a branch.
fn parse(printed: &str) -> Vec<Median> {
    let mut bench = String::new();
    let mut found = Vec::new();
    for line in printed.lines() {
        let columns: Vec<&str> = line.split('│').map(str::trim).collect();
        let branch = line.starts_with('├') || line.starts_with('╰');
        if line.contains("fastest") && line.contains("median") && !branch {
            line.split_whitespace().next().unwrap_or_default().clone_into(&mut bench);
        } else if branch && let Some(median) = columns.get(2).and_then(|it| microseconds(it)) {
            let first = columns[0].trim_start_matches(['├', '╰', '─', ' ']);
            let name = first.split_whitespace().next().unwrap_or_default().to_owned();
            found.push(Median { bench: bench.clone(), name, median });
        }
    }
    found
}

fn microseconds(text: &str) -> Option<f64> {
    let (number, unit) = text.split_once(' ')?;
    let number: f64 = number.parse().ok()?;
    match unit {
        "ns" => Some(number / 1_000.0),
        "µs" => Some(number),
        "ms" => Some(number * 1_000.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "\
Timer precision: 20 ns
schedule        fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ ijarah       8.9 µs        │ 40.2 µs       │ 9.1 µs        │ 9.6 µs        │ 100     │ 100
╰─ murabaha     540 ns        │ 14.2 µs       │ 950.5 ns      │ 5.6 µs        │ 100     │ 100
";

    #[test]
    fn medians_are_read_in_microseconds() {
        let found = parse(PRINTED);
        let names: Vec<_> = found.iter().map(|it| (&*it.bench, &*it.name)).collect();
        assert_eq!(names, [("schedule", "ijarah"), ("schedule", "murabaha")]);
        assert!((found[0].median - 9.1).abs() < 1e-9 && (found[1].median - 0.9505).abs() < 1e-9);
    }
}
