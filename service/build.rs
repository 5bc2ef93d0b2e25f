//! Rebuilds the service when a migration is added: `migrate!` embeds the folders.

fn main() {
    println!("cargo:rerun-if-changed=../migrations/sqlite");
    println!("cargo:rerun-if-changed=../migrations/postgres");
}
