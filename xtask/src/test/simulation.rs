//! The options of `cargo xtask simulate`.

/// Runs of the simulation.
#[derive(Debug, clap::Args)]
pub struct Simulation {
    /// The first seed; a seed determines all acts, their times and the faults.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of seeds; 200 in the long form.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// The simulated years of each seed.
    #[arg(long, default_value_t = 5)]
    years: u64,
    /// Run on PostgreSQL instead of SQLite.
    #[arg(long)]
    postgres: bool,
}

impl Simulation {
    /// The environment variables for the test.
    pub fn settings(&self) -> [(&'static str, String); 3] {
        [
            ("MIZAN_SIMULATION_SEED", self.seed.to_string()),
            ("MIZAN_SIMULATION_SEEDS", self.seeds.to_string()),
            ("MIZAN_SIMULATION_YEARS", self.years.to_string()),
        ]
    }

    pub const fn is_on_postgres(&self) -> bool {
        self.postgres
    }
}
