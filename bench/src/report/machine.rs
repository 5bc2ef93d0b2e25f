//! Where the figures come from.

use std::fs;
use std::process::Command;

use chrono::{DateTime, Utc};

/// Day, processors, memory, load and versions, as a list.
pub(super) fn describe(now: DateTime<Utc>) -> String {
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let value = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(':').map_or("unknown", |(_, value)| value).trim().to_owned()
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split_whitespace().next().unwrap_or("unknown").to_owned();
    let lines = [
        format!("{}", now.format("%Y-%m-%d")),
        format!("{}, {cores} processors", value(&read("/proc/cpuinfo"), "model name")),
        format!("memory {}", value(&read("/proc/meminfo"), "MemTotal")),
        format!("kernel {}", read("/proc/sys/kernel/osrelease").trim()),
        version("rustc"),
        version("postgres"),
        format!("load at the end of the run {load}"),
    ];
    lines.iter().filter(|line| !line.is_empty()).map(|line| format!("- {line}\n")).collect()
}

fn version(program: &str) -> String {
    let output = Command::new(program).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().trim().to_owned()
}
