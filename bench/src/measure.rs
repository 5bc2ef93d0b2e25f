//! The measurement of one database at one size.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use database::Db;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use service::Service;
use service::clock::{Clock, SystemClock};
use service::secret::{BCRYPT_COST, MfaSettings, Secrets};
use zeroize::Zeroizing;

use crate::bare::{Bare, Recorded};
use crate::load::{self, Call, Figures, ask};
use crate::program::{Program, Running};
use crate::record::recorded;
use crate::recorder::{Recorder, Step};
use crate::target::{Route, Targets};
use crate::{databases, fill};

/// Mizan and the bare handler take turns, because the speed of the machine varies; the median of
/// each figure counts. A round of writes must be long enough for a meaningful p99.
const READ_ROUNDS: u32 = 9;
const WRITE_ROUNDS: usize = 5;
/// The duration of the load before the measurement.
const WARM_UP: Duration = Duration::from_secs(1);
/// The number of requests of each write, for each side.
const WRITES: i64 = 2_000;
/// The number of requests before the measured writes.
const WARM_UP_WRITES: usize = 50;
/// The time after the last response in which the server completes its remaining work.
const SETTLING: Duration = Duration::from_secs(2);
const LOGINS: usize = 50;

/// The plan of a measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    pub program: PathBuf,
    pub oha: PathBuf,
    pub folder: PathBuf,
    pub postgres: Option<String>,
    pub routes: Vec<Route>,
    /// For each read on each side.
    pub time: Duration,
    /// Keep filled databases for the next run.
    pub keep: bool,
    /// Run `mizan check` on the database at the end.
    pub check: bool,
}

/// The results on one database at one size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub database: String,
    pub scale: i64,
    /// Seconds.
    pub filled_in: f64,
    /// Seconds from the start of the program to its first response.
    pub start: f64,
    /// Megabytes, before the first request and after the last one.
    pub memory_idle: f64,
    pub memory_after: f64,
    pub routes: Vec<RouteFigures>,
    pub logins: Option<Logins>,
}

impl Measured {
    /// True if these are the results of this database at this size.
    pub fn is_of(&self, database: &str, scale: i64) -> bool {
        self.database == database && self.scale == scale
    }
}

/// The figures of one route, for Mizan and for the bare handler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RouteFigures {
    pub route: String,
    /// The request and its sender, as Markdown.
    pub request: String,
    pub is_write: bool,
    /// The size of one response in bytes.
    pub bytes: usize,
    /// The number of statements for one request, including the lookup of the caller.
    pub statements: usize,
    pub product: Figures,
    pub bare: Figures,
    /// The bare handler that also decodes rows and encodes its response; only for reads.
    pub reading: Option<Figures>,
}

impl RouteFigures {
    /// The throughput of Mizan relative to the bare handler.
    pub fn ratio(&self) -> f64 {
        self.product.per_second / self.bare.per_second
    }

    /// The throughput of Mizan relative to the bare handler that decodes and encodes.
    pub fn ratio_to_reading(&self) -> Option<f64> {
        self.reading.as_ref().map(|reading| self.product.per_second / reading.per_second)
    }
}

/// The measurements of one route, and a sample of its responses.
struct Sides {
    sample: Recorded,
    product: Figures,
    bare: Figures,
    reading: Option<Figures>,
}

/// Concurrent sign-ins, and the latency of the health check meanwhile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Logins {
    pub logins: Figures,
    pub health: Figures,
}

/// Measures one database at one size.
pub async fn measure(plan: &Plan, engine: &str, scale: i64) -> Result<Measured> {
    println!("\n== {engine}, scale {scale}");
    let (program, filled_in) = filled(plan, engine, scale).await?;
    let url = program.database.clone();
    let accounts = std::fs::read_to_string(accounts_of(&program, scale))?;

    let running = program.serve().await?;
    tokio::time::sleep(SETTLING).await;
    let mut measured = Measured {
        database: engine.to_owned(),
        scale,
        filled_in,
        start: running.start.as_secs_f64(),
        memory_idle: running.memory()?,
        memory_after: 0.0,
        routes: Vec::new(),
        logins: None,
    };
    let bench = Bench::open(plan, &url, running).await?;
    for &route in &plan.routes {
        let figures = Box::pin(bench.route(route)).await.with_context(|| route.name())?;
        print(&figures);
        measured.routes.push(figures);
    }
    measured.memory_after = bench.running.memory()?;
    measured.logins = Some(bench.logins(&accounts).await?);
    bench.service.db().close().await;
    bench.bare.close().await;
    drop(bench);
    if plan.check {
        program.run(&["check"]).context("the database after it all")?;
    }
    databases::remove(engine, &url, plan.postgres.as_deref()).await?;
    Ok(measured)
}

