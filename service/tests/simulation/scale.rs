//! The size of the runs.

use std::env::{var, var_os};

use database::Engine;

/// The days of a simulated year.
const YEAR: u64 = 365;

/// The number of organizations, days and acts of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) organizations: usize,
    pub(super) days: u64,
    /// The most acts on one day.
    pub(super) acts_per_day: u64,
}

impl Scale {
    /// A run of a few months.
    pub(super) const SHORT: Self = Self { organizations: 2, days: 120, acts_per_day: 8 };

    /// A run that is quick to shorten.
    pub(super) const SMALL: Self = Self { organizations: 1, days: 60, acts_per_day: 6 };

    const fn years(years: u64) -> Self {
        Self { organizations: 3, days: years * YEAR, acts_per_day: 4 }
    }
}

/// The seeds to run, and their scale: those that `cargo xtask simulate` asks for, else five short
/// ones (two on PostgreSQL, which takes longer), or 200 if `MIZAN_TEST_LONG` is set.
pub(super) fn requested(engine: Engine) -> (Vec<u64>, Scale) {
    let number = |name| var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let first = number("MIZAN_SIMULATION_SEED").unwrap_or(1);
    let usual = match engine {
        _ if var_os("MIZAN_TEST_LONG").is_some() => 200,
        Engine::Sqlite => 5,
        Engine::Postgres => 2,
    };
    let count = number("MIZAN_SIMULATION_SEEDS").unwrap_or(usual);
    let scale = number("MIZAN_SIMULATION_YEARS").map_or(Scale::SHORT, Scale::years);
    ((first..first + count).collect(), scale)
}
