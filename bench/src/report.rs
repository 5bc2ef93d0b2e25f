//! The report: `docs/benchmarks.md`, written from what was measured, and the targets.

mod machine;
mod newcomer;
mod pages;

use std::fmt::Write as _;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::measure::{Logins, Measured, RouteFigures};
use crate::micro::Micro;
use crate::target::Route;
pub use newcomer::Newcomer;
pub use pages::Page;

const READ_RATIO: f64 = 0.8;
const WRITE_RATIO: f64 = 0.6;
/// How much longer the slowest hundredth may take with ten times the data.
const GROWTH: f64 = 1.3;
/// Megabytes.
const MEMORY_IDLE: f64 = 80.0;
/// Seconds.
const START: f64 = 0.5;
/// Milliseconds.
const HEALTH_P99: f64 = 100.0;
/// Microseconds.
const SCHEDULE: f64 = 50.0;

/// Everything that a run found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub measured: Vec<Measured>,
    pub micro: Vec<Micro>,
    pub pages: Vec<Page>,
    pub newcomers: Vec<Newcomer>,
}

impl Findings {
    /// Whether this database was measured at this size.
    pub fn has(&self, database: &str, scale: i64) -> bool {
        self.measured.iter().any(|it| it.database == database && it.scale == scale)
    }

    /// Every target that was missed, in words.
    pub fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        for it in &self.measured {
            let place = format!("{} at scale {}", it.database, it.scale);
            missed.extend(it.routes.iter().filter_map(|route| too_slow(&place, route)));
            missed.extend(over(&place, "idle memory in MB", it.memory_idle, MEMORY_IDLE));
            missed.extend(over(&place, "start in seconds", it.start, START));
            missed.extend(it.logins.iter().flat_map(|logins| uneasy(&place, logins)));
        }
        missed.extend(self.growths().filter(|it| it.2 > GROWTH).map(
            |(database, route, growth)| {
                format!(
                    "{database}: p99 of {route} grows by {growth:.2} with the data, not {GROWTH}"
                )
            },
        ));
        let schedules = self.micro.iter().filter(|it| it.bench == "schedule");
        missed.extend(
            schedules
                .filter_map(|it| over(&it.name, "median in microseconds", it.median, SCHEDULE)),
        );
        missed.extend(self.pages.iter().flat_map(Page::missed));
        missed.extend(self.newcomers.iter().filter_map(Newcomer::missed));
        missed
    }

    /// How many times longer the slowest hundredth of a route takes at the larger size.
    fn growths(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        self.measured.iter().filter(|it| it.scale > 1).flat_map(|large| {
            let same = |it: &&Measured| it.database == large.database && it.scale == 1;
            let small = self.measured.iter().find(same).into_iter();
            small.flat_map(|small| &small.routes).filter_map(|small| {
                let route = large.routes.iter().find(|it| it.route == small.route)?;
                let growth = route.product.p99 / small.product.p99;
                Some((&*large.database, &*route.route, growth))
            })
        })
    }

    /// The report as Markdown.
    pub fn markdown(&self, now: DateTime<Utc>) -> Result<String> {
        let mut text = String::from(INTRODUCTION);
        writeln!(text, "\n{}", Route::legend())?;
        writeln!(text, "\n## The machine\n\n{}\n", machine::describe(now))?;
        writeln!(text, "## Targets\n")?;
        match &*self.missed() {
            [] => writeln!(text, "All of those that were measured are met.")?,
            missed => {
                writeln!(text, "Missed:\n")?;
                for it in missed {
                    writeln!(text, "- {it}")?;
                }
            }
        }
        for it in &self.measured {
            section(&mut text, it)?;
        }
        self.growth_section(&mut text)?;
        pages::section(&mut text, &self.pages)?;
        newcomer::section(&mut text, &self.newcomers)?;
        if !self.micro.is_empty() {
            writeln!(text, "\n## Arithmetic\n\n`cargo bench -p shared`, medians.\n")?;
            writeln!(text, "| | µs |\n|---|---|")?;
            for it in &self.micro {
                writeln!(text, "| {}: {} | {:.1} |", it.bench, it.name, it.median)?;
            }
        }
        Ok(text)
    }

    fn growth_section(&self, text: &mut String) -> Result<()> {
        let growths: Vec<_> = self.growths().collect();
        if growths.is_empty() {
            return Ok(());
        }
        writeln!(text, "\n## More data\n\nHow many times longer the slowest hundredth takes.\n")?;
        writeln!(text, "| database | route | growth of p99 |\n|---|---|---|")?;
        for (database, route, growth) in growths {
            writeln!(text, "| {database} | {route} | {growth:.2} |")?;
        }
        Ok(())
    }
}

fn too_slow(place: &str, route: &RouteFigures) -> Option<String> {
    let wanted = if route.is_write { WRITE_RATIO } else { READ_RATIO };
    let ratio = route.ratio();
    (ratio < wanted).then(|| {
        format!("{place}: {} serves {ratio:.3} of the bare handler, not {wanted}", route.route)
    })
}

fn over(place: &str, what: &str, found: f64, allowed: f64) -> Option<String> {
    (found > allowed).then(|| format!("{place}: {what} is {found:.2}, not {allowed}"))
}

/// Surplus sign-ins are refused with a status that says so; everybody else is served.
fn uneasy(place: &str, logins: &Logins) -> Vec<String> {
    let mut missed = Vec::new();
    missed.extend(over(
        place,
        "p99 of /healthz in ms during sign-ins",
        logins.health.p99,
        HEALTH_P99,
    ));
    let known = ["200", "429", "503"];
    let other = logins.logins.statuses.keys().find(|status| !known.contains(&&***status));
    missed.extend(other.map(|status| format!("{place}: a sign-in was answered {status}")));
    if logins.logins.failures + logins.health.failures > 0 {
        missed.push(format!("{place}: a request got no answer during sign-ins"));
    }
    missed
}

