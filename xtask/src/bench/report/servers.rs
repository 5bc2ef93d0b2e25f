//! The report on several servers with one PostgreSQL.

#![expect(clippy::float_arithmetic, reason = "ratios of measurements are no money")]

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

/// The lowest rate of three servers, as a multiple of the rate of one.
const LOWEST_MULTIPLE: f64 = 2.5;
const SERVERS: u32 = 3;

const EXPLANATION: &str = "\
Payments through the API, each to a facility of its own, by eight clients for each server; 20,000
facilities of one organization on PostgreSQL without durability (`fsync=off`). The rates are medians
of alternating loads. Each server is limited to a small part of one processor by the kernel, so that
PostgreSQL keeps processors of its own and the servers are what limits the rate. What remains is
then the waiting of the servers for each other in the database.
";

/// The figures for one number of servers.
#[derive(Clone, Debug, Deserialize)]
pub struct Scale {
    servers: u32,
    /// The limit of each server, as a percentage of one processor.
    percent: u32,
    payments: Figures,
    /// Processor time of the servers for each payment, in milliseconds.
    server_time: f64,
    /// Processor time of PostgreSQL for each payment, in milliseconds.
    database_time: f64,
    /// The average number of processors that PostgreSQL used.
    database_processors: f64,
}

#[derive(Clone, Debug, Deserialize)]
struct Figures {
    per_second: f64,
    /// Milliseconds.
    p50: f64,
    /// Milliseconds.
    p99: f64,
}

/// The rate of each number of servers as a multiple of the rate of one.
fn multiples(scales: &[Scale]) -> impl Iterator<Item = (&Scale, f64)> {
    let one =
        scales.iter().find(|it| it.servers == 1).map_or(f64::NAN, |it| it.payments.per_second);
    scales.iter().map(move |it| (it, it.payments.per_second / one))
}

pub fn missed(scales: &[Scale]) -> Option<String> {
    let (_, multiple) = multiples(scales).find(|(it, _)| it.servers == SERVERS)?;
    (multiple < LOWEST_MULTIPLE).then(|| {
        format!(
            "{SERVERS} servers record payments at {multiple:.2} times the rate of one, not \
             {LOWEST_MULTIPLE}"
        )
    })
}

pub fn section(text: &mut String, scales: &[Scale]) -> Result<()> {
    writeln!(text, "{EXPLANATION}")?;
    writeln!(
        text,
        "| servers | of a processor each | payments per second | p50 | p99 | multiple | at least | \
         processor time of the servers per payment | of PostgreSQL | processors used by \
         PostgreSQL |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|---|---|")?;
    for (it, multiple) in multiples(scales) {
        let least = if it.servers == SERVERS { LOWEST_MULTIPLE.to_string() } else { String::new() };
        let Figures { per_second, p50, p99 } = it.payments;
        let Scale { servers, percent, server_time, database_time, database_processors, .. } = it;
        writeln!(
            text,
            "| {servers} | {percent} % | {per_second:.0} | {p50:.1} ms | {p99:.1} ms | \
             {multiple:.2} | {least} | {server_time:.2} ms | {database_time:.2} ms | \
             {database_processors:.2} |"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(servers: u32, rate: u32) -> Scale {
        Scale {
            servers,
            percent: 12,
            payments: Figures { per_second: f64::from(rate), p50: 20.0, p99: 90.0 },
            server_time: 0.6,
            database_time: 1.1,
            database_processors: 0.5,
        }
    }

    #[test]
    fn three_servers_reach_two_and_a_half_times_the_rate_of_one() {
        assert_eq!(missed(&[scale(1, 200), scale(3, 500)]), None);
        let scales = [scale(1, 200), scale(3, 490)];
        let sentence = "3 servers record payments at 2.45 times the rate of one, not 2.5";
        assert_eq!(missed(&scales).unwrap(), sentence);
        let mut text = String::new();
        section(&mut text, &scales).unwrap();
        assert!(text.contains("| 3 | 12 % | 490 | 20.0 ms | 90.0 ms | 2.45 | 2.5 |"), "{text}");
    }

    #[test]
    fn without_three_servers_no_target_is_missed() {
        assert_eq!(missed(&[scale(1, 200)]), None);
    }
}