/// A program on a filled database, and the duration of the filling in seconds.
async fn filled(plan: &Plan, engine: &str, scale: i64) -> Result<(Program, f64)> {
    let (folder, server) = (plan.folder.join(engine), plan.postgres.as_deref());
    std::fs::create_dir_all(&folder)?;
    let name = format!("mizan_bench_filled_{scale}");
    let is_kept = plan.keep && databases::is_kept(engine, &folder, server, &name).await?;
    let kept = is_kept.then_some(&*name);
    let url = databases::create(engine, &folder, server, kept).await?;
    let program = Program { path: plan.program.clone(), folder, database: url.clone() };
    if is_kept {
        println!("   filled by an earlier run");
        return Ok((program, 0.0));
    }
    std::fs::write(accounts_of(&program, scale), program.run(&["demo", "--json"])?)?;
    let start = Instant::now();
    fill::fill(&url, scale).await?;
    let filled_in = start.elapsed().as_secs_f64();
    println!("   filled in {filled_in:.0} s");
    if plan.keep {
        databases::keep(engine, &program.folder, server, &name).await?;
    }
    Ok((program, filled_in))
}

/// The file with the demo accounts that were printed when a database of this size was created.
fn accounts_of(program: &Program, scale: i64) -> PathBuf {
    program.folder.join(format!("printed_{scale}.json"))
}

fn print(it: &RouteFigures) {
    println!(
        "   {:<16} {:>8.0}/s  p50 {:>7.2} ms  p99 {:>7.2} ms   bare {:>8.0}/s  p50 {:>7.2} ms  \
         p99 {:>7.2} ms   ratio {:.2}{}",
        it.route,
        it.product.per_second,
        it.product.p50,
        it.product.p99,
        it.bare.per_second,
        it.bare.p50,
        it.bare.p99,
        it.ratio(),
        it.ratio_to_reading().map_or(String::new(), |it| format!(", to reading {it:.2}"))
    );
}

struct Bench<'p> {
    plan: &'p Plan,
    service: Service,
    recorder: Arc<Recorder>,
    targets: Targets,
    running: Running,
    bare: Bare,
}

impl<'p> Bench<'p> {
    async fn open(plan: &'p Plan, url: &str, running: Running) -> Result<Self> {
        let recorder = Arc::new(Recorder::default());
        let db = Db::connect(url).await?.observed_by(Arc::<Recorder>::clone(&recorder));
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let targets = Targets::prepare(&db, WRITES * 2, clock.now()).await?;
        let service = Service::with_clock(db, secrets(), clock);
        let bare = Bare::start(url).await?;
        Ok(Self { plan, service, recorder, targets, running, bare })
    }

    async fn route(&self, route: Route) -> Result<RouteFigures> {
        let calls = self.targets.calls(self.service.db(), route).await?;
        let sides = if route.is_write() {
            Box::pin(self.write(route, calls)).await?
        } else {
            Box::pin(self.read(route, &calls)).await?
        };
        let Sides { sample, product, bare, reading } = sides;
        product.require_success().context("the product")?;
        for bare in reading.iter().chain([&bare]) {
            bare.require_success().context("the bare handler")?;
        }
        tokio::time::sleep(SETTLING).await;
        Ok(RouteFigures {
            route: route.name().to_owned(),
            request: route.request().to_owned(),
            is_write: route.is_write(),
            bytes: sample.body.len(),
            statements: sample.statements(),
            product,
            bare,
            reading,
        })
    }