fn section(text: &mut String, it: &Measured) -> Result<()> {
    writeln!(text, "\n## {}, scale {}\n", it.database, it.scale)?;
    writeln!(
        text,
        "| route | product/s | p50 ms | p99 ms | bare/s | p50 ms | p99 ms | ratio \
         | reading/s | ratio |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|---|---|")?;
    for route in &it.routes {
        let (ours, bare) = (&route.product, &route.bare);
        writeln!(
            text,
            "| {} | {:.0} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} | {} | {} |",
            route.route,
            ours.per_second,
            ours.p50,
            ours.p99,
            bare.per_second,
            bare.p50,
            bare.p99,
            route.ratio(),
            route.reading.as_ref().map_or(String::new(), |it| format!("{:.0}", it.per_second)),
            route.ratio_to_reading().map_or(String::new(), |it| format!("{it:.2}")),
        )?;
    }
    writeln!(
        text,
        "\nStart to first answer {:.2} s. Memory {:.0} MB idle, {:.0} MB after the load.",
        it.start, it.memory_idle, it.memory_after
    )?;
    if let Some(logins) = &it.logins {
        let statuses = logins.logins.statuses.iter();
        let statuses: Vec<String> =
            statuses.map(|(status, count)| format!("{count} × {status}")).collect();
        writeln!(
            text,
            "{} sign-ins at once: {}; meanwhile /healthz took {:.1} ms at p99.",
            logins.logins.requests + logins.logins.failures,
            statuses.join(", "),
            logins.health.p99
        )?;
    }
    Ok(())
}

const INTRODUCTION: &str = "\
# Benchmarks

Written by `cargo xtask bench`; do not edit it. `--check` makes a missed target fail.

**What is measured.** The release build as a process of its own, on SQLite and on PostgreSQL,
with a database of 10,000 members of staff, 100,000 appraisals and 20,000 facilities (times the
scale). The database begins as the demo organization; its rows are then copied with ids of their
own until there are enough. What is not copied is the audit log, whose hashes chain its entries,
and the long texts of forms that were finalized long ago. Eight connections keep sending: oha
for reads, and for writes a small driver, because each write has an address, a token and a body
of its own and succeeds only once. Product and bare handler take turns, nine rounds each for reads
and five for writes, because a machine is not equally fast all the time; of each figure the median
counts.

**The bare handler** is axum and sqlx with nothing in between. For each request the use case of
the product runs once beforehand, and its statements are written down with their values (the
look-up of the caller among them); the bare handler runs the same statements in the same
transactions, on pools of sqlx, of the same size, with the same allocator, and answers the same
bytes. For writes the recorded run was undone, so that the bare handler writes the very rows for
good. It checks nothing, decodes nothing and writes no log. What the product does after its answer
(sealing audit entries, notifications) takes its time from the product and not from the bare
handler. The targets are shares of this one.

**The reading handler** is the same one, and takes every value out of every row and writes its
answer as JSON, as any handler would that had to find its answer. It shows how much of what the
product adds is the work of an answer, and how much is the product.

**PostgreSQL** is a private server on the same machine that forgets a crash (`fsync=off`), for
both sides alike; SQLite runs as the product sets it up. Load, server and database share the
processors.
";

impl Route {
    /// The list of what each name stands for.
    pub fn legend() -> String {
        let line = |it: &Self| format!("- {}: `{}`", it.name(), it.request());
        Self::ALL.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Figures;

    fn measured(product: f64, bare: f64) -> Measured {
        let figures = |per_second, p99| Figures {
            requests: 1,
            per_second,
            p50: 1.0,
            p99,
            ..Figures::default()
        };
        let route = |route: &str, is_write| RouteFigures {
            route: route.to_owned(),
            is_write,
            bytes: 1,
            statements: 1,
            product: figures(product, 2.0),
            bare: figures(bare, 1.0),
            reading: None,
        };
        Measured {
            database: "sqlite".to_owned(),
            scale: 1,
            filled_in: 1.0,
            start: 0.1,
            memory_idle: 50.0,
            memory_after: 60.0,
            routes: vec![route("queue", false), route("save", true)],
            logins: None,
        }
    }

    #[test]
    fn a_ratio_below_its_target_is_a_miss_and_writes_have_a_lower_one() {
        let good = Findings { measured: vec![measured(80.0, 100.0)], ..Findings::default() };
        assert!(good.missed().is_empty(), "{:?}", good.missed());
        let slow = Findings { measured: vec![measured(70.0, 100.0)], ..Findings::default() };
        assert_eq!(slow.missed().len(), 1);
        assert!(slow.missed()[0].contains("queue"));
    }

    #[test]
    fn growth_memory_and_start_have_targets() {
        let mut large = measured(90.0, 100.0);
        (large.scale, large.memory_idle, large.start) = (10, 81.0, 0.6);
        large.routes[0].product.p99 = 2.7;
        let measured = vec![measured(90.0, 100.0), large];
        let findings = Findings { measured, ..Findings::default() };
        assert_eq!(findings.missed().len(), 3, "{:?}", findings.missed());
        let text = findings.markdown(DateTime::UNIX_EPOCH).unwrap();
        assert!(text.contains("| sqlite | queue | 1.35 |"), "{text}");
    }
}
