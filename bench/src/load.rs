//! Load generation: oha for requests that can be repeated, and a driver of our own for requests
//! with their own path, token and body, which can be sent only once.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::process::Command;

/// The number of concurrent requests.
pub const CONNECTIONS: usize = 8;
/// The timeout after which a request counts as failed.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub token: Option<String>,
    pub body: Option<String>,
}

/// The results of a load.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    pub requests: u64,
    pub per_second: f64,
    /// Milliseconds.
    pub p50: f64,
    /// Milliseconds.
    pub p99: f64,
    /// The number of responses by status.
    pub statuses: BTreeMap<String, u64>,
    /// Requests without a response.
    pub failures: u64,
}

impl Figures {
    /// Errors: a response that is not a success, or a request without a response.
    pub fn require_success(&self) -> Result<()> {
        let refused = self.statuses.iter().find(|(status, _)| !status.starts_with('2'));
        if let Some((status, count)) = refused {
            bail!("{count} of {} requests were answered {status}", self.requests);
        }
        if self.failures > 0 || self.requests == 0 {
            bail!("{} of {} requests got no answer", self.failures, self.requests);
        }
        Ok(())
    }

    /// The figures of loads that ran at the same time: the sum of their requests, and the slowest
    /// percentiles.
    pub fn together(loads: &[Self], took: Duration) -> Self {
        let mut all = Self::default();
        for load in loads {
            all.requests += load.requests;
            all.failures += load.failures;
            all.p50 = all.p50.max(load.p50);
            all.p99 = all.p99.max(load.p99);
            for (status, count) in &load.statuses {
                *all.statuses.entry(status.clone()).or_default() += count;
            }
        }
        let requests = u32::try_from(all.requests).unwrap_or(u32::MAX);
        all.per_second = f64::from(requests) / took.as_secs_f64();
        all
    }

    /// The medians of several rounds of one load, with the sum of the statuses.
    pub fn median(rounds: &[Self]) -> Self {
        let middle = |of: fn(&Self) -> f64| {
            let mut figures: Vec<f64> = rounds.iter().map(of).collect();
            figures.sort_unstable_by(f64::total_cmp);
            figures.get(figures.len() / 2).copied().unwrap_or_default()
        };
        let mut statuses = BTreeMap::new();
        for (status, count) in rounds.iter().flat_map(|round| &round.statuses) {
            *statuses.entry(status.clone()).or_default() += count;
        }
        Self {
            requests: rounds.iter().map(|round| round.requests).sum(),
            per_second: middle(|round| round.per_second),
            p50: middle(|round| round.p50),
            p99: middle(|round| round.p99),
            statuses,
            failures: rounds.iter().map(|round| round.failures).sum(),
        }
    }
}

