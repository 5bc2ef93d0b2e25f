//! Rebuilds this crate when a migration is added: `migrate!` embeds the directories.

fn main() {
    println!("cargo:rerun-if-changed=../migrations/sqlite");
    println!("cargo:rerun-if-changed=../migrations/postgres");
}
