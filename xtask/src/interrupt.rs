//! Handling of Ctrl-C and SIGTERM: forwarded to every program that xtask started.
//!
//! Each program runs in its own process group, so that one signal ends it together with its
//! children, while xtask itself continues and cleans up.

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Installs the signal handler. The second Ctrl-C kills the programs that are still running.
pub fn watch() -> Result<()> {
    ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        let signal = if again { Signal::SIGKILL } else { Signal::SIGINT };
        for group in groups().iter() {
            send(*group, signal);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// True after a signal.
pub fn is_set() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Errors: a signal was received.
pub fn check() -> Result<()> {
    if is_set() {
        bail!("interrupted");
    }
    Ok(())
}

/// A process group to which signals are forwarded, until it is dropped.
#[derive(Debug)]
pub struct Group(i32);

impl Group {
    /// Registers the process group with this leader.
    pub fn of(process: u32) -> Result<Self> {
        let group = i32::try_from(process).context("a process id beyond the system's range")?;
        groups().insert(group);
        if is_set() {
            send(group, Signal::SIGINT);
        }
        Ok(Self(group))
    }

    /// Sends SIGTERM to the process group.
    pub fn terminate(&self) {
        send(self.0, Signal::SIGTERM);
    }

    /// Sends SIGKILL to the process group.
    pub fn kill(&self) {
        send(self.0, Signal::SIGKILL);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        groups().remove(&self.0);
    }
}

fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends a signal. Fails if the process group has already ended, which is the desired result.
fn send(group: i32, signal: Signal) {
    let _ = killpg(Pid::from_raw(group), signal);
}
