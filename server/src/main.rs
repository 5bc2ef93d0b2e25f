//! The `mizan` program.

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

// Rows are read in one thread and let go in another, which the allocator of the C library pays
// for with locks (docs/decisions/0008).
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    server::cli::main()
}
