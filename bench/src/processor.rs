//! The processor time of processes, and a limit for it, on Linux.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

const CGROUPS: &str = "/sys/fs/cgroup";
/// The directory of the controller in the first version of cgroups.
const CONTROLLER: &str = "/sys/fs/cgroup/cpu";
/// The limit applies within each period: ten milliseconds.
const PERIOD: u32 = 10_000;
/// The unit of the times in `/proc`, which is the same on all architectures of Linux.
const TICKS_PER_SECOND: u64 = 100;

/// A control group whose processes share a part of one processor; removed on drop.
#[derive(Debug)]
pub struct Limit {
    folder: PathBuf,
}

impl Limit {
    /// Limits a process to the given percentage of one processor. Only root may do so.
    pub fn new(process: u32, percent: u32) -> Result<Self> {
        let name = format!("mizan-bench-{process}");
        let quota = PERIOD * percent / 100;
        let limit = if Path::new(CONTROLLER).exists() {
            let limit = Self::create(Path::new(CONTROLLER).join(name))?;
            write(&limit.folder.join("cpu.cfs_period_us"), &PERIOD.to_string())?;
            write(&limit.folder.join("cpu.cfs_quota_us"), &quota.to_string())?;
            limit
        } else {
            write(&Path::new(CGROUPS).join("cgroup.subtree_control"), "+cpu")?;
            let limit = Self::create(Path::new(CGROUPS).join(name))?;
            write(&limit.folder.join("cpu.max"), &format!("{quota} {PERIOD}"))?;
            limit
        };
        write(&limit.folder.join("cgroup.procs"), &process.to_string())?;
        Ok(limit)
    }

    fn create(folder: PathBuf) -> Result<Self> {
        fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self { folder })
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        drop(fs::remove_dir(&self.folder));
    }
}

fn write(file: &Path, value: &str) -> Result<()> {
    fs::write(file, value).with_context(|| format!("cannot write {value} to {}", file.display()))
}

/// The processor time of a process so far.
pub fn time_of(process: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let Stat { own, .. } = Stat::read(&stat).context("/proc does not tell the time here")?;
    Ok(own)
}

/// The processor time so far of all processes with this name, including children that have ended.
pub fn time_of_all(name: &str) -> Result<Duration> {
    let mut time = Duration::ZERO;
    for entry in fs::read_dir("/proc")? {
        let Ok(stat) = fs::read_to_string(entry?.path().join("stat")) else { continue };
        if let Some(it) = Stat::read(&stat).filter(|it| it.name == name) {
            time += it.own + it.children;
        }
    }
    Ok(time)
}

/// A line of `/proc/<process>/stat`.
struct Stat<'s> {
    name: &'s str,
    own: Duration,
    children: Duration,
}

impl<'s> Stat<'s> {
    /// The name is in parentheses; the eleven fields after it precede the four times.
    fn read(line: &'s str) -> Option<Self> {
        let (before, after) = line.rsplit_once(") ")?;
        let name = before.split_once('(')?.1;
        let mut times = after.split(' ').skip(11).map(|it| it.parse::<u64>().ok());
        let mut both = || {
            let ticks = times.next()?? + times.next()??;
            Some(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
        };
        Some(Self { name, own: both()?, children: both()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_process_is_read_behind_a_name_with_spaces_and_parentheses() {
        let line = "7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 0 0 150 50 30 20 20 0 1 0 99 0 0";
        let stat = Stat::read(line).unwrap();
        assert_eq!(stat.name, "a (b) c");
        assert_eq!((stat.own, stat.children), (Duration::from_secs(2), Duration::from_millis(500)));
        assert!(Stat::read("7 (mizan) S 1").is_none());
    }
}