/// Runs oha for the given time on randomly selected paths.
pub async fn oha(
    program: &Path,
    (address, paths): (SocketAddr, &[String]),
    token: &str,
    time: Duration,
) -> Result<Figures> {
    let lines: Vec<String> = paths.iter().map(|path| format!("http://{address}{path}")).collect();
    let file = temporary("urls");
    std::fs::write(&file, lines.join("\n"))?;
    let seconds = format!("{}ms", time.as_millis());
    let output = Command::new(program)
        .args(["--no-tui", "--output-format", "json", "-z", &seconds])
        .args(["--wait-ongoing-requests-after-deadline", "-c", &CONNECTIONS.to_string()])
        .args(["-H", &format!("Authorization: Bearer {token}"), "--urls-from-file"])
        .arg(&file)
        .output()
        .await
        .with_context(|| format!("cannot start {}", program.display()))?;
    std::fs::remove_file(&file)?;
    if !output.status.success() {
        bail!("oha failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    parse_oha(&output.stdout)
}

/// Parses the JSON output of oha, whose times are in seconds.
pub fn parse_oha(printed: &[u8]) -> Result<Figures> {
    let it: Value = serde_json::from_slice(printed).context("oha printed no JSON")?;
    let number = |value: &Value, name: &str| {
        value.as_f64().with_context(|| format!("oha's answer has no {name}"))
    };
    let mut statuses = BTreeMap::new();
    for (status, count) in it["statusCodeDistribution"].as_object().into_iter().flatten() {
        statuses.insert(status.clone(), count.as_u64().unwrap_or_default());
    }
    let errors = it["errorDistribution"].as_object().into_iter().flatten();
    let percentiles = &it["latencyPercentiles"];
    Ok(Figures {
        requests: statuses.values().sum(),
        per_second: number(&it["summary"]["requestsPerSec"], "requestsPerSec")?,
        p50: number(&percentiles["p50"], "p50")? * 1_000.0,
        p99: number(&percentiles["p99"], "p99")? * 1_000.0,
        statuses,
        failures: errors.filter_map(|(_, count)| count.as_u64()).sum(),
    })
}

/// Sends each request once, from a separate process.
pub async fn once(address: SocketAddr, calls: &[Call]) -> Result<Figures> {
    let file = temporary("calls");
    std::fs::write(&file, serde_json::to_vec(calls)?)?;
    let own = std::env::current_exe()?;
    let output = Command::new(own).arg("drive").arg(address.to_string()).arg(&file).output();
    let output = output.await?;
    std::fs::remove_file(&file)?;
    if !output.status.success() {
        bail!("the driver failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The entry point of that process.
pub async fn drive(address: SocketAddr, file: &Path) -> Result<Figures> {
    let calls: Vec<Call> = serde_json::from_slice(&std::fs::read(file)?)?;
    send_all(address, calls, CONNECTIONS).await
}

/// Sends each request once, with the given number of concurrent requests.
pub async fn send_all(address: SocketAddr, calls: Vec<Call>, at_once: usize) -> Result<Figures> {
    let calls = Arc::new(calls);
    let next = Arc::new(AtomicUsize::new(0));
    let start = Instant::now();
    let workers = (0..at_once).map(|_| {
        let (calls, next) = (Arc::clone(&calls), Arc::clone(&next));
        tokio::spawn(async move { work(address, &calls, &next).await })
    });
    let workers: Vec<_> = workers.collect();
    let mut sent = Vec::new();
    for worker in workers {
        sent.extend(worker.await?);
    }
    Ok(summary(&sent, start.elapsed()))
}

/// The duration of one request and the status of its response.
pub type Sent = (Duration, Option<StatusCode>);

async fn work(address: SocketAddr, calls: &[Call], next: &AtomicUsize) -> Vec<Sent> {
    let mut sent = Vec::new();
    let mut connection = None;
    while let Some(call) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
        let start = Instant::now();
        if connection.is_none() {
            connection = connect(address).await.ok();
        }
        let status = match &mut connection {
            Some(sender) => {
                let answer = tokio::time::timeout(PATIENCE, exchange(sender, address, call)).await;
                answer.ok().and_then(Result::ok).map(|(status, _)| status)
            }
            None => None,
        };
        if status.is_none() {
            connection = None;
        }
        sent.push((start.elapsed(), status));
    }
    sent
}

pub fn summary(sent: &[Sent], took: Duration) -> Figures {
    let mut statuses = BTreeMap::new();
    for status in sent.iter().filter_map(|(_, status)| *status) {
        *statuses.entry(status.as_str().to_owned()).or_default() += 1;
    }
    let mut times: Vec<Duration> =
        sent.iter().filter(|(_, status)| status.is_some()).map(|(time, _)| *time).collect();
    times.sort_unstable();
    let at = |percent: usize| {
        let place = times.len().saturating_mul(percent) / 100;
        let time = times.get(place.min(times.len().saturating_sub(1)));
        time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    Figures {
        requests: u64::try_from(times.len()).unwrap_or(u64::MAX),
        per_second: f64::from(u32::try_from(times.len()).unwrap_or(u32::MAX)) / took.as_secs_f64(),
        p50: at(50),
        p99: at(99),
        statuses,
        failures: u64::try_from(sent.len() - times.len()).unwrap_or(u64::MAX),
    }
}

async fn connect(address: SocketAddr) -> Result<http1::SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

async fn exchange(
    sender: &mut http1::SendRequest<Full<Bytes>>,
    address: SocketAddr,
    call: &Call,
) -> Result<(StatusCode, Bytes)> {
    let mut request = Request::builder()
        .method(&*call.method)
        .uri(&call.path)
        .header(HOST, address.to_string())
        .header(CONTENT_TYPE, "application/json");
    if let Some(token) = &call.token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = call.body.clone().unwrap_or_default();
    sender.ready().await?;
    let answer = sender.send_request(request.body(Full::new(Bytes::from(body)))?).await?;
    let status = answer.status();
    Ok((status, answer.into_body().collect().await?.to_bytes()))
}

/// Sends one request and returns the response.
pub async fn ask(address: SocketAddr, call: &Call) -> Result<(StatusCode, Bytes)> {
    let mut sender = connect(address).await?;
    tokio::time::timeout(PATIENCE, exchange(&mut sender, address, call)).await?
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("mizan-bench-{}-{name}", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = r#"{"summary":{"requestsPerSec":512.5,"successRate":1.0},
        "latencyPercentiles":{"p50":0.0021,"p99":0.0105},
        "statusCodeDistribution":{"200":4100},"errorDistribution":{}}"#;

    #[test]
    fn the_figures_of_oha_are_read_in_milliseconds() {
        let figures = parse_oha(PRINTED.as_bytes()).unwrap();
        assert_eq!((figures.requests, figures.failures), (4_100, 0));
        assert!((figures.p99 - 10.5).abs() < 1e-9 && (figures.p50 - 2.1).abs() < 1e-9);
        figures.require_success().unwrap();
    }

    #[test]
    fn a_load_with_a_refusal_or_without_an_answer_is_no_measurement() {
        let refused = PRINTED.replace(r#""200":4100"#, r#""200":4000,"429":100"#);
        assert!(parse_oha(refused.as_bytes()).unwrap().require_success().is_err());
        let cut = PRINTED.replace(r#""errorDistribution":{}"#, r#""errorDistribution":{"x":3}"#);
        assert!(parse_oha(cut.as_bytes()).unwrap().require_success().is_err());
    }

    #[test]
    fn of_several_rounds_the_middle_one_counts_and_no_failure_is_lost() {
        let round = |per_second, p99, failures| Figures {
            requests: 100,
            per_second,
            p99,
            statuses: BTreeMap::from([("200".to_owned(), 100)]),
            failures,
            ..Figures::default()
        };
        let rounds = [round(9.0, 3.0, 0), round(1.0, 50.0, 2), round(8.0, 4.0, 0)];
        let figures = Figures::median(&rounds);
        assert!((figures.per_second - 8.0).abs() < 1e-9 && (figures.p99 - 4.0).abs() < 1e-9);
        assert_eq!((figures.requests, figures.failures, figures.statuses["200"]), (300, 2, 300));
    }

    #[test]
    fn loads_at_the_same_time_add_their_requests_and_show_the_slowest_percentiles() {
        let load = |requests, p99| Figures {
            requests,
            p99,
            statuses: BTreeMap::from([("201".to_owned(), requests)]),
            ..Figures::default()
        };
        let loads = [load(100, 9.0), load(300, 4.0)];
        let figures = Figures::together(&loads, Duration::from_secs(2));
        assert!((figures.per_second - 200.0).abs() < 1e-9 && (figures.p99 - 9.0).abs() < 1e-9);
        assert_eq!((figures.requests, figures.statuses["201"]), (400, 400));
    }

    #[test]
    fn percentiles_come_from_the_sorted_times() {
        let sent: Vec<Sent> =
            (1..=200).rev().map(|ms| (Duration::from_millis(ms), Some(StatusCode::OK))).collect();
        let figures = summary(&sent, Duration::from_secs(2));
        assert!((figures.p50 - 101.0).abs() < 1e-9 && (figures.p99 - 199.0).abs() < 1e-9);
        assert!((figures.per_second - 100.0).abs() < 1e-9);
    }
}
