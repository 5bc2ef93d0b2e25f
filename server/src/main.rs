//! The `mizan` program.

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

// Rows are allocated in one thread and freed in another, which costs locks in the allocator of the
// C library (docs/decisions/0008).
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    server::cli::main()
}
