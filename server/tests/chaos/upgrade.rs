//! Upgrades without downtime: servers of two neighbouring versions on one database, replaced one by
//! one under load, and back again.

mod balancer;
mod load;

use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::watch;

use super::house::{House, printed};
use super::times;
use crate::process::program::{PROGRAM, Server};
use balancer::{Balancer, SERVERS};
use load::{Load, Progress};

/// The time for which a stopping server still accepts requests: more than the balancer needs to
/// notice, on a busy machine as well.
const SHUTDOWN_DELAY_SECONDS: &str = "3";
/// The number of requests that succeed between two steps.
const REQUESTS: u64 = 30;

/// A version of the program.
struct Version<'p> {
    program: &'p str,
    /// True if a stopping server still accepts requests for a while.
    drains: bool,
}

impl<'p> Version<'p> {
    /// A version that knows the delay of the shutdown refuses a wrong one.
    async fn of(program: &'p str, house: &House) -> Self {
        let mut command = house.command_of(program, &["check"]);
        let output = command.env("SHUTDOWN_DELAY_SECONDS", "none").output().await.unwrap();
        let drains = String::from_utf8_lossy(&output.stderr).contains("SHUTDOWN_DELAY_SECONDS");
        Self { program, drains }
    }
}

/// The servers behind the balancer.
struct Fleet<'a> {
    house: &'a House,
    balancer: Balancer,
    servers: [Option<Server>; 2],
}

impl<'a> Fleet<'a> {
    async fn start(house: &'a House, version: &Version<'_>) -> Self {
        let balancer = Balancer::start(&house.folder.0);
        let mut fleet = Self { house, balancer, servers: [None, None] };
        for place in 0..SERVERS.len() {
            fleet.start_at(place, version).await;
        }
        fleet
    }

    async fn start_at(&mut self, place: usize, version: &Version<'_>) {
        let mut command = self.house.command_of(version.program, &["serve"]);
        command.env("LISTEN", self.balancer.servers[place].to_string());
        command.env("TRUSTED_PROXIES", "127.0.0.1");
        command.env("SHUTDOWN_DELAY_SECONDS", SHUTDOWN_DELAY_SECONDS);
        self.servers[place] = Some(Server::start_by(command).await);
        self.balancer.has_noticed(place, "UP").await;
    }

    /// Stops a server and starts another version in its place, as an operator does. A version that
    /// closes its port at once has to be taken out of the balancer before.
    async fn replace(&mut self, place: usize, (before, after): (&Version<'_>, &Version<'_>)) {
        let server = self.servers[place].take().unwrap();
        if !before.drains {
            self.balancer.drain(place).await;
        }
        let (status, said) = server.stop().await;
        assert!(status.success(), "{said}");
        if !before.drains {
            self.balancer.allow(place).await;
        }
        self.start_at(place, after).await;
    }

    fn server(&self) -> &Server {
        self.servers[0].as_ref().unwrap()
    }
}

/// Replaces every server, with requests before, between and after.
async fn roll(
    fleet: &mut Fleet<'_>,
    versions: (&Version<'_>, &Version<'_>),
    progress: &mut Progress,
) -> u128 {
    let begun_at = Instant::now();
    for place in 0..SERVERS.len() {
        progress.wait_for(REQUESTS).await;
        fleet.replace(place, versions).await;
    }
    let took = begun_at.elapsed();
    progress.wait_for(REQUESTS).await;
    took.as_millis()
}

/// One upgrade and, to another version, its way back; none if the tests have no PostgreSQL.
async fn upgrade_and_return(former: &str) -> Option<Value> {
    let house = House::made_by(former).await?;
    let (former, present) = (Version::of(former, &house).await, Version::of(PROGRAM, &house).await);
    let mut fleet = Fleet::start(&house, &former).await;
    let (address, end) = (fleet.balancer.address, watch::channel(false));
    let mut load = Load::sign_in(&house, fleet.server()).await;
    let mut progress = load.progress();
    let rolling = async {
        progress.wait_for(REQUESTS).await;
        printed(house.command(&["migrate"])).await;
        let upgrade = roll(&mut fleet, (&former, &present), &mut progress).await;
        let way_back = match former.program {
            PROGRAM => 0,
            _ => roll(&mut fleet, (&present, &former), &mut progress).await,
        };
        end.0.send_replace(true);
        (upgrade, way_back)
    };
    let (requests, (upgrade, way_back)) = tokio::join!(load.run(address, end.1), rolling);
    for failure in &requests.failures {
        eprintln!("failed: {failure}");
    }
    let (missing, doubled) = load.missing_and_doubled(fleet.server()).await;
    house.is_sound().await;
    Some(json!({
        "writes": requests.writes,
        "reads": requests.reads,
        "signIns": requests.sign_ins,
        "failed": requests.failures.len(),
        "missing": missing,
        "doubled": doubled,
        "slowestMilliseconds": requests.slowest.as_millis(),
        "upgradeMilliseconds": upgrade,
        "wayBackMilliseconds": way_back,
    }))
}

#[tokio::test]
async fn no_request_fails_while_all_servers_are_replaced_by_the_neighbouring_version_and_back() {
    if std::env::var_os("MIZAN_TEST_UPGRADE").is_none() {
        return;
    }
    let former = std::env::var("MIZAN_FORMER").unwrap_or_else(|_| PROGRAM.to_owned());
    let mut rounds = Vec::new();
    for _ in 0..times(1, 10) {
        let Some(round) = upgrade_and_return(&former).await else { return };
        eprintln!("{round}");
        rounds.push(round);
    }
    if let Some(file) = std::env::var_os("MIZAN_FINDINGS") {
        let found = json!({ "rounds": rounds });
        std::fs::write(file, found.to_string()).unwrap();
    }
    for round in rounds {
        let faults = ["failed", "missing", "doubled"].map(|name| round[name].as_u64().unwrap());
        assert_eq!(faults, [0, 0, 0], "{round}");
    }
}
