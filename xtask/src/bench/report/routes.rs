//! The report on the routes of the API, compared to a bare handler.

#![expect(clippy::float_arithmetic, reason = "ratios of measurements are no money")]

use anyhow::Result;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::over;

const READ_RATIO: f64 = 0.8;
const WRITE_RATIO: f64 = 0.6;
/// The maximum factor by which p99 may grow with ten times the data.
const GROWTH: f64 = 1.3;
/// Megabytes.
const MEMORY_IDLE: f64 = 80.0;
/// Seconds.
const START: f64 = 0.5;
/// Milliseconds.
const HEALTH_P99: f64 = 100.0;

/// The results on one database at one size.
#[derive(Clone, Debug, Deserialize)]
pub struct Database {
    database: String,
    scale: i64,
    /// Seconds from the start of the program to its first response.
    start: f64,
    /// Megabytes, before the first request and after the last one.
    memory_idle: f64,
    memory_after: f64,
    routes: Vec<Route>,
    logins: Option<Logins>,
}

/// One route, served by Mizan and by bare handlers.
#[derive(Clone, Debug, Deserialize)]
struct Route {
    route: String,
    /// The request and its sender.
    request: String,
    is_write: bool,
    product: Load,
    bare: Load,
    /// The handler that also decodes and encodes; only for reads.
    reading: Option<Load>,
}

/// The results of a load; times in milliseconds.
#[derive(Clone, Debug, Deserialize)]
struct Load {
    requests: u64,
    per_second: f64,
    p50: f64,
    p99: f64,
    /// The number of responses by status.
    statuses: BTreeMap<String, u64>,
    /// Requests without a response.
    failures: u64,
}

/// Concurrent sign-ins, and the health check meanwhile.
#[derive(Clone, Debug, Deserialize)]
struct Logins {
    logins: Load,
    health: Load,
}

impl Route {
    fn ratio(&self) -> f64 {
        self.product.per_second / self.bare.per_second
    }

    fn ratio_to_reading(&self) -> Option<f64> {
        self.reading.as_ref().map(|reading| self.product.per_second / reading.per_second)
    }

    fn missed(&self, place: &str) -> Option<String> {
        let wanted = if self.is_write { WRITE_RATIO } else { READ_RATIO };
        let ratio = self.ratio();
        (ratio < wanted).then(|| {
            format!("{place}: {} serves {ratio:.3} of the bare handler, not {wanted}", self.route)
        })
    }
}

impl Database {
    fn missed(&self) -> Vec<String> {
        let place = format!("{} at scale {}", self.database, self.scale);
        let mut missed: Vec<String> =
            self.routes.iter().filter_map(|route| route.missed(&place)).collect();
        missed.extend(over(&format!("{place}: idle memory in MB"), self.memory_idle, MEMORY_IDLE));
        missed.extend(over(&format!("{place}: start in seconds"), self.start, START));
        missed.extend(self.logins.iter().flat_map(|logins| logins.missed(&place)));
        missed
    }
}

impl Logins {
    /// Targets: surplus sign-ins are refused with a status code, and all other requests succeed.
    fn missed(&self, place: &str) -> Vec<String> {
        let what = format!("{place}: p99 of /healthz in ms during sign-ins");
        let mut missed = Vec::from_iter(over(&what, self.health.p99, HEALTH_P99));
        let known = ["200", "429", "503"];
        let other = self.logins.statuses.keys().find(|status| !known.contains(&&***status));
        missed.extend(other.map(|status| format!("{place}: a sign-in was answered {status}")));
        if self.logins.failures + self.health.failures > 0 {
            missed.push(format!("{place}: a request got no response during sign-ins"));
        }
        missed
    }
}

/// The missed targets, as sentences.
pub fn missed(databases: &[Database]) -> Vec<String> {
    let mut missed: Vec<String> = databases.iter().flat_map(Database::missed).collect();
    let too_large = growths(databases).filter(|(.., growth)| *growth > GROWTH);
    missed.extend(too_large.map(|(database, route, growth)| {
        format!("{database}: p99 of {route} grows by {growth:.2} with the data, not {GROWTH}")
    }));
    missed
}

/// The factor by which p99 of each route grows at the larger size.
fn growths(databases: &[Database]) -> impl Iterator<Item = (&str, &str, f64)> {
    databases.iter().filter(|it| it.scale > 1).flat_map(|large| {
        let same = |it: &&Database| it.database == large.database && it.scale == 1;
        let small = databases.iter().find(same).into_iter();
        small.flat_map(|small| &small.routes).filter_map(|small| {
            let route = large.routes.iter().find(|it| it.route == small.route)?;
            Some((&*large.database, &*route.route, route.product.p99 / small.product.p99))
        })
    })
}

pub(super) fn section(text: &mut String, databases: &[Database]) -> Result<()> {
    writeln!(text, "{EXPLANATION}")?;
    for route in databases.iter().take(1).flat_map(|it| &it.routes) {
        writeln!(text, "- {}: {}", route.route, route.request)?;
    }
    for it in databases {
        database_section(text, it)?;
    }
    growth_section(text, databases)
}

