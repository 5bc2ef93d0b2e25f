//! The `mizan` program.

use std::process::ExitCode;

// Rows are allocated in one thread and freed in another, which costs locks in the allocator of the
// C library (docs/decisions/0008).
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    server::cli::main()
}
