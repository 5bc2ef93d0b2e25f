//! Fault injection during writes: afterwards no accepted write is missing or duplicate, and the
//! self-check finds nothing.
//!
//! `cargo xtask chaos` sets `MIZAN_TEST_LONG`, which injects far more faults.

mod backup;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod failover;
mod house;
mod kill;
mod line;
mod nonsense;
#[cfg(target_os = "linux")]
mod pair;
#[cfg(target_os = "linux")]
mod read_replica;
mod replica;
mod servers;
#[cfg(target_os = "linux")]
mod upgrade;
mod webhook;
mod writer;

/// The number of faults: few, or many in the long form.
fn times(short: usize, long: usize) -> usize {
    if std::env::var_os("MIZAN_TEST_LONG").is_some() { long } else { short }
}
