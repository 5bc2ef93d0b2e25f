//! Ctrl-C and SIGTERM: remembered, and handed on to every program that xtask started.
//!
//! Each program runs in a process group of its own, so that one signal ends it together with what
//! it started, and so that xtask itself lives on and clears up behind them.

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Begins to listen. The second Ctrl-C kills what the first could not end.
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

/// Returns true after a request to stop.
pub fn is_set() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Errors: a stop was requested.
pub fn check() -> Result<()> {
    if is_set() {
        bail!("interrupted");
    }
    Ok(())
}

/// A process group that is notified of a request to stop, until this is dropped.
#[derive(Debug)]
pub struct Group(i32);

impl Group {
    /// Enters the group that the process of this id leads.
    pub fn of(process: u32) -> Result<Self> {
        let group = i32::try_from(process).context("a process id beyond the system's range")?;
        groups().insert(group);
        if is_set() {
            send(group, Signal::SIGINT);
        }
        Ok(Self(group))
    }

    /// Asks every process of the group to end.
    pub fn terminate(&self) {
        send(self.0, Signal::SIGTERM);
    }

    /// Ends every process of the group.
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

/// A group that is gone already is no error: that is what the signal was for.
fn send(group: i32, signal: Signal) {
    let _ = killpg(Pid::from_raw(group), signal);
}