fn database_section(text: &mut String, it: &Database) -> Result<()> {
    writeln!(text, "\n### {}, scale {}\n", it.database, it.scale)?;
    writeln!(
        text,
        "| route | product/s | p50 ms | p99 ms | bare/s | p50 ms | p99 ms | ratio \
         | reading/s | ratio |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|---|---|")?;
    for route in &it.routes {
        let (product, bare) = (&route.product, &route.bare);
        writeln!(
            text,
            "| {} | {:.0} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} | {} | {} |",
            route.route,
            product.per_second,
            product.p50,
            product.p99,
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
        "\nStart to first response {:.2} s. Memory {:.0} MB idle, {:.0} MB after the load.",
        it.start, it.memory_idle, it.memory_after
    )?;
    it.logins.as_ref().map_or(Ok(()), |logins| logins_line(text, logins))
}

fn logins_line(text: &mut String, Logins { logins, health }: &Logins) -> Result<()> {
    let statuses: Vec<String> =
        logins.statuses.iter().map(|(status, count)| format!("{count} × {status}")).collect();
    writeln!(
        text,
        "{} sign-ins at once: {}; meanwhile /healthz took {:.1} ms at p99.",
        logins.requests + logins.failures,
        statuses.join(", "),
        health.p99
    )?;
    Ok(())
}

fn growth_section(text: &mut String, databases: &[Database]) -> Result<()> {
    let growths: Vec<_> = growths(databases).collect();
    if growths.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n### More data\n\nHow many times longer p99 is with more data.\n")?;
    writeln!(text, "| database | route | growth of p99 |\n|---|---|---|")?;
    for (database, route, growth) in growths {
        writeln!(text, "| {database} | {route} | {growth:.2} |")?;
    }
    Ok(())
}

const EXPLANATION: &str = "\
The release build runs as a process of its own, on SQLite and on PostgreSQL, with a database of
10,000 members of staff, 100,000 appraisals and 20,000 facilities (times the scale). The database
is first filled with the demo organization, whose rows are then copied with new ids until there
are enough. Two things are not copied: the audit log, whose hashes chain its entries, and the
long texts of forms that were finalized long ago. Eight connections send requests: oha sends the
reads, and a small driver the writes, because each write has its own address, token and body and
succeeds only once. Product and bare handler take turns, nine rounds each for reads and five for
writes, because the speed of a machine varies; each figure is the median of its rounds.

**The bare handler** is axum and sqlx with nothing in between. The use case of the product runs
once before, and its statements are recorded with their values, including the look-up of the
caller. The bare handler runs the same statements in the same transactions, on pools of sqlx of
the same size, with the same allocator, and sends the same bytes. The recorded run of a write is
rolled back, so that the bare handler writes the same rows. It checks nothing, decodes nothing
and writes no log. The work of the product after its response (sealing audit entries,
notifications) is included in the figures of the product alone. The targets are shares of this
handler: 0.8 for reads and 0.6 for writes.

**The reading handler** also decodes every value of every row and encodes its response as JSON.
It separates the cost of any response from the cost of the product.

**PostgreSQL** is a private server on the same machine without durability (`fsync=off`), for both
sides alike; SQLite runs with the settings of the product. Load generator, server and database
share the processors.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn load(per_second: f64, p99: f64) -> Load {
        let statuses = BTreeMap::from([("200".to_owned(), 1)]);
        Load { requests: 1, per_second, p50: 1.0, p99, statuses, failures: 0 }
    }

    fn database(product: f64, bare: f64) -> Database {
        let route = |route: &str, is_write| Route {
            route: route.to_owned(),
            request: format!("`GET /{route}`"),
            is_write,
            product: load(product, 2.0),
            bare: load(bare, 1.0),
            reading: None,
        };
        Database {
            database: "sqlite".to_owned(),
            scale: 1,
            start: 0.1,
            memory_idle: 50.0,
            memory_after: 60.0,
            routes: vec![route("queue", false), route("save", true)],
            logins: None,
        }
    }

    #[test]
    fn a_ratio_below_its_target_is_a_miss_and_writes_have_a_lower_one() {
        assert_eq!(missed(&[database(80.0, 100.0)]), Vec::<String>::new());
        assert_eq!(
            missed(&[database(70.0, 100.0)]),
            ["sqlite at scale 1: queue serves 0.700 of the bare handler, not 0.8"]
        );
    }

    #[test]
    fn growth_memory_and_start_have_targets() {
        let mut large = database(90.0, 100.0);
        (large.scale, large.memory_idle, large.start) = (10, 81.0, 0.6);
        large.routes[0].product.p99 = 2.7;
        let databases = [database(90.0, 100.0), large];
        assert_eq!(missed(&databases).len(), 3, "{:?}", missed(&databases));
        let mut text = String::new();
        section(&mut text, &databases).unwrap();
        assert!(text.contains("| sqlite | queue | 1.35 |"), "{text}");
        assert!(text.contains("- queue: `GET /queue`"), "{text}");
    }

    #[test]
    fn a_sign_in_is_served_or_refused_and_never_lost() {
        let mut database = database(90.0, 100.0);
        let mut logins = Logins { logins: load(9.0, 900.0), health: load(100.0, 101.0) };
        logins.logins.statuses.insert("500".to_owned(), 1);
        logins.logins.failures = 1;
        database.logins = Some(logins);
        assert_eq!(
            missed(&[database]),
            [
                "sqlite at scale 1: p99 of /healthz in ms during sign-ins is 101.00, not 100",
                "sqlite at scale 1: a sign-in was answered 500",
                "sqlite at scale 1: a request got no response during sign-ins",
            ]
        );
    }
}
