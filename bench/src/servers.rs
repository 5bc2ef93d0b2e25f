//! Payments through one server and through several on one PostgreSQL. Each server is limited to a
//! part of a processor, so that PostgreSQL has processors of its own even on a small machine.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use database::Db;
use serde::{Deserialize, Serialize};
use service::clock::{Clock, SystemClock};

use crate::databases::{self, POSTGRES};
use crate::fill;
use crate::load::{CONNECTIONS, Call, Figures, send_all};
use crate::processor::{Limit, time_of, time_of_all};
use crate::program::{Program, Running};
use crate::target::{Route, Targets};

const SERVERS: [usize; 2] = [1, 3];
/// The share of one processor that each server may use.
const PERCENT: u32 = 12;
/// Loads with different numbers of servers alternate; the medians count.
const ROUNDS: usize = 5;
/// The payments of each server in each round.
const PAYMENTS: usize = 200;
const WARM_UP_PAYMENTS: usize = 50;

/// The figures for one number of servers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scale {
    pub servers: usize,
    /// The limit of each server, as a percentage of one processor.
    pub percent: u32,
    pub payments: Figures,
    /// Processor time of the servers for each payment, in milliseconds.
    pub server_time: f64,
    /// Processor time of PostgreSQL for each payment, in milliseconds.
    pub database_time: f64,
    /// The average number of processors that PostgreSQL used.
    pub database_processors: f64,
}

/// A load on some of the servers.
struct Round {
    payments: Figures,
    took: Duration,
    servers: Duration,
    database: Duration,
}

/// Measures on a filled database of the server.
pub async fn measure(path: PathBuf, folder: &Path, server: &str) -> Result<Vec<Scale>> {
    let folder = folder.join("servers");
    std::fs::create_dir_all(&folder)?;
    let database = databases::create(POSTGRES, &folder, Some(server), None).await?;
    let program = Program { path, folder, database: database.clone() };
    program.run(&["demo", "--json"])?;
    fill::fill(&database, 1).await?;
    let mut calls = payments(&database).await?.into_iter();

    let most = SERVERS.into_iter().max().unwrap_or_default();
    let mut running = Vec::new();
    for _ in 0..most {
        let server = program.serve().await?;
        let limit = Limit::new(server.process(), PERCENT)?;
        running.push((server, limit));
    }
    load(&running, calls.by_ref().take(most * WARM_UP_PAYMENTS).collect()).await?;
    let mut rounds = SERVERS.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (servers, rounds) in SERVERS.into_iter().zip(&mut rounds) {
            let calls = calls.by_ref().take(servers * PAYMENTS).collect();
            rounds.push(load(&running[..servers], calls).await?);
        }
    }
    let scales = SERVERS.into_iter().zip(&rounds).map(|(servers, rounds)| scale(servers, rounds));
    let scales = scales.collect();
    drop(running);
    program.run(&["check"]).context("the database after the load")?;
    databases::remove(POSTGRES, &database, Some(server)).await?;
    Ok(scales)
}

/// Enough payments for all rounds, each to a facility of its own.
async fn payments(database: &str) -> Result<Vec<Call>> {
    let most = SERVERS.into_iter().max().unwrap_or_default();
    let each_round = SERVERS.into_iter().sum::<usize>() * PAYMENTS;
    let needed = ROUNDS * each_round + most * WARM_UP_PAYMENTS;
    let db = Db::connect(database).await?;
    let targets = Targets::prepare(&db, i64::try_from(needed)?, SystemClock.now()).await?;
    let calls = targets.calls(&db, Route::Payment).await?;
    db.close().await;
    anyhow::ensure!(calls.len() == needed, "{needed} payments are needed, not {}", calls.len());
    Ok(calls)
}

/// Sends the same number of payments to each server, all at the same time.
async fn load(running: &[(Running, Limit)], mut calls: Vec<Call>) -> Result<Round> {
    let used = || -> Result<Duration> {
        running.iter().map(|(server, _)| time_of(server.process())).sum()
    };
    let (servers, database, start) = (used()?, time_of_all("postgres")?, Instant::now());
    let each = calls.len().div_ceil(running.len());
    let mut loads = Vec::new();
    for (server, _) in running {
        let own = calls.split_off(calls.len().saturating_sub(each));
        loads.push(tokio::spawn(send_all(server.address, own, CONNECTIONS)));
    }
    let mut figures = Vec::new();
    for load in loads {
        let payments = load.await??;
        payments.require_success()?;
        figures.push(payments);
    }
    let took = start.elapsed();
    let payments = Figures::together(&figures, took);
    let servers = used()?.saturating_sub(servers);
    let database = time_of_all("postgres")?.saturating_sub(database);
    Ok(Round { payments, took, servers, database })
}

fn scale(servers: usize, rounds: &[Round]) -> Scale {
    let payments: Vec<Figures> = rounds.iter().map(|round| round.payments.clone()).collect();
    let payments = Figures::median(&payments);
    let sum = |of: fn(&Round) -> Duration| rounds.iter().map(of).sum::<Duration>().as_secs_f64();
    let count = f64::from(u32::try_from(payments.requests).unwrap_or(u32::MAX));
    let each = |seconds: f64| seconds * 1_000.0 / count;
    let database = sum(|round| round.database);
    println!("{servers} servers: {:.0} payments a second", payments.per_second);
    Scale {
        servers,
        percent: PERCENT,
        server_time: each(sum(|round| round.servers)),
        database_time: each(database),
        database_processors: database / sum(|round| round.took),
        payments,
    }
}