    async fn read(&self, route: Route, calls: &[Call]) -> Result<Sides> {
        let first = calls.first().context("there is nothing to ask for")?;
        let token = first.token.as_deref().unwrap_or_default();
        let paths: Vec<String> = calls.iter().map(|call| call.path.clone()).collect();
        let mut answers = Vec::new();
        for call in calls {
            let (status, body) = ask(self.running.address, call).await?;
            let recorded = recorded(&self.service, &self.recorder, route, call).await?;
            answers.push((call.clone(), Recorded { status, body, ..recorded }));
        }
        let sample = answers[0].1.clone();
        self.bare.answer(answers)?;
        let run =
            async |address, time| load::oha(&self.plan.oha, (address, &paths), token, time).await;
        let addresses = [self.running.address, self.bare.address, self.bare.reading];
        for address in addresses {
            run(address, WARM_UP).await?;
        }
        let mut rounds = addresses.map(|_| Vec::new());
        for _ in 0..READ_ROUNDS {
            for (address, rounds) in addresses.into_iter().zip(&mut rounds) {
                rounds.push(run(address, self.plan.time / READ_ROUNDS).await?);
            }
        }
        let [product, bare, reading] = rounds.map(|rounds| Figures::median(&rounds));
        Ok(Sides { sample, product, bare, reading: Some(reading) })
    }

    /// Sends half of the requests to Mizan and the other half to the bare handler.
    async fn write(&self, route: Route, calls: Vec<Call>) -> Result<Sides> {
        let half = calls.len() / 2;
        let (ours, others) = calls.split_at(half);
        let mut answers = Vec::new();
        for call in others {
            answers
                .push((call.clone(), recorded(&self.service, &self.recorder, route, call).await?));
        }
        let sample = answers.first().context("there is nothing to write")?.1.clone();
        self.bare.answer(answers)?;
        let warm_up = WARM_UP_WRITES.min(half / 2);
        let (mut product, mut bare) = (Vec::new(), Vec::new());
        for (address, calls) in [(self.running.address, ours), (self.bare.address, others)] {
            load::once(address, &calls[..warm_up]).await?;
        }
        let size = (half - warm_up).div_ceil(WRITE_ROUNDS);
        for (ours, others) in ours[warm_up..].chunks(size).zip(others[warm_up..].chunks(size)) {
            tokio::time::sleep(SETTLING).await;
            product.push(load::once(self.running.address, ours).await?);
            tokio::time::sleep(SETTLING).await;
            bare.push(load::once(self.bare.address, others).await?);
        }
        let (product, bare) = (Figures::median(&product), Figures::median(&bare));
        Ok(Sides { sample, product, bare, reading: None })
    }

    /// Measures concurrent sign-ins, with continuous requests to the health check.
    async fn logins(&self, accounts: &str) -> Result<Logins> {
        let line = accounts.lines().rev().find(|line| line.starts_with('['));
        let accounts: Value = serde_json::from_str(line.context("the demo printed no accounts")?)?;
        let limit = i64::try_from(LOGINS)?;
        let addresses = self.targets.addresses(self.service.db(), limit).await?;
        let calls: Vec<Call> = addresses
            .iter()
            .map(|email| {
                let body = json!({"email": email, "password": accounts[0]["password"]});
                Call::send("POST", "/api/auth/login", &body)
            })
            .collect();
        let address = self.running.address;
        let logins = tokio::spawn(load::send_all(address, calls, LOGINS));
        let mut asked = Vec::new();
        while !logins.is_finished() {
            let start = Instant::now();
            let answer = ask(address, &Call::get("/healthz")).await;
            asked.push((start.elapsed(), answer.ok().map(|(status, _)| status)));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let took = asked.iter().map(|(time, _)| *time).sum();
        Ok(Logins { logins: logins.await??, health: load::summary(&asked, took) })
    }
}

impl Recorded {
    fn statements(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Statement { .. })).count()
    }
}

/// Placeholder secrets: no recorded use case signs, encrypts or hashes anything.
fn secrets() -> Secrets {
    let mfa = || MfaSettings {
        issuer: "Mizan".to_owned(),
        key: Zeroizing::new([7; 32]),
        old_keys: Vec::new(),
    };
    Secrets {
        staff_jwt_secret: Zeroizing::new(vec![7; 32]),
        customer_jwt_secret: Zeroizing::new(vec![8; 32]),
        password_pepper: Zeroizing::new(Vec::new()),
        staff_mfa: mfa(),
        customer_mfa: mfa(),
        bcrypt_cost: BCRYPT_COST,
    }
}

/// The results of an earlier run.
pub fn kept(file: &Path) -> Result<Vec<Measured>> {
    let text = std::fs::read(file).context("there is no earlier run to go on with")?;
    Ok(serde_json::from_slice(&text)?)
}

/// Stores the results for the report.
pub fn keep(file: &Path, measured: &[Measured]) -> Result<()> {
    Ok(std::fs::write(file, serde_json::to_vec_pretty(measured)?)?)
}
