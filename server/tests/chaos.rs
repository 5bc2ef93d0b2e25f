//! The program broken on purpose while people write: afterwards nothing that it accepted is
//! missing, nothing is there twice, and the self-check finds nothing.
//!
//! `cargo xtask chaos` sets `MIZAN_TEST_LONG`, and everything is broken far more often.

mod backup;
#[cfg(target_os = "linux")]
mod disk;
mod house;
mod kill;
mod line;
mod nonsense;
mod servers;
mod writer;

/// How often something is broken: a few times, or very often in the long form.
fn times(short: usize, long: usize) -> usize {
    if std::env::var_os("MIZAN_TEST_LONG").is_some() { long } else { short }
}
